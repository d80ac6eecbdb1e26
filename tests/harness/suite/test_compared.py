"""What a failed comparison of a test is about, read from the test's line."""

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import pytest

from refloader.suite.loaders.compared import compared

HELPERS = """
def ordered(seen):
    return sorted(seen.layer_names)

def way_down(lines, command):
    return lines

def case(seen, subject):
    loader_names = seen.drivers
    numbers = [3]
"""


def failed(folder: Path, line: str) -> BaseException:
    """The error of a test that ends with a line."""
    file = folder / "failing.py"
    file.write_text(f"{HELPERS}    {line}\n", "utf-8")
    described = importlib.util.spec_from_file_location("failing", file)
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    nothing = SimpleNamespace(chain=(), layer_names=(), drivers=(), result_name="", lines={"device": ()})
    with pytest.raises(AssertionError) as raised:
        module.case(nothing, SimpleNamespace(order=_differ))
    return raised.value


def _differ(*_: object) -> None:
    raise AssertionError


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("assert seen.chain == (1,)", "layers in the chain"),
        ("assert {*seen.chain} == {1}", "layers in the chain"),
        ("assert (seen.result_name, set(seen.chain)) == 1", "result and layers in the chain"),
        ("assert loader_names == 1", "drivers used"),
        ("assert ordered(seen) == 1", "layers reported"),
        ('assert way_down(seen.lines["device"], 1) == 1', "who was called, in order"),
        ("assert numbers == 1", ""),
        ("assert (seen.chain, numbers) == 1", ""),
        ("assert seen.chain", ""),
        ("assert 1 == seen.chain", ""),
    ],
)
def test_words(tmp_path: Path, line: str, words: str) -> None:
    """The parts of an observation have words, also under a name of the test; for what has none nothing is said."""
    assert compared(failed(tmp_path, line)) == words


def test_what_a_trial_compares(tmp_path: Path) -> None:
    """Where the trial compares, its first argument is what was seen."""
    error = failed(tmp_path, "subject.order(seen.drivers, [1])")

    assert compared(error) == "drivers used"


def test_without_a_source() -> None:
    """What was raised nowhere, or where there is no source, was not compared."""
    assert compared(AssertionError()) == ""
    with pytest.raises(AssertionError) as raised:
        exec("assert 1 == 2")
    assert compared(raised.value) == ""
