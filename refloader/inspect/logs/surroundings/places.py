"""The places in which programs run: by which words a text shows one, and what gives a program its card there.

The tables are ``guest_places.toml`` and ``places.toml``. A row is a place that changes what helps: the same missing
driver takes another repair in a jail of FreeBSD, in a hosted notebook or in a job of a CI system. What holds for
a place only with, or without, another sign of the text says so in ``needs`` and ``unless``.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from refloader.inspect.logs.surroundings.shown import Row, rows_of
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.surroundings.sought import Sought


@dataclass(frozen=True, slots=True)
class Place(Row):
    """A row of the table.

    ``says`` is the clause that follows the sentence on a missing driver or card, ``driverless`` what helps there,
    ``closed`` what lets a program open the node of a card, ``loader`` what brings the loader. ``of_libraries`` is
    whether ``driverless`` helps against a driver's library that is missing, too, ``of_module`` whether it does where
    NVIDIA's module does not answer, and ``cardless`` whether there is no card to be had. ``needs`` and ``unless`` are
    other signs of the text.
    """

    says: str = ""
    driverless: str = ""
    closed: str = ""
    loader: str = ""
    of_libraries: bool = False
    of_module: bool = False
    cardless: bool = False
    needs: frozenset[Sign] = frozenset()
    unless: frozenset[Sign] = frozenset()

    def holds(self, signs: Collection[Sign]) -> bool:
        """Return whether the other signs of a text fit the row."""
        return self.needs <= set(signs) and self.unless.isdisjoint(signs)


@cache
def places() -> tuple[Place, ...]:
    """Return the rows, in the order in which the first that holds counts."""
    return tuple(
        Place(
            **{
                **row,
                "words": tuple(row["words"]),
                "text": Sought(row["text"], re.IGNORECASE),
                "needs": frozenset(Sign[each] for each in row.get("needs", ())),
                "unless": frozenset(Sign[each] for each in row.get("unless", ())),
            }
        )
        for row in rows_of("place")
    )


def place_of(found: Mapping[int, int], signs: Collection[Sign]) -> Place | None:
    """Return the first row of those that a text shows that its other signs fit; None if there is none."""
    return next((places()[index] for index in sorted(found) if places()[index].holds(signs)), None)


def line_of(place: Place | None, found: Mapping[int, int]) -> int:
    """Return the line that shows a place; 0 if there is none."""
    return next((line for row, line in found.items() if places()[row] is place), 0)
