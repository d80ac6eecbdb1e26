"""The table of layers that are wrong on purpose, and what the mock can be told to violate."""

import json
import re
from pathlib import Path

import pytest

from refloader.harness.proof.layouts import lay_out
from refloader.native.mocks import mock_library
from refloader.rules import rules
from refloader.rules.advice import advice, evidence
from refloader.violators.layers import (
    clean_layers,
    layer_violators,
    violators_of_layer_rules,
    ways,
    why_without_layer,
)

MOCK = Path(__file__).resolve().parent.parent.parent / "mock_layers"
LAYER_RULES = [row for row in rules().values() if row.applies_to == "layer" and row.on_linux]


def listed() -> set[str]:
    """What the flag violate may be."""
    text = (MOCK / "violations.h").read_text(encoding="utf-8")
    names = text.partition("#define VIOLATIONS")[2].partition("static const")[0]
    return {name for part in re.findall(r'"([^"]*)"', names) for name in part.split(",") if name}


def looked_for() -> set[str]:
    """The names that stand in the mock's sources where something is done by them."""
    sources = [path.read_text(encoding="utf-8") for path in MOCK.iterdir() if path.name != "violations.h"]
    return {name for text in sources for name in re.findall(r'"([^"\s]+)"', text)} & listed()


class TestTheTable:
    """Each violator names its rules and what it does; each way to be wrong has a violator."""

    def test_every_way_of_the_mock_has_a_violator(self) -> None:
        """What the mock can violate and what the table has it violate are the same."""
        assert set(ways()) == listed()

    def test_every_way_is_looked_for_in_the_mock(self) -> None:
        """A name that the flag takes changes something."""
        assert looked_for() == listed()

    @pytest.mark.parametrize("name", layer_violators())
    def test_a_sentence(self, name: str) -> None:
        """A violator says what is wrong with it in one sentence, and has a rule."""
        each = layer_violators()[name]

        assert re.fullmatch(r"([A-Z]|vk).*[^.]\.", each.violator.does)
        assert each.rules

    @pytest.mark.parametrize("number", [each for each in range(1, 23) if each != 11])
    def test_every_requirement_has_one(self, number: int) -> None:
        """LLP_LAYER_1 to LLP_LAYER_22 but for the one that nobody can check."""
        assert violators_of_layer_rules().get(f"LLP_LAYER_{number}")

    def test_the_others_have_a_reason(self) -> None:
        """A rule that binds layers has a violator, or it is written down why not."""
        bare = [each.id for each in LAYER_RULES if each.id not in violators_of_layer_rules()]

        assert [each for each in bare if not why_without_layer(each)] == []

    def test_no_reason_is_left_over(self) -> None:
        """A rule with a violator needs no reason for having none."""
        assert [each for each in violators_of_layer_rules() if why_without_layer(each)] == []


class TestAdvice:
    """Whoever is told that a rule is broken is told what to do."""

    def test_every_violated_rule_has_advice(self) -> None:
        """What a violator can fail by a vendor can fail by."""
        assert [each for each in violators_of_layer_rules() if each not in advice()] == []

    @pytest.mark.parametrize("number", range(1, 23))
    def test_every_requirement_has_advice(self, number: int) -> None:
        """LLP_LAYER_1 to LLP_LAYER_22."""
        assert f"LLP_LAYER_{number}" in advice()

    def test_what_cannot_be_checked_can_be_shown(self) -> None:
        """A requirement without a check names what a vendor could attach."""
        assert "LLP_LAYER_11" in evidence()


@pytest.mark.skipif(mock_library("mock_layer") is None, reason="the mocks were not built")
class TestLayouts:
    """A layer is laid out as a vendor would install it."""

    def test_a_clean_layer(self, tmp_path: Path) -> None:
        """A folder with a manifest, the library it names and that one's flags."""
        path = Path(lay_out(clean_layers()["wrapping_devices"].recipe, "one", str(tmp_path)))

        layer = json.loads(path.read_text())["layer"]
        flags = (tmp_path / "one" / "libsubject.so.flags").read_text().splitlines()
        assert (path.parent / layer["library_path"]).is_file()
        assert {"wrap=device", f"name={layer['name']}"} <= set(flags)

    def test_a_violator(self, tmp_path: Path) -> None:
        """The clean layer it is made of, told to violate."""
        each = layer_violators()["LLP_LAYER_10"]

        lay_out(each.recipe, each.name, str(tmp_path))

        flags = (tmp_path / each.name / "libsubject.so.flags").read_text().splitlines()
        assert {"violate=LLP_LAYER_10", "wrap=device"} <= set(flags)

    @pytest.mark.parametrize("name", ["LLP_LAYER_20", "MANIFEST-LAYER-07"])
    def test_a_library_that_is_not_one(self, tmp_path: Path, name: str) -> None:
        """What the manifest names is missing, or another file's text."""
        path = Path(lay_out(layer_violators()[name].recipe, name, str(tmp_path)))

        named = path.parent / json.loads(path.read_text())["layer"]["library_path"]
        assert not named.exists() or named.read_text() == "text"
