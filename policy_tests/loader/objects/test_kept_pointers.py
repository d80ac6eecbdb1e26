"""Pointers that an instance gives once and an application keeps: what they do for objects that come later."""

import pytest

from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import entered
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device, of_pointer
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.editions("2018", "2026"), pytest.mark.needs_library]

ONE = "VK_LAYER_TEST_one"
PHYSICAL, DEVICE, OTHER = "vkFrobPhysicalDeviceTEST", "vkFrobDeviceTEST", "vkFrobOtherDeviceTEST"
IDLE = "vkDeviceWaitIdle"
OF_UNKNOWN = pytest.mark.rule("EXT-FILTER-05")
COMMANDS = pytest.mark.parametrize("command", [pytest.param(DEVICE, marks=OF_UNKNOWN), IDLE])
MANNERS = ["beside", "ended", "early"]
"""The device before the later ones is still there, or has ended; or the pointer is older than any device."""


def two_drivers(world: World) -> None:
    """Two drivers that have the same commands, each with one device of the driver's name."""
    for name in ("alpha", "beta"):
        flags = {"unknown_device": f"{DEVICE},{OTHER}", "unknown_physical": PHYSICAL, "device_name": name}
        world.driver(name, flags=flags)


def called(script: Script, command: str, kept: str, thing: str) -> str:
    """Call a command on an object by a kept pointer; gives the label of the call."""
    arguments = () if command == IDLE else (8,)
    return script.call(command, thing, *arguments, via=of_pointer(kept), label=f"{command} of {thing}")


@pytest.mark.rule("GPA-APP-01")
class TestOfAnInstance:
    """What vkGetInstanceProcAddr gives is valid for the instance and everything that is created from it."""

    @COMMANDS
    @pytest.mark.parametrize("manner", MANNERS)
    @pytest.mark.parametrize("layer", [False, True], ids=["no layer", "a layer"])
    def test_for_later_devices(
        self, world: World, subject: Trial, command: str, manner: str, layer: bool
    ) -> None:
        """The pointer reaches the driver of each device, also of one that is made after the pointer was called."""
        two_drivers(world)
        if layer:
            world.implicit_layer(ONE)
        script = with_instance()
        kept = "pointer"
        if manner == "early":
            script.pointer(command, via=INSTANCE, label=kept)
        script.device("devices.0", "device 0")
        if manner != "early":
            script.pointer(command, via=INSTANCE, label=kept)
        calls = [called(script, command, kept, "device 0")]
        if manner == "ended":
            script.destroy_device("device 0")
        for name, place in (("device 1", 1), ("device 2", 0)):
            script.device(f"devices.{place}", name)
            calls.append(called(script, command, kept, name))

        seen = subject.calls(world, script)

        first, second = seen.device_names()
        assert [entered(seen.lines[label], command, "driver") for label in calls] == [
            (first,),
            (second,),
            (first,),
        ]
        assert seen.violations == ()

    @COMMANDS
    def test_for_a_layers_devices(self, world: World, subject: Trial, command: str) -> None:
        """The pointer enters the layer that has the command, for each device."""
        two_drivers(world)
        has_it = {"intercept": IDLE} if command == IDLE else {"unknown_device": command}
        world.implicit_layer(ONE, flags=has_it)
        script = with_instance()
        kept = script.pointer(command, via=INSTANCE)
        calls = []
        for place in (0, 1):
            script.device(f"devices.{place}", f"device {place}")
            calls.append(called(script, command, kept, f"device {place}"))

        seen = subject.calls(world, script)

        assert [entered(seen.lines[label], command, "layer") for label in calls] == [(ONE,), (ONE,)]

    @OF_UNKNOWN
    @pytest.mark.parametrize("later", [OTHER, DEVICE, PHYSICAL], ids=["another", "again", "another-kind"])
    def test_beside_later_lookups(self, world: World, subject: Trial, later: str) -> None:
        """That the instance is asked for a command later does not change what the kept pointer does."""
        two_drivers(world)
        script = with_instance()
        kept = script.pointer(DEVICE, via=INSTANCE)
        calls = []
        for place in (0, 1):
            script.device(f"devices.{place}", f"device {place}")
            thing = f"devices.{place}" if later == PHYSICAL else f"device {place}"
            script.call(later, thing, 8, via=INSTANCE)
            calls.append(called(script, DEVICE, kept, f"device {place}"))

        seen = subject.calls(world, script)

        found = [entered(seen.lines[label], DEVICE, "driver") for label in calls]
        assert found == [(name,) for name in seen.device_names()]

    @OF_UNKNOWN
    @pytest.mark.parametrize("kind", ["physical", "device"])
    @pytest.mark.parametrize("number", [5, 2])
    def test_of_several_commands(self, world: World, subject: Trial, kind: str, number: int) -> None:
        """Of several unknown commands, all looked up before any call, each pointer calls the command asked for."""
        names = [f"vkFrobSomethingOrOtherOfTheKind{each}TEST" for each in "ABCDE"[:number]]
        world.driver(flags={f"unknown_{kind}": ",".join(names)})
        script = with_instance()
        script.device()
        thing = "devices.0" if kind == "physical" else "device"
        kept = {name: script.pointer(name, via=INSTANCE) for name in names}
        for name in names:
            called(script, name, kept[name], thing)

        seen = subject.calls(world, script)

        reached = [
            [each for each in names if entered(seen.lines[f"{name} of {thing}"], each)] for name in names
        ]
        assert (reached, seen.violations) == ([[name] for name in names], ())

    @OF_UNKNOWN
    def test_for_physical_devices(self, world: World, subject: Trial) -> None:
        """Older than the first enumeration, the pointer reaches the driver of each device, after a second one too."""
        two_drivers(world)
        script = Script()
        script.create()
        kept = script.pointer(PHYSICAL, via=INSTANCE)
        calls = []
        for label in ("devices", "again"):
            script.devices(label=label)
            calls += [called(script, PHYSICAL, kept, f"{label}.{place}") for place in (1, 0)]

        seen = subject.calls(world, script)

        owners = [*reversed(seen.device_names()), *reversed(seen.device_names("again"))]
        assert [entered(seen.lines[label], PHYSICAL, "driver") for label in calls] == [
            (owner,) for owner in owners
        ]


@pytest.mark.rule("GPA-APP-02")
class TestOfADevice:
    """What vkGetDeviceProcAddr gives is valid for the device that was asked, whatever is made later."""

    @COMMANDS
    def test_beside_later_devices(self, world: World, subject: Trial, command: str) -> None:
        """The pointer of each of two devices still reaches its own driver when both have been made."""
        two_drivers(world)
        script = with_instance()
        for place in (0, 1):
            script.device(f"devices.{place}", f"device {place}")
            script.pointer(command, via=of_device(f"device {place}"), label=f"pointer {place}")
        calls = [called(script, command, f"pointer {place}", f"device {place}") for place in (0, 1)]

        seen = subject.calls(world, script)

        assert [entered(seen.lines[label], command, "driver") for label in calls] == [
            (name,) for name in seen.device_names()
        ]
