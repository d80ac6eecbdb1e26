"""VK_NULL_HANDLE in place of what is to be destroyed, or of the surface that a question is about."""

from typing import Any

import pytest

from refloader.scenario.applications import INSTANCE, with_device
from refloader.scenario.call_sequence import entered
from refloader.scenario.registered import rows
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, Argument, Script, Via, out, read, text
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import need_extensions

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
SUCCESS = 0
EXTENSIONS = ["VK_KHR_surface", "VK_EXT_headless_surface", "VK_EXT_debug_utils", "VK_EXT_debug_report"]
LAYERS = pytest.mark.parametrize("layers", [[], [ONE]], ids=["no layer", "a layer"])
SINCE_2026 = pytest.mark.editions("2026")
"""Older specifications asked for a valid messenger; the registry of 1.3.239 makes it optional."""
OF_INSTANCES = [
    pytest.param("vkDestroySurfaceKHR", id="vkDestroySurfaceKHR"),
    pytest.param("vkDestroyDebugUtilsMessengerEXT", id="vkDestroyDebugUtilsMessengerEXT", marks=SINCE_2026),
    pytest.param("vkDestroyDebugReportCallbackEXT", id="vkDestroyDebugReportCallbackEXT", marks=SINCE_2026),
]

MESSENGERS = OF_INSTANCES[1:]
HELLO: Argument = [1000128003, 0, 0, 0, 0, text("hello"), 0, 0, 0, 0, 0, 0]
"""A VkDebugUtilsMessengerCallbackDataEXT."""
SAYING: dict[str, tuple[Any, ...]] = {
    "utils": ("vkSubmitDebugUtilsMessageEXT", "instance", 0x100, 1, HELLO),
    "report": ("vkDebugReportMessageEXT", "instance", 2, 1, 0x1234, 5, 6, text("me"), text("hello")),
}
"""The call by which an application says something."""


def machine(world: World, layers: list[str]) -> None:
    """Two drivers and these layers."""
    for name in ("alpha", "beta"):
        world.driver(name, flags={"device_name": name, "extensions": rows(EXTENSIONS), "surfaces": "own"})
    for name in layers:
        world.implicit_layer(name)


class TestNothingIsDestroyed:
    """A destruction of nothing is no error."""

    @pytest.mark.rule("VULKAN-LOADER-03")
    @LAYERS
    @pytest.mark.parametrize("commands", ["both", "vkDestroyInstance", "vkDestroyDevice"])
    def test_no_instance_and_no_device(
        self, world: World, subject: Trial, commands: str, layers: list[str]
    ) -> None:
        """vkDestroyInstance and vkDestroyDevice with VK_NULL_HANDLE do nothing, whatever else is there."""
        machine(world, layers)
        destroyed = ["vkDestroyInstance", "vkDestroyDevice"] if commands == "both" else [commands]
        script = Script()
        for command in destroyed:
            script.call(command, None, None, via=EXPORT, returns="nothing")
        script.create()
        script.devices()
        script.device()
        script.queue()
        for command in destroyed:
            script.call(command, None, None, via=EXPORT, returns="nothing")
        script.call("vkQueueWaitIdle", "queue", via=EXPORT, label="wait")

        seen = subject.calls(world, script)

        assert (seen.answers["instance"], seen.answers["device"]) == (SUCCESS, SUCCESS)
        assert len(seen.device_names()) == 2
        assert (seen.returned("wait"), seen.violations) == ([SUCCESS], ())

    @pytest.mark.rule("VULKAN-LOADER-03")
    @LAYERS
    @pytest.mark.parametrize("via", [EXPORT, INSTANCE], ids=["exported", "looked up"])
    @pytest.mark.parametrize("command", OF_INSTANCES)
    def test_no_object_of_an_instance(
        self, world: World, subject: Trial, command: str, via: Via, layers: list[str]
    ) -> None:
        """A command that destroys surfaces or messengers does nothing with VK_NULL_HANDLE.

        A loader that does not have the command has nothing to do.
        """
        if command != "vkDestroySurfaceKHR":
            subject.since("1.3.239")
        machine(world, layers)
        script = with_device(extensions=EXTENSIONS)
        script.call(command, "instance", None, None, via=via, returns="nothing", label="nothing")
        script.call("vkQueueWaitIdle", "queue", via=EXPORT, label="wait")

        seen = subject.calls(world, script)

        if seen.answers["nothing"] is None:
            pytest.skip(f"the loader has no {command} there")
        assert (seen.returned("wait"), seen.violations) == ([SUCCESS], ())

    @pytest.mark.rule("VULKAN-LOADER-03")
    @LAYERS
    @pytest.mark.parametrize("number", [2, 1])
    @pytest.mark.parametrize("command", MESSENGERS)
    def test_no_messenger_beside_others(
        self, world: World, subject: Trial, command: str, number: int, layers: list[str]
    ) -> None:
        """Destroying VK_NULL_HANDLE as a messenger leaves other messengers alone: they still get messages."""
        subject.since("1.3.239")
        machine(world, layers)
        kind = "utils" if "Utils" in command else "report"
        script = with_device(extensions=EXTENSIONS)
        for place in range(number):
            create = command.replace("Destroy", "Create")
            script.call(
                create, "instance", {kind: 7 + place}, None, out(f"m{place}"), via=INSTANCE, label=f"{place}"
            )
        script.call(command, "instance", None, None, via=INSTANCE, returns="nothing", label="nothing")
        script.heard("before")
        script.call(*SAYING[kind], via=INSTANCE, returns="nothing")
        script.heard("said")

        seen = subject.calls(world, script)

        if seen.answers["nothing"] is None:
            pytest.skip(f"the loader has no {command} there")
        assert seen.returned(*map(str, range(number))) == [SUCCESS] * number
        assert {row[1] for row in seen.answers["said"] if row[3] == "hello"} == {*range(7, 7 + number)}

    @pytest.mark.rule("VULKAN-LOADER-03")
    @pytest.mark.editions("2018", "2022", "2026")
    @LAYERS
    @pytest.mark.parametrize("number", [2, 1])
    def test_no_surface_beside_others(
        self, world: World, subject: Trial, number: int, layers: list[str]
    ) -> None:
        """Destroying VK_NULL_HANDLE as a surface destroys no driver's surface, and other surfaces still work."""
        machine(world, layers)
        asks, destroy = "vkGetPhysicalDeviceSurfaceSupportKHR", "vkDestroySurfaceKHR"
        script = Script()
        script.query("extensions", "")
        script.create(extensions=EXTENSIONS)
        script.devices()
        for place in range(number):
            info: Argument = [1000256000, None, 0]
            script.call("vkCreateHeadlessSurfaceEXT", "instance", info, None, out(f"s{place}"), via=INSTANCE)
        for moment in ("before", "after"):
            for place in range(number):
                words = ("devices.0", 0, f"s{place}", read(0))
                script.call(asks, *words, via=INSTANCE, label=f"{moment}{place}")
            if moment == "before":
                script.call(destroy, "instance", None, None, via=INSTANCE, returns="nothing", label="nothing")

        seen = subject.calls(world, script)

        need_extensions(seen, *EXTENSIONS[:2])
        assert entered(seen.lines["nothing"], destroy, "driver") == ()
        found = [[seen.read(f"{moment}{place}") for place in range(number)] for moment in ("before", "after")]
        assert (found[0], seen.violations) == (found[1], ())


SURFACELESS, NEWER = "VK_GOOGLE_surfaceless_query", "VK_KHR_get_surface_capabilities2"
NO_SURFACE: Argument = [1000119000, 0, 0]
"""A VkPhysicalDeviceSurfaceInfo2KHR without a surface."""
QUESTIONS: dict[str, tuple[Argument, Argument, list[list[int]]]] = {
    "vkGetPhysicalDeviceSurfaceFormatsKHR": (0, read(0), [[1], [44]]),
    "vkGetPhysicalDeviceSurfacePresentModesKHR": (0, read(0), [[1], [2]]),
    "vkGetPhysicalDeviceSurfaceFormats2KHR": (NO_SURFACE, read(1000119002, 0, 0), [[1], [1000119002, 0, 44]]),
}
"""What each command takes for a surface, the room for one answer, and what the mock driver answers."""


class TestNoSurface:
    """With VK_GOOGLE_surfaceless_query an application may ask what all surfaces of a device have in common."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @LAYERS
    @pytest.mark.parametrize("device", [0, 1], ids=["first device", "second device"])
    @pytest.mark.parametrize("surfaces", ["own", "loader"], ids=["drivers' surfaces", "loader's surfaces"])
    @pytest.mark.parametrize("command", QUESTIONS)
    def test_what_every_surface_has(
        self, world: World, subject: Trial, command: str, surfaces: str, device: int, layers: list[str]
    ) -> None:
        """With VK_GOOGLE_surfaceless_query a query without a surface reaches the device's driver and comes back."""
        extensions = ["VK_KHR_surface", "VK_EXT_headless_surface", SURFACELESS, NEWER]
        for name in ("alpha", "beta"):
            flags = {"device_name": name, "extensions": rows(extensions), "surfaces": surfaces}
            world.driver(name, flags=flags)
        for name in layers:
            world.implicit_layer(name, flags={"intercept": command})
        surface, room, answer = QUESTIONS[command]
        script = Script()
        script.query("extensions", "")
        script.create(extensions=extensions)
        script.devices()
        script.call(command, f"devices.{device}", surface, read(1), room, via=INSTANCE, label="asked")

        seen = subject.calls(world, script)

        need_extensions(seen, *extensions)
        assert {*entered(seen.lines["asked"], command, "driver")} == {seen.device_names()[device]}
        assert (seen.returned("asked"), seen.violations) == ([SUCCESS], ())
        assert seen.read("asked") == answer
