"""The search for what makes a program fail, without the program: asks for sets, is answered, and names the cause.

The items stand in one row, drivers in front of layers. The search finds the shortest beginning of the row with which
the program fails; the last item of it is needed. If that item alone is not enough, the search goes on among those in
front of it. A set of items always has a driver, because most programs fail without one.

For one cause among n items that takes 1 start with all of them, log2(n) for the search, and 1 that proves the result:
either that the item alone is enough, or that the program works without it.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Kept: TypeAlias = frozenset[str]
Asking: TypeAlias = Generator[Kept, bool, "Found"]
_Asked: TypeAlias = Generator[Kept, bool, bool]


class Verdict(StrEnum):
    """What a search comes to."""

    FOUND = "found"
    WORKS = "works"
    ELSEWHERE = "elsewhere"
    UNSTEADY = "unsteady"


@dataclass(frozen=True, slots=True)
class Cause:
    """Items with which the program fails, and of which none can be spared.

    ``helps`` is whether the program works if only the last of them is off; None if that was not tried.
    """

    members: tuple[str, ...]
    helps: bool | None


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search."""

    verdict: Verdict
    causes: tuple[Cause, ...] = ()


class Search:
    """A search among items. ``confirm`` allows one more start for the proof that keeping the item off helps."""

    def __init__(self, drivers: Sequence[str], layers: Sequence[str], *, confirm: bool = False) -> None:
        self.drivers = tuple(drivers)
        self.every = (*drivers, *layers)
        self.confirm = confirm
        self._base = self.drivers
        self._known: dict[Kept, bool] = {}

    def works_without_layers(self) -> None:
        """Take down that the program works with all drivers and no layer."""
        self._known[self.kept_for(())] = False

    def steps(self) -> Asking:
        """Yield sets of items with which to start the program; is sent whether it fails. Returns the result."""
        if not (yield from self._fails(self.every)):
            return Found(Verdict.WORKS)
        causes: list[Cause] = []
        left = self.every
        while left:
            members = yield from self._needed(left)
            helps = yield from self._helps(members, left)
            if helps is False and (yield from self._fails_anyway(members[-1], left)):
                return Found(Verdict.FOUND if causes else Verdict.ELSEWHERE, tuple(causes))
            causes.append(Cause(members, helps))
            if helps is not False:
                break
            left = tuple(each for each in left if each != members[-1])
            self._base = tuple(each for each in self._base if each in left)
        return Found(Verdict.FOUND if causes else Verdict.ELSEWHERE, tuple(causes))

    def kept_for(self, members: Sequence[str]) -> Kept:
        """Return the set for some items alone: with all drivers that are no cause if there is none among them."""
        has_driver = any(each in self.drivers for each in members)
        return frozenset(members if has_driver else (*self._base, *members))

    def _fails(self, members: Sequence[str]) -> _Asked:
        """Ask for a set once."""
        kept = self.kept_for(members)
        if kept not in self._known:
            self._known[kept] = yield kept
        return self._known[kept]

    def _needed(self, left: tuple[str, ...]) -> Generator[Kept, bool, tuple[str, ...]]:
        """Return items of a row that fails with which the program fails too, and of which none can be spared."""
        needed: tuple[str, ...] = ()
        while not needed or not (yield from self._fails(needed)):
            low, high = 0, len(left)
            while high - low > 1:
                middle = (low + high) // 2
                if (yield from self._fails((*left[:middle], *needed))):
                    high = middle
                else:
                    low = middle
            if not high:
                break
            needed = (left[high - 1], *needed)
            left = left[: high - 1]
            if needed[0] not in self.drivers:
                left = tuple(each for each in left if each not in self.drivers)
        return needed

    def _helps(self, members: tuple[str, ...], left: tuple[str, ...]) -> Generator[Kept, bool, bool | None]:
        """Return whether the program works without the last item of a cause; None if no start is left for that."""
        rest = tuple(each for each in left if each != members[-1])
        if members[-1] in self.drivers and not set(rest) & set(self.drivers):
            return None
        most = (len(self.every) - 1).bit_length() + 1
        kept = self.kept_for(rest)
        if len(members) == 1 and len(self._known) > most and kept not in self._known and not self.confirm:
            return None
        return not (yield from self._fails(rest))

    def _fails_anyway(self, member: str, left: tuple[str, ...]) -> _Asked:
        """Return whether the program fails with the least there can be, of which the item is no part.

        That is no layer, and each of the other drivers alone if the item is one.
        """
        if member != left[0]:
            return False
        others = [each for each in left[1:] if each in self.drivers] if member in self.drivers else []
        for each in others or [""]:
            if not (yield from self._fails((each,) if each else ())):
                return False
        return True
