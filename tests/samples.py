"""How much of what takes long is tried: a sample by default, everything where a variable asks for it.

``REFLOADER_WHOLE`` runs the tests that are marked ``whole``: whole runs of the suite, every hostile library, every
input that grows. ``REFLOADER_LONG`` has some tests try for longer besides. Marks with ``rotate`` take other cases
each day, so that a few days of runs take all; ``REFLOADER_SAMPLE``, which the header shows, repeats those of a day.
"""

import os
import time
from collections.abc import Iterable, Iterator

import pytest

LONG = bool(os.environ.get("REFLOADER_LONG"))
"""Whether tests that try for some time, or many combinations, are to try all they can."""

WHOLE = LONG or bool(os.environ.get("REFLOADER_WHOLE"))
"""Whether every test is run."""

SAMPLE = int(os.environ.setdefault("REFLOADER_SAMPLE", str(int(time.time()) // 86400)))
"""The number of the sample: the day, which the first process of a run decides for all."""

HEADER = (
    "refloader: all tests"
    if WHOLE
    else f"refloader: a sample of the long tests (again: REFLOADER_SAMPLE={SAMPLE}; all: REFLOADER_WHOLE=1)"
)


def places(cases: int, keep: int, shift: int = 0) -> set[int]:
    """The places of the cases that stay: as many as are to be kept, evenly spaced, each moved on by a shift."""
    kept = min(keep, cases)
    return {(number * cases // kept + shift) % cases for number in range(kept)}


def left_out(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Tests that are not in the sample: those marked ``whole``, but of each test as many cases as the mark keeps."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("whole"):
            groups.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in groups.values():
        mark = cases[0].get_closest_marker("whole")
        words = mark.kwargs if mark else {}
        stay = places(len(cases), words.get("keep", 0), SAMPLE if words.get("rotate") else 0)
        yield from (item for place, item in enumerate(cases) if place not in stay)
