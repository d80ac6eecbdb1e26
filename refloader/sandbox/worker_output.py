"""Collects the output of one worker from its pipes until it ends, and its exit status. Never interprets the output.

Runs in the fork server and imports only the standard library and modules that do the same.
"""

import os
import select

from refloader.sandbox.hang_detection import INTERVAL, Standstill, Stillness
from refloader.sandbox.processor_waits import ProcessorWaits
from refloader.sandbox.store import Store

_CHUNK = 1 << 16
OUTPUT_LIMIT = 1 << 20
"""Bytes stored of the loader's standard output, and as many of its standard error; the rest is dropped."""

ANSWER_LIMIT = 16 << 20

FLOOD_LIMIT = 1 << 30
"""Bytes of standard output and error after which a worker is ended, as after its timeout. An application of the suite
under a layer that prints each call writes some MiB.
"""

_LIMITS = (ANSWER_LIMIT, OUTPUT_LIMIT, OUTPUT_LIMIT)

_PIPES_FULL = 64
"""Reads that suffice to empty a pipe. Bounded, because a process that escaped may still be writing."""

_TICK = 0.01
"""Seconds between two checks of a worker that has no pidfd, which would signal its end."""

_QUIET = 0.005
"""Seconds before the pipes are read at all: most workers end within that time, and each wake-up is expensive."""

_FILLING = 0.1
"""Seconds between two checks of how much a worker has written, where no file system limits that."""


class AbandonedError(Exception):
    """The harness closed the socket while a worker was running."""


class Hearing:
    """The output of one worker on its three pipes (answers, standard output, standard error), and how it ended."""

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
        self._printed = 0
        self._stillness = Stillness(worker, still) if still else None
        self._poll = select.poll()
        self._poll.register(connection, select.POLLIN)
        try:
            self._death, self._patience = os.pidfd_open(worker), INTERVAL
            self._poll.register(self._death, select.POLLIN)
        except OSError:  # kernels before 5.3
            self._death, self._patience = -1, _TICK
        if not store.protected:
            self._patience = min(self._patience, _FILLING)

    def until(self, timeout: float, longest: float) -> bool:
        """Collect output until the worker ends; False if it hangs, prints too much or is not in time.

        Of the timeout, in seconds, the time is not counted in which what was started waited for the processor, up to
        ``longest`` seconds in all, nor that in which this process itself stood still.
        """
        stood = Standstill()
        started = stood.look()
        waits, last = ProcessorWaits(self.worker), started + longest
        deadline = started + timeout
        stood.expect(_QUIET)
        self._wait(_QUIET)
        for descriptor in self._open:
            self._poll.register(descriptor, select.POLLIN)
        while self.status is None:
            left = deadline - stood.look()
            if left <= 0 and not self.flooded:
                waits.look(at_once=True)
                now = stood.look()
                deadline = min(started + timeout + waits.seconds, last) + stood.seconds
                left = deadline - now
            if left <= 0 or self.flooded:
                return False
            stood.expect(most := min(left, self._patience))
            self._wait(most)
            waits.look()
            if self.status is None and self._store.is_full:
                return True  # the caller kills the worker: it has used up the space that it may use
            if self._stillness and self.status is None and self._stillness.is_reached():
                self.still = True
                return False
        return True

    @property
    def flooded(self) -> bool:
        """True if the worker has printed more than it may."""
        return self._printed > FLOOD_LIMIT

    def close(self) -> None:
        """Close all file descriptors."""
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

    def drain(self) -> None:
        """Read the output that is still in the pipes, and do not wait for their ends.

        What ended processes wrote is there. A pipe can outlive them: in the sockets that a process has sent to each
        other, until the kernel looks for such.
        """
        for descriptor in list(self._open):
            os.set_blocking(descriptor, False)
            for _ in range(_PIPES_FULL):
                if not self._take(descriptor):
                    break

    def bury(self, *, wait: bool = False) -> None:
        """Reap every child that has ended; with ``wait``, wait until no child is left."""
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
        """Read one chunk; False if the pipe has no more."""
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return False
        data, limit = self._open[descriptor]
        data += chunk[: max(0, limit - len(data))]
        self._printed += len(chunk) if descriptor != self._pipes[0] else 0
        if not chunk:
            self._poll.unregister(descriptor)
            del self._open[descriptor]
        return bool(chunk)
