"""What the elements of a filter variable match, observed on layers."""

import pytest

from policy_tests.loader.implied import OF_EMPTY, OF_NAMES
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
THREE = "VK_LAYER_OTHER_three"


class TestGlobs:
    """A filter is text*, *text, *text* or text, compared with the layer's name, letter case aside."""

    @pytest.mark.rule("FILTER-GEN-04")
    @pytest.mark.parametrize("glob", ["VK_LAYER_TEST*", "VK_LAYER_TEST_one*"])
    def test_a_prefix_matches(self, world: World, subject: Trial, glob: str) -> None:
        """text* in VK_LOADER_LAYERS_DISABLE matches every name that starts with text, text alone included."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(THREE)
        world.variable("VK_LOADER_LAYERS_DISABLE", glob)

        seen = subject.observe(world)

        assert seen.chain == (THREE,)

    @pytest.mark.rule("FILTER-GEN-04")
    def test_a_prefix_may_be_one_letter(self, world: World, subject: Trial) -> None:
        """X* in VK_LOADER_LAYERS_DISABLE should match every name that starts with this one letter."""
        world.driver()
        world.implicit_layer("X")
        world.implicit_layer("X_one")
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", "X*")

        seen = subject.observe(world)

        subject.reading("AMB-ALLSTAR", {*seen.chain}, chosen={ONE}, tolerated={ONE, "X", "X_one"})

    @pytest.mark.rule("FILTER-GEN-05")
    def test_a_suffix_may_be_one_letter(self, world: World, subject: Trial) -> None:
        """*X in VK_LOADER_LAYERS_DISABLE should match every name that ends with this one letter."""
        world.driver()
        world.implicit_layer("X")
        world.implicit_layer("VK_LAYER_TEST_X")
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", "*X")

        seen = subject.observe(world)

        subject.reading("AMB-ALLSTAR", {*seen.chain}, chosen={ONE}, tolerated={ONE, "X", "VK_LAYER_TEST_X"})

    @pytest.mark.rule("FILTER-GEN-05")
    def test_a_suffix_matches(self, world: World, subject: Trial) -> None:
        """*text in VK_LOADER_LAYERS_DISABLE matches every name that ends with text, and no other."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", "*_one")

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    @pytest.mark.rule("FILTER-GEN-05")
    @pytest.mark.parametrize(
        "name", ["VK_LAYER_TEST_one", "VK_LAYER_TEST_one_two_one", "VK_LAYER_TEST_one_one"]
    )
    @pytest.mark.parametrize("glob", ["*_one", "*VK_LAYER_TEST_one"])
    def test_a_suffix_may_occur_before_its_place(
        self, world: World, subject: Trial, glob: str, name: str
    ) -> None:
        """*text in a filter matches every name that ends with text, also where text occurs earlier in the name."""
        world.driver()
        world.implicit_layer(name)
        world.implicit_layer("VK_LAYER_TEST_one_behind")
        world.variable("VK_LOADER_LAYERS_DISABLE", glob)

        seen = subject.observe(world)

        kept = () if name.endswith(glob[1:]) else (name,)
        assert set(seen.chain) == {*kept, "VK_LAYER_TEST_one_behind"}

    @pytest.mark.rule("FILTER-GEN-06")
    @pytest.mark.parametrize("glob", ["*_TEST_*", "*VK_LAYER_TEST*", "*_one*"])
    def test_a_substring_matches(self, world: World, subject: Trial, glob: str) -> None:
        """*text* in VK_LOADER_LAYERS_DISABLE matches every name that contains text, also at its start or end."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(THREE)
        world.variable("VK_LOADER_LAYERS_DISABLE", glob)

        seen = subject.observe(world)

        assert seen.chain == (THREE,)

    @pytest.mark.rule("FILTER-GEN-07")
    def test_a_whole_name_matches_itself_alone(self, world: World, subject: Trial) -> None:
        """Without a star, an element of VK_LOADER_LAYERS_DISABLE matches that name alone, and not a longer one."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer("VK_LAYER_TEST_one2")
        world.variable("VK_LOADER_LAYERS_DISABLE", ONE)

        seen = subject.observe(world)

        assert seen.chain == ("VK_LAYER_TEST_one2",)

    @pytest.mark.rule("FILTER-GEN-07")
    @pytest.mark.parametrize("part", ["TEST_one", "_one", "VK_LAYER_TEST_on", "VK_", "LAYER_TEST"])
    def test_a_part_of_a_name_matches_nothing(self, world: World, subject: Trial, part: str) -> None:
        """A filter without a star that is the beginning, the middle or the end of a name does not match it."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", part)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("FILTER-GEN-07")
    def test_a_star_in_the_middle_matches_nothing(self, world: World, subject: Trial) -> None:
        """An element with a star in its middle should match no layer, as stars stand at the ends alone."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", "VK_LAYER*one")

        seen = subject.observe(world)

        subject.reading("AMB-GLOB-MIDDLE", seen.chain, chosen=(ONE,), tolerated=())

    @pytest.mark.rule("FILTER-GEN-08")
    @pytest.mark.parametrize("glob", ["vk_layer_test_one", "VK_LAYER_TEST_ONE", "*_ONE", "Vk_Layer_Test_O*"])
    def test_letter_case_does_not_count(self, world: World, subject: Trial, glob: str) -> None:
        """An element of VK_LOADER_LAYERS_DISABLE matches a layer's name in any letter case."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(THREE)
        world.variable("VK_LOADER_LAYERS_DISABLE", glob)

        seen = subject.observe(world)

        assert seen.chain == (THREE,)

    @pytest.mark.rule("FILTER-GEN-08")
    @pytest.mark.parametrize("word", ["ALL", "All", "IMPLICIT", "Implicit", "aLl", "imPLIcit"])
    @pytest.mark.parametrize("beside", ["", "VK_LAYER_TEST_other", "*nobody*"])
    def test_letter_case_of_words(self, world: World, subject: Trial, word: str, beside: str) -> None:
        """~all~ and ~implicit~ in VK_LOADER_LAYERS_DISABLE should act in any letter case, beside any element."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", ",".join(filter(None, [f"~{word}~", beside])))

        seen = subject.observe(world)

        subject.implied(seen.chain, (), OF_NAMES)

    @pytest.mark.rule("FILTER-GEN-04", "FILTER-GEN-05")
    def test_a_lone_star_matches_everything(self, world: World, subject: Trial) -> None:
        """A star alone in VK_LOADER_LAYERS_DISABLE should match every layer."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", "*")

        seen = subject.observe(world)

        subject.reading("AMB-ALLSTAR", seen.chain, chosen=(), tolerated=(ONE,))


class TestLists:
    """Filters take a comma-separated list whose elements act one by one."""

    @pytest.mark.rule("FILTER-GEN-03")
    def test_a_comma_separates_elements(self, world: World, subject: Trial) -> None:
        """Each of two comma-separated elements of VK_LOADER_LAYERS_DISABLE disables the layer that it matches."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.implicit_layer(THREE)
        world.variable("VK_LOADER_LAYERS_DISABLE", "*_one,*_two")

        seen = subject.observe(world)

        assert seen.chain == (THREE,)

    @pytest.mark.rule("FILTER-GEN-07")
    @pytest.mark.parametrize(
        "value", [f"{ONE},", f",{ONE}", f"{ONE},,{TWO}"], ids=["at-the-end", "at-the-start", "between"]
    )
    def test_an_empty_element_matches_nothing(self, world: World, subject: Trial, value: str) -> None:
        """An empty element of VK_LOADER_LAYERS_DISABLE matches no layer, and the other elements should act."""
        world.driver()
        for name in (ONE, TWO, THREE):
            world.implicit_layer(name)
        world.variable("VK_LOADER_LAYERS_DISABLE", value)

        seen = subject.observe(world)

        matched = {*value.split(",")}
        assert {ONE, TWO, THREE} - matched <= {*seen.chain}
        subject.implied({*seen.chain}, {ONE, TWO, THREE} - matched, by=OF_EMPTY)

    @pytest.mark.rule("FILTER-GEN-03")
    @pytest.mark.parametrize("place", [11, 0, 6], ids=["last", "first", "middle"])
    @pytest.mark.parametrize("variable", ["DISABLE", "ENABLE", "ALLOW"])
    def test_each_of_many_elements(self, world: World, subject: Trial, variable: str, place: int) -> None:
        """Of twelve elements of a layer filter the one that matches a layer has its effect, wherever it stands."""
        elements = [f"VK_LAYER_TEST_nobody{number}" for number in range(12)]
        elements[place] = ONE
        world.driver()
        if variable == "ENABLE":
            world.explicit_layer(ONE)
        else:
            world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.variable(f"VK_LOADER_LAYERS_{variable}", ",".join(elements))
        if variable == "ALLOW":
            world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")

        seen = subject.observe(world)

        assert set(seen.chain) == {"DISABLE": {TWO}, "ENABLE": {ONE, TWO}, "ALLOW": {ONE}}[variable]

    @pytest.mark.rule("FILTER-GEN-03")
    def test_a_long_list(self, world: World, subject: Trial) -> None:
        """The last of forty elements of VK_LOADER_LAYERS_DISABLE should have its effect."""
        elements = [*[f"VK_LAYER_TEST_nobody{number}" for number in range(39)], ONE]
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", ",".join(elements))

        seen = subject.observe(world)

        subject.implied(seen.chain, (), by="FILTER-GEN-03, which sets no limit")

    @pytest.mark.rule("FILTER-GEN-03")
    @pytest.mark.parametrize("separator", [":", ";"], ids=["colon", "semicolon"])
    def test_path_separators_separate_nothing(self, world: World, subject: Trial, separator: str) -> None:
        """Two names joined by a colon or a semicolon in VK_LOADER_LAYERS_DISABLE are one name that no layer has."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", f"{ONE}{separator}{TWO}")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("FILTER-GEN-03")
    def test_a_space_belongs_to_its_element(self, world: World, subject: Trial) -> None:
        """A space behind a comma in VK_LOADER_LAYERS_DISABLE should make the next element another name."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", f"{TWO}, {ONE}")

        seen = subject.observe(world)

        subject.reading("AMB-FILTER-SPACES", seen.chain, chosen=(ONE,), tolerated=())

    @pytest.mark.rule("FILTER-GEN-01")
    def test_filters_do_not_widen_the_search(self, world: World, subject: Trial) -> None:
        """A layer outside every searched folder is not found although VK_LOADER_LAYERS_ENABLE names it."""
        world.driver()
        world.explicit_layer(ONE, folder="/world/elsewhere")
        world.variable("VK_LOADER_LAYERS_ENABLE", ONE)

        seen = subject.observe(world)

        assert (seen.layer_names, seen.chain) == ((), ())

    @pytest.mark.rule("FILTER-GEN-01")
    @pytest.mark.parametrize("variable", ["VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"])
    @pytest.mark.parametrize("disable", ["~all~", "~implicit~", ONE])
    def test_implicit_layers_of_path_variables_are_filtered(
        self, world: World, subject: Trial, variable: str, disable: str
    ) -> None:
        """VK_LOADER_LAYERS_DISABLE disables an implicit layer that a path variable leads to as any other."""
        world.driver()
        world.implicit_layer(ONE, folder="/world/path")
        world.variable(variable, "/world/path")
        world.variable("VK_LOADER_LAYERS_DISABLE", disable)

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("FILTER-GEN-01")
    @pytest.mark.parametrize("variable", ["VK_LAYER_PATH", "VK_ADD_LAYER_PATH"])
    def test_explicit_layers_of_path_variables_are_filtered(
        self, world: World, subject: Trial, variable: str
    ) -> None:
        """VK_LOADER_LAYERS_ENABLE enables, of explicit layers that a path variable leads to, the one it matches."""
        world.driver()
        world.explicit_layer(ONE, folder="/world/path")
        world.explicit_layer(TWO, folder="/world/path")
        world.variable(variable, "/world/path")
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_one")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("FILTER-GEN-02")
    def test_the_layer_name_is_compared(self, world: World, subject: Trial) -> None:
        """VK_LOADER_LAYERS_DISABLE does not disable a layer by matching its manifest's file name."""
        world.driver()
        world.implicit_layer(ONE, file="some_file.json")
        world.variable("VK_LOADER_LAYERS_DISABLE", "some_file*,*.json")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)
