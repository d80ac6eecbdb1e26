"""Time limits of workers: what a process waits for the processor is not counted against it."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from refloader.sandbox import hang_detection, worker_output
from refloader.sandbox.hang_detection import waited_for_processor
from refloader.sandbox.worker_output import KEPT_WAITING, Hearing

LIMIT = 0.2
BUSY, SHARE = 3, 0.3


def started(seconds: float) -> int:
    """A child that ends after some seconds, and does nothing before."""
    child = os.fork()
    if child == 0:
        time.sleep(seconds)
        os._exit(0)
    return child


@pytest.fixture
def hearing() -> Iterator[Hearing]:
    """Of a worker that takes three times the limit."""
    pipes = [os.pipe() for _ in range(3)]
    ours, theirs = socket.socketpair()
    worker = started(3 * LIMIT)
    heard = Hearing(
        tuple(reading for reading, _ in pipes),
        worker,
        ours.fileno(),
        0.0,
        SimpleNamespace(protected=True, is_full=False),  # type: ignore[arg-type]
    )
    yield heard
    if heard.status is None:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
    heard.close()
    for _, writing in pipes:
        os.close(writing)
    ours.close()
    theirs.close()


def test_a_worker_that_had_the_processor_is_late(hearing: Hearing, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended when its time is up."""
    monkeypatch.setattr(worker_output, "waited_for_processor", lambda elapsed: 0.0)

    assert not hearing.until(LIMIT)


def test_a_worker_that_was_kept_waiting_is_not(hearing: Hearing, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time it waited is added, as long as it goes on."""
    monkeypatch.setattr(worker_output, "waited_for_processor", lambda elapsed: 0.9 * elapsed)

    assert hearing.until(LIMIT)


def test_nobody_waits_for_ever(hearing: Hearing, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it waited, a multiple of the limit ends it."""
    monkeypatch.setattr(worker_output, "waited_for_processor", lambda elapsed: 1e9)

    assert not hearing.until(LIMIT / KEPT_WAITING)


@pytest.fixture
def crowd() -> Iterator[None]:
    """A few processes of this one's that never rest, on one of the processors."""
    allowed = os.sched_getaffinity(0)
    children = []
    os.sched_setaffinity(0, {min(allowed)})
    try:
        for _ in range(BUSY):
            if (child := os.fork()) == 0:
                while True:
                    pass
            children.append(child)
        yield
    finally:
        os.sched_setaffinity(0, allowed)
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


@pytest.mark.usefixtures("crowd")
def test_processes_that_share_a_processor_wait_for_it() -> None:
    """The kernel says for how long."""
    deadline = time.monotonic() + 30
    while waited_for_processor(1e9) < SHARE and time.monotonic() < deadline:
        time.sleep(0.1)

    assert waited_for_processor(1e9) >= SHARE


@pytest.mark.parametrize(
    ("ran", "waited", "elapsed", "credited"),
    [(1.0, 6.0, 10.0, 6.0), (1.0, 30.0, 10.0, 9.0), (9.5, 9.0, 10.0, 0.5), (12.0, 9.0, 10.0, 0.0)],
)
def test_what_its_own_threads_use_is_not_waited_for(
    ran: float,
    waited: float,
    elapsed: float,
    credited: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the time that passed, no more counts than others can have had the one processor."""
    threads = [tmp_path / "first", tmp_path / "second", tmp_path / "ended"]
    for thread, wait in zip(threads[:2], (waited, 0.1), strict=True):
        thread.mkdir()
        (thread / "schedstat").write_text(f"{ran / 2 * 1e9:.0f} {wait * 1e9:.0f} 7\n")
    monkeypatch.setattr(hang_detection.process_tree, "descendants", lambda: frozenset({1}))
    monkeypatch.setattr(hang_detection, "_threads", lambda process: map(str, threads))
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0})

    assert waited_for_processor(elapsed) == pytest.approx(credited)
