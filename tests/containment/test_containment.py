"""What hostile loaders, layers and drivers get: nothing. Every act on every machine that a harness may find.

By default each act is done by one kind of library on one machine; REFLOADER_LONG has it done on each machine, and
REFLOADER_CONTAINMENT=all by all kinds on each.
REFLOADER_CONTAINMENT_RECORD names a file to which each cell of the table is added, for tools/containment_table.py.
"""

import json
import os
from collections.abc import Callable

import pytest
from hostile_acts import ACTS, BY_NAME, KINDS
from hostile_machines import MACHINES, Machine
from samples import LONG
from stage import Seen, Stage

pytestmark = pytest.mark.slow

_ALL = os.environ.get("REFLOADER_CONTAINMENT") == "all"
_RECORD = os.environ.get("REFLOADER_CONTAINMENT_RECORD", "")


def cells() -> list[tuple[int, str, str]]:
    """The number of the machine, the kind and the act of each cell that is tried; machines and kinds take turns."""
    return [
        (number, kind, act.name)
        for number in range(len(MACHINES))
        for turn, act in enumerate(ACTS)
        if LONG or _ALL or turn % len(MACHINES) == number
        for kind in (KINDS if _ALL else (KINDS[(turn + number) % len(KINDS)],))
    ]


def record(machine: Machine, kind: str, act: str, seen: Seen) -> None:
    """Add a line to the file that was asked for."""
    if not _RECORD:
        return
    row = {
        "machine": machine.name,
        "kind": kind,
        "act": act,
        "does": BY_NAME[act].does,
        "ended": seen.ended,
        "detail": seen.detail,
    }
    row |= {"breaches": seen.breaches, "notes": seen.notes, "after": seen.after, "seconds": seen.seconds}
    with open(_RECORD, "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


class TestHostileLibraries:
    """A library under test changes nothing, learns nothing, leaves nothing, and the next run is as ever."""

    @pytest.mark.whole(keep=12)
    @pytest.mark.parametrize(
        ("number", "kind", "act"),
        cells(),
        ids=lambda value: MACHINES[value].slug if isinstance(value, int) else value,
    )
    def test_gets_nothing(
        self, stage_on: Callable[[Machine], Stage], number: int, kind: str, act: str
    ) -> None:
        """The run ends with a verdict of its own, without any effect that can be observed outside."""
        machine = MACHINES[number]

        seen = stage_on(machine).run(BY_NAME[act], kind)
        record(machine, kind, act, seen)

        assert seen.breaches == ()
        assert seen.ended in BY_NAME[act].verdicts, seen.detail
        assert seen.after == "ok"

    @pytest.mark.parametrize("number", range(len(MACHINES)), ids=lambda number: MACHINES[number].slug)
    def test_leaves_nothing_to_the_next_run(self, stage_on: Callable[[Machine], Stage], number: int) -> None:
        """What one run of a library made, its next one does not find."""
        seen = stage_on(MACHINES[number]).run(BY_NAME["leave-objects"], "loader", times=2)

        assert seen.breaches == ()
