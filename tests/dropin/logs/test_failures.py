"""Which error message the drop-in library gives for a vkCreateInstance or vkCreateDevice that somebody fails."""

import sys
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

pytestmark = pytest.mark.slow

HOSTS = Path(__file__).resolve().parents[1] / "hosts"
INSTANCE = "from session import *; Session()"
DEVICE = "from session import *; s = Session(); s.create_device(s.devices()[0])"
EXTENSIONS = """
from session import *
library, number = ctypes.CDLL("libvulkan.so.1"), U32(0)
assert library.vkEnumerateInstanceExtensionProperties(None, ctypes.byref(number), None) == -1
"""
DEVICES = """
from session import *
s = Session()
assert s.command("vkEnumeratePhysicalDevices", 3)(s.instance, ctypes.addressof(U32(0)), 0) < 0
"""
GROUPS = """
from session import *
s = Session()
command = s.command("vkEnumeratePhysicalDeviceGroups", 3)
assert command(s.instance, ctypes.addressof(U32(0)), 0) == -1
"""
MESSENGER = """
from session import *
s = Session(["VK_EXT_debug_utils"])
info = (ctypes.c_uint64 * 6)(1000128004, 0, 0x1000 << 32, 7, 0, 0)
made = ctypes.c_uint64()
command = s.command("vkCreateDebugUtilsMessengerEXT", 4)
assert command(s.instance, ctypes.addressof(info), 0, ctypes.addressof(made)) == -3
"""
LAYER = "[Vulkan Loader] ERROR | LAYER:  "


def errors(program: Program, world: MockWorld, script: str) -> list[str]:
    """The error messages of a process that runs the script in the world."""
    variables = {**world.variables, "PYTHONPATH": str(HOSTS), "VK_LOADER_DEBUG": "error"}
    return program.run([sys.executable, "-c", script], variables).stderr.splitlines()


class TestInstance:
    """Who fails vkCreateInstance is named: a driver, or a layer of the chain."""

    @pytest.mark.parametrize("when", ["fail", "fail_after"])
    def test_the_only_layer(self, program: Program, world: MockWorld, when: str) -> None:
        """It does not matter whether the layer has called down before."""
        world.layer("VK_LAYER_a", **{when: "vkCreateInstance:-3"})

        lines = errors(program, world, INSTANCE)

        assert lines == [f"{LAYER}vkCreateInstance: the layer VK_LAYER_a gives -3"]

    def test_one_of_two(self, program: Program, world: MockWorld) -> None:
        """The loader calls the first layer alone, so it does not know which of them fails."""
        world.layer("VK_LAYER_a")
        world.layer("VK_LAYER_b", fail="vkCreateInstance:-3")

        lines = errors(program, world, INSTANCE)

        assert lines == [f"{LAYER}vkCreateInstance: one of the layers VK_LAYER_a, VK_LAYER_b gives -3"]

    def test_the_driver(self, program: Program, world: MockWorld) -> None:
        """A layer that passes on a driver's error is not blamed."""
        world.driver("plain", fail="vkCreateInstance:-3")
        world.layer("VK_LAYER_a")

        lines = errors(program, world, INSTANCE)

        assert len(lines) == 1
        assert lines[0].endswith("no driver has created an instance; vkCreateInstance gives -9")


class TestDevice:
    """Who fails vkCreateDevice is named in one message."""

    @pytest.mark.parametrize("when", ["fail", "fail_after"])
    def test_a_layer(self, program: Program, world: MockWorld, when: str) -> None:
        """It does not matter whether the layer has called down before."""
        world.layer("VK_LAYER_a", **{when: "vkCreateDevice:-4"})

        lines = errors(program, world, DEVICE)

        assert lines == [f"{LAYER}vkCreateDevice: the layer VK_LAYER_a gives -4"]

    @pytest.mark.parametrize("layers", [[], ["VK_LAYER_a"]], ids=["no layer", "a layer"])
    def test_the_driver(self, program: Program, world: MockWorld, layers: list[str]) -> None:
        """A layer that passes on a driver's error is not blamed."""
        world.driver("plain", fail="vkCreateDevice:-4")
        for name in layers:
            world.layer(name)

        lines = errors(program, world, DEVICE)

        assert len(lines) == 1
        assert lines[0].endswith("plain.json: vkCreateDevice gives -4")

    @pytest.mark.parametrize("layers", [[], ["VK_LAYER_a"]], ids=["no layer", "a layer"])
    def test_the_list_of_extensions(self, program: Program, world: MockWorld, layers: list[str]) -> None:
        """A device needs the list of its extensions."""
        world.driver("plain", fail="vkEnumerateDeviceExtensionProperties:-4")
        for name in layers:
            world.layer(name)

        lines = errors(program, world, DEVICE)

        assert len(lines) == 1
        assert "vkEnumerateDeviceExtensionProperties gives -4" in lines[0]


class TestPhysicalDevices:
    """An enumeration of devices that fails has an error message."""

    def test_every_driver_fails(self, program: Program, world: MockWorld) -> None:
        """Why, the warnings before it say."""
        world.driver("plain", fail="vkEnumeratePhysicalDevices:-3")

        lines = errors(program, world, DEVICES)

        assert lines == [
            "[Vulkan Loader] ERROR | DRIVER: there are no physical devices: no driver can list any"
        ]

    def test_one_of_two(self, program: Program, world: MockWorld) -> None:
        """The other driver's devices are there."""
        world.driver("plain", fail="vkEnumeratePhysicalDevices:-3")
        world.driver("works", devices="2")

        assert errors(program, world, "from session import *; Session().devices()") == []

    def test_without_host_memory(self, program: Program, world: MockWorld) -> None:
        """One driver fails the call, and is named."""
        world.driver("plain", fail="vkEnumeratePhysicalDevices:-1")
        world.driver("works", devices="2")

        (line,) = errors(program, world, DEVICES)

        assert line.endswith("plain.json: vkEnumeratePhysicalDevices gives -1")


class TestMessengers:
    """A driver that fails the creation of a messenger fails it for the application, and a message says so."""

    DEBUG = "VK_EXT_debug_utils"

    @pytest.mark.parametrize("others", [0, 1], ids=["the only driver", "one of two"])
    def test_a_driver(self, program: Program, world: MockWorld, others: int) -> None:
        """The drivers with the command are called one after the other: each of them may be the one."""
        world.driver("plain", extensions=f"{self.DEBUG}:2", fail="vkCreateDebugUtilsMessengerEXT:-3")
        for number in range(others):
            world.driver(f"other{number}", extensions=f"{self.DEBUG}:2")
        world.driver("without")

        (line,) = errors(program, world, MESSENGER)

        assert line.endswith(": vkCreateDebugUtilsMessengerEXT gives -3")
        assert "plain.json" in line
        assert "without.json" not in line
        assert ("one of the drivers" in line) is bool(others)


class TestOutOfHostMemory:
    """A driver that lacks host memory fails the command, which is no defect of the library."""

    @pytest.mark.parametrize("script", [EXTENSIONS, INSTANCE], ids=["list", "instance"])
    def test_the_list_of_extensions(self, program: Program, world: MockWorld, script: str) -> None:
        """The message names the driver."""
        world.driver("plain", fail="vkEnumerateInstanceExtensionProperties:-1")

        lines = errors(program, world, script)

        assert len(lines) == 1
        assert lines[0].endswith(
            "plain.json: vkEnumerateInstanceExtensionProperties gives -1, and so does the command"
        )

    def test_the_list_of_groups(self, program: Program, world: MockWorld) -> None:
        """The message names the driver, and the second one the command."""
        world.driver("plain", fail="vkEnumeratePhysicalDeviceGroups:-1")

        lines = errors(program, world, GROUPS)

        assert [line.rpartition("/")[2] for line in lines] == [
            "plain.json: vkEnumeratePhysicalDeviceGroups gives -1",
            "[Vulkan Loader] ERROR:          vkEnumeratePhysicalDeviceGroups: out of host memory",
        ]
