"""Deals the cases of a run out to its parts. Pure: the same cases are dealt out alike on every machine.

The cases of a loader stand alone, and each part gets its share of every loader. Those of a layer look at the same few
runs, those of a driver at the runs of their topic: they stay together, so that no part does again what another did.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from refloader.results.records import Kind


class Dealt(NamedTuple):
    """What has to be known of a case: its subject's kind and number in the run, and its topic."""

    kind: Kind
    number: int
    topic: str


def parts(cases: Sequence[Dealt], of: int) -> Iterator[int]:
    """The part that each of the cases is in, from 1 to ``of``, in their order."""
    homes = _homes(cases, of)
    turn: Counter[int] = Counter()
    for each in cases:
        unit = _unit(each)
        if unit is None:
            # Loaders begin at different parts: the cases of one test on all of them stand side by side.
            yield (each.number + turn[each.number]) % of + 1
            turn[each.number] += 1
        else:
            yield homes[unit]


def _unit(case: Dealt) -> Hashable | None:
    """What the case has to stay with; None for one that stands alone."""
    match case.kind:
        case "layer":
            return case.number, ""
        case "driver":
            return case.number, case.topic
        case _:
            return None


def _homes(cases: Sequence[Dealt], of: int) -> dict[Hashable, int]:
    """The part of everything that stays together: the largest first, each to the part that has least."""
    sizes = Counter(unit for each in cases if (unit := _unit(each)) is not None)
    filled = dict.fromkeys(range(1, of + 1), 0)
    homes: dict[Hashable, int] = {}
    for unit, size in sizes.most_common():
        homes[unit] = min(filled, key=filled.__getitem__)
        filled[homes[unit]] += size
    return homes
