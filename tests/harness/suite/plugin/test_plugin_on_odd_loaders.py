"""The pytest plugin on loaders that hang, answer nothing or have odd names."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from loaders import answering
from plugin_runs import run_pytest, suite

from refloader.results.results_file import read

pytestmark = pytest.mark.slow

HANGING = """
import pytest
pytestmark = pytest.mark.rule("DISC-GEN-04")
@pytest.mark.parametrize("number", range(6))
def test_a(world, subject, number):
    world.variable("HANG", "1")
    subject.calls(world)
def test_b(world, subject):
    subject.calls(world)
"""


class TestSilence:
    """A loader that never answers is not waited for again and again; one that hangs at times is judged."""

    def judged(self, folder: Path, loader: str) -> Mapping[str, list[str]]:
        """The verdicts and the first words of the reasons on seven cases, six of which set a variable."""
        file = str(folder / "results.ndjson")
        words = ("--refloader-loader", loader, "--refloader-patience=2", "--refloader-results", file)
        run_pytest(suite(folder, HANGING), *words)
        results = read(file).results
        return {"verdicts": [each.verdict for each in results], "reasons": [each.reason for each in results]}

    def test_a_loader_that_never_answers_is_given_up(
        self, tmp_path: Path, compile_loader: Callable[[str], str]
    ) -> None:
        """After five cases in a row and a plain world without an answer the others are skipped."""
        seen = self.judged(tmp_path, compile_loader(answering("for (;;) pause()")))

        assert seen["verdicts"] == ["timeout"] * 5 + ["skip"] * 2
        assert seen["reasons"][0] == "no answer within 2 s in vkCreateInstance"
        assert seen["reasons"][1] == "no answer within 0.4 s in vkCreateInstance"
        assert "5 scenarios in a row before this one got no answer" in seen["reasons"][6]

    def test_a_loader_that_hangs_for_one_variable_is_not(
        self, tmp_path: Path, compile_loader: Callable[[str], str]
    ) -> None:
        """As a plain world gets an answer, every case is tried."""
        seen = self.judged(tmp_path, compile_loader(answering('while (getenv("HANG")) pause()')))

        assert seen["verdicts"] == ["timeout"] * 6 + ["skip"]
        assert "the loader makes no instance where there is a driver and nothing else" in seen["reasons"][6]


EXPECTS_A_DEVICE = """
import pytest
pytestmark = pytest.mark.rule("DISC-GEN-04")
def test_a(world, subject):
    '''There is a device.'''
    assert subject.calls(world).devices[0].name == "some"
"""


class TestMissingAnswers:
    """A loader that does not give what a test goes on with is wrong, not the harness."""

    def test_what_is_not_there_is_a_failure(
        self, tmp_path: Path, compile_loader: Callable[[str], str]
    ) -> None:
        """Where a test stumbles over an answer that is missing, the reason says what the test is about."""
        file = str(tmp_path / "results.ndjson")
        words = ("--refloader-loader", compile_loader(answering()), "--refloader-results", file)

        run_pytest(suite(tmp_path, EXPECTS_A_DEVICE), *words)

        assert [(each.verdict, each.reason) for each in read(file).results] == [
            (
                "fail",
                "There is a device. Not so: an answer that this rests on is missing: a list has too few elements",
            )
        ]


class TestOddLoaders:
    """Whatever a loader is called or says, its results arrive."""

    def test_names_of_cases_hold_no_path(self, tmp_path: Path, compile_loader: Callable[[str], str]) -> None:
        """With workers, the cases of a loader with an odd name are those of any other."""
        path = tmp_path / "odd [name]-x.so"
        path.write_bytes(Path(compile_loader(answering())).read_bytes())
        text = """
import pytest
@pytest.mark.rule("DISC-GEN-04")
@pytest.mark.parametrize("letter", ["a", "b-c"])
def test_x(world, subject, letter): pass
"""
        file = str(tmp_path / "results.ndjson")
        (tmp_path / "suite").mkdir()

        run_pytest(
            *(suite(tmp_path / "suite", text), "-p", "xdist.plugin", "-n", "1"),
            *("--refloader-loader", str(path), "--refloader-results", file),
        )

        cases = {(each.subject, each.case) for each in read(file).results}
        assert cases == {("odd [name]-x.so", "topic/x[a]"), ("odd [name]-x.so", "topic/x[b-c]")}

    def test_bytes_that_are_no_text_travel(self, tmp_path: Path) -> None:
        """A difference that holds such bytes does not take the worker with it."""
        text = """
import pytest
@pytest.mark.rule("DISC-GEN-04")
def test_x(world, subject):
    assert "\\udcff" == ""
"""
        file = str(tmp_path / "results.ndjson")

        run_pytest(
            *(suite(tmp_path, text), "-p", "xdist.plugin", "-n", "1"),
            *("--refloader-edition=2026", "--refloader-results", file),
        )

        run = read(file)
        assert ([each.verdict for each in run.results], run.truncated) == (["fail"], False)
        assert r"\xff" in run.results[0].reason
