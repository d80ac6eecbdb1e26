"""Names of layers that have the same beginning, however long: each is the name of one layer and of no other."""

from typing import Any

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

BEGINNINGS = [63, 200, 15, 31, 64, 127]
"""The characters before the one in which two names differ. Names are at most 255 characters long."""
EACH_BEGINNING = pytest.mark.parametrize("same", BEGINNINGS)
META = "VK_LAYER_TEST_meta"
OF_2026 = pytest.mark.editions("2026")


def name(same: int, end: str) -> str:
    """A layer's name with so many characters before the one that tells it from another."""
    return "VK_LAYER_".ljust(same, "x") + f"{end}_tail"


def names(end: str) -> list[str]:
    """A name of each length, with this end."""
    return [name(same, end) for same in BEGINNINGS]


def machine(world: World, *, implicit: bool = False) -> None:
    """A driver, and two layers for each length of the beginning."""
    world.driver()
    install = world.implicit_layer if implicit else world.explicit_layer
    for each in (*names("a"), *names("b")):
        install(each)


class TestThoseThatAreAskedFor:
    """A layer is active if its own name is given, and not if that of another is."""

    @pytest.mark.rule("ACT-APP-01")
    @pytest.mark.parametrize("ends", ["ba", "ab", "b", "a"])
    def test_by_the_application(self, world: World, subject: Trial, ends: str) -> None:
        """The layers that the application names are in the chain, and none whose names only begin alike."""
        machine(world)
        asked = [each for end in ends for each in names(end)]
        world.application(layers=asked)

        assert sorted(subject.observe(world).chain) == sorted(asked)

    @pytest.mark.rule("ACT-APP-02")
    @OF_2026
    @EACH_BEGINNING
    def test_one_that_is_not_there(self, world: World, subject: Trial, same: int) -> None:
        """vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT for a name that only begins like those of layers."""
        world.driver()
        for end in "abc":
            world.explicit_layer(name(same, end))
        world.application(layers=[name(same, "a"), name(same, "d")])

        assert subject.observe(world).result_name == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    @pytest.mark.parametrize("end", "ba")
    def test_by_the_variable(self, world: World, subject: Trial, end: str) -> None:
        """The layers that VK_INSTANCE_LAYERS names are in the chain, and none whose names only begin alike."""
        machine(world)
        world.variable("VK_INSTANCE_LAYERS", ":".join(names(end)))

        assert {*subject.observe(world).chain} == {*names(end)}

    @pytest.mark.rule("META-04")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("ends", ["ba", "ab"])
    def test_as_components(self, world: World, subject: Trial, ends: str) -> None:
        """The components of a meta-layer are in the chain in their order, though their names begin alike."""
        machine(world)
        components = [name(same, end) for same in BEGINNINGS for end in ends]
        world.meta_layer(META, components=components)
        world.application(layers=[META])

        assert subject.observe(world).chain == tuple(components)


class TestThoseThatAreLeftOut:
    """What leaves a layer out, or brings it in, does so to the layer of that name."""

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01", "FILTER-GEN-07")
    @OF_2026
    @pytest.mark.parametrize("end", "ba")
    def test_that_a_filter_enables(self, world: World, subject: Trial, end: str) -> None:
        """The layers that VK_LOADER_LAYERS_ENABLE names in full are in the chain, and none that only begin alike."""
        machine(world)
        world.variable("VK_LOADER_LAYERS_ENABLE", ",".join(names(end)))

        assert {*subject.observe(world).chain} == {*names(end)}

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01", "FILTER-GEN-07")
    @OF_2026
    @pytest.mark.parametrize(("off", "on"), ["ba", "ab"])
    def test_that_a_filter_disables(self, world: World, subject: Trial, off: str, on: str) -> None:
        """The layers that VK_LOADER_LAYERS_DISABLE names in full are left out, and none that only begin alike."""
        machine(world, implicit=True)
        world.variable("VK_LOADER_LAYERS_DISABLE", ",".join(names(off)))

        assert {*subject.observe(world).chain} == {*names(on)}

    @pytest.mark.rule("OVERRIDE-02")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize(("off", "on"), ["ba", "ab"])
    def test_of_the_blacklist(self, world: World, subject: Trial, off: str, on: str) -> None:
        """The layers that the override layer blacklists are left out, and none whose names only begin alike."""
        machine(world, implicit=True)
        world.explicit_layer(META)
        world.override_layer(components=[META], blacklist=names(off))

        assert {*subject.observe(world).chain} == {*names(on), META}


KINDS = pytest.mark.parametrize(
    ("kind", "asked"),
    [
        pytest.param("implicit", [], marks=pytest.mark.rule("ACT-IMPLICIT-01")),
        pytest.param("explicit", [0, 1], marks=pytest.mark.rule("ACT-APP-01")),
    ],
    ids=["implicit", "explicit"],
)
BY_LENGTH = "that a name of 255 characters is one is said by VkLayerProperties alone, which has room for it"


class TestTheLongest:
    """A name of 255 characters fits into VkLayerProperties, and is a name like any other."""

    @pytest.mark.rule("DISC-GEN-01")
    @KINDS
    @pytest.mark.parametrize("length", [255, 254])
    def test_they_are_on(
        self, world: World, subject: Trial, kind: str, asked: list[int], length: int
    ) -> None:
        """Two layers whose names have 254 or 255 characters are reported, and on if implicit or requested."""
        world.driver()
        names = {end: "VK_LAYER_".ljust(length - 1, "x") + end for end in "ab"}
        for end, name in names.items():
            library = world.library(f"/world/lib{end}.so", "layer", {"name": end})
            keys: dict[str, Any] = {"file": f"{end}.json", "mock": None, "library_path": library}
            if kind == "implicit":
                world.implicit_layer(name, disable_environment={f"NO_{end}": "1"}, **keys)
            else:
                world.explicit_layer(name, **keys)
        world.application(layers=[[*names.values()][place] for place in asked])

        seen = subject.observe(world)

        actual = (sorted(seen.layer_names), sorted(seen.chain))
        expected = ([*names.values()], ["a", "b"])
        if length == 255:
            subject.implied(actual, expected, f"DISC-GEN-01; {BY_LENGTH}")
        else:
            assert actual == expected
