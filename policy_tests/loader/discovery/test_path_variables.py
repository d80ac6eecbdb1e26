"""The variables that lead a loader to layers in other places than the standard ones."""

import pytest

from policy_tests.loader.discovery.test_search_paths import IN_FOUND_ORDER
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"


class TestLayerPathReplaces:
    """When VK_LAYER_PATH is defined, its places are used in place of the standard ones."""

    @pytest.mark.rule("ENV-LAYERPATH-01", "LLP_LOADER_2")
    def test_a_layer_in_another_place_is_loaded(self, world: World, subject: Trial) -> None:
        """A requested layer in a folder that VK_LAYER_PATH lists is loaded, though it is no standard folder."""
        world.driver()
        world.explicit_layer(ONE, folder="/world/layers")
        world.variable("VK_LAYER_PATH", "/world/layers")
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ENV-LAYERPATH-01")
    def test_standard_explicit_layers_vanish(self, world: World, subject: Trial) -> None:
        """With VK_LAYER_PATH set, an explicit layer in a standard folder is not found."""
        world.explicit_layer(ONE, folder="/world/layers")
        world.explicit_layer(TWO)
        world.variable("VK_LAYER_PATH", "/world/layers")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("ENV-LAYERPATH-01")
    @pytest.mark.editions("2022", "2026")
    def test_implicit_layers_stay(self, world: World, subject: Trial) -> None:
        """From 2022 on an implicit layer in a standard folder stays active where VK_LAYER_PATH is set."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LAYER_PATH", "/world/layers")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ENV-LAYERPATH-01")
    @pytest.mark.editions("2016", "2018")
    def test_implicit_layers_vanish_too(self, world: World, subject: Trial) -> None:
        """In 2016 and 2018 an implicit layer in a standard folder is not found where VK_LAYER_PATH is set."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LAYER_PATH", "/world/layers")

        seen = subject.observe(world)

        assert seen.chain == ()

    @pytest.mark.rule("ENV-LAYERPATH-01")
    def test_an_empty_value_lists_nothing(self, world: World, subject: Trial) -> None:
        """An empty VK_LAYER_PATH hides the explicit layers in standard folders, or counts as not set."""
        world.explicit_layer(ONE)
        world.variable("VK_LAYER_PATH", "")

        seen = subject.observe(world)

        subject.reading("AMB-ENVPATH-EMPTY", seen.layer_names, chosen=(), tolerated=(ONE,))


class TestLayerPathEntries:
    """VK_LAYER_PATH holds full paths of folders, separated by colons; from 2026 on also of files."""

    @pytest.mark.rule("ENV-LAYERPATH-02")
    def test_a_colon_separates_entries(self, world: World, subject: Trial) -> None:
        """The layers in both of two folders that a colon separates in VK_LAYER_PATH are found."""
        world.explicit_layer(ONE, folder="/world/a")
        world.explicit_layer(TWO, folder="/world/b")
        world.variable("VK_LAYER_PATH", "/world/a:/world/b")

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO}

    @pytest.mark.rule("ENV-LAYERPATH-02")
    def test_a_semicolon_separates_nothing(self, world: World, subject: Trial) -> None:
        """A semicolon in VK_LAYER_PATH does not separate folders: the layers of neither are found."""
        world.explicit_layer(ONE, folder="/world/a")
        world.explicit_layer(TWO, folder="/world/b")
        world.variable("VK_LAYER_PATH", "/world/a;/world/b")

        seen = subject.observe(world)

        assert seen.layer_names == ()

    @pytest.mark.rule("ENV-LAYERPATH-03")
    @pytest.mark.editions("2026")
    def test_an_entry_may_be_a_file(self, world: World, subject: Trial) -> None:
        """A manifest that VK_LAYER_PATH itself lists is found, and another one in its folder is not."""
        world.explicit_layer(ONE, folder="/world/a")
        world.explicit_layer(TWO, folder="/world/a")
        world.variable("VK_LAYER_PATH", f"/world/a/{ONE}.json")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("DISC-GEN-02")
    def test_the_first_entry_wins(self, world: World, subject: Trial) -> None:
        """Of one layer in two folders of VK_LAYER_PATH the one in the first folder is loaded."""
        world.driver()
        world.explicit_layer(ONE, folder="/world/a", flags={"name": "second"})
        world.explicit_layer(ONE, folder="/world/z", flags={"name": "first"})
        world.variable("VK_LAYER_PATH", "/world/z:/world/a")
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == ("first",)

    @pytest.mark.rule("DISC-GEN-07")
    def test_a_folder_listed_twice_counts_once(self, world: World, subject: Trial) -> None:
        """A layer in a folder that VK_LAYER_PATH lists twice is reported once."""
        world.explicit_layer(ONE, folder="/world/a")
        world.variable("VK_LAYER_PATH", "/world/a:/world/a")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("ENV-LAYERPATH-04", "DISC-GEN-06")
    @pytest.mark.editions("2022", "2026")
    def test_what_it_finds_is_explicit(self, world: World, subject: Trial) -> None:
        """A layer found through VK_LAYER_PATH is explicit: it is not active by itself, whatever its fields."""
        world.driver()
        world.implicit_layer(ONE, folder="/world/a")
        world.variable("VK_LAYER_PATH", "/world/a")

        seen = subject.observe(world)

        assert (seen.layer_names, seen.chain) == ((ONE,), ())

    @pytest.mark.rule("ENV-LAYERPATH-04")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("folder", ["/world/implicit_layer.d", "/world/vulkan/implicit_layer.d"])
    def test_the_name_of_its_folder_does_not_count(self, world: World, subject: Trial, folder: str) -> None:
        """A layer in a folder of VK_LAYER_PATH called implicit_layer.d is explicit and not active by itself."""
        world.driver()
        world.implicit_layer(ONE, folder=folder)
        world.variable("VK_LAYER_PATH", folder)

        seen = subject.observe(world)

        assert (seen.layer_names, seen.chain) == ((ONE,), ())


class TestAddLayerPath:
    """VK_ADD_LAYER_PATH lists places for explicit layers that are searched before the standard ones."""

    @pytest.mark.rule("ENV-ADDLAYERPATH-01", "LLP_LOADER_2")
    def test_added_and_standard_layers_are_found(self, world: World, subject: Trial) -> None:
        """With VK_ADD_LAYER_PATH set, layers in its folders and in the standard folders are both reported."""
        world.explicit_layer(ONE, folder="/world/a")
        world.explicit_layer(TWO)
        world.variable("VK_ADD_LAYER_PATH", "/world/a")

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO}

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    def test_the_added_place_wins(self, world: World, subject: Trial) -> None:
        """Of one layer in a folder of VK_ADD_LAYER_PATH and in a standard folder the added one is loaded."""
        world.driver()
        world.explicit_layer(
            ONE, folder="/home/user/.config/vulkan/explicit_layer.d", flags={"name": "standard"}
        )
        world.explicit_layer(ONE, folder="/world/a", flags={"name": "added"})
        world.variable("VK_ADD_LAYER_PATH", "/world/a")
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == ("added",)

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    def test_added_layers_are_explicit(self, world: World, subject: Trial) -> None:
        """A layer found through VK_ADD_LAYER_PATH is explicit: it is not active by itself, whatever its fields."""
        world.driver()
        world.implicit_layer(ONE, folder="/world/a")
        world.variable("VK_ADD_LAYER_PATH", "/world/a")

        seen = subject.observe(world)

        assert (seen.layer_names, seen.chain) == ((ONE,), ())

    @pytest.mark.rule("ENV-ADDLAYERPATH-02")
    @pytest.mark.editions("2026")  # 2022 says so of Windows alone
    def test_layer_path_beats_it(self, world: World, subject: Trial) -> None:
        """With VK_LAYER_PATH set, the folders of VK_ADD_LAYER_PATH are not searched."""
        world.explicit_layer(ONE, folder="/world/a")
        world.explicit_layer(TWO, folder="/world/b")
        world.variable("VK_ADD_LAYER_PATH", "/world/a")
        world.variable("VK_LAYER_PATH", "/world/b")

        seen = subject.observe(world)

        assert seen.layer_names == (TWO,)

    @pytest.mark.rule("ENV-ADDLAYERPATH-02")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("path", ["/world/b", "/world/none"], ids=["a-folder", "an-absent-folder"])
    def test_layer_path_beats_added_files(self, world: World, subject: Trial, path: str) -> None:
        """With VK_LAYER_PATH set, all folders and manifests that VK_ADD_LAYER_PATH lists are ignored."""
        one = world.explicit_layer(ONE, folder="/world/a")
        world.explicit_layer(TWO, folder="/world/b")
        three = world.explicit_layer("VK_LAYER_TEST_three", folder="/world/c")
        world.explicit_layer("VK_LAYER_TEST_four", folder="/world/d")
        world.variable("VK_ADD_LAYER_PATH", f"{one}:/world/d:{three}")
        world.variable("VK_LAYER_PATH", path)

        seen = subject.observe(world)

        assert seen.layer_names == ((TWO,) if path == "/world/b" else ())

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    @pytest.mark.parametrize("variable", ["VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"])
    def test_variables_for_implicit_layers_do_not_matter(
        self, world: World, subject: Trial, variable: str
    ) -> None:
        """With a path variable for implicit layers set, an explicit layer in VK_ADD_LAYER_PATH is still found."""
        world.explicit_layer(ONE, folder="/world/a")
        world.variable("VK_ADD_LAYER_PATH", "/world/a")
        world.variable(variable, "/world/none")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)


class TestImplicitLayerPath:
    """VK_IMPLICIT_LAYER_PATH replaces the places for implicit layers; its VK_ADD_ sibling adds some."""

    @pytest.mark.rule("ENV-IMPLPATH-01", "LLP_LOADER_2", "DISC-GEN-06")
    @pytest.mark.editions("2026")
    def test_a_listed_layer_is_active(self, world: World, subject: Trial) -> None:
        """With VK_IMPLICIT_LAYER_PATH set, a layer in its folder is active, and one in a standard folder is not."""
        world.driver()
        world.implicit_layer(ONE, folder="/world/a")
        world.implicit_layer(TWO)
        world.variable("VK_IMPLICIT_LAYER_PATH", "/world/a")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ENV-IMPLPATH-01")
    def test_explicit_layers_stay(self, world: World, subject: Trial) -> None:
        """With VK_IMPLICIT_LAYER_PATH set, an explicit layer in a standard folder is still found."""
        world.explicit_layer(ONE)
        world.variable("VK_IMPLICIT_LAYER_PATH", "/world/a")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("ENV-IMPLPATH-01")
    def test_an_implicit_entry_may_be_a_file(self, world: World, subject: Trial) -> None:
        """A layer whose manifest VK_IMPLICIT_LAYER_PATH lists is active, and another one in its folder is not."""
        world.driver()
        world.implicit_layer(ONE, folder="/world/a")
        world.implicit_layer(TWO, folder="/world/a")
        world.variable("VK_IMPLICIT_LAYER_PATH", f"/world/a/{ONE}.json")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ENV-ADDIMPLPATH-01")
    def test_added_places_come_first(self, world: World, subject: Trial) -> None:
        """A layer in VK_ADD_IMPLICIT_LAYER_PATH is active and found first: by the chain, or else by which twin is it.

        That a chain has implicit layers in the order of the search is another rule's.
        """
        world.driver()
        world.implicit_layer(TWO, folder="/home/user/.config/vulkan/implicit_layer.d")
        world.implicit_layer(ONE, folder="/world/a")
        world.variable("VK_ADD_IMPLICIT_LAYER_PATH", "/world/a")

        chain = subject.observe(world).chain

        assert {*chain} == {ONE, TWO}
        if chain != (ONE, TWO):
            world.implicit_layer(TWO, folder="/world/a", flags={"name": "added"})
            assert {*subject.observe(world).chain} == {ONE, "added"}
            subject.implied(chain, (ONE, TWO), IN_FOUND_ORDER)

    @pytest.mark.rule("ENV-ADDIMPLPATH-02")
    def test_the_replacing_variable_beats_the_adding_one(self, world: World, subject: Trial) -> None:
        """With VK_IMPLICIT_LAYER_PATH set, the folders of VK_ADD_IMPLICIT_LAYER_PATH are not searched."""
        world.driver()
        world.implicit_layer(ONE, folder="/world/a")
        world.implicit_layer(TWO, folder="/world/b")
        world.variable("VK_ADD_IMPLICIT_LAYER_PATH", "/world/a")
        world.variable("VK_IMPLICIT_LAYER_PATH", "/world/b")

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    @pytest.mark.rule("ENV-ADDIMPLPATH-01")
    @pytest.mark.parametrize("variable", ["VK_LAYER_PATH", "VK_ADD_LAYER_PATH"])
    def test_variables_for_explicit_layers_do_not_matter(
        self, world: World, subject: Trial, variable: str
    ) -> None:
        """With a path variable for explicit layers set, a layer in VK_ADD_IMPLICIT_LAYER_PATH is still active."""
        world.driver()
        world.implicit_layer(ONE, folder="/world/a")
        world.implicit_layer(TWO)
        world.variable("VK_ADD_IMPLICIT_LAYER_PATH", "/world/a")
        world.variable(variable, "/world/none")

        seen = subject.observe(world)

        assert {*seen.chain} == {ONE, TWO}

    @pytest.mark.rule("DISC-GEN-06")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("variable", ["VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"])
    def test_the_name_of_an_implicit_place_does_not_count(
        self, world: World, subject: Trial, variable: str
    ) -> None:
        """A layer in a folder called explicit_layer.d that a variable for implicit layers lists is implicit."""
        world.driver()
        world.implicit_layer(ONE, folder="/world/explicit_layer.d")
        world.variable(variable, "/world/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)


class TestManifestsAsEntries:
    """An entry may be the path of a manifest itself."""

    @pytest.mark.rule("DISC-GEN-10", "MANIFEST-LAYER-07")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize(
        ("explicit", "implicit"),
        [
            ("VK_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"),
            ("VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH"),
        ],
    )
    def test_relative_paths_begin_at_the_manifest(
        self, world: World, subject: Trial, explicit: str, implicit: str
    ) -> None:
        """A relative library_path of a manifest that a variable lists is resolved against the manifest's folder."""
        world.driver()
        named = {explicit: world.explicit_layer, implicit: world.implicit_layer}
        for variable, layer in named.items():
            folder = f"/world/{variable}"
            layer(f"{ONE}_{variable}", folder=f"{folder}/layers", file="one.json", library_path="../one.so")
            world.library(f"{folder}/one.so", "layer", {"name": f"{ONE}_{variable}"})
            layer(f"{TWO}_{variable}", folder=f"{folder}/layers", file="two.json")
            world.variable(variable, f"{folder}/layers/one.json:{folder}/layers/two.json")
        world.application(layers=[f"{ONE}_{explicit}", f"{TWO}_{explicit}"])

        seen = subject.observe(world)

        if not {f"{TWO}_{variable}" for variable in named} <= {*seen.layer_names}:
            pytest.skip("the loader finds no manifest that a variable names, whatever its library_path")
        assert {*seen.chain} == {f"{name}_{variable}" for name in (ONE, TWO) for variable in named}
