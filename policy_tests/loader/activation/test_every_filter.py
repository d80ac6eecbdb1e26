"""Every form of a filter's elements in every variable that has filters: what matches, beside names that nearly do."""

from collections.abc import Iterable, Mapping

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

PREFIX, SUFFIX, SUBSTRING, WHOLE = "FILTER-GEN-04", "FILTER-GEN-05", "FILTER-GEN-06", "FILTER-GEN-07"

ELEMENTS = "VK_LAYER_TEST_one,VK_LAYER_PRE_*,*_post,*_mid_*,VK_LAYER_TEST_longe,LAYER_TEST_whole"
MATCHED = {
    "VK_LAYER_TEST_one": WHOLE,
    "VK_LAYER_PRE_a": PREFIX,
    "VK_LAYER_TEST_post": SUFFIX,
    "VK_LAYER_in_mid_b": SUBSTRING,
}
OTHERS = {
    "VK_LAYER_TEST_one2": WHOLE,
    "VK_LAYER_TEST_VK_LAYER_TEST_one": WHOLE,
    "VK_LAYER_TEST_longer": WHOLE,
    "VK_LAYER_TEST_whole": WHOLE,
    "VK_LAYER_TEST_VK_LAYER_PRE_a": PREFIX,
    "VK_LAYER_TEST_post2": SUFFIX,
    "VK_LAYER_in_mi_b": SUBSTRING,
}
"""Names by the rule that says whether an element matches."""

DRIVER_ELEMENTS = "one.json,pre_*,*_post.json,*_mid_*,thre,our.json"
MATCHED_DRIVERS = {"one": WHOLE, "pre_a": PREFIX, "a_post": SUFFIX, "a_mid_b": SUBSTRING}
OTHER_DRIVERS = {
    "a_one": WHOLE,
    "one.json.2": WHOLE,
    "three": WHOLE,
    "four": WHOLE,
    "a_pre_a": PREFIX,
    "a_post.json.b": SUFFIX,
    "a_mi_b": SUBSTRING,
}
"""Names of drivers, whose manifests are called so as well, by the rule that says whether an element matches."""


LAYERS = ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"]


def joined(names: list[str], separator: str) -> str:
    """Two names with a path separator between them, and a third one behind a comma."""
    one, two, three = names
    return f"{one}{separator}{two},{three}"


def implicit_layers(world: World) -> None:
    """A driver and implicit layers, of which the filters match some."""
    world.driver()
    for name in sorted((*MATCHED, *OTHERS)):
        world.implicit_layer(name)


def drivers(world: World) -> None:
    """Drivers of which the filters match some."""
    for name in sorted((*MATCHED_DRIVERS, *OTHER_DRIVERS)):
        world.driver(name)


def judge(subject: Trial, found: Iterable[str], expected: Mapping[str, str]) -> None:
    """Check that these were found, in any order; what is wrong is laid to the rules of its form alone."""
    rules = {**MATCHED, **OTHERS, **MATCHED_DRIVERS, **OTHER_DRIVERS}
    subject.blamed = tuple(sorted({rules[name] for name in {*found} ^ {*expected}}))
    assert {*found} == {*expected}


@pytest.mark.rule(WHOLE, PREFIX, SUFFIX, SUBSTRING)
class TestWhatMatches:
    """text* matches what begins so, *text what ends so, *text* what has the text, and text itself alone."""

    def test_of_disabled_layers(self, world: World, subject: Trial) -> None:
        """VK_LOADER_LAYERS_DISABLE keeps out the implicit layers that one of its elements matches, and no others."""
        implicit_layers(world)
        world.variable("VK_LOADER_LAYERS_DISABLE", ELEMENTS)

        seen = subject.observe(world)

        judge(subject, seen.chain, OTHERS)

    def test_of_enabled_layers(self, world: World, subject: Trial) -> None:
        """VK_LOADER_LAYERS_ENABLE enables the explicit layers that one of its elements matches, and no others."""
        world.driver()
        for name in sorted((*MATCHED, *OTHERS)):
            world.explicit_layer(name)
        world.variable("VK_LOADER_LAYERS_ENABLE", ELEMENTS)

        seen = subject.observe(world)

        judge(subject, seen.chain, MATCHED)

    def test_of_allowed_layers(self, world: World, subject: Trial) -> None:
        """VK_LOADER_LAYERS_ALLOW keeps on exactly the layers that it matches, if all are disabled by ~all~."""
        implicit_layers(world)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")
        world.variable("VK_LOADER_LAYERS_ALLOW", ELEMENTS)

        seen = subject.observe(world)

        judge(subject, seen.chain, MATCHED)

    def test_of_selected_drivers(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DRIVERS_SELECT set, only drivers are used whose manifest's file name an element matches."""
        drivers(world)
        world.variable("VK_LOADER_DRIVERS_SELECT", DRIVER_ELEMENTS)

        seen = subject.observe(world)

        judge(subject, seen.drivers, MATCHED_DRIVERS)

    def test_of_disabled_drivers(self, world: World, subject: Trial) -> None:
        """VK_LOADER_DRIVERS_DISABLE leaves out exactly the drivers whose manifest's file name an element matches."""
        drivers(world)
        world.variable("VK_LOADER_DRIVERS_DISABLE", DRIVER_ELEMENTS)

        seen = subject.observe(world)

        judge(subject, seen.drivers, OTHER_DRIVERS)


@pytest.mark.rule("FILTER-GEN-03")
@pytest.mark.parametrize("separator", [":", ";"], ids=["colon", "semicolon"])
class TestSeparators:
    """A comma alone separates elements: two names with a path separator between them are one name of nobody."""

    def test_of_names_in_enable(self, world: World, subject: Trial, separator: str) -> None:
        """VK_LOADER_LAYERS_ENABLE enables the layer behind a comma, and none that a path separator joins."""
        world.driver()
        for name in LAYERS:
            world.explicit_layer(name)
        world.variable("VK_LOADER_LAYERS_ENABLE", joined(LAYERS, separator))

        seen = subject.observe(world)

        assert seen.chain == (LAYERS[2],)

    def test_of_names_in_disable(self, world: World, subject: Trial, separator: str) -> None:
        """VK_LOADER_LAYERS_DISABLE keeps out the layer behind a comma, and none that a path separator joins."""
        world.driver()
        for name in LAYERS:
            world.implicit_layer(name)
        world.variable("VK_LOADER_LAYERS_DISABLE", joined(LAYERS, separator))

        seen = subject.observe(world)

        assert {*seen.chain} == {*LAYERS[:2]}

    def test_of_names_in_allow(self, world: World, subject: Trial, separator: str) -> None:
        """VK_LOADER_LAYERS_ALLOW keeps on the layer behind a comma, and none that a path separator joins."""
        world.driver()
        for name in LAYERS:
            world.implicit_layer(name)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")
        world.variable("VK_LOADER_LAYERS_ALLOW", joined(LAYERS, separator))

        seen = subject.observe(world)

        assert seen.chain == (LAYERS[2],)

    @pytest.mark.parametrize("variable", ["VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"])
    def test_of_names_of_drivers(self, world: World, subject: Trial, variable: str, separator: str) -> None:
        """A filter of drivers matches the manifest behind a comma, and none that a path separator joins."""
        for name in ("one", "two", "three"):
            world.driver(name)
        world.variable(variable, joined(["one.json", "two.json", "three.json"], separator))

        seen = subject.observe(world)

        expected = {"three"} if variable.endswith("SELECT") else {"one", "two"}
        assert {*seen.drivers} == expected
