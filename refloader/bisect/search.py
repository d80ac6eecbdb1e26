"""The search for what makes a program fail, without the program: asks for sets, is answered, and names the cause.

The items stand in one row, drivers in front of layers. The search finds the shortest beginning of the row with which
the program fails; the last item of it is needed. If that is a layer that is not enough alone, the search goes on
among those in front of it. If the program fails without layers, drivers are kept off by halves: a driver is the cause
if the program fails with some drivers, and works with the same ones without it.

A set always has a driver, and drivers are kept off only if the program fails without layers: with fewer drivers it
may find no device. That is another failure than the one that is searched for, and proves nothing.

For one cause among n items that takes 1 start with all of them, log2(n) for the search, and 1 that proves the result:
either that the layer alone is enough, or that the program works without the item.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Subset: TypeAlias = frozenset[str]


class Outcome(StrEnum):
    """What a program does with a set of items. OTHER is a failure of another kind than the first one."""

    FAILS = "fails"
    WORKS = "works"
    OTHER = "fails otherwise"


class Verdict(StrEnum):
    """What a search comes to."""

    FOUND = "found"
    WORKS = "works"
    ELSEWHERE = "elsewhere"
    UNSTEADY = "unsteady"


@dataclass(frozen=True, slots=True)
class Cause:
    """Items with which the program fails, and of which none can be spared.

    ``helps`` is whether the program works if only the last of them is off; None if that is not known.
    """

    members: tuple[str, ...]
    helps: bool | None


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search."""

    verdict: Verdict
    causes: tuple[Cause, ...] = ()


Asking: TypeAlias = Generator[Subset, Outcome, Found]
_Asked: TypeAlias = Generator[Subset, Outcome, Outcome]


class Search:
    """A search among items. ``confirm`` allows one more start for the proof that keeping the item off helps."""

    def __init__(self, drivers: Sequence[str], layers: Sequence[str], *, confirm: bool = False) -> None:
        self.drivers = tuple(drivers)
        self.every = (*drivers, *layers)
        self.confirm = confirm
        self._base = self.drivers
        self._known: dict[Subset, Outcome] = {}

    def works_without_layers(self) -> None:
        """Take down that the program works with all drivers and no layer."""
        self._known[self.kept_for(())] = Outcome.WORKS

    def kept_for(self, members: Sequence[str]) -> Subset:
        """Return the set for some items alone: with all drivers that are no cause if there is none among them."""
        has_driver = any(each in self.drivers for each in members)
        return frozenset(members if has_driver else (*self._base, *members))

    def steps(self) -> Asking:
        """Yield sets of items with which to start the program; is sent the outcome. Returns the result."""
        if (yield from self._ask(self.every)) is not Outcome.FAILS:
            return Found(Verdict.WORKS)
        causes: list[Cause] = []
        left = self.every
        while left:
            cause = yield from self._cause(left)
            if cause is None:
                break
            causes.append(cause)
            if cause.helps is not False:
                break
            left = tuple(each for each in left if each != cause.members[-1])
            self._base = tuple(each for each in self._base if each in left)
        return Found(Verdict.FOUND if causes else Verdict.ELSEWHERE, tuple(causes))

    def _ask(self, members: Sequence[str]) -> _Asked:
        """Ask for a set once."""
        kept = self.kept_for(members)
        if kept not in self._known:
            self._known[kept] = yield kept
        return self._known[kept]

    def _fails(self, members: Sequence[str]) -> Generator[Subset, Outcome, bool]:
        return (yield from self._ask(members)) is Outcome.FAILS

    def _cause(self, left: tuple[str, ...]) -> Generator[Subset, Outcome, Cause | None]:
        """Return the first cause in a row with which the program fails; None if there is none."""
        drivers = tuple(each for each in left if each in self.drivers)
        members = yield from self._needed(left)
        if members[0] in drivers:
            return (yield from self._driver(drivers, left))
        helps = yield from self._helps(members, left)
        if helps is False and members[-1] == left[0] and (yield from self._fails(())):
            return None
        return Cause(members, helps)

    def _needed(self, left: tuple[str, ...]) -> Generator[Subset, Outcome, tuple[str, ...]]:
        """Return layers with which the program fails, and of which none can be spared; a driver if it needs none."""
        needed: tuple[str, ...] = ()
        while not needed or not (yield from self._fails(needed)):
            low, high = 0, len(left)
            drivers = sum(each in self.drivers for each in left)
            while high - low > 1 and high > drivers:
                middle = max((low + high) // 2, drivers)
                if (yield from self._fails((*left[:middle], *needed))):
                    high = middle
                else:
                    low = middle
            if high <= drivers and drivers:
                return left[:1]
            needed = (left[high - 1], *needed)
            left = tuple(each for each in left[: high - 1] if each not in self.drivers)
        return needed

    def _helps(
        self, members: tuple[str, ...], left: tuple[str, ...]
    ) -> Generator[Subset, Outcome, bool | None]:
        """Return whether the program works without the last of some layers; None if no start is left for that."""
        rest = tuple(each for each in left if each != members[-1])
        most = (len(self.every) - 1).bit_length() + 1
        spent = len(self._known) > most and self.kept_for(rest) not in self._known
        if len(members) == 1 and spent and not self.confirm:
            return None
        outcome = yield from self._ask(rest)
        return None if outcome is Outcome.OTHER else outcome is Outcome.WORKS

    def _driver(
        self, drivers: tuple[str, ...], left: tuple[str, ...]
    ) -> Generator[Subset, Outcome, Cause | None]:
        """Return the driver that makes a program fail which fails without layers; None if that cannot be said."""
        suspects = failing = drivers
        while len(suspects) > 1:
            half = suspects[: len(suspects) // 2]
            fewer = tuple(each for each in failing if each not in half)
            outcome = yield from self._ask(fewer)
            if outcome is Outcome.OTHER:
                break
            if outcome is Outcome.WORKS:
                suspects = half
            else:
                failing, suspects = fewer, suspects[len(half) :]
        for each in suspects:
            cause = yield from self._proved(each, drivers, left)
            if cause is not None:
                return cause
        return None

    def _proved(
        self, driver: str, drivers: tuple[str, ...], left: tuple[str, ...]
    ) -> Generator[Subset, Outcome, Cause | None]:
        """Return a driver as the cause if the program fails with it, and works with the same items without it."""
        rest = [each for each in left if each != driver]
        if not set(rest) & set(drivers):
            return None
        without = yield from self._ask(rest)
        if without is Outcome.WORKS:
            return Cause((driver,), helps=True)
        failing = [
            kept for kept, outcome in self._known.items() if outcome is Outcome.FAILS and driver in kept
        ]
        for kept in sorted(failing, key=len):
            fewer = [each for each in self.every if each in kept and each != driver]
            if set(fewer) & set(drivers) and (yield from self._ask(fewer)) is Outcome.WORKS:
                return Cause((driver,), helps=False if without is Outcome.FAILS else None)
        return None
