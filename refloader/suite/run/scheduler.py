"""Distributes the cases of a run over its shards. Pure: the same cases are distributed alike on every machine.

The cases of a loader are independent, and each shard gets its share of every loader. The cases of a layer use the
same few runs, those of a driver the runs of their topic: they stay together, so that no shard repeats another's
runs.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from refloader.results.records import Kind


class ScheduledCase(NamedTuple):
    """The facts about a case that the scheduler needs: its subject's kind and number in the run, and its topic."""

    kind: Kind
    number: int
    topic: str


def parts(cases: Sequence[ScheduledCase], of: int) -> Iterator[int]:
    """Yield the shard of each case, from 1 to ``of``, in the order of the cases."""
    homes = _homes(cases, of)
    turn: Counter[int] = Counter()
    for each in cases:
        unit = _unit(each)
        if unit is None:
            # Loaders begin at different shards, because the cases of one test on all loaders are adjacent.
            yield (each.number + turn[each.number]) % of + 1
            turn[each.number] += 1
        else:
            yield homes[unit]


def _unit(case: ScheduledCase) -> Hashable | None:
    """Return the group that the case has to stay with; None if it is independent."""
    match case.kind:
        case "layer":
            return case.number, ""
        case "driver":
            return case.number, case.topic
        case _:
            return None


def _homes(cases: Sequence[ScheduledCase], of: int) -> dict[Hashable, int]:
    """Return the shard of each group: the largest group first, each to the shard with the fewest cases."""
    sizes = Counter(unit for each in cases if (unit := _unit(each)) is not None)
    filled = dict.fromkeys(range(1, of + 1), 0)
    homes: dict[Hashable, int] = {}
    for unit, size in sizes.most_common():
        homes[unit] = min(filled, key=filled.__getitem__)
        filled[homes[unit]] += size
    return homes
