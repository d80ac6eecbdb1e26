"""What an element of a filter list matches: globs over names, and how a value is split into elements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import DRIVERS, E2026, World, chain, enumerated, folders, used_drivers

from refloader.core.activation import filters
from refloader.core.activation.filters import elements, first_match, glob_matches
from refloader.model.place import Use


def disabled(pattern: str, *installed: str) -> list[str]:
    """Which of the installed implicit layers a VK_LOADER_LAYERS_DISABLE keeps out."""
    world = World()
    for name in installed:
        world.implicit(name)
    world.variables["VK_LOADER_LAYERS_DISABLE"] = pattern
    left = chain(world.plan(E2026))
    return [name for name in installed if name not in left]


class TestGlobs:
    """text* matches a beginning, *text an end, *text* a part, and text the whole name."""

    @pytest.mark.rule("FILTER-GEN-04")
    def test_a_star_at_the_end_matches_beginnings(self) -> None:
        """The text has to stand at the start of the name."""
        assert glob_matches("VK_LAYER_KHRONOS_*", "VK_LAYER_KHRONOS_validation")
        assert glob_matches("VK_LAYER_KHRONOS_*", "VK_LAYER_KHRONOS_")
        assert not glob_matches("KHRONOS_*", "VK_LAYER_KHRONOS_validation")

    @pytest.mark.rule("FILTER-GEN-05")
    def test_a_star_at_the_start_matches_ends(self) -> None:
        """The text has to stand at the end of the name."""
        assert glob_matches("*validation", "VK_LAYER_KHRONOS_validation")
        assert not glob_matches("*validation", "VK_LAYER_KHRONOS_validation2")

    @pytest.mark.rule("FILTER-GEN-06")
    def test_stars_at_both_ends_match_anywhere(self) -> None:
        """The text may stand at the start, in the middle and at the end."""
        assert glob_matches("*KHRONOS*", "VK_LAYER_KHRONOS_validation")
        assert glob_matches("*VK_LAYER*", "VK_LAYER_KHRONOS_validation")
        assert glob_matches("*validation*", "VK_LAYER_KHRONOS_validation")
        assert not glob_matches("*MESA*", "VK_LAYER_KHRONOS_validation")

    @pytest.mark.rule("FILTER-GEN-07")
    def test_without_a_star_the_name_is_matched_in_full(self) -> None:
        """The document's own example: validation does not match validation2."""
        assert glob_matches("VK_LAYER_KHRONOS_validation", "VK_LAYER_KHRONOS_validation")
        assert not glob_matches("VK_LAYER_KHRONOS_validation", "VK_LAYER_KHRONOS_validation2")
        assert not glob_matches("VK_LAYER_KHRONOS_validation2", "VK_LAYER_KHRONOS_validation")

    @pytest.mark.rule("FILTER-GEN-08")
    @pytest.mark.parametrize(
        "pattern", ["vk_layer_khronos_validation", "*VALIDATION", "Vk_LaYeR*", "*khronos*"]
    )
    def test_letter_case_does_not_matter(self, pattern: str) -> None:
        """Both sides are compared without regard to case, in each form."""
        assert glob_matches(pattern, "VK_LAYER_KHRONOS_Validation")

    @pytest.mark.rule("AMB-GLOB-MIDDLE")
    @pytest.mark.parametrize("pattern", ["VK_*_validation", "VK_LAYER_?_validation", "[V]K*", "*a*b*"])
    def test_other_wildcards_are_literal(self, pattern: str) -> None:
        """A star in the middle, a question mark or brackets are text, which no layer's name holds."""
        assert not glob_matches(pattern, "VK_LAYER_K_a_b_validation")

    @pytest.mark.rule("AMB-ALLSTAR")
    @pytest.mark.parametrize("pattern", ["*", "**", "V*", "*n"])
    def test_short_globs_follow_the_general_rule(self, pattern: str) -> None:
        """A lone star is a beginning of nothing and matches every name."""
        assert glob_matches(pattern, "VK_LAYER_KHRONOS_validation")

    @pytest.mark.rule("FILTER-GEN-04", "FILTER-GEN-05", "FILTER-GEN-06", "FILTER-GEN-07", "FILTER-GEN-08")
    @pytest.mark.parametrize(
        ("pattern", "out"),
        [
            ("vk_layer_one", ["VK_LAYER_one"]),
            ("VK_LAYER_t*", ["VK_LAYER_two", "VK_LAYER_three"]),
            ("*E", ["VK_LAYER_one", "VK_LAYER_three"]),
            ("*r_t*", ["VK_LAYER_two", "VK_LAYER_three"]),
            ("LAYER_one", []),
        ],
    )
    def test_in_a_whole_plan(self, pattern: str, out: list[str]) -> None:
        """A filter variable keeps exactly the matching layers out of the chain."""
        assert disabled(pattern, "VK_LAYER_one", "VK_LAYER_two", "VK_LAYER_three") == out


class TestLists:
    """Filter variables hold a comma list; each element acts by itself, and the path separator has no role."""

    @pytest.mark.rule("FILTER-GEN-03")
    def test_commas_separate(self) -> None:
        """Two elements keep out what each of them matches."""
        assert disabled("A,C", "A", "B", "C") == ["A", "C"]

    @pytest.mark.rule("FILTER-GEN-03")
    @pytest.mark.parametrize("value", ["A:C", "A;C"])
    def test_path_separators_do_not(self, value: str) -> None:
        """A colon or semicolon is part of the element."""
        assert elements(value) == (value,)
        assert disabled(value, "A", "B", "C") == []

    @pytest.mark.rule("AMB-FILTER-SPACES")
    def test_spaces_are_significant(self) -> None:
        """An element with a space in front matches no layer, and a lone space is an element."""
        assert elements("A , ,B") == ("A ", " ", "B")
        assert disabled("A, C", "A", "B", "C") == ["A"]

    @pytest.mark.rule("FILTER-GEN-03")
    def test_any_number_of_elements(self) -> None:
        """The documents give the list no limit; loaders in the field pass over what follows 16 globs."""
        assert disabled(",".join([*(f"x{number}" for number in range(40)), "A"]), "A", "B") == ["A"]

    @pytest.mark.rule("FILTER-GEN-03")
    def test_empty_elements_mean_nothing(self) -> None:
        """Doubled commas and an empty value hold no element."""
        assert elements(",A,,B,") == ("A", "B")
        assert elements("") == ()
        assert disabled(",", "A") == []


class TestWhatIsCompared:
    """Filters select among what discovery has found; layers by name, drivers by the manifest's file name."""

    @pytest.mark.rule("FILTER-GEN-01")
    def test_filters_never_widen_the_search(self) -> None:
        """Neither a layer nor a driver is found because a filter names it, its path or its folder."""
        world = World()
        world.files.clear()
        layer = world.explicit("A", folder="/elsewhere")
        driver = world.driver("mine", folder="/elsewhere")
        plain = world.plan()
        world.variables |= {
            "VK_LOADER_LAYERS_ENABLE": f"A,{layer},*",
            "VK_LOADER_LAYERS_ALLOW": "A",
            "VK_LOADER_DRIVERS_SELECT": f"mine.json,{driver},*",
        }

        filtered = world.plan()

        assert filtered.places == plain.places
        assert enumerated(filtered) == []
        assert used_drivers(filtered) == []

    @pytest.mark.rule("FILTER-GEN-01")
    def test_they_do_select_what_path_variables_find(self) -> None:
        """A layer in VK_LAYER_PATH is known, so the filter can turn it on."""
        world = World()
        world.explicit("A", folder="/elsewhere")
        world.variables |= {"VK_LAYER_PATH": "/elsewhere", "VK_LOADER_LAYERS_ENABLE": "A"}

        plan = world.plan()

        assert folders(plan, Use.EXPLICIT) == ["/elsewhere"]
        assert chain(plan) == ["A"]

    @pytest.mark.rule("FILTER-GEN-02")
    def test_layers_are_compared_by_name(self) -> None:
        """The name in the manifest counts; the file name does not."""
        world = World()
        world.implicit("A", file="B")
        world.implicit("B", file="A")
        world.variables["VK_LOADER_LAYERS_DISABLE"] = "A"

        assert chain(world.plan()) == ["B"]

    @pytest.mark.rule("FILTER-GEN-02")
    @pytest.mark.parametrize(
        ("pattern", "used"),
        [
            ("plain.json", []),
            ("plain", [f"{DRIVERS}/plain.json"]),
            ("plain*", []),
            (f"{DRIVERS}/plain.json", [f"{DRIVERS}/plain.json"]),
            ("*icd.d*", [f"{DRIVERS}/plain.json"]),
            ("*libplain*", [f"{DRIVERS}/plain.json"]),
        ],
    )
    def test_drivers_are_compared_by_file_name(self, pattern: str, used: list[str]) -> None:
        """The manifest's file name with its suffix and without its folder is what a glob has to match."""
        world = World()
        world.variables["VK_LOADER_DRIVERS_DISABLE"] = pattern

        assert used_drivers(world.plan()) == used


_TEXTS = st.text("ab*", max_size=4)


class TestManyPatterns:
    """Of many patterns, those that can match are looked up; the answer is that of comparing one by one."""

    @given(st.lists(_TEXTS, min_size=65, max_size=200), st.text("abAB", max_size=6))
    def test_the_first_that_matches(self, patterns: list[str], name: str) -> None:
        """As ``glob_matches`` says."""
        one_by_one = next((each for each in patterns if glob_matches(each, name)), None)

        assert first_match(tuple(patterns), name) == one_by_one

    def test_not_each_is_compared(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A variable may have 64,000, and a machine a thousand layers: each plan would take minutes."""
        compared: list[str] = []
        monkeypatch.setattr(filters, "glob_matches", lambda pattern, _: bool(compared.append(pattern)))
        patterns = (*(f"*Q{number}*" for number in range(1000)), "*layer*")

        assert first_match(patterns, "VK_LAYER_a") == "*layer*"
        assert not compared
