"""VK_NULL_HANDLE in place of what is to be destroyed: nothing happens, and all that there is works on."""

import pytest

from refloader.scenario.applications import INSTANCE, with_device
from refloader.scenario.registered import rows
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, Script, Via
from refloader.suite.loaders.trial import Trial

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
    @pytest.mark.parametrize("command", ["vkDestroyInstance", "vkDestroyDevice"])
    def test_no_instance_and_no_device(
        self, world: World, subject: Trial, command: str, layers: list[str]
    ) -> None:
        """By the exported command, before there is anything and while there is everything."""
        machine(world, layers)
        script = Script()
        script.call(command, None, None, via=EXPORT, returns="nothing", label="before")
        script.create()
        script.devices()
        script.device()
        script.queue()
        script.call(command, None, None, via=EXPORT, returns="nothing", label="meanwhile")
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
        """No surface and no messenger; a loader that does not have the command has nothing to do."""
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
