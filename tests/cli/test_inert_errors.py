"""Errors are told without control sequences: names of folders are others' words."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.main import main

FOLDER = "a\x1b[2J\n::error::x"


class TestUsage:
    """Errors of usage, of any verb."""

    @pytest.mark.parametrize(
        ("words", "text"),
        [
            (("lint", "."), '[lint]\nloaders = "x"\n'),
            (("config", "show"), "[lint]\nnothing = 1\n"),
            (("exec", "--trace", f"{FOLDER}/none/x", "--", "true"), ""),
            (("exec", "--observe", f"{FOLDER}/none/x", "--", "true"), ""),
        ],
    )
    def test_a_hostile_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], text: str
    ) -> None:
        """Its name neither moves the cursor nor is it a command to the runner of GitHub."""
        place = tmp_path / FOLDER
        place.mkdir()
        (place / "refloader.toml").write_text(text)
        monkeypatch.chdir(place)
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        monkeypatch.setenv("REFLOADER_CONFIG", str(place / "refloader.toml"))

        result = CliRunner().invoke(main, list(words))

        assert result.exit_code in (1, 2)
        assert "\x1b" not in result.output
        assert not any(line.lstrip().startswith("::error::x") for line in result.output.splitlines())
