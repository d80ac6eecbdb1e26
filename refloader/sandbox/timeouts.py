"""How long to wait for a loader's answer, and when to ask whether it still answers at all. Runs nothing."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

FIRST = 10.0
"""Seconds to wait while a loader has always answered."""

IN_A_ROW = 5
"""Scenarios in a row without an answer after which it is doubtful that there will ever be one."""

SPENT = (
    f"{IN_A_ROW} scenarios in a row before this one got no answer, and a plain world got none either,"
    " so the others are not tried"
)
"""Why a loader is not asked any more."""

_SHARE = 5
_ORDINARY = 4


@dataclass(slots=True)
class _Answer:
    """Whether the answer that was waited for came."""

    came: bool = True


class Patience:
    """What one process has learnt about one loader's ways of answering.

    ``spent`` is for the caller to set, once the loader does not even answer something plain.
    """

    def __init__(self, first: float = FIRST) -> None:
        self._first = first
        self._slowest = 0.0
        self._missing = 0
        self._in_a_row = 0
        self.spent = False

    @property
    def seconds(self) -> float:
        """How long to wait: a fifth once an answer was missed, unless ordinary answers come near to that."""
        short = self._first / _SHARE
        return short if self._missing and self._slowest * _ORDINARY < short else self._first

    @property
    def doubtful(self) -> bool:
        """Whether so many answers in a row were missed that it should be asked something plain."""
        return self._in_a_row >= IN_A_ROW

    def restore(self) -> None:
        """It answers something plain: what went before was about the scenarios."""
        self._in_a_row = 0

    @contextmanager
    def measured(self) -> Iterator[_Answer]:
        """Take the time of one scenario and learn from how it ends."""
        answer, started = _Answer(), time.monotonic()
        yield answer
        if answer.came:
            self._slowest = max(self._slowest, time.monotonic() - started)
            self._in_a_row = 0
        else:
            self._missing += 1
            self._in_a_row += 1
