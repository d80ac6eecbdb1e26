"""Time limits of workers: what a process waits for the processor is not counted against it."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from refloader.sandbox import worker_output
from refloader.sandbox.hang_detection import waited_for_processor
from refloader.sandbox.worker_output import KEPT_WAITING, Hearing

LIMIT = 0.2
BUSY = 3


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
    monkeypatch.setattr(worker_output, "waited_for_processor", lambda: 0.0)

    assert not hearing.until(LIMIT)


def test_a_worker_that_was_kept_waiting_is_not(hearing: Hearing, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time it waited is added, as long as it goes on."""
    began = time.monotonic()
    monkeypatch.setattr(worker_output, "waited_for_processor", lambda: 0.9 * (time.monotonic() - began))

    assert hearing.until(LIMIT)


def test_nobody_waits_for_ever(hearing: Hearing, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it waited, a multiple of the limit ends it."""
    monkeypatch.setattr(worker_output, "waited_for_processor", lambda: 1e9)

    assert not hearing.until(LIMIT / KEPT_WAITING)


def test_processes_that_share_a_processor_wait_for_it() -> None:
    """The kernel says for how long."""
    allowed = os.sched_getaffinity(0)
    before = waited_for_processor()
    children = []
    try:
        os.sched_setaffinity(0, {min(allowed)})
        for _ in range(BUSY):
            if (child := os.fork()) == 0:
                while True:
                    pass
            children.append(child)
        os.sched_setaffinity(0, allowed)
        deadline = time.monotonic() + 30
        while waited_for_processor() < before + 0.3 and time.monotonic() < deadline:
            time.sleep(0.1)

        assert waited_for_processor() >= before + 0.3
    finally:
        os.sched_setaffinity(0, allowed)
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
