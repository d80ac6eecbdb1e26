"""The findings of a run for a bounded list: rules, actual behaviour, advice, and the command to replay.

The entries are the findings that every document counts, so that none that a header counts is missing here. Makes no
verdict.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from refloader.report.arrange import (
    EXPECTED,
    FINDINGS,
    STALE,
    About,
    Finding,
    about,
    findings,
    flaky,
    retried,
    standing,
    surprise,
    why_expected,
)
from refloader.report.asked import asked, reasoned
from refloader.report.outcome import Ranked, word
from refloader.report.page.evidence import Shown, shown
from refloader.report.page.matrix import Column, Matrix
from refloader.report.rewording import reworded
from refloader.report.shared_causes import SharedCause
from refloader.results.results_file import Result, Verdict

_Told = TypeVar("_Told")

MOST = 400
"""The most entries on a page."""

_LEAST_EACH = 12
"""The entries that every subject may have, however many subjects there are."""

_MOST_TOLD = 5
"""The most further cases of an entry that are shown with their behaviour."""

_MOST_KNOWN = 2
"""The most reasons from expectation files that are shown with an entry."""

_LISTED = (*FINDINGS, EXPECTED)
"""The standings that have entries: all that the numbers of a run count."""

_EVIDENCE = 4_000
"""The most characters of an entry's evidence as JSON; the matrix has more."""

_NOT_SO = re.compile(r"(?<!\s)\s*+Not so: |(?<=\.) But (?=actual)")
"""Separates, in a reason, what the documents say from the actual behaviour."""

_ACTUAL = re.compile(r"actual:? (?P<seen>.*?); expected:? (?P<ought>.*)", re.DOTALL)
"""The comparison of two values, in a reason: what was seen, and what was expected in its place."""

_ANOTHER = re.compile(r"; actual(?: (?P<what>[^:;]*))?: (?P<seen>[^;]*); expected: (?P<ought>[^;]*)")
"""A further comparison in the same reason, such as that of the chain behind that of the result."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A finding: rules that a subject breaks in the same way, with the case that shows it best.

    ``word`` is its verdict, and whether it is known or unexpected. ``rule_says`` is what the documents say and
    ``ought`` the expected value, each empty if the reason does not separate it from ``seen``, the actual behaviour.
    ``asked`` is what a loader was asked in the first case.
    ``others`` are further cases with their behaviour; ``more`` is the number of those left out. ``known`` are the
    reasons why expectation files allow it: the reason, a link, the location of the first entry, and the number of
    entries with this reason; ``more_known`` is the number of further reasons. ``notes`` are sentences on flaky
    results and unmet expectations, ``shown`` is the evidence of the first case. ``shared`` is the cause that breaks
    rules of many kinds at once, if there is one.
    """

    rules: tuple[About, ...]
    first: Result
    standing: str
    word: str
    rule_says: str
    asked: str
    ought: str
    seen: str
    others: tuple[tuple[str, str], ...]
    more: int
    known: tuple[tuple[str, str, str, int], ...]
    more_known: int
    notes: tuple[str, ...]
    advice: tuple[str, ...]
    shown: Shown
    shared: SharedCause | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """The entries of one subject. ``more`` is the number of findings that are left out of ``breaches``."""

    column: Column
    breaches: tuple[Breach, ...]
    more: int

    @property
    def first(self) -> tuple[Breach, ...]:
        """The entries that are visible at once."""
        return self.breaches[:_LEAST_EACH]

    @property
    def rest(self) -> tuple[Breach, ...]:
        """The entries that are visible on demand."""
        return self.breaches[_LEAST_EACH:]


def chapters(of: Matrix) -> tuple[Chapter, ...]:
    """Return a chapter for each subject with findings, warnings or harness errors, in column order."""
    found = {column.name: tuple(_findings(column)) for column in of.columns}
    room = _room({name: len(each) for name, each in found.items()})
    made = (_chapter(each, found[each.name], room[each.name]) for each in of.columns)
    return tuple(chapter for chapter in made if chapter.breaches)


def _room(wanted: Mapping[str, int]) -> dict[str, int]:
    """Return how many entries each subject may have: those with few entries leave their share to the others."""
    room, left = {}, MOST
    for served, (name, number) in enumerate(sorted(wanted.items(), key=lambda each: each[1])):
        room[name] = min(number, max(_LEAST_EACH, left // (len(wanted) - served)))
        left = max(left - room[name], 0)
    return room


def _findings(column: Column) -> list[Finding]:
    """Return the findings of a subject: what breaks rules first, among it the unexpected, then warnings."""
    results = [each.result for found in column.outcomes.values() for each in found.cases]
    return sorted(findings(results, _LISTED), key=_place)


def _place(finding: Finding) -> tuple[int, bool]:
    """Return a sort key; findings of one key stay as every document has them."""
    verdict = finding.first.verdict
    rank = {Verdict.ERROR: 1, Verdict.WARN: 2, Verdict.PASS: 3}.get(verdict, 0)
    return rank, standing(finding.first) == EXPECTED


def _chapter(column: Column, found: tuple[Finding, ...], room: int) -> Chapter:
    return Chapter(column, tuple(_breach(each, column) for each in found[:room]), len(found[room:]))


def _breach(finding: Finding, column: Column) -> Breach:
    first = finding.first
    rule_says, ought, seen = _parted(reasoned(first))
    others = [(each.first.case, _parted(reworded(each.first.reason))[2]) for each in finding.others]
    results = [each for cause in finding.causes for each in cause.results]
    known = _known(results)
    return Breach(
        tuple(about(rule) for rule in finding.rules),
        first,
        standing(first),
        word(Ranked(first, standing(first))),
        rule_says,
        "" if finding.shared else asked(first),
        ought,
        seen,
        tuple(others[:_MOST_TOLD]),
        max(len(others) - _MOST_TOLD, 0),
        known[:_MOST_KNOWN],
        max(len(known) - _MOST_KNOWN, 0),
        _once(text for each in results for text in _notes(each))[:_MOST_TOLD],
        _once(_advice(finding)),
        shown(first.evidence, column.subject, _EVIDENCE),
        finding.shared,
    )


def _parted(reason: str) -> tuple[str, str, str]:
    """Split a reason into what the documents say, the expected value and the actual behaviour."""
    *says, rest = _NOT_SO.split(reason, maxsplit=1)
    compared = _ACTUAL.fullmatch(rest)
    seen, ought = (compared["seen"], compared["ought"]) if compared else (rest.removeprefix("actual: "), "")
    for another in _ANOTHER.finditer(ought):
        seen += f"; {_named(another, 'seen')}"
    ought = _ANOTHER.sub(lambda another: f"; {_named(another, 'ought')}", ought)
    return "".join(says), ought, seen


def _named(comparison: re.Match[str], side: str) -> str:
    """Return a value of a further comparison, with what it is of."""
    what = comparison["what"]
    return f"{what}: {comparison[side]}" if what else comparison[side]


def _known(results: Iterable[Result]) -> tuple[tuple[str, str, str, int], ...]:
    """Return each reason why results are expected, with its link, first entry and number of entries."""
    places: dict[tuple[str, str], dict[str, None]] = {}
    for each in results:
        if each.as_expected and each.expected is not None:
            key = (why_expected(each), each.expected.link)
            places.setdefault(key, {})[f"{each.expected.file}:{each.expected.line}"] = None
    return tuple((*key, next(iter(found)), len(found)) for key, found in places.items())


def _notes(result: Result) -> Iterator[str]:
    if result.flaky:
        yield f"{flaky(result)} ({result.case})"
    if result.retried:
        yield f"{retried(result)} ({result.case})"
    if result.surprising:
        yield surprise(result)


def _advice(finding: Finding) -> Iterator[str]:
    """Yield the advice of its first case, or else the command that explains the rule."""
    yield from finding.causes[0].advice
    if not finding.causes[0].advice and standing(finding.first) != STALE and about(finding.first.rule).known:
        yield f"See what the rule says, with examples: refloader rules {finding.first.rule}"


def _once(values: Iterable[_Told]) -> tuple[_Told, ...]:
    return tuple(dict.fromkeys(values))
