"""How long what this process started has waited for processors that others had, so that no time limit counts it.

Runs in the fork server and in Wine's server, and imports only the standard library and modules that do the same. Ends
nothing. A process that ends between two looks is not met: where one follows another, those that are met stand for
those before them.
"""

import os
import resource
import time
from contextlib import suppress

from refloader.sandbox.hang_detection import INTERVAL
from refloader.sandbox.isolation import process_tree

MOST_TIMES = 10
"""The timeouts of a machine that is not slow after which a process is ended, however long it has waited."""

_FEW = 32
"""The processes that are looked at; where there are more, no waiting is counted."""

_TICK = 1 / os.sysconf("SC_CLK_TCK")
_USED, _START = slice(11, 15), 19
"""Fields behind the name in /proc/PID/stat: the processor time of a process and of its ended children, and when it
started."""


class ProcessorWaits:
    """Adds up for how long the descendants of this process wait for processors, by looks at them while they run.

    ``first`` is the child that has just been started; older ones are helpers, whose earlier life does not count.
    """

    def __init__(self, first: int) -> None:
        try:
            self._begun = _start(_stat(f"/proc/{first}"))
        except (OSError, LookupError):
            self._begun = _now()
        self._looked = self._begun
        self._ended_before = _used_by_ended()
        self._used_before: dict[int, float] = {}
        self._waited_before: dict[str, float] = {}
        self._waited = self._used = 0.0

    @property
    def seconds(self) -> float:
        """For how long the one that waited most had no processor, up to the last look.

        For what the descendants have themselves kept the processors busy, nothing is counted.
        """
        others = self._looked - self._begun - self._used / len(os.sched_getaffinity(0))
        return max(0.0, min(self._waited, others))

    def look(self, *, at_once: bool = False) -> None:
        """Look at the descendants, unless the last look was a moment ago."""
        now = _now()
        passed = now - self._looked
        if passed < (_TICK if at_once else INTERVAL / 2):
            return
        self._looked, before = now, self._waited_before
        self._waited_before, longest = {}, 0.0
        try:
            processes = process_tree.few_descendants(_FEW)
        except OSError:
            processes = None
        if processes is None:  # nothing is counted then
            return
        for process in processes:
            with suppress(OSError, LookupError, ValueError):  # one that has just ended
                for name in os.listdir(f"/proc/{process}/task"):
                    thread = f"/proc/{process}/task/{name}"
                    ran, waited = _ran_and_waited(thread)
                    self._waited_before[thread] = waited
                    known = before.get(thread)
                    share = (
                        self._share(thread, ran, waited, now) if known is None else (waited - known) / passed
                    )
                    longest = max(longest, share * passed)
        self._waited += longest
        self._used = _used_by_ended() - self._ended_before + sum(map(self._used_by, processes))

    def _share(self, thread: str, ran: float, waited: float, now: float) -> float:
        """Return for which share of its life a thread waited; none for that of a helper."""
        start = _start(_stat(thread))
        return 0.0 if start < self._begun else waited / max(ran + waited, now - start, _TICK)

    def _used_by(self, process: int) -> float:
        """Return the processor time of a process and its ended children; of a helper, since the first look."""
        try:
            fields = _stat(f"/proc/{process}")
        except (OSError, LookupError):
            return 0.0
        used = sum(map(int, fields[_USED])) * _TICK
        return used - self._used_before.setdefault(process, used if _start(fields) < self._begun else 0.0)


def _ran_and_waited(thread: str) -> tuple[float, float]:
    """Return for how many seconds a thread has had a processor, and for how many it was ready to run and had none."""
    with open(f"{thread}/schedstat", "rb") as file:
        ran, waited = file.read().split()[:2]
    return int(ran) / 1e9, int(waited) / 1e9


def _stat(folder: str) -> list[bytes]:
    with open(f"{folder}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()


def _start(fields: list[bytes]) -> float:
    return int(fields[_START]) * _TICK


def _now() -> float:
    """Return the time by the clock by which the kernel notes when a process starts."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def _used_by_ended() -> float:
    """Return the processor time of the children that this process has reaped."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
