"""Commands that no loader knows: those of a driver's or layer's own, of physical devices and of devices."""

import pytest

from policy_tests.loader.implied import NEXT_LOOKUP
from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.call_sequence import entered, field, parsed_lines
from refloader.scenario.observation import Observation
from refloader.scenario.registered import places_of
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device, of_instance, of_pointer
from refloader.suite.loaders.trial import Trial

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
INSTANCES, BY_TURNS = ("first", "second"), ("first", "second", "first")
PHYSICAL, DEVICE = "vkFrobPhysicalDeviceTEST", "vkFrobDeviceTEST"
FIRST_OF_DRIVER, SECOND_OF_DRIVER, FIRST_OF_LAYER = 4200, 4201, 1
"""What the mocks return from their own commands, by the place of the command in the flags."""

WRAPS = pytest.mark.parametrize(
    "wrap", ["", "instance,physical_device,device,queue"], ids=["plain layer", "wrapping layer"]
)

pytestmark = [
    pytest.mark.editions("2018", "2022", "2026"),
    pytest.mark.rule("GPA-ORDER-01", "EXT-FILTER-05"),
    pytest.mark.needs_library,
]


def two_drivers(world: World) -> None:
    """Two drivers that have both commands, each with one device that has the driver's name."""
    for name in ("alpha", "beta"):
        flags = {"unknown_device": DEVICE, "unknown_physical": PHYSICAL, "device_name": name}
        world.driver(name, flags=flags)


def on_two_instances(world: World) -> Script:
    """Two instances and the physical devices of each, of two drivers."""
    two_drivers(world)
    script = Script()
    for name in INSTANCES:
        script.create(name)
        script.devices(name, f"{name}_devices")
    return script


def entered_by_turns(seen: Observation, command: str) -> list[tuple[str, ...]]:
    """The drivers that each of the three calls of a command entered."""
    return [entered(seen.lines[label], command) for label in (command, f"{command}2", f"{command}3")]


def own_drivers(seen: Observation) -> list[tuple[str, ...]]:
    """The drivers of the devices with which the instances are asked in turn."""
    return [(seen.answers[f"{name}_devices"]["names"][0],) for name in BY_TURNS]


class TestOfPhysicalDevices:
    """(3) What GetPhysicalDeviceProcAddr knows gets a trampoline of physical devices and ends in the right driver."""

    @WRAPS
    @pytest.mark.parametrize("index", [1, 0])
    def test_a_drivers_command_of_physical_devices(
        self, world: World, subject: Trial, wrap: str, index: int
    ) -> None:
        """An unknown physical-device command reaches the device's driver alone, with that driver's own handle."""
        two_drivers(world)
        world.explicit_layer(ONE)
        world.explicit_layer(TWO, flags={"wrap": wrap})
        world.application(layers=[ONE, TWO])
        script = with_instance()
        script.call(PHYSICAL, f"devices.{index}", 9, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [SECOND_OF_DRIVER]
        assert parsed_lines(seen.lines["call"], PHYSICAL, "driver") == [
            (name, {"handle": "physical_device", "second": "0x9"})
            for name in seen.device_names()[index : index + 1]
        ]

    @pytest.mark.rule("WRAP-03")
    @pytest.mark.parametrize("layers", [[TWO, ONE], [TWO]], ids=["above-another", "alone"])
    def test_below_a_wrapping_layer(self, world: World, subject: Trial, layers: list[str]) -> None:
        """The first layer, which wraps instances, is asked for an unknown command with its own instance."""
        world.driver(flags={"unknown_physical": PHYSICAL})
        world.explicit_layer(ONE)
        world.explicit_layer(TWO, flags={"wrap": "instance,physical_device"})
        world.application(layers=layers)
        script = with_instance()
        script.call(PHYSICAL, "devices.0", 9, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert (seen.returned("call"), seen.violations) == ([FIRST_OF_DRIVER], ())

    def test_one_pointer_for_devices_of_both_drivers(self, world: World, subject: Trial) -> None:
        """What an instance gives for an unknown physical-device command serves both drivers' devices in turn."""
        two_drivers(world)
        script = with_instance()
        for index in (0, 1, 0):
            script.call(PHYSICAL, f"devices.{index}", 9, via=INSTANCE)

        seen = subject.calls(world, script)

        names = [(name,) for name in seen.device_names()]
        labels = [PHYSICAL, f"{PHYSICAL}2", f"{PHYSICAL}3"]
        assert len(names) == 2
        assert [entered(seen.lines[label], PHYSICAL) for label in labels] == [*names, *names[:1]]

    def test_of_a_second_instance(self, world: World, subject: Trial) -> None:
        """What each of two instances gives for an unknown physical-device command serves its own devices."""
        script = on_two_instances(world)
        for name in BY_TURNS:
            script.call(PHYSICAL, f"{name}_devices.0", 9, via=of_instance(name))

        seen = subject.calls(world, script)

        assert entered_by_turns(seen, PHYSICAL) == own_drivers(seen)

    @pytest.mark.parametrize("lookups", [["1", "0"], ["0"], ["0", "1", "0"], ["1"]], ids="".join)
    def test_a_layers_command_of_physical_devices(
        self, world: World, subject: Trial, lookups: list[str]
    ) -> None:
        """An unknown physical-device command of the lowest layer reaches it, also if layers above have no lookup.

        Past a layer without the lookup ("0") that is only implied; that the call does not end the program is not.
        """
        world.driver()
        above = [f"VK_LAYER_TEST_above_{place}" for place, _ in enumerate(lookups)]
        for name, lookup in zip(above, lookups, strict=True):
            world.explicit_layer(name, flags={"physical": lookup})
        world.explicit_layer(TWO, flags={"unknown_physical": PHYSICAL})
        world.application(layers=[*above, TWO])
        script = with_instance()
        script.call(PHYSICAL, "devices.0", 9, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        found = (seen.returned("call"), entered(seen.lines["call"], PHYSICAL))
        if "0" in lookups:
            subject.implied(found, ([FIRST_OF_LAYER], (TWO,)), NEXT_LOOKUP)
        else:
            assert found == ([FIRST_OF_LAYER], (TWO,))

    def test_the_layer_is_in_front_of_the_driver(self, world: World, subject: Trial) -> None:
        """If a layer and the driver have an unknown physical-device command, the call enters the layer."""
        world.driver(flags={"unknown_physical": PHYSICAL})
        world.implicit_layer(ONE, flags={"unknown_physical": PHYSICAL})
        script = with_instance()
        script.call(PHYSICAL, "devices.0", 9, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert entered(seen.lines["call"], PHYSICAL) == (ONE,)

    @pytest.mark.parametrize("layers", [[TWO, ONE], [ONE], [ONE, TWO]], ids=["below", "alone", "above"])
    @pytest.mark.parametrize("way", ["link", "either"])
    def test_beside_a_layer_without_the_lookup(
        self, world: World, subject: Trial, layers: list[str], way: str
    ) -> None:
        """A layer without GetPhysicalDeviceProcAddr hides no unknown physical-device command of the driver.

        What the link of a layer above it holds is not said, but a driver's command reaches the driver, also where
        that layer takes its next function from the link, one of the two documented ways.
        """
        world.driver(flags={"unknown_physical": PHYSICAL})
        flags = {ONE: {"physical": "0"}, TWO: {"next_physical": way}}
        for name in layers:
            world.explicit_layer(name, flags=flags[name])
        world.application(layers=layers)
        script = with_instance()
        script.call(PHYSICAL, "devices.0", 9, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [FIRST_OF_DRIVER]
        assert field(seen.lines["call"], PHYSICAL, "handle", "driver") == {"plain": "physical_device"}

    def test_one_driver_of_two_has_it(self, world: World, subject: Trial) -> None:
        """A driver that lacks an unknown physical-device command does not hide it in the other driver."""
        world.driver("with", flags={"unknown_physical": PHYSICAL})
        world.driver("without", flags={"devices": "0"})
        script = with_instance()
        script.call(PHYSICAL, "devices.0", 9, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert entered(seen.lines["call"], PHYSICAL) == ("with",)


class TestOfDevices:
    """(4) What only GetInstanceProcAddr knows gets a trampoline of devices and goes down the device's chain."""

    @WRAPS
    @pytest.mark.parametrize("index", [1, 0])
    def test_a_drivers_command_of_devices(self, world: World, subject: Trial, wrap: str, index: int) -> None:
        """An unknown device command reaches the driver of the device alone, with that driver's own handle."""
        two_drivers(world)
        world.explicit_layer(ONE)
        world.explicit_layer(TWO, flags={"wrap": wrap})
        world.application(layers=[ONE, TWO])
        script = with_instance()
        script.device(f"devices.{index}")
        script.call(DEVICE, "device", 8, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [FIRST_OF_DRIVER]
        assert parsed_lines(seen.lines["call"], DEVICE, "driver") == [
            (name, {"handle": "device", "second": "0x8"}) for name in seen.device_names()[index : index + 1]
        ]

    @pytest.mark.parametrize("names", [["with", "without"], ["without", "with"]], ids=["first", "second"])
    def test_only_one_driver_knows_it(self, world: World, subject: Trial, names: list[str]) -> None:
        """An unknown device command reaches the one of two drivers that has it, whichever of the two that is."""
        flags = {"with": {"unknown_device": DEVICE}, "without": {"devices": "0"}}
        for name in names:
            world.driver(name, flags=flags[name])
        script = with_device()
        script.call(DEVICE, "device", 8, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [FIRST_OF_DRIVER]
        assert entered(seen.lines["call"], DEVICE) == ("with",)

    def test_one_pointer_for_both_drivers(self, world: World, subject: Trial) -> None:
        """What an instance gives for an unknown device command serves the devices of both drivers in turn."""
        two_drivers(world)
        script = with_instance()
        for index in (0, 1):
            script.device(f"devices.{index}", f"device_{index}")
        for index in (0, 1, 0):
            script.call(DEVICE, f"device_{index}", 8, via=INSTANCE)

        seen = subject.calls(world, script)

        names = [(name,) for name in seen.device_names()]
        labels = [DEVICE, f"{DEVICE}2", f"{DEVICE}3"]
        assert len(names) == 2
        assert [entered(seen.lines[label], DEVICE) for label in labels] == [*names, *names[:1]]

    def test_of_a_later_driver(self, world: World, subject: Trial) -> None:
        """An unknown device command reaches the driver of its device, also of a device that is created later."""
        two_drivers(world)
        script = with_instance()
        for index in (0, 1):
            script.device(f"devices.{index}", f"device_{index}")
            script.call(DEVICE, f"device_{index}", 8, via=INSTANCE)
        script.call(DEVICE, "device_0", 8, via=INSTANCE)

        seen = subject.calls(world, script)

        names = [(name,) for name in seen.device_names()]
        labels = [DEVICE, f"{DEVICE}2", f"{DEVICE}3"]
        assert [entered(seen.lines[label], DEVICE) for label in labels] == [*names, *names[:1]]

    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_beside_a_device_that_is_gone(self, world: World, subject: Trial) -> None:
        """A lookup by the instance hands no driver a destroyed device, and the command serves the one that lives."""
        world.driver(flags={"unknown_device": DEVICE})
        script = with_instance()
        script.device(label="gone")
        script.device()
        script.destroy_device("gone")
        script.call(DEVICE, "device", 8, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert (seen.returned("call"), seen.violations) == ([FIRST_OF_DRIVER], ())

    def test_of_devices_of_a_second_instance(self, world: World, subject: Trial) -> None:
        """What each of two instances gives for an unknown device command serves that instance's devices."""
        script = on_two_instances(world)
        for name in INSTANCES:
            script.device(f"{name}_devices.0", f"{name}_device")
        for name in BY_TURNS:
            script.call(DEVICE, f"{name}_device", 9, via=of_instance(name))

        seen = subject.calls(world, script)

        assert entered_by_turns(seen, DEVICE) == own_drivers(seen)

    @pytest.mark.parametrize("found", ["instance", "device"])
    def test_a_layers_command_of_devices(self, world: World, subject: Trial, found: str) -> None:
        """An unknown device command that only the lower of two layers has reaches it through the upper one."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO, flags={"unknown_device": DEVICE})
        world.application(layers=[ONE, TWO])
        script = with_device()
        via = {"instance": INSTANCE, "device": of_device("device")}[found]
        script.call(DEVICE, "device", 8, via=via, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [FIRST_OF_LAYER]
        assert entered(seen.lines["call"], DEVICE) == (TWO,)

    @pytest.mark.rule("GPA-APP-03")
    @pytest.mark.editions("2018", "2026")
    def test_straight_to_the_driver(self, world: World, subject: Trial) -> None:
        """vkGetDeviceProcAddr gives the driver's own function for a device command that only the driver knows."""
        world.driver(flags={"unknown_device": DEVICE})
        script = with_device()
        found = script.device_lookup("device", [DEVICE])

        seen = subject.calls(world, script)

        subject.lead(places_of([DEVICE], seen.answers[found]), {DEVICE: "libplain.so"}, "GPA-APP-03")

    def test_of_queues_and_command_buffers(self, world: World, subject: Trial) -> None:
        """An unknown device command that is found with the instance works with a queue of the device."""
        world.driver(flags={"unknown_device": DEVICE})
        script = with_device()
        script.call(DEVICE, "queue", 8, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert field(seen.lines["call"], DEVICE, "handle", "driver") == {"plain": "queue"}


class TestArguments:
    """The trampolines and terminators are for any prototype: what is behind the first parameter passes as it is."""

    @WRAPS
    @pytest.mark.parametrize(("command", "handle"), [(PHYSICAL, "devices.0"), (DEVICE, "device")])
    def test_eight_arguments(
        self, world: World, subject: Trial, wrap: str, command: str, handle: str
    ) -> None:
        """Eight arguments of an unknown command, in registers and on the stack, reach the driver unchanged."""
        world.driver(flags={"unknown_device": DEVICE, "unknown_physical": PHYSICAL, "unknown_arguments": "8"})
        world.implicit_layer(ONE, flags={"wrap": wrap})
        script = with_device()
        numbers = [0x1122_3344_5566_7788, 2, 3, 4, 5, 6, 0xFFFF_FFFF_FFFF_FFFF]
        script.call(command, handle, *numbers, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert field(seen.lines["call"], command, "second", "driver") == {
            "plain": "0x1122334455667788,0x2,0x3,0x4,0x5,0x6,0xffffffffffffffff"
        }


class TestBothKinds:
    """The question for physical devices comes before the question for devices."""

    def test_a_driver_that_answers_both(self, world: World, subject: Trial) -> None:
        """A driver's physical-device command is called as one even if GetInstanceProcAddr knows it, too."""
        world.driver(flags={"unknown_physical": PHYSICAL, "unknown_device": DEVICE})
        script = with_device()
        script.call(DEVICE, "device", 8, via=INSTANCE, label="of the device")
        script.call(PHYSICAL, "devices.0", 9, via=INSTANCE, label="of the physical device")

        seen = subject.calls(world, script)

        handles = field(seen.lines["of the physical device"], PHYSICAL, "handle", "driver")
        assert handles == {"plain": "physical_device"}
        assert field(seen.lines["of the device"], DEVICE, "handle", "driver") == {"plain": "device"}

    def test_many_of_each_kind(self, world: World, subject: Trial) -> None:
        """Forty unknown device commands and forty of physical devices each reach the function of that name."""
        of_devices = [f"vkFrobDevice{index}TEST" for index in range(40)]
        of_physical = [f"vkFrobPhysicalDevice{index}TEST" for index in range(40)]
        world.driver(
            flags={"unknown_device": ",".join(of_devices), "unknown_physical": ",".join(of_physical)}
        )
        script = with_device()
        for index in range(40):
            script.call(of_devices[index], "device", 8, via=INSTANCE, label=of_devices[index])
            script.call(of_physical[index], "devices.0", 9, via=INSTANCE, label=of_physical[index])

        seen = subject.calls(world, script)

        returned = seen.returned(*of_devices + of_physical)
        assert returned == list(range(FIRST_OF_DRIVER, FIRST_OF_DRIVER + 80))

    @pytest.mark.parametrize("early", [False, True], ids=["beside-a-device", "before-the-device"])
    def test_functions_that_are_kept(self, world: World, subject: Trial, early: bool) -> None:
        """Of several unknown commands that are looked up before any is called, each reaches its own function."""
        of_devices = [f"vkFrobDevice{index}TEST" for index in range(4)]
        of_physical = [f"vkFrobPhysicalDevice{index}TEST" for index in range(4)]
        world.driver(
            flags={"unknown_device": ",".join(of_devices), "unknown_physical": ",".join(of_physical)}
        )
        script = with_instance() if early else with_device()
        for name in of_devices + of_physical:
            script.pointer(name, via=INSTANCE, label=f"{name} kept")
        if early:
            script.device()
        for name in of_devices:
            script.call(name, "device", 8, via=of_pointer(f"{name} kept"), label=name)
        for name in of_physical:
            script.call(name, "devices.0", 9, via=of_pointer(f"{name} kept"), label=name)

        seen = subject.calls(world, script)

        returned = seen.returned(*of_devices + of_physical)
        assert returned == list(range(FIRST_OF_DRIVER, FIRST_OF_DRIVER + 8))
