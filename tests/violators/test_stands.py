"""What stands in for a function takes its arguments: else a mutant is only broken, not wrong."""

import json
import subprocess
import sys

import pytest

from refloader.selftest.mutants.marks import REPLACEMENTS
from refloader.selftest.mutants.registry import mutants_by_name

_TELL = """
import importlib, inspect, json, sys
from importlib.resources import files
from unittest.mock import MagicMock

sys.modules["refloader.dropin.python._edge"] = MagicMock()  # only the drop-in library has it
from refloader.selftest.mutants.marks import REPLACEMENTS
from refloader.selftest.mutants.registry import mutants_by_name

mutants_by_name()
for file in files("refloader.selftest.mutants.calls").iterdir():
    if file.name.endswith(".py"):
        importlib.import_module(f"refloader.selftest.mutants.calls.{file.name[:-3]}")

def misfit(target, stand):
    if isinstance(target, MagicMock):
        return ""
    given = inspect.signature(target).parameters.values()
    positional = [each for each in given if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    named = [each.name for each in given if each.kind is each.KEYWORD_ONLY and each.default is each.empty]
    try:
        inspect.signature(stand).bind(target, *positional, **dict.fromkeys(named))
    except TypeError as error:
        return str(error)
    return ""

pairs = [(name, *pair) for name, (each, _) in REPLACEMENTS.items() for pair in each]
json.dump([[name, misfit(target, stand)] for name, target, stand in pairs], sys.stdout)
"""


@pytest.fixture(scope="module")
def told() -> list[tuple[str, str]]:
    """By the name of the mutant, for each function that it replaces: what does not fit, empty if nothing."""
    ended = subprocess.run([sys.executable, "-c", _TELL], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return [(name, misfit) for name, misfit in json.loads(ended.stdout)]


def test_every_stand_takes_the_arguments(told: list[tuple[str, str]]) -> None:
    """A replacement that is called with the wrong number of arguments raises, and any test would catch that."""
    assert [(name, misfit) for name, misfit in told if misfit] == []


def test_all_mutants_in_python_are_looked_at(told: list[tuple[str, str]]) -> None:
    """Those of the core and those of the library are among them."""
    mutants_by_name()
    names = {name for name, _ in told}
    assert names > set(REPLACEMENTS)
