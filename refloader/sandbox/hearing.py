"""Hears one worker out: what it says on its pipes until it ends, and how it ends. Never reads what it says.

Runs in the station and imports the standard library and neighbours that do the same.
"""

import os
import select
import time

from refloader.sandbox.hang_detection import INTERVAL, Stillness
from refloader.sandbox.store import Store

_CHUNK = 1 << 16
OUTPUT_LIMIT = 1 << 20
"""Bytes kept of the loader's standard output, and as many of its standard error; the rest is dropped."""

ANSWER_LIMIT = 16 << 20

_LIMITS = (ANSWER_LIMIT, OUTPUT_LIMIT, OUTPUT_LIMIT)

_PIPES_FULL = 64
"""Reads that empty a pipe of any size in use, and no more: what escaped may still be writing."""

_FOREVER, _TICK = 3600.0, 0.01
"""Seconds between two looks at a worker, where the kernel tells of its end and where it does not."""

_QUIET = 0.005
"""Seconds in which a worker's words may wait: most are done by then, and waking up for each word is dear."""

_FILLING = 0.1
"""Seconds between two looks at what a worker has written, where nothing else limits that."""


class AbandonedError(Exception):
    """The harness let go while a worker was at work."""


class Hearing:
    """What one worker says on its three pipes (answers, output, errors), and how it ended."""

    def __init__(
        self, pipes: tuple[int, ...], worker: int, connection: int, still: float, store: Store
    ) -> None:
        self._store = store
        self.worker = worker
        self.status: int | None = None
        self.data = (bytearray(), bytearray(), bytearray())
        self._pipes = pipes
        self._open = dict(zip(pipes, zip(self.data, _LIMITS, strict=True), strict=True))
        self._connection = connection
        self.still = False
        self._stillness = Stillness(worker, still) if still else None
        self._poll = select.poll()
        self._poll.register(connection, select.POLLIN)
        try:
            self._death, self._patience = os.pidfd_open(worker), _FOREVER
            self._poll.register(self._death, select.POLLIN)
        except OSError:  # kernels before 5.3
            self._death, self._patience = -1, _TICK
        if self._stillness:
            self._patience = min(self._patience, INTERVAL)
        if not store.protected:
            self._patience = min(self._patience, _FILLING)

    def until(self, deadline: float) -> bool:
        """Listen until the worker has ended; False when the deadline passes first, or nothing is done any more."""
        self._wait(_QUIET)
        for descriptor in self._open:
            self._poll.register(descriptor, select.POLLIN)
        while self.status is None:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self._wait(min(left, self._patience))
            if self.status is None and self._store.is_full:
                return True  # which ends it, as a machine without room would
            if self._stillness and self.status is None and self._stillness.is_reached():
                self.still = True
                return False
        return True

    def close(self) -> None:
        """Let go of all descriptors."""
        for descriptor in (*self._pipes, *((self._death,) if self._death >= 0 else ())):
            os.close(descriptor)

    def _wait(self, seconds: float) -> None:
        ready = self._poll.poll(seconds * 1000)
        for descriptor, _ in ready:
            if descriptor == self._connection:
                raise AbandonedError
            if descriptor in self._open:
                self._take(descriptor)
        if self._death < 0 or any(descriptor == self._death for descriptor, _ in ready):
            self.bury()

    def drain(self, *, alone: bool) -> None:
        """Take the output that is still in the pipes; ``alone`` says that nobody can write to them any more."""
        for descriptor in list(self._open):
            if not alone:
                os.set_blocking(descriptor, False)
            for _ in range(_PIPES_FULL):
                if not self._take(descriptor):
                    break

    def bury(self, *, wait: bool = False) -> None:
        """Take leave of every child that has ended; with ``wait`` until there is none."""
        try:
            while True:
                number, status = os.waitpid(-1, 0 if wait else os.WNOHANG)
                if number == 0:
                    return
                if number == self.worker:
                    self.status = status
        except ChildProcessError:
            return

    def _take(self, descriptor: int) -> bool:
        """Keep one chunk; False at the end of it."""
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return False
        data, limit = self._open[descriptor]
        data += chunk[: max(0, limit - len(data))]
        if not chunk:
            self._poll.unregister(descriptor)
            del self._open[descriptor]
        return bool(chunk)
