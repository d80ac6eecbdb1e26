"""The difference between two runs as one HTML file that works offline. ``differences`` makes all decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from refloader.report import shell
from refloader.report.arrange import retried
from refloader.report.differences.difference import CaseChange, Difference, Kind, SubjectChange
from refloader.report.differences.facts import FactChange, TimingChange
from refloader.report.differences.text import answer, broken_rules, causes, outcome, plain, timing
from refloader.report.differences.verdict_changes import ORDER, VerdictChange, verdict_changes
from refloader.report.page.named_rules import named_rules
from refloader.report.pictures.before_after import before_after
from refloader.report.pictures.verdict_bands import bands
from refloader.results.results_file import Result

_SHORT = 100
"""The most characters of a fact's value that are visible at once."""


@dataclass(frozen=True, slots=True)
class Case:
    """A case that changed in the same way under several rules, which is listed once."""

    rules: tuple[str, ...]
    change: CaseChange


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the list: a case, or several of one subject that changed alike for the same reason."""

    subject: str
    cases: tuple[Case, ...]

    @property
    def change(self) -> CaseChange:
        """The change that represents all of them."""
        return self.cases[0].change

    @property
    def number(self) -> int:
        """The number of cases in the entry, counted once for each rule."""
        return sum(len(each.rules) for each in self.cases)

    @property
    def reasons(self) -> tuple[tuple[str, str], ...]:
        """The reasons now and before, each with a label; equal reasons are listed once."""
        old, new = (each.reason if each else "" for each in (self.change.old, self.change.new))
        return tuple(each for each in (("", new), ("Before: ", old if old != new else "")) if each[1])


@dataclass(frozen=True, slots=True)
class Topic:
    """The changed facts of one topic, of a device or of the driver itself."""

    title: str
    counts: bool
    facts: tuple[FactChange, ...]


def render(found: Difference, *, timings: bool = False) -> str:
    """Return the page, to be written as UTF-8. With ``timings`` a changed timing counts as a change.

    Raises:
        DocsUrlError: the documentation base that the environment names is not an address.
    """
    entries, moved = _entries(found.subjects), verdict_changes(found)
    return shell.page(
        "difference.html.j2",
        styles=("listing.css", "difference.css", "pictures.css"),
        scripts=("listing.js",),
        found=found,
        answer=answer(found, timings=timings),
        broken=[line.strip() for line in broken_rules(found)],
        tone=_tone(found, timings=timings),
        entries=entries,
        kinds=[(kind, sum(each.number for each in groups)) for kind, groups in entries.items()],
        subjects=_names(found.subjects),
        alone=[each for each in found.subjects if each.old is None or each.new is None],
        topics=[(each.subject, topics) for each in found.subjects if (topics := _topics(each.facts))],
        charts=[(each.subject.name, change) for each in found.subjects for change in each.timings],
        rules=named_rules(_rules(found.subjects)),
        chart=_chart,
        timing=timing,
        outcome=outcome,
        retried=retried,
        shifts=moved if any(each.is_change for each in moved) else (),
        sides=[(name, _tally(moved, name)) for name in ("old", "new")],
        bands=bands,
        plain=plain,
        short=_SHORT,
    )


def _tally(moved: Sequence[VerdictChange], name: str) -> list[tuple[str, int]]:
    """Return the number of cases for each verdict in the older or in the newer run."""
    by_verdict = dict.fromkeys(ORDER, 0)
    for each in moved:
        by_verdict[each.old if name == "old" else each.new] += each.number
    return [(verdict, number) for verdict, number in by_verdict.items() if number]


def _tone(found: Difference, *, timings: bool) -> str:
    """Return the tone of the answer: ``worse``, ``changed`` or ``same``."""
    if any(case.is_regression and case.counts for each in found.subjects for case in each.cases):
        return "worse"
    return "changed" if found.counts or (timings and found.has_timings) else "same"


def _entries(subjects: Iterable[SubjectChange]) -> Mapping[Kind, Sequence[Entry]]:
    """Group entries by kind, the most important first; changes that count come first, flaky ones last."""
    found: dict[Kind, list[Entry]] = {}
    for each in subjects:
        for cases in _alike(each.cases):
            found.setdefault(cases[0].change.kind, []).append(Entry(each.subject.name, cases))
    return {kind: sorted(found[kind], key=_weight) for kind in Kind if kind in found}


def _alike(changes: Iterable[CaseChange]) -> Iterable[tuple[Case, ...]]:
    """Group the cases that changed alike for one reason, as when a lost driver skips all. Worse ones stay single."""
    together: dict[object, list[Case]] = {}
    for alike in causes(changes):
        change = alike[0]
        reasons = tuple((each.verdict, each.reason) if each else None for each in (change.old, change.new))
        alone = change.is_regression or change.kind is Kind.WORSE
        key = id(change) if alone else (change.kind, change.counts, change.by_chance, reasons)
        together.setdefault(key, []).append(Case(tuple(each.result.rule for each in alike), change))
    return map(tuple, together.values())


def _weight(entry: Entry) -> tuple[bool, bool]:
    return not entry.change.counts, entry.change.by_chance


def _names(subjects: Iterable[SubjectChange]) -> list[str]:
    return [each.subject.name for each in subjects if each.cases or each.reworded or each.flaky]


def _topics(facts: Sequence[FactChange]) -> tuple[Topic, ...]:
    """Group changed facts by device and topic, those that count first."""
    ordered = sorted(facts, key=lambda change: not change.counts)
    grouped = groupby(ordered, key=lambda change: (change.counts, change.device, change.topic))
    return tuple(
        Topic(f"{topic} of {device}" if device else topic, counts, tuple(each))
        for (counts, device, topic), each in grouped
    )


def _rules(subjects: Iterable[SubjectChange]) -> Iterator[str]:
    """Return the ids of the rules that the page names."""
    return (result.rule for each in subjects for result in _named(each))


def _named(change: SubjectChange) -> Iterable[Result]:
    yield from (each.result for each in change.cases)
    yield from change.flaky
    yield from (new for _, new in change.reworded)


def _chart(change: TimingChange) -> Markup:
    what = f"a device of {change.device}" if change.device else f"an {change.what}"
    return before_after(f"milliseconds to make {what}", change.old, change.new)
