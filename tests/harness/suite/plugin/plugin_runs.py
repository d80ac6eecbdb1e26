"""Suites of a few tests, and pytest runs of them with the plugin."""

import os
import subprocess
import sys
from pathlib import Path

CONFTEST = "from policy_tests.conftest import *\n"
SUITE = '''
import pytest
from refloader.results.results_file import Verdict
from refloader.suite.subjects.ended import EndedError

pytestmark = pytest.mark.rule("DISC-GEN-04", "LLP_LOADER_3", "LLP_LAYER_6")

def test_passes(world, subject):
    """It holds."""
    assert subject.observe(world).chain == ()

def test_fails(world, subject):
    """Nothing is loaded."""
    world.driver()
    world.implicit_layer("VK_LAYER_TEST_one")
    seen = subject.observe(world)
    assert seen.chain == ()

def test_skips(world, subject):
    """Not for this subject."""
    subject.calls(world)

def test_crashes(subject):
    """The subject dies."""
    raise EndedError(Verdict.CRASH, "SIGSEGV during instance")

def test_hangs(subject):
    """The subject hangs."""
    raise EndedError(Verdict.TIMEOUT, "no answer")

def test_errs(subject):
    """The test itself is wrong."""
    raise LookupError("oops")

def test_warns(subject):
    """One reading holds."""
    subject.warning = "the other reading of AMB-XDG-EMPTY is taken"

@pytest.mark.editions("2022")
def test_of_one_edition(subject):
    """It holds in one edition."""

@pytest.mark.editions("2022", "2026")
@pytest.mark.parametrize("letter", ["a", pytest.param("b", marks=pytest.mark.editions("2018", "2026"))])
def test_of_two_marks(subject, letter):
    """It holds in the editions of both."""

@pytest.mark.parametrize("letter", ["a", "b", "c"])
def test_varies(subject, letter):
    """It holds for each letter."""
'''


def run_pytest(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Pytest with the plugin and nothing else, in a process of its own."""
    fixed = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folder))
    return subprocess.run(
        [sys.executable, "-m", "pytest", *fixed, "-p", "refloader.suite.plugin", *words, str(folder)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=Path(__file__).parents[4],
        check=False,
    )


def suite(folder: Path, text: str = SUITE) -> Path:
    """A folder with policy tests."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_topic.py").write_text(text)
    return folder
