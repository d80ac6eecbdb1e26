"""What stands in for a function takes its arguments and answers as it does: else a mutant is broken, not wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.selftest.mutants.marks import REPLACEMENTS
from refloader.selftest.mutants.registry import mutants_by_name

_MISFITS = (
    str(Path(__file__).with_name("stands.py")),
    "refloader.selftest.mutants.calls",
    "refloader.selftest.mutants.marks.REPLACEMENTS",
)
"""The words of a process that says how each function does not fit the one that it replaces."""


@pytest.fixture(scope="module")
def told() -> list[tuple[str, str]]:
    """By the name of the mutant, for each function that it replaces: what does not fit, empty if nothing."""
    ended = subprocess.run([sys.executable, *_MISFITS], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return [(name, misfit) for name, misfit in json.loads(ended.stdout)]


def test_every_stand_takes_the_arguments_and_answers(told: list[tuple[str, str]]) -> None:
    """One that is called with the wrong number of arguments raises, and any test would catch that; one that returns
    nothing where a value is expected is wrong in a second way, which other tests catch."""
    assert [(name, misfit) for name, misfit in told if misfit] == []


def test_all_mutants_in_python_are_looked_at(told: list[tuple[str, str]]) -> None:
    """Those of the core and those of the library are among them."""
    mutants_by_name()
    names = {name for name, _ in told}
    assert names > set(REPLACEMENTS)
