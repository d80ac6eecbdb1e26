"""How what a process holds grows with the rounds of what it does. Gives no verdict.

After a few rounds a library has what it keeps for good. So the first quarter of the samples is left out, and growth
is the median of all slopes between two of the others (Theil and Sen): no single step up or down changes that.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import median
from typing import Any

from refloader.suite.sessions.answers import number

FEWEST_LOOKS = 3
"""How many samples of the process's resources are needed to determine growth."""

FEW_ROUNDS = 50
"""Rounds below which only obvious growth counts: a slow library may still be filling its caches."""

_MOST_LOOKS = 200
"""The limit on samples that are compared with each other, however many an answer has."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How a number grew with the rounds, after the library has what it keeps for good."""

    each: float
    first: int
    last: int
    rounds: int

    @property
    def is_short(self) -> bool:
        """True if it was measured for a few rounds only."""
        return self.rounds < FEW_ROUNDS


def growth(samples: list[Mapping[str, Any]], key: str) -> Growth | None:
    """Return the growth of a number; None if there are too few samples."""
    points = [(number(row, "round"), number(row, key)) for row in _settled(samples)[-_MOST_LOOKS:]]
    if len(points) < FEWEST_LOOKS or points[-1][0] <= points[0][0]:
        return None
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in combinations(points, 2) if b[0] > a[0]]
    return Growth(median(slopes), points[0][1], points[-1][1], points[-1][0] - points[0][0])


def grows_always(samples: list[Mapping[str, Any]], key: str) -> bool:
    """Return whether there is more from each look to the next, once caches had time to fill."""
    return all(number(after, key) > number(before, key) for before, after in pairwise(_settled(samples)))


def _settled(samples: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return samples[len(samples) // 4 :]
