"""Runs many inputs in processes of their own, a chunk in each, and gathers what came of them.

A process that ends badly is charged to the input that it was at; another goes on after that one.
"""

import gc
import json
import mmap
import os
import random
import select
import signal
import struct
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fuzzing.target import Input, Target
from fuzzing.trial import Finding, limit_process, tried

_CHUNK = 400
"""Inputs that a process runs before it is replaced: what leaks is gone then, and a fork costs little beside them."""

_PATIENCE = 120.0
"""Seconds on the clock that one input may be under way. On a machine that gives the processes little time a chunk
takes many minutes; each input is limited by its processor time (see ``trial``), and this ends one that only waits."""

_ATTEMPTS = 3
"""How often an input hangs, each time in a new process, before that is found. The same work takes more processor time
where all cores are busy: two of them may share what they calculate with, and a machine may be lent to others."""

_MEMORY, _ROOM = "/dev/shm", 512 << 20
"""Where folders cost little, and the bytes that have to be free there."""


class Chunk(NamedTuple):
    """Some inputs of a target, by their numbers. ``attempt`` counts how often the only one has hung."""

    target: str
    start: int
    stop: int
    attempt: int = 0


@dataclass(slots=True)
class Tally:
    """What came of the inputs of one target."""

    inputs: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    largest: int = 0
    found: Counter[str] = field(default_factory=Counter)

    def add(self, told: dict[str, Any]) -> None:
        """Add what a process has to say of its chunk."""
        self.inputs += told["inputs"]
        self.seconds += told["seconds"]
        self.slowest = max(self.slowest, told["slowest"])
        self.largest = max(self.largest, told["largest"])
        self.found.update(told["found"])


@dataclass(slots=True)
class _Worker:
    chunk: Chunk
    pid: int
    pipe: int
    at: mmap.mmap
    since: float
    last: int = -1
    data: bytes = b""

    @property
    def number(self) -> int:
        """The input that it is at."""
        (number,) = struct.unpack_from("<q", self.at, 0)
        return int(number)

    def is_stuck(self) -> bool:
        """Return whether it has been at one input for too long; to be called again and again."""
        now, number = time.monotonic(), self.number
        if number != self.last:
            self.last, self.since = number, now
        return now - self.since > _PATIENCE


Make = Callable[[Target, int], Input]
"""Makes the input of a number, always the same."""

Save = Callable[[Target, Input, int, Finding], None]


def chunks(counts: dict[str, int]) -> Iterator[Chunk]:
    """All inputs in chunks, those of all targets mixed so that slow ones do not come all at the end."""
    every = [
        Chunk(name, start, min(start + _CHUNK, count))
        for name, count in counts.items()
        for start in range(0, count, _CHUNK)
    ]
    random.Random(0).shuffle(every)
    yield from every


class Pool:
    """Some processes at a time. ``save`` is called in them for each kind of finding once a chunk."""

    def __init__(self, targets: dict[str, Target], make: Make, jobs: int, save: Save) -> None:
        self._targets = targets
        self._make = make
        self._jobs = jobs
        self._save = save
        self._left: deque[Chunk] = deque()
        self._workers: dict[int, _Worker] = {}
        self.tallies = {name: Tally() for name in targets}

    def run(self, work: Iterator[Chunk], told: Callable[[int], None]) -> None:
        """Run all of it; ``told`` gets the number of inputs that are done, those of unfinished chunks too."""
        self._left.extend(work)
        before = tempfile.tempdir
        folder = tempfile.TemporaryDirectory(prefix="fuzz-", dir=_scratch(), ignore_cleanup_errors=True)
        tempfile.tempdir = folder.name  # where processes that are ended leave their own
        for target in self._targets.values():
            _ = target.material, target.extremes  # once for all processes
        gc.collect()
        gc.freeze()  # no process looks through what it has from this one
        try:
            while self._left or self._workers:
                while self._left and len(self._workers) < self._jobs:
                    self._start(self._left.popleft())
                self._wait()
                under_way = sum(each.number - each.chunk.start for each in self._workers.values())
                told(sum(each.inputs for each in self.tallies.values()) + under_way)
        finally:
            for worker in self._workers.values():
                os.kill(worker.pid, signal.SIGKILL)
                os.waitpid(worker.pid, 0)
            gc.unfreeze()
            tempfile.tempdir = before
            folder.cleanup()

    def _start(self, chunk: Chunk) -> None:
        reading, writing = os.pipe()
        at = mmap.mmap(-1, 8)
        struct.pack_into("<q", at, 0, chunk.start)
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            code = 1
            try:
                for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    if signal.getsignal(each) is not signal.SIG_IGN:  # as under nohup
                        signal.signal(each, signal.SIG_DFL)
                text = json.dumps(self._work(chunk, at))
                with os.fdopen(writing, "w") as pipe:
                    pipe.write(text)
                code = 0
            finally:
                os._exit(code)
        os.close(writing)
        self._workers[reading] = _Worker(chunk, pid, reading, at, time.monotonic())

    def _work(self, chunk: Chunk, at: mmap.mmap) -> dict[str, Any]:
        """In the process: the inputs up to the end of the chunk, or to one after which it cannot go on."""
        limit_process()
        target = self._targets[chunk.target]
        saved: set[str] = set()
        found: Counter[str] = Counter()
        seconds = slowest = 0.0
        largest, number, again = 0, chunk.start, False
        for number in range(chunk.start, chunk.stop):
            struct.pack_into("<q", at, 0, number)
            given = self._make(target, number)
            came = tried(target, given)
            seconds += came.seconds
            again = came.finding is not None and came.finding.kind == "hang" and may_hang_again(chunk)
            if again:
                break
            slowest, largest = max(slowest, came.seconds), max(largest, came.megabytes)
            if came.finding is not None:
                found[came.finding.key] += 1
                if came.finding.key not in saved:
                    saved.add(came.finding.key)
                    self._save(target, given, number, came.finding)
                if came.finding.kind in ("hang", "memory"):  # nobody knows what it left behind
                    break
        inputs = number + (not again) - chunk.start
        told = {"inputs": inputs, "seconds": seconds, "slowest": slowest, "largest": largest, "found": found}
        return {**told, "again": again}

    def _wait(self) -> None:
        """Wait until a process says something or ends, and take what it says."""
        waiting = select.poll()
        for pipe in self._workers:
            waiting.register(pipe, select.POLLIN)
        for pipe, _ in waiting.poll(1000):
            worker = self._workers[pipe]
            data = os.read(pipe, 1 << 16)
            worker.data += data
            if not data:
                self._ended(worker)
        for worker in list(self._workers.values()):
            if worker.is_stuck():
                os.kill(worker.pid, signal.SIGKILL)

    def _ended(self, worker: _Worker) -> None:
        del self._workers[worker.pipe]
        os.close(worker.pipe)
        _, status = os.waitpid(worker.pid, 0)
        chunk, tally = worker.chunk, self.tallies[worker.chunk.target]
        code = os.waitstatus_to_exitcode(status)
        if code == 0:
            told = json.loads(worker.data)
            tally.add(told)
            done = chunk.start + told["inputs"]
            if told["again"]:
                done = self._once_more(chunk, done)
        elif _killed(code, chunk.target).kind == "hang" and may_hang_again(chunk):
            tally.inputs += worker.number - chunk.start
            done = self._once_more(chunk, worker.number)
        else:
            finding = _killed(code, chunk.target)
            target, number = self._targets[chunk.target], worker.number
            tally.inputs += number + 1 - chunk.start
            tally.found[finding.key] += 1
            self._save(target, self._make(target, number), number, finding)
            done = number + 1
        if done < chunk.stop:
            self._left.append(chunk._replace(start=done))

    def _once_more(self, chunk: Chunk, number: int) -> int:
        """Have an input run again that has hung; return the number of the next one."""
        self._left.append(Chunk(chunk.target, number, number + 1, chunk.attempt + 1))
        return number + 1


def may_hang_again(chunk: Chunk) -> bool:
    """Return whether an input of a chunk that hangs is run again before that is found."""
    return chunk.attempt < _ATTEMPTS - 1


def _scratch() -> str | None:
    """Return the folder in memory, if there is one with room and nobody has named another; None for the usual one."""
    try:
        room = os.statvfs(_MEMORY)
    except OSError:
        return None
    named = any(os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP"))
    free = room.f_bavail * room.f_frsize >= _ROOM and os.access(_MEMORY, os.W_OK | os.X_OK)
    return _MEMORY if free and not named else None


def _killed(code: int, target: str) -> Finding:
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return Finding(
            "hang", f"{target} (no exception stops it)", f"its process was ended by signal {-code}"
        )
    words = f"signal {-code}" if code < 0 else f"exit code {code}"
    return Finding("crash", f"{target} {words}", f"the process of the input ended with {words}")
