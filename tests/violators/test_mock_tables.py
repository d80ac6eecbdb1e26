"""The tables of layers and drivers that are wrong on purpose, and what the mocks can be told to violate."""

import json
import re
from pathlib import Path

import pytest

from refloader.native.mocks import mock_library
from refloader.rules import rules
from refloader.rules.advice import advice, evidence
from refloader.selftest.layouts import lay_out
from refloader.selftest.mutants.of_mocks import KINDS, Kind, mocks

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = {"layer": ROOT / "mock_layers", "driver": ROOT / "mock_icd"}
BY_DESIGN = {"layer": {11}, "driver": {6}}
"""The requirements that no violator can break: one that nobody can check, one that is withdrawn."""
WITHDRAWN = {"LDP_DRIVER_6"}
LAST = {"layer": 22, "driver": 12}
FAMILY = {"layer": "LLP_LAYER", "driver": "LDP_DRIVER"}

of_each_kind = pytest.mark.parametrize("kind", KINDS)


def listed(kind: Kind) -> set[str]:
    """What the flag violate may be."""
    text = (SOURCES[kind] / "violations.c").read_text(encoding="utf-8")
    names = text.partition("violations[] =")[2].partition(";")[0]
    return {name for part in re.findall(r'"([^"]*)"', names) for name in part.split(",") if name}


def looked_for(kind: Kind) -> set[str]:
    """The names that stand in the mock's sources where something is done by them."""
    paths = (path for path in SOURCES[kind].rglob("*.[ch]") if path.name != "violations.c")
    texts = (path.read_text(encoding="utf-8") for path in paths)
    return {name for text in texts for name in re.findall(r'"([^"\s]+)"', text)} & listed(kind)


class TestTheTable:
    """Each violator names its rules and what it does; each way to be wrong has a violator."""

    @of_each_kind
    def test_every_way_of_the_mock_has_a_violator(self, kind: Kind) -> None:
        """What the mock can violate and what the table has it violate are the same."""
        assert set(mocks(kind).ways()) == listed(kind)

    @of_each_kind
    def test_every_way_is_looked_for_in_the_mock(self, kind: Kind) -> None:
        """A name that the flag takes changes something."""
        assert looked_for(kind) == listed(kind)

    @pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in KINDS for name in mocks(kind).wrong])
    def test_a_sentence(self, kind: Kind, name: str) -> None:
        """A violator says what is wrong with it in one sentence, and has a rule."""
        each = mocks(kind).wrong[name]

        assert re.fullmatch(r"([A-Z]|vk).*[^.]\.", each.violator.does)
        assert each.rules

    @of_each_kind
    def test_every_requirement_has_one(self, kind: Kind) -> None:
        """LLP_LAYER_1 to LLP_LAYER_22 and LDP_DRIVER_1 to LDP_DRIVER_12, but for those that nobody can break."""
        wanted = {f"{FAMILY[kind]}_{number}" for number in range(1, LAST[kind] + 1)}
        without = {f"{FAMILY[kind]}_{number}" for number in BY_DESIGN[kind]}

        assert wanted - set(mocks(kind).violated()) == without

    @of_each_kind
    def test_the_others_have_a_reason(self, kind: Kind) -> None:
        """A rule that binds layers or drivers has a violator, or it is written down why not."""
        binding = [row.id for row in rules().values() if row.applies_to == kind]
        bare = [each for each in binding if each not in mocks(kind).violated()]

        assert [each for each in bare if not mocks(kind).why_without(each)] == []

    @of_each_kind
    def test_no_reason_is_left_over(self, kind: Kind) -> None:
        """A rule with a violator needs no reason for having none."""
        assert [each for each in mocks(kind).violated() if mocks(kind).why_without(each)] == []


class TestAdvice:
    """Whoever is told that a rule is broken is told what to do."""

    @of_each_kind
    def test_every_violated_rule_has_advice(self, kind: Kind) -> None:
        """What a violator can fail by a vendor can fail by."""
        assert [each for each in mocks(kind).violated() if each not in advice()] == []

    @of_each_kind
    def test_every_requirement_has_advice(self, kind: Kind) -> None:
        """LLP_LAYER_1 to LLP_LAYER_22, LDP_DRIVER_1 to LDP_DRIVER_12, but for the one that is withdrawn."""
        wanted = {f"{FAMILY[kind]}_{number}" for number in range(1, LAST[kind] + 1)}

        assert [each for each in wanted - WITHDRAWN if each not in advice()] == []

    def test_what_cannot_be_checked_can_be_shown(self) -> None:
        """A requirement without a check names what a vendor could attach."""
        assert "LLP_LAYER_11" in evidence()


@pytest.mark.skipif(
    mock_library("mock_layer") is None, reason="the mocks were not built (install with a C compiler)"
)
class TestLayouts:
    """A layer or driver is laid out as a vendor would install it."""

    def test_a_clean_layer(self, tmp_path: Path) -> None:
        """A folder with a manifest, the library it names and that one's flags."""
        path = Path(lay_out(mocks("layer").clean["wrapping_devices"].recipe, "one", str(tmp_path)))

        layer = json.loads(path.read_text())["layer"]
        flags = (tmp_path / "one" / "libsubject.so.flags").read_text().splitlines()
        assert (path.parent / layer["library_path"]).is_file()
        assert {"layer.wrap=device", f"layer.name={layer['name']}"} <= set(flags)

    def test_a_violator(self, tmp_path: Path) -> None:
        """The clean layer it is made of, told to violate."""
        each = mocks("layer").wrong["LLP_LAYER_10"]

        lay_out(each.recipe, each.name, str(tmp_path))

        flags = (tmp_path / each.name / "libsubject.so.flags").read_text().splitlines()
        assert {"layer.violate=LLP_LAYER_10", "layer.wrap=device"} <= set(flags)

    @pytest.mark.parametrize("name", ["LLP_LAYER_20", "MANIFEST-LAYER-07"])
    def test_a_library_that_is_not_one(self, tmp_path: Path, name: str) -> None:
        """What the manifest names is missing, or another file's text."""
        path = Path(lay_out(mocks("layer").wrong[name].recipe, name, str(tmp_path)))

        named = path.parent / json.loads(path.read_text())["layer"]["library_path"]
        assert not named.exists() or named.read_text() == "text"

    def test_a_driver(self, tmp_path: Path) -> None:
        """The same, with the manifest of a driver."""
        path = Path(lay_out(mocks("driver").wrong["LDP_DRIVER_7"].recipe, "one", str(tmp_path)))

        driver = json.loads(path.read_text())["ICD"]
        flags = (tmp_path / "one" / "libsubject.so.flags").read_text().splitlines()
        assert (driver["api_version"], (path.parent / driver["library_path"]).is_file()) == ("1.1.0", True)
        assert {"driver.interface=4", "driver.api=1.1.0", "driver.whole=1"} <= set(flags)
