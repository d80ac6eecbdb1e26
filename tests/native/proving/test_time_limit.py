"""The time limit that a prober has inside, which does not count what it waits for processors, compiled for itself."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SHARED = Path(__file__).resolve().parents[3] / "refloader" / "probes" / "shared"
CROWD = 3
Run = Callable[[str], tuple[int, float]]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The process with a limit of one second."""
    to = str(tmp_path_factory.mktemp("limited") / "limited")
    sources = (str(Path(__file__).with_name("limited.c")), str(SHARED / "time_limit.c"))
    words = ("-O1", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", f"-I{SHARED}")
    subprocess.run([os.environ.get("CC", "cc"), *words, *sources, "-o", to], check=True, timeout=120)
    return to


@pytest.fixture
def run(program: str) -> Run:
    """Start it on one processor, and return its status and the seconds until it ended."""

    def to_its_end(act: str) -> tuple[int, float]:
        begun = time.monotonic()
        words = ["taskset", "-c", str(min(os.sched_getaffinity(0))), program, act]
        ended = subprocess.run(words, check=False, timeout=120)
        return ended.returncode, time.monotonic() - begun

    return to_its_end


@pytest.fixture
def crowd() -> Iterator[None]:
    """Others that never rest on the same processor."""
    words = ["taskset", "-c", str(min(os.sched_getaffinity(0))), "sh", "-c", "while :; do :; done"]
    others = [subprocess.Popen(words) for _ in range(CROWD)]
    yield
    for other in others:
        other.kill()
        other.wait()


def test_a_hang_ends(run: Run) -> None:
    """SIGALRM ends it when the second is over."""
    status, seconds = run("sleep")

    assert status == -signal.SIGALRM
    assert seconds >= 0.9


@pytest.mark.usefixtures("crowd")
def test_a_hang_ends_on_a_busy_machine(run: Run) -> None:
    """Who sleeps waits for no processor."""
    assert run("sleep")[0] == -signal.SIGALRM


@pytest.mark.usefixtures("crowd")
def test_a_loop_ends(run: Run) -> None:
    """It has its second, and more of them only where others had the processor."""
    status, seconds = run("loop")

    assert status == -signal.SIGALRM
    assert seconds >= 1.5


@pytest.mark.usefixtures("crowd")
def test_work_goes_on(run: Run) -> None:
    """Half a second of work takes two among four, or more on a busy machine, and is done."""
    status, seconds = run("0.5")

    assert status == 0 or seconds > 9
    assert seconds > 1


def test_progress_begins_again(run: Run) -> None:
    """Four steps of a second each go on; the hang behind them ends."""
    status, seconds = run("progress")

    assert status == -signal.SIGALRM
    assert seconds >= 4


@pytest.mark.usefixtures("crowd")
def test_ended_children_have_waited(run: Run) -> None:
    """Five children work for a tenth of a second each: what that takes besides, they waited for the processor."""
    assert run("children work")[0] == 3


@pytest.mark.usefixtures("crowd")
def test_children_that_sleep_have_not_waited(run: Run) -> None:
    """Five children sleep for a fifth of a second each."""
    assert run("children sleep")[0] == 0


@pytest.mark.usefixtures("crowd")
def test_waits_for_the_processor_are_not_counted(run: Run) -> None:
    """A second of work takes four among four others: about one is counted."""
    assert run("count work")[0] == 3


@pytest.mark.usefixtures("crowd")
def test_a_tenth_of_the_time_is_counted(run: Run) -> None:
    """Who waits nearly all the time is counted for a tenth: a limit ends it after ten times as many seconds."""
    assert run("count seldom")[0] == 3


@pytest.mark.usefixtures("crowd")
def test_sleep_is_counted(run: Run) -> None:
    """Who sleeps waits for no processor."""
    assert run("count sleep")[0] == 3
