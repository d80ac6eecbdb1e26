"""A pass that rests on what a loader does nowhere shows nothing; one of a loader that does it elsewhere counts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from refloader.model.edition import LATEST, Edition
from refloader.model.request import Build
from refloader.model.system import System
from refloader.predict.prediction import predict
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import GLOBAL, Script, out
from refloader.suite.loaders.unearned import Controls, unearned

ONE, META = "VK_LAYER_TEST_one", "VK_LAYER_TEST_meta"
Run = Callable[[Scenario], Observation]


def right(scenario: Scenario) -> Observation:
    """A loader that does what the newest documents say."""
    return predict(scenario, LATEST, Build()).observation


def changed(**members: Any) -> Run:
    """The same, of which some members of each observation are others."""
    return lambda scenario: replace(right(scenario), **members)


def judged(run: Run, world: World, rule_id: str = "") -> str:
    """Why a case on this machine shows nothing, of a rule or of any that speaks of layers."""
    scenario = world.scenario()
    return why(Controls(run, {}, {}), run(scenario), scenario, rule_id)


def why(controls: Controls, seen: Observation, scenario: Scenario, rule_id: str = "") -> str:
    """Why what was seen shows nothing of the rule, or of any that speaks of layers; empty if it may show some."""
    return unearned(controls, seen, scenario, [rule_id]).get(rule_id, "")


def implicit() -> World:
    """An implicit layer that a variable keeps out."""
    world = World()
    world.driver()
    world.implicit_layer(ONE)
    world.variable(f"DISABLE_{ONE}", "1")
    return world


def explicit() -> World:
    """A requested layer that a filter keeps out."""
    world = World()
    world.driver()
    world.explicit_layer(ONE)
    world.application(layers=[ONE])
    world.variable("VK_LOADER_LAYERS_DISABLE", ONE)
    return world


def named() -> World:
    """A layer of VK_INSTANCE_LAYERS that a blacklist keeps out."""
    world = World()
    world.driver()
    world.explicit_layer(ONE)
    world.explicit_layer("VK_LAYER_TEST_two")
    world.override_layer(components=[], blacklisted_layers=[ONE])
    world.variable("VK_INSTANCE_LAYERS", ONE)
    return world


def meta() -> World:
    """A meta-layer without one of its components."""
    world = World()
    world.driver()
    world.explicit_layer(ONE)
    world.meta_layer(META, components=[ONE, "VK_LAYER_TEST_missing"])
    return world


def override() -> World:
    """An override layer for another program."""
    world = World()
    world.driver()
    world.explicit_layer(ONE)
    world.override_layer(components=[ONE], app_keys=["/world/other"])
    return world


MACHINES = [implicit, explicit, named, meta, override]


@pytest.mark.parametrize("machine", MACHINES)
def test_a_loader_that_loads_layers(machine: Callable[[], World]) -> None:
    """What is not loaded has been kept out: the pass counts."""
    assert judged(right, machine()) == ""


@pytest.mark.parametrize("machine", [implicit, named, meta, override])
def test_a_loader_that_loads_none(machine: Callable[[], World]) -> None:
    """That it loads none here shows nothing."""
    assert "shows nothing" in judged(changed(chain=()), machine())


@pytest.mark.parametrize("machine", [meta, override])
def test_an_edition_without_such_layers(machine: Callable[[], World]) -> None:
    """A loader of 2016 loads no component, as its documents know none: its pass counts."""

    def oldest(scenario: Scenario) -> Observation:
        return predict(scenario, Edition("2016"), Build()).observation

    scenario = machine().scenario()

    assert why(Controls(oldest, {}, {}, Edition("2016")), oldest(scenario), scenario) == ""
    assert "shows nothing" in why(Controls(oldest, {}, {}), oldest(scenario), scenario)


@pytest.mark.parametrize("result", [-1, -3, -6, -7, -9])
def test_a_loader_that_makes_no_instance(result: int) -> None:
    """Whichever error it gives, that of a case shows nothing."""
    world = World()
    world.driver()
    world.application(layers=["VK_LAYER_TEST_missing"])

    assert judged(changed(result=result), world).startswith("the loader makes no instance")


def test_an_error_of_a_loader_that_makes_instances() -> None:
    """A layer that is missing is refused: the pass counts."""
    world = World()
    world.driver()
    world.application(layers=["VK_LAYER_TEST_missing"])

    assert judged(right, world) == ""


def test_steps_that_create() -> None:
    """Steps of scripts count as well, those that call the command by its name too."""
    world = World()
    world.driver()
    script = Script()
    script.create("refused")
    script.call("vkCreateInstance", [1], None, out("made"), via=GLOBAL, label="made")
    scenario = replace(world.scenario(), actions=script.actions)
    seen = Observation("ok", answers={"refused": -3, "made": {"returned": -3}})

    none = why(Controls(changed(result=-3), {}, {}), seen, scenario)
    some = why(Controls(right, {}, {}), seen, scenario)

    assert (none.partition(" where")[0], some) == ("the loader makes no instance", "")


def test_threads_that_create() -> None:
    """The steps of threads count, too."""
    world = World()
    world.driver()
    steps = Script()
    steps.create("mine")
    scenario = replace(world.scenario(), actions=(("threads", "threads", {"scripts": [steps.actions]}),))
    answers = {"threads": [[{"mine": -3}, {"mine": -3}]]}

    none = why(Controls(changed(result=-3), {}, {}), Observation("ok", answers=answers), scenario)

    assert none.startswith("the loader makes no instance")


def test_lookups_alone() -> None:
    """Where no instance was tried, nothing rests on one."""
    world = World()
    world.driver()
    script = Script()
    script.lookup(None, ["vkCreateInstance"])
    scenario = replace(world.scenario(), actions=script.actions)

    assert why(Controls(changed(result=-3), {}, {}), Observation("ok"), scenario) == ""


def test_a_loader_is_asked_once() -> None:
    """The control of each kind runs once for a loader."""
    asked: list[Scenario] = []

    def counting(scenario: Scenario) -> Observation:
        asked.append(scenario)
        return right(scenario)

    controls, scenario = Controls(counting, {}, {}), implicit().scenario()
    for _ in range(3):
        why(controls, right(scenario), scenario)

    assert len(asked) == 1


def test_a_run_that_does_not_end_proves_nothing() -> None:
    """A loader that crashes in the control is not taken for one that never does it."""
    controls = Controls(lambda _: Observation("crash", result=None), {}, {})

    assert why(controls, right(implicit().scenario()), implicit().scenario()) == ""


class TestWhatARuleSpeaksOf:
    """A loader that loads no layer can show something of rules that do not speak of that."""

    @pytest.mark.parametrize("rule_id", ["DISC-GEN-01", "META-07", "ENV-DRIVERFILES-01", "LDP_LOADER_12"])
    @pytest.mark.parametrize("machine", MACHINES)
    def test_other_abilities(self, machine: Callable[[], World], rule_id: str) -> None:
        """It lists layers and extensions and uses drivers: these passes count."""
        assert judged(changed(chain=()), machine(), rule_id) == ""

    @pytest.mark.parametrize(
        ("rule_id", "members"),
        [
            ("DISC-GEN-01", {"layers": ()}),
            ("EXT-ENUM-02", {"extensions": {}}),
            ("META-07", {"extensions": {}}),
            ("FILTER-ID-DEVICE-01", {"devices": ()}),
        ],
    )
    def test_what_it_lacks(self, rule_id: str, members: dict[str, Any]) -> None:
        """Of one that lists nothing at all, a list in which something is missing shows nothing."""
        assert "shows nothing" in judged(changed(**members), implicit(), rule_id)
        assert judged(right, implicit(), rule_id) == ""

    def test_a_settings_file_that_is_never_followed(self) -> None:
        """That a file of another name is not followed shows nothing then."""

        def run(scenario: Scenario) -> Observation:
            kept = {path: data for path, data in scenario.files.items() if "loader_settings" not in path}
            return right(replace(scenario, files=kept))

        world = World()
        world.driver()
        world.explicit_layer(ONE)
        world.file("/etc/vulkan/loader_settings.d/other.json", {"settings": {}})

        assert "settings file" in judged(run, world, "SETTINGS-03")
        assert judged(right, world, "SETTINGS-03") == ""
        assert judged(run, world, "LLP_LOADER_1") == ""

    @pytest.mark.parametrize("system", [each for each in System if each.has_manifests])
    def test_a_settings_file_on_each_system(self, system: System) -> None:
        """The file of the control stands where the system's loaders look for it."""

        def run(scenario: Scenario) -> Observation:
            kept = {path: data for path, data in scenario.files.items() if "loader_settings" not in path}
            return right(replace(scenario, files=kept))

        world = World()
        world.on(system)
        world.driver()
        world.explicit_layer(ONE)

        assert "settings file" in judged(run, world, "SETTINGS-02")
        assert judged(right, world, "SETTINGS-02") == ""

    def test_an_extension_that_is_refused(self) -> None:
        """It shows nothing of a loader that lists extensions and makes no instance."""
        world = World()
        world.driver(flags={"extensions": "VK_EXT_unheard_of:1"})
        world.application(extensions=["VK_EXT_unheard_of"])

        assert "makes no instance" in judged(changed(result=-7), world, "EXT-FILTER-03")
        assert judged(right, world, "EXT-FILTER-03") == ""

    def test_an_extension_that_is_not_listed(self) -> None:
        """It shows something of one that lists extensions, whether or not it makes instances."""
        assert judged(changed(result=-3), implicit(), "EXT-FILTER-03") == ""

    @pytest.mark.parametrize("kind", ["implicit", "explicit"])
    def test_a_list_without_layers_of_one_kind(self, kind: str) -> None:
        """That a layer of the kind is not listed shows nothing then."""

        def run(scenario: Scenario) -> Observation:
            found = right(scenario)
            listed = {path for path in scenario.files if f"/{kind}_layer.d/" in path}
            lost = [each for each in found.layers if any(each.name in path for path in listed)]
            return replace(found, layers=tuple(each for each in found.layers if each not in lost))

        worlds = {"implicit": World(), "explicit": World()}
        worlds["implicit"].implicit_layer(ONE, file="one.JSON")
        worlds["explicit"].explicit_layer(ONE, file="one.JSON")

        answers = {each: judged(run, world, "DISC-GEN-01") for each, world in worlds.items()}

        assert {each for each, why in answers.items() if why} == {kind}

    def test_a_list_on_a_machine_without_drivers(self) -> None:
        """No instance is made there, and the list shows nothing of a loader that lists nothing."""
        world = World()
        world.explicit_layer(ONE, file="one.JSON")

        assert "lists no explicit layer" in judged(changed(layers=()), world, "DISC-GEN-01")
        assert judged(right, world, "DISC-GEN-01") == ""

    def test_a_missing_layer_is_refused(self) -> None:
        """An instance that is refused for a missing layer shows something of a loader that makes one otherwise."""
        world = explicit()
        world.application(layers=["VK_LAYER_TEST_missing"])

        assert judged(lambda scenario: replace(right(scenario), chain=()), world, "ACT-APP-02") == ""

    def test_a_disabled_layer_is_refused(self) -> None:
        """So does one that is refused for a disabled layer."""
        assert judged(changed(chain=()), explicit(), "FILTER-LAYER-DISABLE-01") == ""

    @pytest.mark.parametrize("chain", [(), ("VK_LAYER_TEST_two",)])
    def test_a_variable_that_is_never_followed(self, chain: tuple[str, ...]) -> None:
        """Where another layer is loaded, the variable may stand beside what is judged."""

        def run(scenario: Scenario) -> Observation:
            found = right(scenario)
            return replace(found, chain=chain) if "VK_INSTANCE_LAYERS" in scenario.variables else found

        world = World()
        world.driver()
        world.explicit_layer(ONE)
        world.variable("VK_INSTANCE_LAYERS", ONE)

        assert bool(judged(run, world, "FILTER-LAYER-DISABLE-01")) == (not chain)

    def test_every_layer_is_refused(self) -> None:
        """It shows nothing of one that refuses each instance with a layer."""

        def run(scenario: Scenario) -> Observation:
            found = right(scenario)
            return replace(found, result=-6) if scenario.application.layers else found

        world = explicit()
        world.application(layers=["VK_LAYER_TEST_missing"])

        assert "requests a layer" in judged(run, world, "ACT-APP-02")


class TestElevatedProcesses:
    """That an elevated process ignores a variable shows nothing of a loader that never reads it."""

    LAYERS = ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")
    DRIVERS = ("VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES", "VK_ICD_FILENAMES")

    @staticmethod
    def ignoring(name: str) -> Run:
        """A loader that never reads the variable."""

        def run(scenario: Scenario) -> Observation:
            kept = {each: value for each, value in scenario.variables.items() if each != name}
            return right(replace(scenario, variables=kept))

        return run

    @staticmethod
    def elevated(name: str, value: str = "/world/mine") -> World:
        """A machine on which the variable names a user's folder."""
        world = World()
        world.driver()
        world.variable(name, value)
        world.elevate()
        return world

    @pytest.mark.parametrize("rule_id", ["PRIV-LAYER-01", "LLP_LOADER_13", "PRIV-GEN-02"])
    @pytest.mark.parametrize("name", LAYERS)
    def test_places_of_layers(self, name: str, rule_id: str) -> None:
        """Such a loader finds the layer of a user's folder in no process."""
        world = self.elevated(name)

        assert f"by {name} in a process" in judged(self.ignoring(name), world, rule_id)
        assert judged(right, world, rule_id) == ""

    @pytest.mark.parametrize("rule_id", ["PRIV-DRIVER-01", "LDP_LOADER_13"])
    @pytest.mark.parametrize("name", DRIVERS)
    def test_places_of_drivers(self, name: str, rule_id: str) -> None:
        """Such a loader finds the driver of a user's folder in no process."""
        world = self.elevated(name)

        assert f"by {name} in a process" in judged(self.ignoring(name), world, rule_id)
        assert judged(right, world, rule_id) == ""

    @pytest.mark.parametrize("name", ["XDG_CONFIG_HOME", "XDG_DATA_HOME"])
    def test_bases(self, name: str) -> None:
        """A base that the loader never reads shows nothing, either."""
        assert f"by {name} in a process" in judged(self.ignoring(name), self.elevated(name), "PRIV-GEN-03")

    def test_other_rules(self) -> None:
        """What is found in the system's folders shows something of rules that do not speak of privilege."""
        assert judged(self.ignoring("VK_LAYER_PATH"), self.elevated("VK_LAYER_PATH"), "DISC-GEN-01") == ""

    def test_a_process_that_is_not_elevated(self) -> None:
        """Where the process has no privilege, nothing rests on the variable."""
        world = World()
        world.driver()
        world.variable("VK_LAYER_PATH", "/world/mine")

        assert judged(self.ignoring("VK_LAYER_PATH"), world, "PRIV-LAYER-01") == ""

    def test_several_variables(self) -> None:
        """Beside another variable that the loader does read, the case shows something."""
        world = self.elevated("VK_LAYER_PATH")
        world.variable("XDG_DATA_HOME", "/world/mine")

        assert judged(self.ignoring("VK_LAYER_PATH"), world, "PRIV-GEN-02") == ""

    def test_an_edition_without_the_variable(self) -> None:
        """A loader of 2016 need not know VK_DRIVER_FILES."""

        def oldest(scenario: Scenario) -> Observation:
            return predict(scenario, Edition("2016"), Build()).observation

        scenario = self.elevated("VK_DRIVER_FILES").scenario()

        assert (
            why(Controls(oldest, {}, {}, Edition("2016")), oldest(scenario), scenario, "PRIV-DRIVER-01") == ""
        )
