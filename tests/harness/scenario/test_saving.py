"""Scenarios of findings are kept in the folder of results, and nowhere else."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from refloader.host.no_links import write_new
from refloader.scenario import corpus, saving
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

    @pytest.mark.parametrize("link", ["scenarios", "scenarios/system", "scenarios/system/a_b"])
    def test_a_link_that_comes_in_between(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: str
    ) -> None:
        """A folder on the way becomes a link after it was looked at: what the link leads to stays as it was."""
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        contents = corpus.contents

        def swapped(case: Case) -> dict[str, bytes]:
            (tmp_path / link).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / link).symlink_to(elsewhere)
            return contents(case)

        monkeypatch.setattr(corpus, "contents", swapped)

        with pytest.raises(OSError, match="it is a link"):
            keep(CASE, "it sorts", ["META-06"], str(tmp_path / "scenarios"), "system", "a/b")

        assert list(elsewhere.iterdir()) == []

    @pytest.mark.parametrize("link", ["tree", "tree/etc", "scenario.json"])
    def test_a_link_while_it_writes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: str) -> None:
        """A link in the new folder, before the first of its files is written."""
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        place = tmp_path / "scenarios" / "system" / "a_b"

        def planted(folder: int, files: Mapping[str, bytes]) -> None:
            (place / link).parent.mkdir(parents=True, exist_ok=True)
            (place / link).symlink_to(elsewhere if "." not in link else elsewhere / "made")
            write_new(folder, files)

        monkeypatch.setattr(saving, "write_new", planted)
        case = Case("a/b", Scenario(files={"/etc/x": b"x"}), ())

        with pytest.raises(OSError):  # noqa: PT011  # which of the two refusals depends on the place
            keep(case, "it sorts", ["META-06"], str(tmp_path / "scenarios"), "system", "a/b")

        assert list(elsewhere.iterdir()) == []

    def test_an_earlier_one(self, tmp_path: Path) -> None:
        """The scenario of an earlier run gives way."""
        for reason in ("it sorts", "it does not"):
            path = keep(CASE, reason, ["META-06"], str(tmp_path / "scenarios"), "system", "a/b")

        assert load(path).note == "it does not"
