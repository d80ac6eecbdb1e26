"""Bisects: asks the search which layers and drivers to leave on, and starts the program with these."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from refloader.bisect.pictures import Picture
from refloader.bisect.search import Cause, Found, Outcome, Search, Verdict
from refloader.bisect.starting import Failing, Start, start
from refloader.bisect.suspects import Kind, Suspect, Suspects, Variables, environment


@dataclass(frozen=True, slots=True)
class Tried:
    """One set of layers and drivers with which the program was started, as often as ``starts`` has entries."""

    off: tuple[str, ...]
    variables: Variables
    starts: tuple[Start, ...]

    @property
    def failed(self) -> bool:
        """Whether the program failed once at least."""
        return any(each.failed for each in self.starts)

    @property
    def outcome(self) -> Outcome:
        """What the program does with the set."""
        if self.failed:
            return Outcome.FAILS
        return Outcome.OTHER if any(each.otherwise for each in self.starts) else Outcome.WORKS

    @property
    def how(self) -> str:
        """How it ended: the failing start if there is one, else one that failed otherwise."""
        odd = [each.how for each in self.starts if each.failed] or [x.how for x in self.starts if x.otherwise]
        return odd[0] if odd else self.starts[-1].how


@dataclass(slots=True)
class Bisected:
    """What a bisection came to, so far. ``again`` are the starts of a cause that were made once more."""

    suspects: tuple[Suspect, ...]
    fixed: tuple[Suspect, ...]
    found: Found | None = None
    tried: list[Tried] = field(default_factory=list)
    again: tuple[Start, ...] = ()

    @property
    def starts(self) -> int:
        """How often the program was started."""
        return sum(len(each.starts) for each in self.tried) + len(self.again)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The causes that were found."""
        return self.found.causes if self.found is not None else ()

    @property
    def bound(self) -> int:
        """The most sets that a single cause takes."""
        return math.ceil(math.log2(max(len(self.suspects), 1))) + 2


class NothingGoodError(Exception):
    """The program gives no picture to compare with."""


class Bisection:
    """A program, its suspects, and what counts as failing. ``told`` is called with each set that was tried."""

    def __init__(
        self,
        command: Sequence[str],
        base: Mapping[str, str],
        suspects: Suspects,
        failing: Failing,
        *,
        repeat: int = 1,
        confirm: bool = False,
        any_failure: bool = False,
        told: Callable[[Tried], None] = lambda _: None,
    ) -> None:
        self._command, self._base, self._off = command, base, suspects
        self._repeat, self._confirm, self._told = repeat, confirm, told
        self._failing = replace(failing, passed_over=suspects.switches)
        self._any_failure = any_failure
        self._way = ""
        able = suspects.able
        if failing.picture:  # another driver draws another picture, and rightly so
            able = tuple(each for each in able if each.kind is Kind.LAYER)
        fixed = tuple(each for each in suspects.every if each not in able)
        self.result = Bisected(able, fixed)

    def run(self, good: Picture | None = None) -> Bisected:
        """Start the program until the cause is known. ``good`` is the picture that is right.

        Raises:
            OSError: there is no such program.
            NothingGoodError: without layers, the program writes no picture.
            NoWayError: no variables leave on what is to be tried.
        """
        names = {
            kind: [each.name for each in self.result.suspects if each.kind is kind]
            for kind in (Kind.DRIVER, Kind.LAYER)
        }
        search = Search(names[Kind.DRIVER], names[Kind.LAYER], confirm=self._confirm)
        if self._failing.picture and good is None:
            first = self._start(search.kept_for(()), None, 1)
            good = first.starts[-1].picture
            if first.failed or good is None:
                raise NothingGoodError(first.how)
            search.works_without_layers()
        steps = search.steps()
        try:
            kept = next(steps)
            while True:
                kept = steps.send(self._start(kept, good, self._repeat).outcome)
        except StopIteration as end:
            self.result.found = end.value
        if self._repeat > 1:
            self._reproduce(search, good)
        return self.result

    def _start(self, kept: Iterable[str], good: Picture | None, most: int) -> Tried:
        """Start the program with some suspects, until it fails or has worked ``most`` times."""
        names = set(kept)
        off = tuple(each.name for each in self.result.suspects if each.name not in names)
        variables = self._off.without(*off) if off else {}
        if variables is None:
            raise NoWayError(off)
        starts = list[Start]()
        while len(starts) < most and not any(each.failed for each in starts):
            starts.append(self._once(environment(self._base, variables), good))
        tried = Tried(off, variables, tuple(starts))
        self.result.tried.append(tried)
        self._told(tried)
        return tried

    def _once(self, variables: Mapping[str, str], good: Picture | None) -> Start:
        """Start the program. A failure of another kind than the first one is not what is searched for.

        With fewer drivers, a program may find no device, and end otherwise than by the crash that is looked for.
        """
        done = start(self._command, variables, self._failing, good)
        if not done.failed or self._any_failure:
            return done
        self._way = self._way or done.way
        if done.way == self._way:
            return done
        return replace(done, failed=False, otherwise=True)

    def _reproduce(self, search: Search, good: Picture | None) -> None:
        """Start the program with the first cause alone again; it is unsteady if it then never fails."""
        if not self.result.causes:
            return
        kept = search.kept_for(self.result.causes[0].members)
        off = [each.name for each in self.result.suspects if each.name not in kept]
        variables = environment(self._base, self._off.without(*off) or {})
        again = [self._once(variables, good) for _ in range(self._repeat)]
        self.result.again = tuple(again)
        if not any(each.failed for each in again):
            self.result.found = Found(Verdict.UNSTEADY, self.result.causes)


class NoWayError(Exception):
    """No variables keep some layers or drivers off together; the argument has their names."""
