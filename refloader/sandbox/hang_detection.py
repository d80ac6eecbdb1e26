"""Tells a process that waits for what never comes from one that is slow. Never ends anything.

Runs in the station and imports the standard library and neighbours that do the same. A busy machine makes nobody look
still: who wants the processor and does not get it is not, nor is anybody while the looks themselves come late.
"""

import os
import time
from collections.abc import Iterator

from refloader.sandbox import lineage

INTERVAL = 0.25
"""Seconds between two looks."""

_LATE = 4 * INTERVAL
_SCHEDULED = 2
"""In the number of another process's clock: the time for which it had the processor (the kernel's posix-timers.h)."""

_WAITING = frozenset(b"STtZ")
"""States in which a thread wants nothing of the processor and of no disk."""

Work = dict[str, bytes]
"""What each thread has had of the processor, by its folder in /proc."""


class Stillness:
    """Whether a child of this process, and every other descendant, has done nothing at all for so many seconds."""

    def __init__(self, child: int, seconds: float) -> None:
        self._clock = ~child << 3 | _SCHEDULED
        self._seconds = seconds
        self._used = -1.0
        self._seen: Work = {}
        self._since = self._looked = time.monotonic()

    def is_reached(self) -> bool:
        """Look, unless the last look was a moment ago."""
        now = time.monotonic()
        passed = now - self._looked
        if passed < INTERVAL / 2:
            return False
        self._looked = now
        if passed > _LATE or self._is_at_it():
            self._since = now
        return now - self._since >= self._seconds

    def _is_at_it(self) -> bool:
        """Whether anything was done since the last look. The others are looked at when the child does nothing."""
        used, before = self._used, self._seen
        try:
            self._used = time.clock_gettime(self._clock)
        except OSError:
            return True
        self._seen = _work() if self._used == used else {}
        return not self._seen or self._seen != before


def _work() -> Work:
    """What the descendants have done by now; nothing where one is at it, or where that cannot be told."""
    found: Work = {}
    try:
        for process in lineage.descendants():
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
