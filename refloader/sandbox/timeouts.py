"""Timeouts: how long to wait for a loader, and when to check whether it still answers at all. Runs nothing."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

FIRST = 10.0
"""Timeout in seconds as long as a loader has always answered."""

IN_A_ROW = 5
"""Scenarios in a row without an answer after which the loader has to prove that it still answers."""

SPENT = (
    f"{IN_A_ROW} scenarios in a row before this one got no answer, and a plain world got none either,"
    " so the others are not tried"
)
"""Why the remaining scenarios are not run."""

_SHARE = 5
_ORDINARY = 4
_MORE = 2


def is_slow(seconds: float, timeout: float) -> bool:
    """Return whether an answer that took these seconds shows that the next may take longer than the timeout."""
    return seconds * _ORDINARY >= timeout


@dataclass(slots=True)
class _Answer:
    """Whether the loader answered in time, which the caller stores in ``came``."""

    came: bool = True


class AdaptiveTimeout:
    """The timeout for one loader, adapted to how it has answered so far in this process.

    The caller sets ``spent`` once the loader does not even answer a trivial scenario.
    """

    def __init__(self, first: float = FIRST) -> None:
        self._first = first
        self._slowest = 0.0
        self._missing = 0
        self._in_a_row = 0
        self.spent = False

    @property
    def seconds(self) -> float:
        """The timeout: twice the first one for a slow loader, a fifth after a missing answer of a quick one.

        It is slow once an answer has taken a quarter of the first timeout, and quick while none has taken a quarter
        of the short one. Otherwise the first one stays.
        """
        short = self._first / _SHARE
        if is_slow(self._slowest, self._first):
            return self._first * _MORE
        return short if self._missing and not is_slow(self._slowest, short) else self._first

    @property
    def doubtful(self) -> bool:
        """True if so many answers in a row are missing that the caller should try a trivial scenario."""
        return self._in_a_row >= IN_A_ROW

    def restore(self) -> None:
        """Restart the count: the loader answers a trivial scenario, so the earlier failures are the scenarios'."""
        self._in_a_row = 0

    @contextmanager
    def measured(self) -> Iterator[_Answer]:
        """Measure one scenario and adapt the timeout to its outcome."""
        answer, started = _Answer(), time.monotonic()
        yield answer
        if answer.came:
            self._slowest = max(self._slowest, time.monotonic() - started)
            self._in_a_row = 0
        else:
            self._missing += 1
            self._in_a_row += 1
