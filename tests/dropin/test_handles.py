"""Tests of an application's mistakes with handles and commands: an abort that names the command."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

HOSTS = Path(__file__).resolve().parent / "hosts"

PARAMETERS = {
    "instance": "instance",
    "physical": "physicalDevice",
    "device": "device",
    "queue": "queue",
    "buffer": "commandBuffer",
    "device_from": "physicalDevice",
    "group_with": "physicalDevice",
}
"""The parameter that a mistake's name begins with."""
ABORTS = {
    "instance_null": "vkEnumeratePhysicalDevices",
    "instance_foreign": "vkEnumeratePhysicalDevices",
    "instance_destroyed": "vkEnumeratePhysicalDevices",
    "instance_is_physical": "vkEnumeratePhysicalDevices",
    "instance_lookup_foreign": "vkGetInstanceProcAddr",
    "instance_lookup_wild": "vkGetInstanceProcAddr",
    "instance_lookup_destroyed": "vkGetInstanceProcAddr",
    "instance_destroy_foreign": "vkDestroyInstance",
    "instance_destroy_twice": "vkDestroyInstance",
    "physical_null": "vkGetPhysicalDeviceProperties",
    "physical_foreign": "vkGetPhysicalDeviceProperties",
    "physical_destroyed": "vkGetPhysicalDeviceProperties",
    "physical_is_instance": "vkGetPhysicalDeviceProperties",
    "device_null": "vkDeviceWaitIdle",
    "device_foreign": "vkDeviceWaitIdle",
    "device_empty": "vkDeviceWaitIdle",
    "device_is_instance": "vkDeviceWaitIdle",
    "device_outlives": "vkDeviceWaitIdle",
    "device_destroyed_late": "vkDestroyDevice",
    "queue_null": "vkQueueWaitIdle",
    "queue_foreign": "vkQueueWaitIdle",
    "buffer_null": "vkResetCommandBuffer",
    "buffer_foreign": "vkResetCommandBuffer",
    "device_from_null": "vkCreateDevice",
    "device_from_foreign": "vkCreateDevice",
    "group_with_null": "vkCreateDevice",
    "device_destroy_foreign": "vkDestroyDevice",
}
"""Which command has to be named after which mistake."""


@pytest.fixture
def mistake(
    program: Program, compiled: Callable[..., str], world: MockWorld
) -> Callable[[str], tuple[int, str, str]]:
    """Make a mistake in a process of its own: how it ended, and what it wrote."""

    def make(name: str) -> tuple[int, str, str]:
        world.layer("VK_LAYER_TEST_a")
        done = program.run([compiled("handles"), program.library, name], world.variables)
        return done.returncode, done.stdout, done.stderr

    return make


class TestWrongHandles:
    """A handle that is no object of the right kind ends the process and says which command was given it."""

    @pytest.mark.parametrize(("name", "command"), ABORTS.items(), ids=str)
    def test_aborts(self, mistake: Callable[[str], tuple[int, str, str]], name: str, command: str) -> None:
        """NULL, foreign, destroyed and mistaken handles are told from good ones before they are used."""
        code, out, err = mistake(name)

        assert (code, out) == (-signal.SIGABRT, "")
        first, second = err.splitlines()
        prefix = f"[Vulkan Loader] ERROR:          {command}: "
        parameter = PARAMETERS.get("_".join(name.split("_")[:2])) or PARAMETERS[name.split("_")[0]]
        assert first == f"{prefix}Invalid {parameter} [VUID-{command}-{parameter}-parameter]"
        assert second.startswith(f"{prefix}the handle is not a valid Vk")

    @pytest.mark.parametrize(
        ("command", "usage"),
        [
            ("vkGetPhysicalDeviceFeatures2KHR", "vkGetPhysicalDeviceFeatures2"),
            ("vkGetPhysicalDeviceSurfaceCapabilities2KHR", "vkGetPhysicalDeviceSurfaceCapabilities2KHR"),
        ],
        ids=["in the core", "of an extension alone"],
    )
    def test_a_promoted_command(self, program: Program, world: MockWorld, command: str, usage: str) -> None:
        """Valid usage stands under the name in the core; the second line has the name that was called."""
        extensions = [
            "VK_KHR_surface",
            "VK_KHR_get_surface_capabilities2",
            "VK_KHR_get_physical_device_properties2",
        ]
        world.driver("plain", extensions=",".join(f"{each}:1" for each in extensions))
        text = (
            "from session import *\n"
            f"s = Session({extensions})\n"
            f"s.command({command!r}, 3)(ctypes.addressof(block(ctypes.addressof(block(*[0] * 512)))), 0, 0)"
        )
        variables = {**world.variables, "PYTHONPATH": str(HOSTS)}

        done = program.run([sys.executable, "-c", text], variables)

        prefix = "[Vulkan Loader] ERROR:          "
        assert done.returncode == -signal.SIGABRT
        assert done.stderr.splitlines() == [
            f"{prefix}{usage}: Invalid physicalDevice [VUID-{usage}-physicalDevice-parameter]",
            f"{prefix}{command}: the handle is not a valid VkPhysicalDevice: "
            "it is NULL, destroyed or not of this loader",
        ]


class TestAllowedHandles:
    """Where the documents allow NULL, and where a name is looked up, the process goes on."""

    @pytest.mark.parametrize(
        "name",
        [
            "destroy_null",
            "lookup_without_instance",
            "lookup_global_of_foreign",
            "lookup_null_device",
            "lookup_foreign_device",
        ],
    )
    def test_goes_on(self, mistake: Callable[[str], tuple[int, str, str]], name: str) -> None:
        """Destroying NULL does nothing; a lookup with a wrong handle finds no more than without one."""
        assert mistake(name) == (0, "went on\n", "")


class TestCommandsNotEnabled:
    """A call of a command whose extension is not enabled is reported with the extension that brings it."""

    HEAD = """
from session import *
s = Session()
code, device = s.create_device(s.devices()[0])
exported = ctypes.CDLL("libvulkan.so.1")
none = ctypes.c_void_p(0)
"""

    def run(self, program: Program, world: MockWorld, call: str) -> subprocess.CompletedProcess[str]:
        """Run a script that makes a device and calls an exported command."""
        variables = {**world.variables, "PYTHONPATH": str(HOSTS), "VK_LOADER_DEBUG": "error"}
        return program.run([sys.executable, "-c", f"{self.HEAD}print(exported.{call})"], variables)

    @pytest.mark.parametrize("offered", ["", "VK_KHR_swapchain:70"], ids=["unknown", "known to the driver"])
    def test_of_a_device(self, program: Program, world: MockWorld, offered: str) -> None:
        """The process ends: without its effect the program would use an image that it never got."""
        world.driver("plain", extensions=offered, device_extensions=offered)

        done = self.run(program, world, "vkCreateSwapchainKHR(ctypes.c_void_p(device), none, none, none)")

        assert (done.returncode, done.stdout) == (-signal.SIGABRT, "")
        words = "vkCreateSwapchainKHR: the device does not have this command: is VK_KHR_swapchain enabled?"
        assert done.stderr.splitlines() == [f"[Vulkan Loader] ERROR:          {words}"]

    @pytest.mark.parametrize(
        ("missing", "code"), [("", 0), ("vkDestroySwapchainKHR", -signal.SIGABRT)], ids=["has it", "lacks it"]
    )
    def test_without_handles_of_the_loader(
        self, program: Program, world: MockWorld, missing: str, code: int
    ) -> None:
        """A call in which the loader exchanges no handles reaches a driver that has the command, as in the field."""
        offered = "VK_KHR_swapchain:70"
        world.driver("plain", extensions=offered, device_extensions=offered, null=missing)

        done = self.run(program, world, "vkDestroySwapchainKHR(ctypes.c_void_p(device), none, none)")

        assert done.returncode == code

    def test_of_an_instance(self, program: Program, world: MockWorld) -> None:
        """The call gives VK_ERROR_EXTENSION_NOT_PRESENT."""
        call = "vkCreateHeadlessSurfaceEXT(ctypes.c_void_p(s.instance), none, none, none)"

        done = self.run(program, world, call)

        assert (done.returncode, done.stdout) == (0, "-7\n")
        name = "VK_EXT_headless_surface"
        words = f"vkCreateHeadlessSurfaceEXT: the instance does not have this command: is {name} enabled?"
        assert done.stderr.splitlines() == [f"[Vulkan Loader] ERROR:          {words}"]

    @pytest.mark.parametrize(
        "name", ["vkGetPhysicalDeviceFragmentShadingRatesKHR", "vkGetPhysicalDeviceVideoCapabilitiesKHR"]
    )
    def test_of_a_driver(self, program: Program, world: MockWorld, name: str) -> None:
        """The queries of device extensions are there for every instance, and it is for a driver to have them."""
        script = f"{self.HEAD}print(ctypes.c_int(s.command({name!r}, 3)(s.devices()[0], 0, 0)).value)"
        variables = {**world.variables, "PYTHONPATH": str(HOSTS), "VK_LOADER_DEBUG": "error"}

        done = program.run([sys.executable, "-c", script], variables)

        assert (done.returncode, done.stdout) == (0, "-7\n")
        start = f"[Vulkan Loader] ERROR:          {name}: the driver does not have this command of VK_KHR_"
        assert [line.startswith(start) for line in done.stderr.splitlines()] == [True]
