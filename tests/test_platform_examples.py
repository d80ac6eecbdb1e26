"""The examples of docs/platforms.md are run, and print what the document shows."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.main import main

TOP = Path(__file__).resolve().parent.parent
TEXT = (TOP / "docs" / "platforms.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
SHOWN = re.findall(r"```sh\n([^\n]*)\n```\n\n```text\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture(autouse=True)
def _at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_run(line: str) -> None:
    """Each one finds what it names: 0 or 1, and never wrong usage."""
    result = CliRunner().invoke(main, shlex.split(line)[1:], catch_exceptions=False)

    assert result.exit_code in (0, 1)


@pytest.mark.parametrize(("line", "shown"), SHOWN)
def test_they_print_what_is_shown(line: str, shown: str) -> None:
    """Every line that the document shows, in its order."""
    printed = CliRunner().invoke(main, shlex.split(line)[1:], catch_exceptions=False).stdout.splitlines()

    lines = shown.splitlines()
    assert [each for each in lines if each not in printed] == []
    assert [printed.index(each) for each in lines] == sorted(printed.index(each) for each in lines)


def test_there_are_examples() -> None:
    """The document shows what comes of several commands."""
    assert len(SHOWN) >= 4
