"""Time limits of workers: what a process waits for processors that others have is not counted against it."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import pytest

from refloader.sandbox import hang_detection, processor_waits
from refloader.sandbox.hang_detection import Standstill
from refloader.sandbox.processor_waits import MOST_TIMES, ProcessorWaits
from refloader.sandbox.worker_output import Hearing

LIMIT = 0.2
CROWD = 3
"""The processes that share one processor with those under test."""

SHORT = 0.015
"""Seconds of processor time of a process that ends between two looks."""

WAITED = 0.3


def spin(seconds: float) -> None:
    """Use the processor for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def spin_for_ever() -> None:
    """Never rest."""
    while True:
        pass


def one_after_another() -> None:
    """Start processes without end, each of which soon ends."""
    while True:
        os.waitpid(started(lambda: spin(SHORT)), 0)


def sleep() -> None:
    """Hang."""
    time.sleep(60)


def state_of(child: int) -> str:
    """What the kernel says a process is doing, in one letter."""
    with open(f"/proc/{child}/stat", encoding="utf-8") as file:
        return file.read().rpartition(")")[2].split()[0]


def runs_of(child: int) -> str:
    """How often a process was given a processor."""
    with open(f"/proc/{child}/schedstat", encoding="utf-8") as file:
        return file.read().split()[2]


def started(work: Callable[[], object]) -> int:
    """A child that does something and ends."""
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            work()
        os._exit(0)
    return child


def on_one_processor(work: Callable[[], object]) -> Callable[[], object]:
    """The same where it can run on one processor only, which is always the same."""

    def there() -> None:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        work()

    return there


@contextmanager
def running(work: Callable[[], object]) -> Iterator[int]:
    """A child that does something, in a group of its own, which is ended."""
    child = started(lambda: (os.setpgid(0, 0), work()))
    with suppress(PermissionError):
        os.setpgid(child, child)
    try:
        yield child
    finally:
        with suppress(ProcessLookupError, ChildProcessError):
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)


@contextmanager
def heard(work: Callable[[], object], written: bytes = b"") -> Iterator[Hearing]:
    """The output of a worker that does something; something is written to each of its pipes, which stay open."""
    pipes = [os.pipe() for _ in range(3)]
    for _, writing in pipes:
        os.write(writing, written)
    ours, theirs = socket.socketpair()
    nothing = SimpleNamespace(protected=True, is_full=False)
    with running(work) as worker, ours, theirs:
        hearing = Hearing(tuple(reading for reading, _ in pipes), worker, ours.fileno(), 0.0, nothing)  # type: ignore[arg-type]
        yield hearing
        hearing.close()
    for _, writing in pipes:
        os.close(writing)


class TestWaits:
    """The kernel says how long who waits, and who does not."""

    @pytest.mark.parametrize("work", [spin_for_ever, one_after_another])
    def test_who_shares_a_processor_waits_for_it(
        self, work: Callable[[], object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """So do processes of which hardly one lives when somebody looks, however many other tests have started."""
        monkeypatch.setattr(processor_waits, "_FEW", 10_000)
        crowd = [started(on_one_processor(spin_for_ever)) for _ in range(CROWD)]
        try:
            with running(on_one_processor(work)) as child:
                waits, deadline = ProcessorWaits(child), time.monotonic() + 60
                while waits._waited < WAITED and time.monotonic() < deadline:
                    time.sleep(0.1)
                    waits.look()
        finally:
            for each in crowd:
                os.kill(each, signal.SIGKILL)
                os.waitpid(each, 0)

        assert waits._waited >= WAITED

    def test_who_sleeps_does_not(self) -> None:
        """Once it sleeps, a busy machine changes nothing."""
        with running(sleep) as child:
            waits, runs = ProcessorWaits(child), ""
            # On its way it may sleep for a moment: it is there once it has slept and not run between two looks.
            while state_of(child) != "S" or runs != (runs := runs_of(child)):
                time.sleep(0.1)
            waits.look(at_once=True)
            before = waits.seconds
            time.sleep(1)
            waits.look()

        assert waits.seconds - before < 0.1

    def test_a_crowd_of_ones_own_does_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Of the time that passed, no more counts than others can have had the one processor."""
        monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0})
        begun, children = time.monotonic(), {started(lambda: spin(0.1)) for _ in range(CROWD)}
        waits = ProcessorWaits(min(children))
        while children:
            time.sleep(0.1)
            waits.look()
            children -= {child for child in children if os.waitpid(child, os.WNOHANG)[0]}
        waits.look(at_once=True)

        assert waits.seconds <= time.monotonic() - begun - CROWD * 0.1 + 0.1


class TestLimits:
    """What was waited is added to the limit, up to a multiple of it."""

    def test_who_had_the_processor_is_late(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is ended when its time is up."""
        monkeypatch.setattr(ProcessorWaits, "seconds", 0.0)

        begun = time.monotonic()
        with heard(sleep) as hearing:
            assert not hearing.until(LIMIT, LIMIT * MOST_TIMES)

        assert time.monotonic() - begun >= LIMIT

    def test_who_was_kept_waiting_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """As long as it goes on."""
        monkeypatch.setattr(
            ProcessorWaits, "seconds", property(lambda waits: 0.99 * (waits._looked - waits._begun))
        )

        with heard(lambda: time.sleep(3 * LIMIT)) as hearing:
            assert hearing.until(LIMIT, LIMIT * MOST_TIMES)

    def test_nobody_waits_for_ever(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """However long it waited, a multiple of the limit ends it."""
        monkeypatch.setattr(ProcessorWaits, "seconds", 1e9)

        begun = time.monotonic()
        with heard(sleep) as hearing:
            assert not hearing.until(LIMIT / MOST_TIMES, LIMIT)

        assert time.monotonic() - begun >= LIMIT


class TestStandstill:
    """Where all is paused, as a container or a machine can be, the clock goes on and nobody does anything."""

    STOPPED, STEPS, TIME = 3.0, 8, 1.6

    def test_who_was_paused_is_not_late(self) -> None:
        """A worker that is at work for less than its time has it, whenever it is paused with whoever watches it."""

        def work() -> None:
            for _ in range(self.STEPS):
                time.sleep(LIMIT / 2)

        def watch() -> None:
            with heard(work) as hearing:
                os.write(writing, b"x")
                os.write(writing, b"in time" if hearing.until(self.TIME, self.TIME * MOST_TIMES) else b"late")

        reading, writing = os.pipe()
        watching = started(watch)
        os.close(writing)
        os.read(reading, 1)
        paused = [watching, *map(int, _children(watching))]
        for each in paused:
            os.kill(each, signal.SIGSTOP)
        time.sleep(self.STOPPED)
        for each in reversed(paused):
            os.kill(each, signal.SIGCONT)
        said = os.read(reading, 10)
        os.close(reading)
        os.waitpid(watching, 0)

        assert (len(paused), said) == (2, b"in time")

    def test_what_is_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """By how much a wait was longer than it was to be, where that is more than a busy machine explains."""
        now = [100.0]
        monkeypatch.setattr(hang_detection, "time", SimpleNamespace(monotonic=lambda: now[0]))
        stood = Standstill()

        for asked, passed in ((0.25, 0.25), (0.25, 0.9), (5.0, 5.5), (0.25, 3.25), (0.25, 0.25)):
            stood.expect(asked)
            now[0] += passed
            stood.look()

        assert stood.seconds == 3.0


def _children(process: int) -> list[str]:
    with open(f"/proc/{process}/task/{process}/children", encoding="utf-8") as file:
        return file.read().split()


def test_a_pipe_that_outlives_its_worker_is_not_waited_for() -> None:
    """As one whose end is in a socket that holds itself: what was written is read, and nothing more comes."""
    with heard(lambda: None, b"all that was written") as hearing:
        hearing.drain()

        assert [bytes(each) for each in hearing.data] == [b"all that was written"] * 3
