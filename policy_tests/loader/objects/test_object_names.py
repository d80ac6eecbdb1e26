"""Names and tags that an application gives to objects: the driver gets its own object."""

import pytest

from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, Via, of_device, of_instance, text
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import need_extensions

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
UTILS, REPORT, MARKER = "VK_EXT_debug_utils", "VK_EXT_debug_report", "VK_EXT_debug_marker"
"""The last is of devices and needs the one before it."""
COMMANDS = {
    "vkSetDebugUtilsObjectNameEXT": 1000128000,
    "vkSetDebugUtilsObjectTagEXT": 1000128001,
    "vkDebugMarkerSetObjectNameEXT": 1000022000,
    "vkDebugMarkerSetObjectTagEXT": 1000022001,
}
"""The commands and the structure types of their infos, which all have an object's type and handle behind pNext."""
OF_UTILS = [command for command in COMMANDS if "DebugUtils" in command]
"""Those of an instance extension; a loader need not know a device extension, and passes its functions down."""

TYPES = {"instance": 1, "devices.0": 2, "device": 3, "queue": 4}
"""Both extensions give these objects the same numbers."""

THE_FEW = "CHAIN-TERM-03, which names of its few functions only vkCreateSwapchainKHR"


def named(subject: Trial, world: World, command: str, thing: str, via: Via) -> Observation:
    """What is seen of giving an object a name or a tag."""
    needed, own = (UTILS, []) if command in OF_UTILS else (REPORT, [MARKER])
    world.driver(flags={"extensions": f"{UTILS}:2,{REPORT}:9", "device_extensions": f"{MARKER}:4"})
    script = Script()
    script.query("extensions", "")
    script.create(extensions=[needed])
    script.devices()
    script.device(extensions=own)
    script.queue()
    rest: list[Argument] = [1, 8, [0]] if "Tag" in command else [text("name")]
    info: Argument = [COMMANDS[command], 0, TYPES[thing], thing, *rest]
    script.call(command, "device", info, via=via, label="named")
    seen = subject.calls(world, script)
    need_extensions(seen, needed)
    return seen


class TestByDeviceLookup:
    """A few device functions need loader code at both ends, also when vkGetDeviceProcAddr gives them."""

    @pytest.mark.rule("CHAIN-TERM-03")
    @pytest.mark.parametrize("command", OF_UTILS)
    @pytest.mark.parametrize(
        ("thing", "own"),
        [("instance", "instance"), ("devices.0", "physical_device")],
        ids=["instance", "physical"],
    )
    def test_objects_that_the_loader_made(
        self, world: World, subject: Trial, thing: str, own: str, command: str
    ) -> None:
        """A name or tag of an instance or physical device should reach the driver with its own handle."""
        seen = named(subject, world, command, thing, of_device("device"))

        told = (f"driver plain {command} type={TYPES[thing]} object={own}",)
        found = (seen.lines["named"], seen.returned("named"), seen.violations)
        subject.implied(found, (told, [0], ()), THE_FEW)

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("command", COMMANDS)
    @pytest.mark.parametrize("thing", ["device", "queue"])
    def test_objects_of_the_driver(self, world: World, subject: Trial, thing: str, command: str) -> None:
        """A name or tag of a device or queue reaches the driver with its own handle."""
        seen = named(subject, world, command, thing, of_device("device"))

        assert seen.lines["named"] == (f"driver plain {command} type={TYPES[thing]} object={thing}",)
        assert (seen.returned("named"), seen.violations) == ([0], ())


class TestByInstanceLookup:
    """The same functions as vkGetInstanceProcAddr gives them."""

    @pytest.mark.rule("CHAIN-TERM-03")
    @pytest.mark.parametrize(
        ("thing", "own"),
        [
            ("instance", "instance"),
            ("devices.0", "physical_device"),
            ("device", "device"),
            ("queue", "queue"),
        ],
        ids=["instance", "physical", "device", "queue"],
    )
    def test_every_object(self, world: World, subject: Trial, thing: str, own: str) -> None:
        """A name that is given by vkGetInstanceProcAddr's function should reach the driver with its own handle."""
        command = "vkSetDebugUtilsObjectNameEXT"

        seen = named(subject, world, command, thing, of_instance("instance"))

        told = (f"driver plain {command} type={TYPES[thing]} object={own}",)
        subject.implied((seen.lines["named"], seen.violations), (told, ()), THE_FEW)

    @pytest.mark.rule("CHAIN-TERM-03")
    @pytest.mark.parametrize("command", OF_UTILS)
    def test_one_after_another(self, world: World, subject: Trial, command: str) -> None:
        """Names or tags of several objects in turn should each reach the driver with its own handle."""
        world.driver(flags={"extensions": f"{UTILS}:2"})
        script = Script()
        script.create(extensions=[UTILS])
        script.devices()
        script.device()
        script.queue()
        rest: list[Argument] = [1, 8, [0]] if "Tag" in command else [text("name")]
        for thing, kind in TYPES.items():
            info: Argument = [COMMANDS[command], 0, kind, thing, *rest]
            script.call(command, "device", info, via=of_instance("instance"), label=thing)

        seen = subject.calls(world, script)

        own = {thing: "physical_device" if thing == "devices.0" else thing for thing in TYPES}
        told = [f"driver plain {command} type={kind} object={own[thing]}" for thing, kind in TYPES.items()]
        found = [line for thing in TYPES for line in seen.lines[thing]]
        subject.implied((found, seen.violations), (told, ()), THE_FEW)


class TestWrappedObjects:
    """A layer that wraps objects gets its own ones in the infos, and the driver what is in them."""

    @pytest.mark.rule("WRAP-03")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("command", OF_UTILS)
    @pytest.mark.parametrize(
        ("thing", "kind"),
        [
            ("devices.0", "physical_device"),
            ("device", "device"),
            ("queue", "queue"),
        ],
        ids=["physical", "device", "queue"],
    )
    def test_names_of_wrapped_objects(
        self, world: World, subject: Trial, thing: str, kind: str, command: str
    ) -> None:
        """With a layer that wraps objects, a name or tag reaches the driver with its own handle, as without."""
        plain = named(subject, world, command, thing, of_instance("instance"))
        if plain.violations:
            pytest.skip("the loader hands the driver objects of its own without a layer, too")
        world.implicit_layer(ONE, flags={"wrap": kind})

        seen = named(subject, world, command, thing, of_instance("instance"))

        found, told = (seen.lines["named"], seen.violations), (plain.lines["named"], ())
        if kind == "physical_device":  # the only one of them that a loader itself may wrap
            subject.implied(found, told, f"WRAP-03, and {THE_FEW}")
        else:
            assert found == told
