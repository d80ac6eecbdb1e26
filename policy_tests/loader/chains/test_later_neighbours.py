"""The third layer, the fourth driver and the second device are treated like the first ones."""

import pytest

from policy_tests.loader.chains.test_pre_instance import entered_by
from policy_tests.loader.first_words import ONE_TABLE, unmarked
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import entered, field, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Script, out, pair, read
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

LAYERS = ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three", "VK_LAYER_TEST_four"]
DRIVERS = ["d0", "d1", "d2", "d3"]
PLACES = pytest.mark.parametrize("place", [2, 0, 1, 3], ids=["third", "first", "second", "fourth"])
PHYSICAL = "vkFrobPhysicalDeviceTEST"
FIRST_OF_DRIVER = 4200
"""What the mock returns from the first of its own commands."""
INTERCEPTS = {
    "vkEnumerateInstanceExtensionProperties": "mock_EnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties": "mock_EnumerateInstanceLayerProperties",
}


def four_drivers(world: World, **flags: str) -> None:
    """Four drivers, each with a device of its name."""
    for name in DRIVERS:
        world.driver(name, flags={"device_name": name, **flags})


def begun(seen: Observation, name: str) -> list[str]:
    """The first call into the driver of that name; opening and closing its library is none."""
    told = [line.split()[2] for line in seen.trace if line.startswith(f"driver {name} ")]
    return [each for each in told if each not in ("load", "unload")][:1]


class TestLayersOfDevices:
    """vkCreateDevice uses the layers chosen at vkCreateInstance."""

    @pytest.mark.rule("ACT-DEVLAYER-02")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("number", [4, 1, 2, 3])
    def test_every_layer_of_the_instance(self, world: World, subject: Trial, number: int) -> None:
        """The chain of a device has all layers of its instance, however many there are."""
        world.driver()
        for name in LAYERS[:number]:
            world.explicit_layer(name)
        script = with_instance(layers=LAYERS[:number])
        script.device()

        seen = subject.calls(world, script)

        assert way_down(seen.lines["device"], "vkCreateDevice") == (*LAYERS[:number], "plain")


class TestFourDrivers:
    """Each driver is negotiated with first, and asked for what only drivers know."""

    @pytest.mark.rule("NEGOTIATE-ICD-02")
    def test_each_is_negotiated_with_first(self, world: World, subject: Trial) -> None:
        """With four drivers, the negotiation is the first call into each driver."""
        four_drivers(world)
        script = Script()
        script.create()

        seen = subject.calls(world, script)

        assert {name: begun(seen, name) for name in DRIVERS} == {name: ["negotiate"] for name in DRIVERS}
        assert seen.violations == ()

    @pytest.mark.rule("GPA-ORDER-01", "EXT-FILTER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @PLACES
    def test_a_command_of_one_of_them(self, world: World, subject: Trial, place: int) -> None:
        """A command of physical devices that the loader does not know reaches the one driver that has it."""
        four_drivers_but(world, place, unknown_physical=PHYSICAL)
        script = with_instance()
        script.call(PHYSICAL, "devices.0", 9, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [FIRST_OF_DRIVER]
        assert entered(seen.lines["call"], PHYSICAL) == (DRIVERS[place],)

    @pytest.mark.rule("LDP_LOADER_8")
    @pytest.mark.editions("2026")
    @PLACES
    def test_each_old_one_is_emulated(self, world: World, subject: Trial, place: int) -> None:
        """For a device of each 1.0 driver, vkGetPhysicalDeviceProperties2 gives the driver's vendor and device ID."""
        numbers = {name: (0x7001 + index, 0x11 + index) for index, name in enumerate(DRIVERS)}
        for name, (vendor, device) in numbers.items():
            flags = {"api": "1.0.0", "device_name": name, "vendor": hex(vendor), "device": hex(device)}
            world.driver(name, api_version="1.0.0", flags=flags)
        world.driver("newer", flags={"api": "1.1.0", "devices": "0"})
        script = with_instance(api="1.1.0")
        query, room = "vkGetPhysicalDeviceProperties2", read(1000059001, *(0,) * 128)
        script.call(query, f"devices.{place}", room, via=INSTANCE, returns="nothing", label="query")

        seen = subject.calls(world, script)

        vendor, device = numbers[seen.device_names()[place]]
        assert [words[3] for words in seen.answers["query"]["read"]] == [pair(vendor, device)]


def four_drivers_but(world: World, place: int, **flags: str) -> None:
    """Four drivers, of which one has the flags, and the only device."""
    for index, name in enumerate(DRIVERS):
        world.driver(name, flags=flags if index == place else {"devices": "0"})


class TestDevicesOfOneDriver:
    """A call with one of several physical devices is about that one."""

    @pytest.mark.rule("CHAIN-TERM-02", "VULKAN-LOADER-05")
    def test_each_can_be_made(self, world: World, subject: Trial) -> None:
        """vkCreateDevice reaches the driver with its own handle of the very device that the application chose."""
        world.driver(flags={"devices": "3", "device_name": "0;1;2"})
        script = with_instance()
        for index in range(3):
            script.device(f"devices.{index}", f"device_{index}")

        seen = subject.calls(world, script)

        made = [field(seen.lines[f"device_{index}"], "vkCreateDevice", "device") for index in range(3)]
        assert made == [{"plain": name} for name in seen.device_names()]

    @pytest.mark.rule("EXT-ENUM-01")
    @pytest.mark.parametrize("layers", [[], LAYERS[:1]], ids=["no-layer", "a-layer"])
    def test_each_has_its_extensions(self, world: World, subject: Trial, layers: list[str]) -> None:
        """vkEnumerateDeviceExtensionProperties gives the extensions of the physical device that is asked about."""
        own = {"0": "VK_TEST_a", "1": "VK_TEST_b", "2": "VK_TEST_c"}
        rows = ";".join(f"{name}:1" for name in own.values())
        world.driver(flags={"devices": "3", "device_name": "0;1;2", "device_extensions": rows})
        for name in layers:
            listed = [{"name": "VK_TEST_layer", "spec_version": "1", "entrypoints": []}]
            world.implicit_layer(name, device_extensions=listed)
        script = with_instance()
        for index in range(3):
            script.device_extensions(f"devices.{index}", label=f"extensions_{index}")

        seen = subject.calls(world, script)

        told = [{name for name, _ in seen.answers[f"extensions_{index}"]["extensions"]} for index in range(3)]
        assert [names & {*own.values()} for names in told] == [{own[name]} for name in seen.device_names()]

    @pytest.mark.rule("EXT-FILTER-01")
    def test_each_gets_its_extensions(self, world: World, subject: Trial) -> None:
        """vkCreateDevice gives the driver the extensions that it offers for the device, without those of a layer."""
        own = {"0": "VK_TEST_a", "1": "VK_TEST_b"}
        rows = ";".join(f"{name}:1" for name in own.values())
        world.driver(flags={"devices": "2", "device_name": "0;1", "device_extensions": rows})
        listed = [{"name": "VK_TEST_layer", "spec_version": "1", "entrypoints": []}]
        world.implicit_layer(LAYERS[0], device_extensions=listed)
        script = with_instance()
        script.device_extensions("devices.0", label="extensions_0")
        script.device_extensions("devices.1", label="extensions_1")
        for index in (0, 1):
            wanted = ["VK_TEST_layer", *([own["0"]] if index == 0 else [own["1"]])]
            script.device(f"devices.{index}", f"device_{index}", extensions=wanted)

        seen = subject.calls(world, script)

        if seen.device_names() != ["0", "1"]:
            pytest.skip("the devices come in another order than the driver's")
        told = [
            field(seen.lines[f"device_{index}"], "vkCreateDevice", "extensions", "driver") for index in (0, 1)
        ]
        assert told == [{"plain": own["0"]}, {"plain": own["1"]}]
        assert seen.violations == ()


class TestObjectsOfSeveralDevices:
    """The loader replaces the first word of every dispatchable object, whichever device it is of."""

    @pytest.mark.rule("OBJECTS-ICD-03")
    @pytest.mark.parametrize("number", [3, 1, 2])
    def test_of_queues(self, world: World, subject: Trial, number: int) -> None:
        """The loader replaces the first word of each device's queue, by what should be the device's first word."""
        for name in ("alpha", "beta"):
            world.driver(name, flags={"device_name": name})
        script = with_instance()
        for index in range(number):
            script.device(f"devices.{index % 2}", f"device_{index}")
            args = (f"device_{index}", 0, 0, out(f"queue_{index}"))
            script.call("vkGetDeviceQueue", *args, via=INSTANCE, returns="nothing", label=f"queue_{index}")
            script.word(f"device_{index}", f"word of device {index}")
            script.word(f"queue_{index}", f"word of queue {index}")

        seen = subject.calls(world, script)

        kinds = ("queue", "device")
        words = [
            {f"{kind} {index}": seen.answers[f"word of {kind} {index}"] for kind in kinds}
            for index in range(number)
        ]
        assert [unmarked(each) for each in words] == [[]] * number
        subject.implied([len({*each.values()}) for each in words], [1] * number, ONE_TABLE)


class TestBeforeInstances:
    """Each layer that intercepts a command without an instance gets the rest of the chain."""

    @pytest.mark.rule("PREINST-03")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("command", INTERCEPTS)
    @pytest.mark.parametrize("number", [3, 4])
    def test_every_layer(self, world: World, subject: Trial, command: str, number: int) -> None:
        """Each of three or four layers that intercept a pre-instance function is entered, and the call succeeds."""
        world.driver()
        for name in LAYERS[:number]:
            world.implicit_layer(name, mock="layer_early", pre_instance_functions=INTERCEPTS)
        script = Script()
        before = () if command == "vkEnumerateInstanceLayerProperties" else (None,)
        script.call(command, *before, read(0), None, via=GLOBAL, label="call")

        seen = subject.calls(world, script)

        entered_by(subject, entered(seen.trace, command, "layer"), LAYERS[:number])
        assert seen.returned("call") == [0]
