"""The README is a door: short, and what it shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.main import main

TOP = Path(__file__).resolve().parent.parent
TEXT = (TOP / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```sh\nrefloader ((?:lint|explain) [^\n]*)\n```\n\n```text\n(.*?)\n```", TEXT, re.DOTALL)


def test_it_is_short() -> None:
    """It fits the attention of somebody who has never heard of refloader; the manual is in docs."""
    assert len(TEXT.splitlines()) <= 90


@pytest.mark.parametrize(("line", "shown"), SHOWN, ids=["lint", "explain"])
def test_it_shows_what_is_printed(line: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the letter, from its beginning: from the top of the repository, on any machine."""
    monkeypatch.chdir(TOP)

    result = CliRunner().invoke(main, shlex.split(line, comments=True), catch_exceptions=False)

    assert result.exit_code in (0, 1)
    assert result.stdout.startswith(f"{shown}\n")
