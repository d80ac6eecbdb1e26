"""Scenarios of findings are kept in the folder of results, and nowhere else."""

from pathlib import Path

import pytest

from refloader.scenario.corpus import Case
from refloader.scenario.saving import keep
from refloader.scenario.scenario import Scenario
from refloader.scenario.scenario_file import load

CASE = Case("a/b", Scenario(), ())


class TestKeeping:
    """A folder of results can come with somebody's project."""

    def test_a_finding(self, tmp_path: Path) -> None:
        """Its scenario says what was found."""
        path = keep(CASE, "it sorts", ["META-06"], str(tmp_path / "scenarios"), "system", "a/b")

        assert load(path).note == "it sorts"

    @pytest.mark.parametrize("link", ["scenarios", "scenarios/system", "scenarios/system/a_b"])
    def test_a_link_is_not_followed(self, tmp_path: Path, link: str) -> None:
        """Whatever stands there on the way: what it leads to stays as it was."""
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "scenario.json").write_text("{}")
        (tmp_path / link).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / link).symlink_to(elsewhere)

        with pytest.raises(OSError, match="it is a link"):
            keep(CASE, "it sorts", ["META-06"], str(tmp_path / "scenarios"), "system", "a/b")

        assert [each.name for each in elsewhere.iterdir()] == ["scenario.json"]
