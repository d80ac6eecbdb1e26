"""How much of what takes long is tried: a sample by default, everything where a variable asks for it.

``REFLOADER_WHOLE`` runs the tests that are marked ``whole``: whole runs of the suite, every hostile library, every
input that grows. ``REFLOADER_LONG`` has some tests try for longer besides.
"""

import os
from collections.abc import Iterable, Iterator

import pytest

LONG = bool(os.environ.get("REFLOADER_LONG"))
"""Whether tests that try for some time, or many combinations, are to try all they can."""

WHOLE = LONG or bool(os.environ.get("REFLOADER_WHOLE"))
"""Whether every test is run."""

HEADER = "refloader: all tests" if WHOLE else "refloader: a sample of the long tests (all: REFLOADER_WHOLE=1)"


def left_out(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Tests that are not in the sample: those marked ``whole``, but of each test as many cases as the mark keeps."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("whole"):
            groups.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in groups.values():
        mark = cases[0].get_closest_marker("whole")
        kept = min(int(mark.kwargs.get("keep", 0)) if mark else 0, len(cases))
        places = {number * len(cases) // kept for number in range(kept)}
        yield from (item for place, item in enumerate(cases) if place not in places)
