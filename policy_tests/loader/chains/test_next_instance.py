"""A later instance of a process: variables that list several things, switches set meanwhile, and shared libraries."""

import pytest

from policy_tests.loader import listed
from policy_tests.loader.listed import BASES, NAMES, rows
from refloader.scenario.call_sequence import way_down
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

BEFORE = {
    "after-one": ["made", "ended"],
    "beside-one": ["made"],
    "after-a-failure": ["failed"],
    "after-three": ["made", "ended"] * 3,
}
EACH_TIME = pytest.mark.parametrize("time", BEFORE)


def begun(time: str, layers: list[str] | None = None) -> Script:
    """What happens before in the process, and then an instance with these layers."""
    script, asked = Script(), layers or []
    for place, event in enumerate(BEFORE[time]):
        if event == "made":
            script.create(f"before{place}", layers=asked)
        elif event == "ended":
            script.destroy(f"before{place - 1}")
        else:
            script.create(f"before{place}", layers=[*asked, "VK_LAYER_TEST_not_there"])
    script.create(layers=asked)
    return script


class TestLists:
    """What a list in a variable means for the first instance it means for each."""

    @EACH_TIME
    @listed.OF_EXPLICIT_LAYERS
    def test_places_of_layers(self, world: World, subject: Trial, variable: str, time: str) -> None:
        """Explicit layers in three folders that a variable lists can be enabled in later instances, too."""
        listed.explicit_layers(world, variable)

        seen = subject.calls(world, begun(time, NAMES))

        assert way_down(seen.lines["instance"], "vkCreateInstance") == (*NAMES, "plain")

    @EACH_TIME
    @listed.OF_IMPLICIT_LAYERS
    def test_places_of_implicit_layers(self, world: World, subject: Trial, variable: str, time: str) -> None:
        """Implicit layers in three folders that a variable lists are in the chain of later instances, too."""
        listed.implicit_layers(world, variable)

        seen = subject.calls(world, begun(time))

        assert {*way_down(seen.lines["instance"], "vkCreateInstance")} == {*NAMES, "plain"}

    @EACH_TIME
    @pytest.mark.rule("ENV-INSTLAYERS-01")
    @pytest.mark.parametrize("number", [3, 2])
    def test_named_layers(self, world: World, subject: Trial, number: int, time: str) -> None:
        """Each layer in VK_INSTANCE_LAYERS is in the chain of later instances of a process, too."""
        world.driver()
        for name in NAMES:
            world.explicit_layer(name)
        world.variable("VK_INSTANCE_LAYERS", ":".join(NAMES[:number]))

        seen = subject.calls(world, begun(time))

        assert {*way_down(seen.lines["instance"], "vkCreateInstance")} == {*NAMES[:number], "plain"}

    @EACH_TIME
    @pytest.mark.rule("FILTER-LAYER-ENABLE-01", "FILTER-GEN-03")
    @pytest.mark.parametrize("number", [3, 2])
    def test_enabled_layers(self, world: World, subject: Trial, number: int, time: str) -> None:
        """Each layer that VK_LOADER_LAYERS_ENABLE matches is in the chain of later instances of a process, too."""
        subject.since("1.3.234")
        world.driver()
        for name in NAMES:
            world.explicit_layer(name)
        world.variable("VK_LOADER_LAYERS_ENABLE", ",".join(NAMES[:number]))

        seen = subject.calls(world, begun(time))

        assert {*way_down(seen.lines["instance"], "vkCreateInstance")} == {*NAMES[:number], "plain"}

    @EACH_TIME
    @pytest.mark.rule("FILTER-LAYER-DISABLE-01", "FILTER-GEN-03")
    @pytest.mark.parametrize("number", [3, 2])
    def test_disabled_layers(self, world: World, subject: Trial, number: int, time: str) -> None:
        """No layer that VK_LOADER_LAYERS_DISABLE matches is in the chain of a later instance of a process."""
        subject.since("1.3.234")
        world.driver()
        for name in NAMES:
            world.implicit_layer(name)
        world.variable("VK_LOADER_LAYERS_DISABLE", ",".join(NAMES[:number]))

        seen = subject.calls(world, begun(time))

        assert {*way_down(seen.lines["instance"], "vkCreateInstance")} == {*NAMES[number:], "plain"}

    @EACH_TIME
    @pytest.mark.parametrize(
        "variable", rows(VK_ICD_FILENAMES="ENV-DRIVERFILES-02", VK_DRIVER_FILES="ENV-DRIVERFILES-04")
    )
    def test_named_drivers(self, world: World, subject: Trial, variable: str, time: str) -> None:
        """Each driver that the variable lists is used for later instances of a process, too."""
        names = ["alpha", "beta", "gamma"]
        files = [world.driver(name, folder=base) for name, base in zip(names, BASES, strict=True)]
        world.variable(variable, ":".join(files))

        seen = subject.calls(world, begun(time))

        assert {*way_down(seen.lines["instance"], "vkCreateInstance")} == {*names}


MEANWHILE = "the rule of the variable; when a loader reads its environment is not said"


class TestSwitchesMeanwhile:
    """The variables of an implicit layer count at each vkCreateInstance with the value that they then have."""

    @pytest.mark.rule("ACT-IMPLICIT-05", "ACT-IMPLICIT-01")
    @pytest.mark.parametrize("states", ["01", "10", "010", "101"])
    def test_the_disable_variable(self, world: World, subject: Trial, states: str) -> None:
        """A layer should be in the chain of just the instances before which its disable variable is not set."""
        world.driver()
        world.implicit_layer(NAMES[0], disable_environment={"NO_ONE": "1"})
        script = Script()
        for place, state in enumerate(states):
            script.set("NO_ONE", "1" if state == "1" else None)
            script.create(f"instance{place}")

        seen = subject.calls(world, script)

        chains = [
            way_down(seen.lines[f"instance{place}"], "vkCreateInstance") for place in range(len(states))
        ]
        expected = [("plain",) if state == "1" else (NAMES[0], "plain") for state in states]
        subject.implied(chains, expected, MEANWHILE)

    @pytest.mark.rule("ACT-IMPLICIT-04", "LLP_LOADER_6")
    @pytest.mark.parametrize("states", ["01", "10", "010", "101"])
    def test_the_enable_variable(self, world: World, subject: Trial, states: str) -> None:
        """A layer should be in the chain of just the instances before which its enable variable is set."""
        world.driver()
        world.implicit_layer(NAMES[0], enable_environment={"USE_ONE": "1"})
        script = Script()
        for place, state in enumerate(states):
            script.set("USE_ONE", "1" if state == "1" else None)
            script.create(f"instance{place}")

        seen = subject.calls(world, script)

        chains = [
            way_down(seen.lines[f"instance{place}"], "vkCreateInstance") for place in range(len(states))
        ]
        expected = [(NAMES[0], "plain") if state == "1" else ("plain",) for state in states]
        subject.implied(chains, expected, MEANWHILE)


class TestSwitchesOfTheApplication:
    """The application can set the disable variable "before calling Vulkan functions": not only before it starts."""

    @pytest.mark.rule("ACT-IMPLICIT-05")
    @pytest.mark.parametrize("off", [1, 2, 3])
    def test_set_before_the_first_call(self, world: World, subject: Trial, off: int) -> None:
        """Implicit layers whose disable variables the application sets before its first call are not in the chain."""
        world.driver()
        for name in NAMES:
            world.implicit_layer(name)
        script = Script()
        for name in NAMES[:off]:
            script.set(f"DISABLE_{name}", "1")
        script.create()

        seen = subject.calls(world, script)

        assert {*way_down(seen.lines["instance"], "vkCreateInstance")} == {*NAMES[off:], "plain"}

    @pytest.mark.rule("LLP_LOADER_6", "ACT-IMPLICIT-01")
    @pytest.mark.parametrize("how", ["disable", "enable"])
    def test_the_other_way(self, world: World, subject: Trial, how: str) -> None:
        """An implicit layer should be active if the application enables it by its variables before the first call."""
        world.driver()
        world.implicit_layer(NAMES[0], enable_environment={"USE_ONE": "1"} if how == "enable" else None)
        switch = f"DISABLE_{NAMES[0]}"
        world.variable(switch, "1" if how == "disable" else None)
        script = Script()
        script.set("USE_ONE", "1")
        script.set(switch, None)
        script.create()

        seen = subject.calls(world, script)

        subject.implied(way_down(seen.lines["instance"], "vkCreateInstance"), (NAMES[0], "plain"), MEANWHILE)


class TestSharedLayers:
    """A layer is active for all functions on its instance, whatever happens to others that have it too."""

    @pytest.mark.rule("ACT-APP-01")
    @pytest.mark.parametrize("implicit", [False, True], ids=["explicit", "implicit"])
    @pytest.mark.parametrize("number", [3, 2])
    @pytest.mark.parametrize("survivor", ["last", "first"])
    def test_the_others_end(
        self, world: World, subject: Trial, implicit: bool, number: int, survivor: str
    ) -> None:
        """After other instances with the same layer end, calls on the remaining instance go through the layer."""
        world.driver()
        (world.implicit_layer if implicit else world.explicit_layer)(NAMES[0])
        labels = [f"instance{place}" for place in range(number)]
        script = Script()
        for label in labels:
            script.create(label, layers=[] if implicit else NAMES[:1])
        left = labels.pop(0 if survivor == "first" else -1)
        for label in labels:
            script.destroy(label)
        script.devices(left)
        script.device(layers=[] if implicit else NAMES[:1])  # of 2016, without effect since 2018

        seen = subject.calls(world, script)

        assert way_down(seen.lines["device"], "vkCreateDevice") == (NAMES[0], "plain")
        assert seen.violations == ()
