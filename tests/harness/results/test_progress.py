"""How far a run is reaches who waits for it: each step, the case that takes long, and that nothing has changed."""

import os
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from refloader.results import progress
from refloader.results.progress import Progress, Steps, hearing
from refloader.suite.run import counting
from refloader.suite.run.counting import ENDING, SECOND_TRY, Teller, case_of

PLACE = ("test_x.py", 1, "test_x")


def heard_of(teller: Teller, descriptor: int) -> Progress:
    """What the last line in the pipe says."""
    *_, line = os.read(descriptor, 65536).splitlines()
    understood = progress._understood(line)
    assert understood is not None
    return understood


def report(nodeid: str, when: str) -> Any:
    """What pytest says of a part of a case that failed."""
    return SimpleNamespace(nodeid=nodeid, when=when, failed=True)


class TestHearing:
    """The reader of the pipe."""

    def test_silence_is_reported_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What was said last is said again, so that a case that takes long can be shown with its time."""
        monkeypatch.setattr(progress, "_REPEATED", 0.0)
        heard: list[Progress] = []
        twice = threading.Event()

        def tell(each: Progress) -> None:
            heard.append(each)
            if heard.count(Progress(1, 2, 0, "a")) > 1:
                twice.set()

        with hearing(tell) as descriptor:
            os.write(descriptor, b'[1, 2, 0, "a"]\n')
            assert twice.wait(120)

    @pytest.mark.parametrize("line", [b"[1, 2", b"[]", b"{", b"[1, 2, 3, 4, 5, 6, 7, 8, 9]"])
    def test_torn_lines(self, line: bytes) -> None:
        """They say nothing."""
        assert progress._understood(line) is None


@pytest.mark.parametrize(
    ("nodeid", "case"),
    [
        ("layer/test_answers.py::TestResults::test_values[subject0-every day]", "answers/values[every day]"),
        ("driver/test_it.py::test_holds[subject12]", "it/holds"),
        ("loader/test_it.py::test_holds[a/b::c-subject1]", "it/holds[a/b::c]"),
        ("declared.py::test_holds", "declared/holds"),
        ("something else", "something else"),
    ],
)
def test_names_of_cases(nodeid: str, case: str) -> None:
    """They are those of the results, so that --case takes what the progress shows."""
    assert case_of(nodeid) == case


class TestCounting:
    """The writer, in the process that runs the tests."""

    @pytest.fixture
    def pipe(self) -> Any:
        """Both ends."""
        reading, writing = os.pipe()
        yield reading, writing
        os.close(reading)
        os.close(writing)

    def test_the_case_that_runs_longest(self, pipe: tuple[int, int]) -> None:
        """It is the first that began and has not ended; its second try is named."""
        teller = Teller(pipe[1])
        teller.pytest_xdist_node_collection_finished(["a", "b"])

        teller.pytest_runtest_logstart("a", PLACE)
        teller.pytest_runtest_logstart("b", PLACE)
        assert heard_of(teller, pipe[0]).running == "a"

        teller.pytest_runtest_logstart("a", (PLACE[0], PLACE[1], SECOND_TRY))
        assert heard_of(teller, pipe[0]).running == "a (second try)"

        teller.pytest_runtest_logfinish("a")
        assert heard_of(teller, pipe[0]).running == "b"

    def test_cases_that_are_found(self, pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
        """Their number is the progress until the cases begin: finding them takes long on a busy machine."""
        monkeypatch.setattr(counting, "_EVERY", 0.0)
        teller, finder = Teller(pipe[1]), counting.Finder()
        begun = teller.pytest_runtest_logstart
        item: Any = SimpleNamespace(ihook=SimpleNamespace(pytest_runtest_logstart=begun))

        finder.pytest_itemcollected(item)
        finder.pytest_itemcollected(item)
        assert heard_of(teller, pipe[0]) == Progress(0, 0, 0, step="looking for cases: 2 found")

        teller.pytest_xdist_node_collection_finished(["a", "b"])
        finder.pytest_itemcollected(item)
        assert heard_of(teller, pipe[0]) == Progress(0, 2, 0)

    def test_a_case_that_takes_its_worker_along(self, pipe: tuple[int, int]) -> None:
        """It has ended, so that the last case is the last."""
        teller = Teller(pipe[1])
        teller.pytest_xdist_node_collection_finished(["a"])
        teller.pytest_runtest_logstart("a", PLACE)

        teller.pytest_runtest_logreport(report("a", "???"))

        last = heard_of(teller, pipe[0])
        assert (last.done, last.total, last.failed, last.running, last.step) == (1, 1, 1, "", ENDING)

    def test_steps(self, pipe: tuple[int, int]) -> None:
        """They go the same way."""
        teller = Teller(pipe[1])

        teller.step("measuring a driver")

        assert heard_of(teller, pipe[0]) == Progress(0, 0, 0, step="measuring a driver")


def test_steps_after_the_cases() -> None:
    """They keep the numbers that were passed on last; without a listener nothing happens."""
    heard: list[Progress] = []
    steps = Steps(heard.append)
    assert steps.tell is not None

    steps.tell(Progress(4, 4, 1, "a"))
    steps.begin("reading the results")
    Steps(None).begin("reading the results")

    assert heard[1:] == [Progress(4, 4, 1, step="reading the results")]
