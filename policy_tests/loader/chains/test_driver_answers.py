"""Where an instance chain ends: the loader calls every driver, however many there are, and merges their answers."""

from collections import Counter

import pytest

from policy_tests.loader.implied import GENERALLY
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import entered, way_down
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, out
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.rule("CHAIN-TERM-01")]

ONE = "VK_LAYER_TEST_one"
UTILS, REPORT = "VK_EXT_debug_utils", "VK_EXT_debug_report"
MERGED = "CHAIN-TERM-01, which does not say how a failure is merged with a success"

ENDS = "the Vulkan specification, by which an instance that is not returned cannot be destroyed"

NUMBERS = pytest.mark.parametrize("number", [3, 1, 5])
PLACES = pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
KINDS = pytest.mark.parametrize(
    ("extension", "create", "destroy", "info"),
    [
        pytest.param(
            UTILS,
            "vkCreateDebugUtilsMessengerEXT",
            "vkDestroyDebugUtilsMessengerEXT",
            {"utils": 7},
            marks=pytest.mark.editions("2018", "2022", "2026"),
        ),
        (REPORT, "vkCreateDebugReportCallbackEXT", "vkDestroyDebugReportCallbackEXT", {"report": 8}),
    ],
    ids=["messenger", "callback"],
)
"""VK_EXT_debug_utils is younger than the loaders of 2016."""


def drivers(world: World, number: int, **flags: str) -> list[str]:
    """That many drivers, each with a device of its name."""
    names = [f"d{index}" for index in range(number)]
    for name in names:
        world.driver(name, flags={"device_name": name, **flags})
    return names


class TestEveryDriver:
    """The terminator of a command of the instance calls every driver, each once."""

    @NUMBERS
    def test_creation(self, world: World, subject: Trial, number: int) -> None:
        """vkCreateInstance enters the layer and then each driver once, however many drivers there are."""
        names = drivers(world, number)
        world.implicit_layer(ONE)
        script = Script()
        script.create()

        seen = subject.calls(world, script)

        who = way_down(seen.lines["instance"], "vkCreateInstance")
        assert (who[:1], sorted(who[1:])) == ((ONE,), names)

    @NUMBERS
    def test_destruction(self, world: World, subject: Trial, number: int) -> None:
        """vkDestroyInstance enters the layer and then each driver, once for each instance created in the driver."""
        names = drivers(world, number)
        world.implicit_layer(ONE)
        script = Script()
        script.create()
        end = script.destroy()

        seen = subject.calls(world, script)

        who = entered(seen.lines[end], "vkDestroyInstance")
        assert (who[:1], sorted(set(who[1:]))) == ((ONE,), names)
        made, gone = (entered(seen.trace, f"vk{word}Instance", "driver") for word in ("Create", "Destroy"))
        assert sorted(gone) == sorted(made)

    @NUMBERS
    def test_devices(self, world: World, subject: Trial, number: int) -> None:
        """vkEnumeratePhysicalDevices gives the devices of every driver, however many drivers there are."""
        names = drivers(world, number)

        seen = subject.calls(world, with_instance())

        assert sorted(seen.device_names()) == names

    @NUMBERS
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("each", [3, 1], ids=["three-devices-each", "one-device-each"])
    def test_groups(self, world: World, subject: Trial, number: int, each: int) -> None:
        """vkEnumeratePhysicalDeviceGroups gives the device groups of every driver, however many drivers there are."""
        devices = [[f"d{place}.{index}" for index in range(each)] for place in range(number)]
        for place, of_driver in enumerate(devices):
            flags = {"devices": str(each), "device_name": ";".join(of_driver)}
            world.driver(f"d{place}", flags=flags)
        script = Script()
        script.create(api="1.1.0")
        asked = script.groups()

        seen = subject.calls(world, script)

        assert sorted(seen.answers[asked]["groups"]) == sorted([name] for every in devices for name in every)

    @NUMBERS
    @KINDS
    def test_messengers(
        self,
        world: World,
        subject: Trial,
        extension: str,
        create: str,
        destroy: str,
        info: dict[str, int],
        number: int,
    ) -> None:
        """Once a debug messenger or report callback is created each driver has one, and each is destroyed.

        Generally, it is the application's, which every driver creates in that call and destroys in the other. A
        loader may have made one of its own there before, from which the application's hears what the driver says,
        and has to destroy it before the driver's instance (VUID-vkDestroyInstance-instance-00629).
        """
        names = drivers(world, number, extensions=f"{UTILS}:2,{REPORT}:10")
        script = with_instance(extensions=[extension])
        script.call(create, "instance", info, None, out("made"), via=INSTANCE, label="make")
        script.call(destroy, "instance", "made", None, via=INSTANCE, returns="nothing", label="end")
        script.destroy()

        seen = subject.calls(world, script)

        assert seen.returned("make") == [0]
        made, gone = (Counter(entered(seen.trace, command, "driver")) for command in (create, destroy))
        assert sorted(made) == names
        assert gone == made
        in_turn = [
            sorted({*entered(seen.lines[step], of)}) for step, of in (("make", create), ("end", destroy))
        ]
        subject.implied(in_turn, [names, names], GENERALLY)


class TestNothingIsLeft:
    """An instance that the application does not get cannot be ended by it: the drivers' are ended by the loader."""

    @pytest.mark.parametrize("result", [-1, -3, -9])
    @pytest.mark.parametrize("place", [2, 1, 0], ids=["third", "second", "first"])
    def test_a_failing_driver(self, world: World, subject: Trial, place: int, result: int) -> None:
        """If a driver fails vkCreateInstance, the loader should destroy the instances that it made in the others."""
        names = [f"d{index}" for index in range(3)]
        for index, name in enumerate(names):
            flags = {"fail": f"vkCreateInstance:{result}"} if index == place else {"device_name": name}
            world.driver(name, flags=flags)
        script = Script()
        script.create()
        script.destroy()

        seen = subject.calls(world, script)

        good = {*names} - {names[place]}
        made, gone = (
            sorted(good & {*entered(seen.trace, f"vk{word}Instance", "driver")})
            for word in ("Create", "Destroy")
        )
        subject.implied(gone, made, ENDS)


class TestOneDriverFails:
    """Of several answers, a driver's failure does not take away what the other drivers give."""

    @PLACES
    def test_an_instance_of_the_others(self, world: World, subject: Trial, place: int) -> None:
        """If one of three drivers fails vkCreateInstance, the instance should be made with the other two drivers."""
        names = [f"d{index}" for index in range(3)]
        failing = names.pop(place)
        world.driver(failing, flags={"fail": "vkCreateInstance:-3"})
        for name in names:
            world.driver(name, flags={"device_name": name})

        seen = subject.calls(world, with_instance())

        subject.implied((seen.answers["instance"], sorted(seen.device_names())), (0, names), MERGED)

    @PLACES
    def test_devices_of_the_others(self, world: World, subject: Trial, place: int) -> None:
        """If one of three drivers fails to enumerate its devices, those of the other two should be enumerated."""
        names = [f"d{index}" for index in range(3)]
        failing = names.pop(place)
        world.driver(failing, flags={"fail": "vkEnumeratePhysicalDevices:-3"})
        for name in names:
            world.driver(name, flags={"device_name": name})

        seen = subject.calls(world, with_instance())

        subject.implied(sorted(seen.device_names()), names, MERGED)
