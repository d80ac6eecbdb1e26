"""How much of what takes long is tried: a sample by default, everything where a variable asks for it.

A run of the whole suite takes a few minutes: some cases of each test that has many, and one in sixteen of the
files that are marked ``slow``. With ``REFLOADER_SLOW``, which CI sets, a run has all cases but those on the
reference, which CI judges by itself, one in eight of these files, and all those that are ``slow(daily=True)``.
With ``REFLOADER_WHOLE`` it has all files, and what is marked ``whole`` besides: whole runs of the suite, each
hostile library, each input that grows. With ``REFLOADER_LONG`` some tests try for longer. Who names a folder or a
file has all of its tests but those marked ``whole``.

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
"""Whether tests have all their cases, but those marked ``whole``."""

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

MOST_CASES = 12 if SLOW else 8
"""The cases of one test in a run without ``REFLOADER_SLOW``; with it, those of one on the reference."""

ON_REFERENCE = "policy_tests/loader/"
"""The tests that ``refloader conform --loader reference`` runs in full, as CI does: the suite has few of each."""

PARTS = 16
"""Of the files marked ``slow``, a run has one in so many."""

PARTS_OF_CI = 8
"""With ``REFLOADER_SLOW``, it has one in so many."""


def places(cases: int, keep: int, shift: int = 0) -> set[int]:
    """The places of the cases that stay: as many as are to be kept, evenly spaced, each moved on by a shift."""
    kept = min(keep, cases)
    return {(number * cases // kept + shift) % cases for number in range(kept)}


def left_out(items: Iterable[pytest.Item], *, few: bool, parts: int = 1) -> Iterator[pytest.Item]:
    """Tests that are not in the sample.

    Of a test marked ``whole``, the mark says how many cases stay; with ``few``, other tests have some of theirs, too.
    Of the files marked ``slow``, one in so many stays as there are parts; without ``few``, all that are ``daily``.
    """
    items = list(items)
    files = sorted({_file(item) for item in items if _has_its_turn(item, few=few)})
    #   how many turns each had, and the days since the last
    turns = {file: divmod(SAMPLE - place, parts) for place, file in enumerate(files)}
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if turns.get(_file(item), (SAMPLE, 0))[1]:
            yield item
        elif few or item.get_closest_marker("whole"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for each in cases.values():
        mark = each[0].get_closest_marker("whole")
        words = mark.kwargs if mark else {"keep": MOST_CASES, "rotate": True}
        # The cases of such a file move on by one each turn: by the days between two turns, some would never come.
        turn = turns.get(_file(each[0]), (SAMPLE, 0))[0]
        yield from _without(each, words.get("keep", 0), turn if words.get("rotate", False) else 0)


def _has_its_turn(item: pytest.Item, *, few: bool) -> bool:
    """Whether the file of a test is run on some days only."""
    mark = item.get_closest_marker("slow")
    return mark is not None and (few or not mark.kwargs.get("daily", False))


def _file(item: pytest.Item) -> str:
    """The file of a test."""
    return item.nodeid.partition("::")[0]


def _without(items: list[pytest.Item], keep: int, shift: int) -> Iterator[pytest.Item]:
    """The items that do not stay if so many of them do."""
    stay = places(len(items), keep, shift)
    return (item for place, item in enumerate(items) if place not in stay)
