"""Arranges the results of a run for the documents: by subject, by rule, worst first. Makes no document."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from refloader.harness.results import (
    Result,
    Run,
    Stale,
    Subject,
    Verdict,
    count,
    readable,
    storable,
)
from refloader.report.driver_facts import Pairs, told
from refloader.rules import Ambiguity, UnknownRuleError, find, rules

EXPECTED, UNEXPECTED = "expected", "unexpected"
STANDINGS = (
    *(Verdict.ERROR.value, Verdict.CRASH.value, Verdict.TIMEOUT.value, Verdict.FAIL.value, UNEXPECTED),
    *(Verdict.WARN.value, EXPECTED, Verdict.SKIP.value, Verdict.PASS.value),
)
"""What documents show of a result, the one that matters most first: its verdict, or how it meets what is known."""

FINDINGS = STANDINGS[: STANDINGS.index(EXPECTED)]
"""Those that somebody has to look at."""

_SHORT = 100
"""Characters: JSON up to this length stays on one line."""


@dataclass(frozen=True, slots=True)
class About:
    """What the catalogue says of an id, in the few words a document shows. Empty where it says nothing."""

    rule: str
    title: str
    text: str
    breach: str
    editions: tuple[str, ...]
    known: bool = True


@dataclass(frozen=True, slots=True)
class Measured:
    """A subject of the run; its facts are empty for one that the header does not list.

    ``yardstick`` is the edition it was judged by, and why; ``told`` what is shown of what it told of itself, and
    ``facts`` all of that.
    """

    name: str
    kind: str
    path: str
    version: str
    sha256: str
    yardstick: str
    results: tuple[Result, ...]
    told: Pairs = ()
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def counts(self) -> dict[str, int]:
        """The number of results for each verdict, noughts included."""
        return count(self.results)

    @property
    def standings(self) -> dict[str, int]:
        """The number of results for each standing, noughts included, the best first."""
        seen = Counter(map(standing, self.results))
        return {each: seen[each] for each in reversed(STANDINGS)}

    @property
    def expected(self) -> int:
        """The number of results that came out as an expectation file says."""
        return sum(result.as_expected for result in self.results)

    @property
    def seconds(self) -> float:
        """Wall time of all its cases together."""
        return sum(result.seconds for result in self.results)


@dataclass(frozen=True, slots=True)
class Cell:
    """What a rule came to on a subject. ``results`` has the worst first and may be empty."""

    subject: str
    results: tuple[Result, ...]

    @property
    def standing(self) -> str:
        """The worst of its cases, or nothing."""
        return standing(self.results[0]) if self.results else ""

    @property
    def alike(self) -> int:
        """How many cases stand so."""
        return sum(standing(result) == self.standing for result in self.results)

    @property
    def share(self) -> str:
        """How many of how many cases stand so, in a few characters; nothing for a single case."""
        number = len(self.results)
        if number == self.alike:
            return str(number) if number > 1 else ""
        return f"{self.alike} of {number}"

    @property
    def expected(self) -> int:
        """How many cases came out as an expectation file says; 0 where the standing tells it already."""
        return 0 if self.standing == EXPECTED else sum(result.as_expected for result in self.results)


@dataclass(frozen=True, slots=True)
class Line:
    """A rule and its cells, one for each subject, in the order of the subjects."""

    about: About
    cells: tuple[Cell, ...]

    @property
    def standings(self) -> tuple[str, ...]:
        """The standings of its results, each once."""
        return tuple(dict.fromkeys(standing(result) for cell in self.cells for result in cell.results))


@dataclass(frozen=True, slots=True)
class Cause:
    """Results of one case of one subject that came out the same for the same reason, under several rules."""

    results: tuple[Result, ...]

    @property
    def first(self) -> Result:
        """The one that stands for all."""
        return self.results[0]

    @property
    def rules(self) -> tuple[About, ...]:
        """What the catalogue says of its rules."""
        return tuple(about(each.rule) for each in self.results)

    @property
    def advice(self) -> tuple[str, ...]:
        """What to do, by its rules, each sentence once."""
        said = (each.evidence.get("advice") for each in self.results)
        return tuple(dict.fromkeys(each for each in said if isinstance(each, str)))

    @property
    def evidence(self) -> Mapping[str, object]:
        """What was run and seen, without the advice."""
        return {name: fact for name, fact in self.first.evidence.items() if name != "advice"}


def standing(result: Result) -> str:
    """How a document shows a result: one of STANDINGS."""
    if result.surprising:
        return UNEXPECTED
    return EXPECTED if result.as_expected else result.verdict.value


def surprise(result: Result) -> str:
    """One sentence on a result that came out otherwise than expected."""
    known = result.expected
    assert known is not None, "nothing was expected"
    return (
        f"{known.file}:{known.line} expects {known.verdict}, and it came out {result.verdict}: "
        "the entry is to be removed or changed"
    )


def flaky(result: Result) -> str:
    """What is said of a finding that did not come again; empty for all others."""
    return f"flaky: {result.verdict}, then {result.flaky}" if result.flaky else ""


def why_expected(result: Result) -> str:
    """The reason of the entry for a result that came out as expected, or where it is to be filled in."""
    known = result.expected
    assert known is not None, "nothing was expected"
    return known.reason if known.reason.strip() else f"reason to be filled in: {known.file}:{known.line}"


def out_of_date(entry: Stale) -> str:
    """One sentence on an entry that is about no case."""
    place = f"{entry.file}:{entry.line}"
    return (
        f"{place} is about a case that the suite does not have for this subject: the entry is to be removed"
    )


def causes(results: Iterable[Result]) -> tuple[Cause, ...]:
    """The results with those of one cause together, in the order of the first of each."""
    together: dict[tuple[str, ...], list[Result]] = {}
    for each in results:
        key = (each.subject, each.case, each.verdict, standing(each), each.reason, flaky(each))
        together.setdefault(key, []).append(each)
    return tuple(Cause(tuple(each)) for each in together.values())


def known(results: Iterable[Result]) -> tuple[tuple[Cause, ...], ...]:
    """What came out as expected, in the order of the results: causes that have verdict, reason and link in common."""
    together: dict[tuple[str, ...], list[Result]] = {}
    for each in results:
        if each.as_expected and each.expected is not None:
            key = (each.subject, each.verdict, why_expected(each), each.expected.link)
            together.setdefault(key, []).append(each)
    return tuple(causes(alike) for alike in together.values())


def about(rule: str) -> About:
    """What the catalogue says of an id; an id that it does not have is answered too (``known`` is False)."""
    try:
        row = find(rule)
    except UnknownRuleError:
        return About(readable(rule), "not in the catalogue of this version", "", "", (), known=False)
    if isinstance(row, Ambiguity):
        return About(rule, f"Ambiguity: {row.where}", f"{row.text} Reading chosen: {row.chosen}", "", ())
    return About(rule, row.title, row.text, row.breach, row.editions)


def subjects(run: Run) -> tuple[Measured, ...]:
    """The subjects of the header in its order, then any that only results name."""
    by_name: dict[str, list[Result]] = {subject.name: [] for subject in run.header.subjects}
    for result in run.results:
        by_name.setdefault(result.subject, []).append(result)
    listed = {subject.name: subject for subject in run.header.subjects}
    return tuple(
        _measured(each, tuple(results))
        if (each := listed.get(name))
        else Measured(name, "not in the header", "", "", "", "", tuple(results))
        for name, results in by_name.items()
    )


def _measured(subject: Subject, results: tuple[Result, ...]) -> Measured:
    return Measured(
        subject.name,
        subject.kind,
        subject.path,
        subject.version,
        subject.sha256,
        _yardstick(subject),
        results,
        told(subject.facts, subject.sha256),
        subject.facts,
    )


def _yardstick(subject: Subject) -> str:
    return f"edition {subject.edition}, as {subject.edition_reason}" if subject.edition_reason else ""


def lines(run: Run) -> tuple[Line, ...]:
    """The matrix: rules in the order of the catalogue, unknown ones last."""
    names = [subject.name for subject in subjects(run)]
    cells: dict[str, dict[str, list[Result]]] = {}
    for result in run.results:
        cells.setdefault(result.rule, {}).setdefault(result.subject, []).append(result)
    place = {rule: number for number, rule in enumerate(rules())}
    ordered = sorted(cells, key=lambda rule: (place.get(rule, len(place)), rule))
    return tuple(
        Line(about(rule), tuple(Cell(name, by_weight(cells[rule].get(name, ()))) for name in names))
        for rule in ordered
    )


def by_weight(results: Sequence[Result]) -> tuple[Result, ...]:
    """The results with the worst first, then by case: workers come to cases in another order each time."""
    return tuple(sorted(results, key=lambda result: (STANDINGS.index(standing(result)), result.case)))


def facts(values: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Evidence or machine facts as pairs of readable texts; others are JSON, on several lines when long."""
    return tuple((readable(name), _fact(value)) for name, value in values.items())


def _fact(value: object) -> str:
    if isinstance(value, str):
        return readable(value)
    return _laid_out(storable(value))


def _laid_out(value: object, inset: str = "") -> str:
    """JSON in which whatever is short enough stays on one line, also within what is not."""
    short = json.dumps(value, ensure_ascii=False)
    if len(short) + len(inset) <= _SHORT or not isinstance(value, dict | list):
        return short
    deeper = inset + "  "
    if isinstance(value, list):
        rows, (first, last) = [_laid_out(each, deeper) for each in value], "[]"
    else:
        named = ((json.dumps(name, ensure_ascii=False), each) for name, each in value.items())
        rows, (first, last) = [f"{name}: {_laid_out(each, deeper)}" for name, each in named], "{}"
    return f"{first}\n{deeper}" + f",\n{deeper}".join(rows) + f"\n{inset}{last}"
