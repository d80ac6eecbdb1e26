"""A program that uses Vulkan on another thread than its first: variables and files mean the same on each.

No two threads are in the loader at once. The end of an instance comes on the first thread, which shows its chain.
"""

from itertools import product

import pytest

from policy_tests.loader import listed
from policy_tests.loader.listed import BASES, NAMES, rows
from refloader.model.edition import Edition
from refloader.scenario.call_sequence import way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

DRIVERS = ["one", "two", "three"]
ABOVE = ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two"]
TIMES = pytest.mark.parametrize("time", ["first", "beside-the-first-thread"])


def seen_there(subject: Trial, world: World, time: str, layers: list[str] | None = None) -> Observation:
    """What is seen of an instance that another thread makes, alone or beside one of the first thread."""
    script = Script()
    if time != "first":
        script.create("before", layers=layers or [])
    there, idle = script.thread(), script.thread()
    there.create("there", layers=layers or [])
    there.devices("there", "devices")
    script.threads(there, idle)
    script.destroy("there")
    return subject.calls(world, script)


def chain(seen: Observation) -> tuple[str, ...]:
    """The layers that the end of the instance reaches."""
    return way_down(seen.lines["destroy"], "vkDestroyInstance", "layer")


def devices(seen: Observation) -> set[str]:
    """The names of the devices that the thread has enumerated."""
    found = seen.at_once()[0][0]["devices"]
    return {*found["names"]} if found else set()


class TestPlacesOfLayers:
    """The layers in each of three listed folders are found."""

    @TIMES
    @listed.OF_EXPLICIT_LAYERS
    def test_explicit_layers(self, world: World, subject: Trial, variable: str, time: str) -> None:
        """An instance of another thread has the explicit layers that it asks for, from all three listed folders."""
        listed.explicit_layers(world, variable)

        assert chain(seen_there(subject, world, time, NAMES)) == (*NAMES,)

    @TIMES
    @listed.OF_IMPLICIT_LAYERS
    def test_implicit_layers(self, world: World, subject: Trial, variable: str, time: str) -> None:
        """An instance of another thread has the implicit layers of all three listed folders."""
        listed.implicit_layers(world, variable)

        assert {*chain(seen_there(subject, world, time))} == {*NAMES}

    @TIMES
    @pytest.mark.rule("DISC-GEN-01")
    def test_what_is_reported(self, world: World, subject: Trial, time: str) -> None:
        """A query on another thread reports the layers of all searched folders."""
        world.driver()
        kinds = (world.explicit_layer, world.implicit_layer)
        bases = ["/etc/vulkan", "/usr/share/vulkan"]
        if subject.edition is not Edition.E2016:
            bases.append("/usr/local/share/vulkan")
        there = [f"VK_LAYER_TEST_{at}" for at in range(len(kinds) * len(bases))]
        for name, (install, base) in zip(there, product(kinds, bases), strict=True):
            kind = "explicit" if install is kinds[0] else "implicit"
            install(name, folder=f"{base}/{kind}_layer.d")
        script = Script()
        if time != "first":
            script.create("before")
        thread, idle = script.thread(), script.thread()
        thread.query("layers")
        script.threads(thread, idle)

        seen = subject.calls(world, script)

        found = {name for name, *_ in seen.at_once()[0][0]["layers"]["layers"]}
        assert {*there} <= found


class TestPlacesOfDrivers:
    """The drivers in each of three listed files are used."""

    @TIMES
    @pytest.mark.parametrize(
        "variable",
        rows(
            VK_DRIVER_FILES="ENV-DRIVERFILES-04",
            VK_ICD_FILENAMES="ENV-DRIVERFILES-02",
            VK_ADD_DRIVER_FILES="ENV-DRIVERFILES-05",
        ),
    )
    def test_listed_drivers(self, world: World, subject: Trial, variable: str, time: str) -> None:
        """An instance of another thread has the devices of all three drivers that a variable lists."""
        files = [
            world.driver(name, folder=place, flags={"device_name": name})
            for name, place in zip(DRIVERS, BASES, strict=True)
        ]
        world.variable(variable, ":".join(files))

        assert devices(seen_there(subject, world, time)) == {*DRIVERS}

    @TIMES
    @pytest.mark.parametrize(
        "variable",
        rows(
            VK_LOADER_DRIVERS_SELECT="FILTER-DRIVER-SELECT-01",
            VK_LOADER_DRIVERS_DISABLE="FILTER-DRIVER-DISABLE-01",
        ),
    )
    @pytest.mark.editions("2026")
    def test_filtered_drivers(self, world: World, subject: Trial, variable: str, time: str) -> None:
        """An instance of another thread has just the devices of the drivers that a filter variable leaves."""
        for name in (*DRIVERS, "four"):
            world.driver(name, flags={"device_name": name})
        world.variable(variable, "two.json,four.json")

        expected = {"two", "four"} if variable.endswith("SELECT") else {"one", "three"}
        assert devices(seen_there(subject, world, time)) == expected


class TestSwitches:
    """What turns layers on and off does so for each thread."""

    @TIMES
    @pytest.mark.rule("ENV-INSTLAYERS-01")
    def test_instance_layers(self, world: World, subject: Trial, time: str) -> None:
        """An instance of another thread has just the explicit layers that VK_INSTANCE_LAYERS names."""
        world.driver()
        for name in NAMES:
            world.explicit_layer(name)
        world.variable("VK_INSTANCE_LAYERS", ":".join(NAMES[1:]))

        assert {*chain(seen_there(subject, world, time))} == {*NAMES[1:]}

    @TIMES
    @pytest.mark.rule("ACT-IMPLICIT-04", "ACT-IMPLICIT-05")
    @pytest.mark.editions("2018", "2026")
    def test_their_own_variables(self, world: World, subject: Trial, time: str) -> None:
        """Enable and disable variables of implicit layers count for an instance of another thread."""
        world.driver()
        for name in NAMES[:2]:
            world.implicit_layer(name, enable_environment={f"ENABLE_{name}": "1"})
        world.implicit_layer(NAMES[2])
        world.implicit_layer("VK_LAYER_TEST_four")
        world.variable(f"ENABLE_{NAMES[1]}", "1")
        world.variable("DISABLE_VK_LAYER_TEST_four", "1")

        assert {*chain(seen_there(subject, world, time))} == {*NAMES[1:]}

    @TIMES
    @pytest.mark.rule("FILTER-LAYER-ENABLE-01", "FILTER-LAYER-DISABLE-01")
    @pytest.mark.editions("2026")
    def test_filters(self, world: World, subject: Trial, time: str) -> None:
        """VK_LOADER_LAYERS_ENABLE and VK_LOADER_LAYERS_DISABLE count for an instance of another thread."""
        world.driver()
        for name in NAMES:
            world.explicit_layer(name)
            world.implicit_layer(f"{name}_implicit")
        world.variable("VK_LOADER_LAYERS_ENABLE", ",".join(NAMES[1:]))
        world.variable("VK_LOADER_LAYERS_DISABLE", "*two_implicit,*three_implicit")

        assert {*chain(seen_there(subject, world, time))} == {*NAMES[1:], f"{NAMES[0]}_implicit"}


class TestDevices:
    """A device has the layers of its instance, whichever thread makes it."""

    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.rule("CHAIN-DIST-01", "ACT-APP-01")
    def test_of_an_instance_of_the_first_thread(self, world: World, subject: Trial) -> None:
        """A device that another thread makes of the first thread's instance has the layers of the instance."""
        world.driver()
        for name in ABOVE:
            world.explicit_layer(name)
        script = Script()
        script.create(layers=ABOVE)
        script.devices()
        there, idle = script.thread(), script.thread()
        there.device()
        script.threads(there, idle)
        end = script.destroy_device()

        seen = subject.calls(world, script)

        assert way_down(seen.lines[end], "vkDestroyDevice") == (*ABOVE, "plain")
