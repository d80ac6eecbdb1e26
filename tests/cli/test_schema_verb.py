"""``refloader schema``: the published schemas, wherever refloader is installed."""

import json
from pathlib import Path

import pytest
from verbs import SCHEMAS, Run

from refloader.cli import schema


class TestPrinting:
    """A schema is found by what a document calls itself, or by a short name."""

    @pytest.mark.parametrize("name", ["refloader.lint/1", "lint", "lint-1", "lint/1", "lint-1.schema.json"])
    def test_by_any_of_its_names(self, run: Run, name: str) -> None:
        """It is the file as it is published."""
        result = run("schema", name)

        assert result.exit_code == 0
        assert result.stdout == (SCHEMAS / "lint-1.schema.json").read_text(encoding="utf-8")

    def test_a_name_that_begins_another(self, run: Run) -> None:
        """The rules' matrix is not the rules."""
        assert json.loads(run("schema", "rules").stdout)["$id"] == "urn:refloader:schema:rules-1"

    def test_into_a_file(self, run: Run, tmp_path: Path) -> None:
        """With -o nothing is printed."""
        result = run("schema", "run", "-o", str(tmp_path / "run.json"))

        assert result.stdout == ""
        assert json.loads((tmp_path / "run.json").read_text())["$id"] == "urn:refloader:schema:run-1"

    def test_all_are_listed(self, run: Run) -> None:
        """Each in one line, with what it is the schema of."""
        lines = run("schema").stdout.splitlines()

        assert len(lines) == len(list(SCHEMAS.glob("*.schema.json")))
        columns = {len(line) - len(line.split("  ", 1)[1].lstrip()) for line in lines}
        assert ["refloader.lint/1", "what lint prints with --format json"] in [
            [part.strip() for part in line.split("  ", 1)] for line in lines
        ]
        assert len(columns) == 1


class TestMistakes:
    """What cannot be had is told in a sentence."""

    def test_a_name_that_is_none(self, run: Run) -> None:
        """The names that there are are told."""
        result = run("schema", "\x1bnothing")

        assert result.exit_code == 2
        assert 'no schema is named "\\x1bnothing"; there are ages-1, ' in result.output

    def test_an_installation_without_them(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The exit code is that of a harness that cannot run."""
        monkeypatch.setattr(schema, "shipped", lambda name: str(tmp_path / "none"))

        result = run("schema", "lint")

        assert result.exit_code == 3
        assert "came without the schemas" in result.output
