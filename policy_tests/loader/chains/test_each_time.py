"""What a call does once it does each time: for each question before an instance, each instance and each device."""

from collections import Counter
from typing import Any

import pytest

from policy_tests.loader.chains.test_again import EACH_TIME, begun
from policy_tests.loader.chains.test_pre_instance import (
    COMMANDS,
    EXTENSIONS,
    LAYERS,
    ONE,
    THREE,
    TWO,
    VERSION,
    early,
    entered_by,
    one_call,
)
from refloader.sandbox.messages import lines, without_numbers
from refloader.scenario.applications import with_instance
from refloader.scenario.call_sequence import entered, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Script, of_instance, out, pair, read, text
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE

pytestmark = [pytest.mark.editions("2018", "2022", "2026"), pytest.mark.needs_library]

META, ABSENT = "VK_LAYER_TEST_meta", "VK_LAYER_TEST_absent"
OF_2026 = pytest.mark.editions("2026")
SINCE_2022 = pytest.mark.editions("2022", "2026")
ROOM = 64
"""More entries than any of these answers has."""


@pytest.mark.rule("PREINST-03")
class TestQuestionsBeforeAnInstance:
    """A call of an intercepted command enters the layer, whatever the call asks for."""

    @pytest.mark.parametrize("layer", [None, "", TWO, ABSENT], ids=repr)
    @pytest.mark.parametrize("room", [0, ROOM], ids=["count", "list"])
    def test_of_extensions(self, world: World, subject: Trial, layer: str | None, room: int) -> None:
        """vkEnumerateInstanceExtensionProperties enters the layer that intercepts it, whatever layer it asks for."""
        world.driver()
        early(world, subject, ONE)
        world.explicit_layer(TWO)
        name = None if layer is None else text(layer)
        rows = [0] * 33 * ROOM if room else None
        script = Script()
        script.call(EXTENSIONS, name, [pair(room, 0)], rows, via=GLOBAL, label="asked")

        seen = subject.calls(world, script)

        called = entered(seen.lines["asked"], EXTENSIONS, "layer")
        if layer == ABSENT:
            by = "PREINST-03; that a layer is called where nothing has the name that is asked for is not said"
            subject.implied(called, (ONE,), by)
        else:
            entered_by(subject, called, [ONE])

    @pytest.mark.parametrize("room", [0, ROOM], ids=["count", "list"])
    @pytest.mark.parametrize("times", [1, 2, 3])
    def test_of_layers(self, world: World, subject: Trial, room: int, times: int) -> None:
        """vkEnumerateInstanceLayerProperties enters the layer that intercepts it, at the first and at later calls."""
        world.driver()
        early(world, subject, ONE)
        script = Script()
        for place in range(times):
            rows = [0] * 65 * ROOM if room else None
            script.call(LAYERS, [pair(room, 0)], rows, via=GLOBAL, label=f"asked{place}")

        seen = subject.calls(world, script)

        for place in range(times):
            entered_by(subject, entered(seen.lines[f"asked{place}"], LAYERS, "layer"), [ONE])

    @SINCE_2022
    @pytest.mark.parametrize("times", [1, 2, 3])
    @pytest.mark.parametrize("version", ["1.1.2", "1.2.0"])
    def test_of_the_version(self, world: World, subject: Trial, times: int, version: str) -> None:
        """vkEnumerateInstanceVersion enters the layer that intercepts it, each time, in each format since 1.1.2."""
        world.driver()
        early(world, subject, ONE, file_format_version=version)
        script = Script()
        for place in range(times):
            script.call(VERSION, read(0), via=GLOBAL, label=f"asked{place}")

        seen = subject.calls(world, script)

        for place in range(times):
            entered_by(subject, entered(seen.lines[f"asked{place}"], VERSION, "layer"), [ONE])


@pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_7")
@SINCE_2022
class TestBlockedLayers:
    """A layer that the override layer blocks is not loaded, before an instance exists as well as in one."""

    @COMMANDS
    @pytest.mark.parametrize("blocked", [[ONE], [TWO, ONE], [ONE, TWO, META]], ids=["one", "last", "first"])
    def test_it_is_not_called(self, world: World, subject: Trial, command: str, blocked: list[str]) -> None:
        """The pre-instance functions of a layer that the override layer blocks are not called."""
        world.driver()
        early(world, subject, ONE)
        early(world, subject, THREE)
        world.explicit_layer(TWO)
        world.override_layer(components=["VK_LAYER_TEST_part"], blacklist=blocked)
        world.explicit_layer("VK_LAYER_TEST_part")

        seen = subject.calls(world, one_call(command))

        assert tuple(name for name in entered(seen.trace, command, "layer") if name == ONE) == ()


def added(before: Observation, after: Observation) -> str:
    """The log lines of one run that another does not have, whatever numbers are in them."""
    earlier, later = (Counter(without_numbers(lines(each))) for each in (before, after))
    return "\n".join((later - earlier).elements())


class TestEachCreation:
    """What is logged at vkCreateInstance and vkCreateDevice is logged each time."""

    @staticmethod
    def _times(log: tuple[str, ...], *words: str) -> int:
        """How many lines hold all the words."""
        return sum(all(word in line for word in words) for line in log)

    @pytest.mark.rule("DEBUG-LOG-06")
    @OF_2026
    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("beside", [False, True], ids=["in-turn", "at-once"])
    def test_chains_of_instances(self, world: World, subject: Trial, number: int, beside: bool) -> None:
        """The layer log shows the chain of each instance that is created."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_DEBUG", "layer")
        script = Script()
        for place in range(number):
            script.create(f"instance{place}")
            if not beside:
                script.destroy(f"instance{place}")

        seen = subject.calls(world, script)

        assert self._times(lines(seen), "<Application>") >= number

    @pytest.mark.rule("DEBUG-LOG-07")
    @OF_2026
    @pytest.mark.parametrize("number", [3, 1, 2])
    def test_chains_of_devices(self, world: World, subject: Trial, number: int) -> None:
        """The driver log shows the physical device's name for each device that is created, the last as the others."""
        world.driver(flags={"devices": "3", "device_name": "device of a;device of b;device of c"})
        world.variable("VK_LOADER_DEBUG", "driver")
        logs = []
        for made in (number - 1, number):
            script = with_instance()
            for place in range(made):
                script.device(f"devices.{place}", f"device{place}")
            logs.append(subject.calls(world, script))

        assert logs[1].device_names()[number - 1] in added(*logs)

    @pytest.mark.rule("DEBUG-LOG-07")
    @OF_2026
    @pytest.mark.parametrize("place", [0, 1, 2], ids=["first", "second", "third"])
    @pytest.mark.parametrize("option", ["driver", "layer,driver"])
    def test_layers_above_devices(self, subject: Trial, place: int, option: str) -> None:
        """What is reported for one more device names its driver; layer logging also names the layers of its chain.

        No document says what of a chain driver logging alone lists. Measured loaders leave the layers out.
        """
        names = ["device of alpha", "device of beta", "device of gamma"]
        logs = []
        for number in (place, place + 1):
            world = World()
            for driver, name in zip(("alpha", "beta", "gamma"), names, strict=True):
                world.driver(driver, flags={"device_name": name})
            world.implicit_layer(ONE)
            world.explicit_layer(TWO)
            world.application(layers=[TWO])
            world.variable("VK_LOADER_DEBUG", option)
            script = with_instance(layers=[TWO])
            for index in range(number):
                script.device(f"devices.{names[index]}", f"device {index}")
            logs.append(subject.calls(world, script))

        more = added(*logs)
        library = f"lib{('alpha', 'beta', 'gamma')[place]}.so"
        layers = [] if option == "driver" else [ONE, TWO]
        assert [f"no {each}" for each in (names[place], library, *layers) if each not in more] == []


@pytest.mark.rule("LDP_LOADER_10")
@OF_2026
class TestSurfacesOfEachInstance:
    """An instance of several drivers has surfaces, whatever other instances have."""

    @pytest.mark.parametrize("number", [3, 2])
    @pytest.mark.parametrize("ended", [False, True], ids=["beside", "ended"])
    def test_beside_others(self, world: World, subject: Trial, number: int, ended: bool) -> None:
        """In each of several instances, a surface can be used with the devices of both drivers."""
        offered = {"extensions": f"{SURFACE}:25,{DISPLAY.extension}:23"}
        for name in ("alpha", "beta"):
            world.driver(name, flags={**offered, "surfaces": "own", "device_name": name})
        script, query = Script(), "vkGetPhysicalDeviceSurfaceSupportKHR"
        labels = []
        for place in range(number):
            instance, devices, surface = f"instance{place}", f"devices{place}", f"surface{place}"
            via = of_instance(instance)
            script.create(instance, extensions=[SURFACE, DISPLAY.extension])
            script.devices(instance, devices)
            script.call(DISPLAY.command, instance, DISPLAY.info, None, out(surface), via=via, label=surface)
            for device in (0, 1):
                labels.append(script.call(query, f"{devices}.{device}", 0, surface, read(0), via=via))
            if ended:
                script.call("vkDestroySurfaceKHR", instance, surface, None, via=via, returns="nothing")
                script.destroy(instance)

        seen = subject.calls(world, script)

        assert seen.returned(*(f"surface{place}" for place in range(number)), *labels) == [0] * 3 * number
        assert seen.violations == ()


OWN = "VK_TEST_own"
WAYS = ["application", "variable", "implicit", "component"]


@pytest.mark.rule("EXT-ENUM-02", "META-07")
class TestExtensionsOfLayers:
    """What is reported as a layer's extension can be enabled with the layer, also as that of a meta-layer."""

    @pytest.mark.parametrize("way", [*WAYS, pytest.param("component-of-two", marks=SINCE_2022)])
    def test_each_can_be_enabled(self, world: World, subject: Trial, way: str) -> None:
        """vkCreateInstance should accept an extension that an enabled layer offers, whatever enables the layer."""
        world.driver()
        keys: dict[str, Any] = {"instance_extensions": [{"name": OWN, "spec_version": "1"}]}
        (world.implicit_layer if way == "implicit" else world.explicit_layer)(ONE, **keys)
        world.explicit_layer(TWO)
        parts = {"component": [ONE], "component-of-two": [TWO, ONE]}.get(way, [])
        if parts:
            world.meta_layer(META, components=parts)
        world.variable("VK_INSTANCE_LAYERS", ONE if way == "variable" else None)
        script = Script()
        script.create(layers=[META] if parts else [ONE] if way == "application" else [], extensions=[OWN])

        seen = subject.calls(world, script)

        by = "EXT-ENUM-02, by which the extension is offered; that it can be enabled is the Vulkan specification's"
        subject.implied(seen.answers["instance"], 0, by)


ON = {
    "application": pytest.param("application", marks=pytest.mark.rule("ACT-APP-01")),
    "variable": pytest.param("variable", marks=pytest.mark.rule("ENV-INSTLAYERS-01")),
    "filter": pytest.param("filter", marks=[pytest.mark.rule("FILTER-LAYER-ENABLE-01"), OF_2026]),
    "implicit": pytest.param("implicit", marks=pytest.mark.rule("ACT-IMPLICIT-01")),
    "switched": pytest.param("switched", marks=pytest.mark.rule("ACT-IMPLICIT-04")),
    "component": pytest.param("component", marks=pytest.mark.rule("META-02")),
    "override": pytest.param("override", marks=[pytest.mark.rule("OVERRIDE-08"), SINCE_2022]),
    "protected": pytest.param("protected", marks=[pytest.mark.rule("FILTER-LAYER-ALLOW-01"), OF_2026]),
}
OFF = {
    "disabled": pytest.param("disabled", marks=pytest.mark.rule("ACT-IMPLICIT-05")),
    "waiting": pytest.param("waiting", marks=pytest.mark.rule("LLP_LOADER_6")),
    "filtered": pytest.param("filtered", marks=[pytest.mark.rule("FILTER-LAYER-DISABLE-04"), OF_2026]),
    "listed": pytest.param("listed", marks=[pytest.mark.rule("LLP_LOADER_12"), SINCE_2022]),
}
IMPLICIT = {"implicit", "switched", "protected", "disabled", "waiting", "filtered", "listed"}
VARIABLES = {
    "variable": {"VK_INSTANCE_LAYERS": ONE},
    "filter": {"VK_LOADER_LAYERS_ENABLE": ONE},
    "switched": {"USE_ONE": "1"},
    "protected": {"VK_LOADER_LAYERS_DISABLE": "~all~", "VK_LOADER_LAYERS_ALLOW": ONE},
    "disabled": {"NO_ONE": "1"},
    "filtered": {"VK_LOADER_LAYERS_DISABLE": "~implicit~"},
}
"""What is set for a layer that is on, or off, in that way."""


class TestEachWay:
    """What turns a layer on or off does so in each instance of a process, whatever instances there were or are."""

    @staticmethod
    def _install(world: World, way: str) -> list[str]:
        """A driver, and a layer that is on or off in that way; gives the layers that the application asks for."""
        world.driver()
        if way in IMPLICIT:
            enable = {"enable_environment": {"USE_ONE": "1"}} if way in {"switched", "waiting"} else {}
            world.implicit_layer(ONE, disable_environment={"NO_ONE": "1"}, **enable)
        else:
            world.explicit_layer(ONE)
        if way == "component":
            world.meta_layer(META, components=[ONE])
        elif way == "override":
            world.override_layer(components=[ONE])
        elif way == "listed":
            world.explicit_layer(TWO)
            world.override_layer(components=[TWO], blacklist=[ONE])
        for name, value in VARIABLES.get(way, {}).items():
            world.variable(name, value)
        return {"application": [ONE], "component": [META]}.get(way, [])

    @EACH_TIME
    @pytest.mark.parametrize("way", ON.values(), ids=ON)
    def test_it_is_on(self, world: World, subject: Trial, way: str, time: str) -> None:
        """A layer is on in each instance of a process, whatever turns it on."""
        seen = subject.calls(world, begun(time, layers=self._install(world, way)))

        assert way_down(seen.lines["instance"], "vkCreateInstance") == (ONE, "plain")

    @EACH_TIME
    @pytest.mark.parametrize("way", OFF.values(), ids=OFF)
    def test_it_is_off(self, world: World, subject: Trial, way: str, time: str) -> None:
        """A layer is off in each instance of a process, whatever turns it off."""
        seen = subject.calls(world, begun(time, layers=self._install(world, way)))

        assert ONE not in way_down(seen.lines["instance"], "vkCreateInstance")
