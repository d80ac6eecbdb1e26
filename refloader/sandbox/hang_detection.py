"""Hang detection: distinguishes a process that hangs from one that is slow or kept waiting. Never ends a process.

Runs in the fork server and imports only the standard library and modules that do the same. A busy machine causes no
false alarm: a process that waits for the processor does not count as hanging, and neither does any process while the
checks themselves are late.
"""

import os
import time
from collections.abc import Iterator

from refloader.sandbox.isolation import process_tree

INTERVAL = 0.25
"""Seconds between two checks."""

_LATE = 4 * INTERVAL
_SCHEDULED = 2
"""The kind of clock in the id of another process's CPU clock: time on the processor (the kernel's posix-timers.h)."""

_WAITING = frozenset(b"STtZ")
"""Thread states (in /proc/PID/stat) in which a thread waits neither for the processor nor for a disk."""

Work = dict[str, bytes]
"""The scheduling statistics of each thread, by its folder in /proc."""


class Stillness:
    """Detects that a child of this process, and every other descendant, has done nothing for ``seconds``."""

    def __init__(self, child: int, seconds: float) -> None:
        self._clock = ~child << 3 | _SCHEDULED
        self._seconds = seconds
        self._used = -1.0
        self._seen: Work = {}
        self._since = self._looked = time.monotonic()

    def is_reached(self) -> bool:
        """Check, unless the last check was a moment ago; True if nothing was done for long enough."""
        now = time.monotonic()
        passed = now - self._looked
        if passed < INTERVAL / 2:
            return False
        self._looked = now
        if passed > _LATE or self._is_at_it():
            self._since = now
        return now - self._since >= self._seconds

    def _is_at_it(self) -> bool:
        """True if anything was done since the last check. Checks the other descendants only if the child is idle."""
        used, before = self._used, self._seen
        try:
            self._used = time.clock_gettime(self._clock)
        except OSError:
            return True
        self._seen = _work() if self._used == used else {}
        return not self._seen or self._seen != before


def _work() -> Work:
    """Return the statistics of all descendants, or nothing if one of them is busy or they cannot be read."""
    found: Work = {}
    try:
        for process in process_tree.descendants():
            for thread in _threads(process):
                with open(f"{thread}/stat", "rb") as file:
                    if file.read().rpartition(b")")[2].split()[0][0] not in _WAITING:
                        return {}
                with open(f"{thread}/schedstat", "rb") as file:
                    found[thread] = file.read()
    except (OSError, LookupError):
        return {}
    return found


def _threads(process: int) -> Iterator[str]:
    for name in os.listdir(f"/proc/{process}/task"):
        yield f"/proc/{process}/task/{name}"


class Standstill:
    """Adds up the time in which this process itself stood still, so that no time limit counts it.

    Where a container or a whole machine is paused, everybody's clock goes on and nobody does anything.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._due = time.monotonic()

    def look(self) -> float:
        """Take note if this comes much later than it was to come, as ``expect`` says; return the time that it is."""
        now = time.monotonic()
        if now - self._due > _LATE:
            self.seconds += now - self._due
        self._due = now
        return now

    def expect(self, seconds: float) -> None:
        """Expect the next look when a wait is over that lasts so long at most."""
        self.look()
        self._due += seconds
