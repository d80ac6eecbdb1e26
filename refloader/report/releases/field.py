"""The matrix of loaders by release: every rule on every build, and where its outcome changed. Makes no verdict.

Builds are samples of the releases: a change lies somewhere after one build and not after the next. Cases decide what
counts as a change: a rule broke if a case that passed on the build before fails on this one, and it was fixed if a
case that failed now passes. Otherwise only what is judged has changed, and no release is blamed or praised.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from refloader.report.rules.topics import topic_of
from refloader.results.expectations.by_release import Release, released
from refloader.results.results_file import FINDINGS, Result, Run, Subject, Verdict
from refloader.rules import Rule, rules

Sizes: TypeAlias = Mapping[tuple[str, str], int]
"""The size of a scenario by subject and case."""


class State(StrEnum):
    """The outcome of a rule on a build."""

    FAIL = "fail"
    WARN = "warn"
    PASS = "pass"
    NOT_JUDGED = "not judged"


class Change(StrEnum):
    """What happened to a rule between two builds. Both break it if it became worse or better: some cases changed."""

    BROKE = "broke"
    FIXED = "fixed"
    WORSE = "worse"
    BETTER = "better"
    JUDGED = "first judged"
    UNJUDGED = "no longer judged"


@dataclass(frozen=True, slots=True)
class Build:
    """A loader of the matrix. ``edition`` is the edition of the documents that it was judged by."""

    subject: Subject
    numbers: Release

    @property
    def release(self) -> str:
        """The release, as people write it; the loader's name if it tells no release."""
        return ".".join(map(str, self.numbers)) or self.subject.name

    @property
    def edition(self) -> str:
        """The edition of the documents that it was judged by."""
        return self.subject.edition


@dataclass(frozen=True, slots=True)
class Cell:
    """A rule on a build. ``number`` cases of ``judged`` have its state, and ``example`` stands for them.

    ``failing`` are the names of the failing cases, ``sound`` those of the passing ones; ``reason`` says why nothing
    was judged.
    """

    state: State
    number: int
    judged: int
    example: Result | None
    failing: frozenset[str] = frozenset()
    sound: frozenset[str] = frozenset()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A change of a rule from the build ``before`` to the build ``at`` (indexes)."""

    change: Change
    before: int
    at: int


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive builds, from ``first`` to ``last``, on which the same cases fail; ``best`` shows the failure."""

    first: int
    last: int
    cases: tuple[str, ...]
    best: Result


@dataclass(frozen=True, slots=True)
class Row:
    """A rule with its cells, one for each build."""

    rule: Rule
    topic: str
    cells: tuple[Cell, ...]
    turns: tuple[Turn, ...]
    spans: tuple[Span, ...]

    @property
    def is_broken(self) -> bool:
        """True if a build breaks the rule."""
        return any(each.state is State.FAIL for each in self.cells)

    @property
    def is_warned_of(self) -> bool:
        """True if there are only warnings."""
        return not self.is_broken and any(each.state is State.WARN for each in self.cells)

    def since(self, build: int) -> int:
        """Return the first of the builds that break the rule up to this one, past builds that do not judge it."""
        first = build
        for at in range(build, -1, -1):
            if self.cells[at].state is State.FAIL:
                first = at
            elif self.cells[at].state is not State.NOT_JUDGED:
                break
        return first

    def turn(self, build: int) -> Turn | None:
        """Return the change of the rule at this build, if there is one."""
        return next((each for each in self.turns if each.at == build), None)


@dataclass(frozen=True, slots=True)
class Field:
    """The whole matrix: builds from the oldest to the newest, rows in the order of the catalogue."""

    builds: tuple[Build, ...]
    rows: tuple[Row, ...]

    @property
    def topics(self) -> tuple[tuple[str, tuple[Row, ...]], ...]:
        """The rows by topic, topics in the order of their first row."""
        found: dict[str, list[Row]] = {}
        for each in self.rows:
            found.setdefault(each.topic, []).append(each)
        return tuple((name, tuple(several)) for name, several in found.items())


def field(run: Run) -> Field:
    """Return the matrix of the loaders of a run."""
    loaders = [each for each in run.header.subjects if each.kind == "loader"]
    builds = sorted(
        (Build(each, released(each)) for each in loaders), key=lambda b: (b.numbers, b.subject.name)
    )
    results: dict[str, dict[str, list[Result]]] = {each.subject.name: {} for each in builds}
    for result in run.results:
        if result.subject in results:
            results[result.subject].setdefault(result.rule, []).append(result)
    by_build = [results[each.subject.name] for each in builds]
    seen = {rule for each in by_build for rule in each}
    sizes = sizes_of(run.results)
    rows = (_row(rule, builds, by_build, sizes) for name, rule in rules().items() if name in seen)
    return Field(tuple(builds), tuple(rows))


def _row(
    rule: Rule,
    builds: Sequence[Build],
    by_build: Sequence[Mapping[str, Sequence[Result]]],
    sizes: Sizes,
) -> Row:
    pairs = zip(builds, by_build, strict=True)
    cells = tuple(_cell(rule, build, of.get(rule.id, ()), sizes) for build, of in pairs)
    found = [{each.case: each for each in of.get(rule.id, ()) if each.verdict in FINDINGS} for of in by_build]
    return Row(rule, topic_of(rule.id), cells, tuple(_turns(cells)), tuple(_spans(found, sizes)))


def _cell(rule: Rule, build: Build, results: Sequence[Result], sizes: Sizes) -> Cell:
    failing = [each for each in results if each.verdict in FINDINGS]
    warned = [each for each in results if each.verdict is Verdict.WARN]
    passed = [each for each in results if each.verdict is Verdict.PASS]
    judged = len(failing) + len(warned) + len(passed)
    sound = frozenset(each.case for each in passed)
    if failing:
        cases = frozenset(each.case for each in failing)
        return Cell(State.FAIL, len(failing), judged, best(failing, sizes), cases, sound)
    if judged:
        state, several = (State.WARN, warned) if warned else (State.PASS, passed)
        return Cell(state, len(several), judged, best(several), sound=sound)
    return Cell(State.NOT_JUDGED, 0, 0, None, reason=_why_not(rule, build, results))


def _why_not(rule: Rule, build: Build, results: Sequence[Result]) -> str:
    if results:
        return Counter(each.reason for each in results).most_common(1)[0][0]
    if build.edition and build.edition not in rule.editions:
        return f"the documents of {build.edition} do not have this rule"
    return "no case of this rule was run"


def best(results: Sequence[Result], sizes: Sizes = MappingProxyType({})) -> Result:
    """Return the result that shows a failure best: the one with the smallest scenario, by ``sizes_of``."""
    unknown = max(sizes.values(), default=0)
    return min(results, key=lambda each: (sizes.get((each.subject, each.case), unknown), each.case))


def sizes_of(results: Iterable[Result]) -> Sizes:
    """Return how large the scenarios of failing cases are. Only one result of a case has its scenario."""
    shown = (each for each in results if each.verdict in FINDINGS and each.evidence.get("files"))
    return {(each.subject, each.case): len(str(each.evidence)) for each in shown}


def _turns(cells: Sequence[Cell]) -> Iterator[Turn]:
    before: int | None = None
    for at, cell in enumerate(cells):
        if cell.state is State.NOT_JUDGED:
            continue
        change = _change(cells[before], cell) if before is not None else None
        if change is not None and before is not None:
            yield Turn(change, before, at)
        before = at


def _change(old: Cell, new: Cell) -> Change | None:
    if State.FAIL not in (old.state, new.state):
        return None
    if old.state is new.state:
        fixed = Change.BETTER if old.failing & new.sound else None
        return Change.WORSE if new.failing & old.sound else fixed
    if new.state is State.FAIL:
        return Change.BROKE if new.failing & old.sound else Change.JUDGED
    return Change.FIXED if old.failing & new.sound else Change.UNJUDGED


def _spans(builds: Sequence[Mapping[str, Result]], sizes: Sizes) -> Iterator[Span]:
    """Yield the failing cases by the builds on which they fail, the newest failures first."""
    found: dict[tuple[int, int], list[str]] = {}
    for case in dict.fromkeys(case for each in builds for case in each):
        for first, last in runs(at for at, each in enumerate(builds) if case in each):
            found.setdefault((first, last), []).append(case)
    for first, last in sorted(found, key=lambda span: (-span[1], span[0])):
        cases = tuple(sorted(found[first, last]))
        yield Span(first, last, cases, best([builds[last][each] for each in cases], sizes))


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of each run of consecutive numbers; the numbers ascend."""
    first = last = None
    for each in numbers:
        if first is None or last is None or each != last + 1:
            if first is not None and last is not None:
                yield first, last
            first = each
        last = each
    if first is not None and last is not None:
        yield first, last


def stems(cases: Iterable[str]) -> dict[str, int]:
    """Return the number of cases by their names without variants."""
    return dict(Counter(each.partition("[")[0] for each in cases))
