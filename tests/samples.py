"""How much of what takes long is tried: a sample by default, everything where a variable asks for it.

A run of the whole suite takes a few minutes: some cases of each test that has many, and a part of the tests that are
marked ``slow``. ``REFLOADER_SLOW``, which CI sets, runs all but those marked ``whole``: whole runs of the suite, each
hostile library, each input that grows. ``REFLOADER_WHOLE`` runs these too, and ``REFLOADER_LONG`` has some tests try
for longer besides. Who names a folder or a file has all of its tests but those marked ``whole``.

Samples that rotate have other cases each day, so that a few days of runs take all; ``REFLOADER_SAMPLE``, which the
header shows, repeats those of a day.
"""

import os
import time
from collections.abc import Iterable, Iterator

import pytest

LONG = bool(os.environ.get("REFLOADER_LONG"))
"""Whether tests that try for some time, or many combinations, are to try all they can."""

WHOLE = LONG or bool(os.environ.get("REFLOADER_WHOLE"))
"""Whether every test is run."""

SLOW = WHOLE or bool(os.environ.get("REFLOADER_SLOW"))
"""Whether every test is run that is not marked ``whole``."""

SAMPLE = int(os.environ.setdefault("REFLOADER_SAMPLE", str(int(time.time()) // 86400)))
"""The number of the sample: the day, which the first process of a run decides for all."""

_RUN = (
    "all tests"
    if WHOLE
    else "a sample of the longest tests"
    if SLOW
    else "a sample of the tests (as in CI: REFLOADER_SLOW=1)"
)

HEADER = f"refloader: {_RUN}; the sample again: REFLOADER_SAMPLE={SAMPLE}, all: REFLOADER_WHOLE=1"
"""What the run's header says of its size."""

MOST_CASES = 12
"""The cases of one test in a run without ``REFLOADER_SLOW``."""

PART = 4
"""Of the tests marked ``slow``, a run without ``REFLOADER_SLOW`` has one in so many."""


def places(cases: int, keep: int, shift: int = 0) -> set[int]:
    """The places of the cases that stay: as many as are to be kept, evenly spaced, each moved on by a shift."""
    kept = min(keep, cases)
    return {(number * cases // kept + shift) % cases for number in range(kept)}


def left_out(items: Iterable[pytest.Item], *, few: bool) -> Iterator[pytest.Item]:
    """Tests that are not in the sample.

    Of a test marked ``whole``, the mark says how many cases stay. With ``few``, the rest is a sample, too.
    """
    by_test: dict[str, list[pytest.Item]] = {}
    slow: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("whole") or (few and not item.get_closest_marker("slow")):
            by_test.setdefault(item.nodeid.partition("[")[0], []).append(item)
        elif few:
            slow.setdefault(item.nodeid.partition("::")[0], []).append(item)
    for cases in by_test.values():
        mark = cases[0].get_closest_marker("whole")
        words = mark.kwargs if mark else {"keep": MOST_CASES, "rotate": True}
        yield from _without(cases, words.get("keep", 0), rotate=words.get("rotate", False))
    for tests in slow.values():
        yield from _without(tests, -(-len(tests) // PART), rotate=True)


def _without(items: list[pytest.Item], keep: int, *, rotate: bool) -> Iterator[pytest.Item]:
    """The items that do not stay if so many of them do."""
    stay = places(len(items), keep, SAMPLE if rotate else 0)
    return (item for place, item in enumerate(items) if place not in stay)
