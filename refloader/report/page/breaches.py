"""The broken rules of a run for a bounded list: rule, actual behaviour, advice, and the command to replay.

Rules that the same cases break in the same way form one entry. Makes no verdict.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from refloader.report.arrange import About, about, flaky, retried, surprise, weight, why_expected
from refloader.report.page.evidence import Shown, shown
from refloader.report.page.matrix import Column, Matrix
from refloader.report.page.outcome import ERROR, FAIL, WARN, Outcome
from refloader.report.shared_causes import SharedCause, shared_causes
from refloader.results.results_file import Result

_Told = TypeVar("_Told")

MOST = 400
"""The most entries on a page."""

_LEAST_EACH = 12
"""The entries that every subject may have, however many subjects there are."""

_MOST_TOLD = 5
"""The most further cases of an entry that are shown with their behaviour."""

_MOST_KNOWN = 2
"""The most reasons from expectation files that are shown with an entry."""

_ORDER = (FAIL, ERROR, WARN)

_EVIDENCE = 4_000
"""The most characters of an entry's evidence as JSON; the matrix has more."""

_NOT_SO = " Not so: "
"""Separates, in a reason, the expected behaviour from the actual one."""


@dataclass(frozen=True, slots=True)
class Breach:
    """Rules that a subject breaks in the same way, with the most significant case.

    ``ought`` is the expected behaviour, empty if the reason does not separate it from ``seen``, the actual one.
    ``others`` are further cases with their behaviour; ``more`` is the number of those left out. ``known`` are the
    reasons why expectation files allow it: the reason, a link, the location of the first entry, and the number of
    entries with this reason; ``more_known`` is the number of further reasons. ``notes`` are sentences on flaky
    results and unmet expectations, ``shown`` is the evidence of the first case. ``shared`` is the cause that breaks
    rules of many kinds at once, if there is one.
    """

    rules: tuple[About, ...]
    outcome: Outcome
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

    @property
    def first(self) -> Result:
        """The case that represents all of them."""
        return self.outcome.deciding.result


@dataclass(frozen=True, slots=True)
class Chapter:
    """The entries of one subject. ``more`` is the number of rules that are left out of ``breaches``."""

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
    """Return a chapter for each subject with broken rules, warnings or harness errors, in column order."""
    shared = {column.name: _shared(column) for column in of.columns}
    alike = {column.name: _alike(column, shared[column.name]) for column in of.columns}
    room = _room({name: len(groups) for name, groups in alike.items()})
    made = (_chapter(each, alike[each.name], room[each.name], shared[each.name]) for each in of.columns)
    return tuple(chapter for chapter in made if chapter.breaches)


def _room(wanted: Mapping[str, int]) -> dict[str, int]:
    """Return how many entries each subject may have: those with few entries leave their share to the others."""
    room, left = {}, MOST
    for served, (name, number) in enumerate(sorted(wanted.items(), key=lambda each: each[1])):
        room[name] = min(number, max(_LEAST_EACH, left // (len(wanted) - served)))
        left = max(left - room[name], 0)
    return room


def _alike(column: Column, shared: Mapping[str, SharedCause]) -> list[list[tuple[str, Outcome]]]:
    """Group the rules that the same cases break in the same way, or for one shared cause, each with its outcome."""
    alike: dict[tuple[object, ...], list[tuple[str, Outcome]]] = {}
    for rule, found in sorted(column.outcomes.items(), key=lambda each: _place(*each)):
        if _tells(found):
            cause = _cause(found, shared)
            key = (cause, found.known) if cause else _key(found)
            alike.setdefault(key, []).append((rule, found))
    return list(alike.values())


def _shared(column: Column) -> Mapping[str, SharedCause]:
    """Return the shared causes of a subject, by the cases that fail for one."""
    return shared_causes([each.result for found in column.outcomes.values() for each in found.cases])


def _cause(found: Outcome, shared: Mapping[str, SharedCause]) -> SharedCause | None:
    """Return the shared cause for which every failing case of a rule fails; None if there is none."""
    causes = {shared.get(each.case) for each in _saying(found)} if found.name == FAIL else set()
    return causes.pop() if len(causes) == 1 else None


def _chapter(
    column: Column,
    groups: Sequence[Sequence[tuple[str, Outcome]]],
    room: int,
    shared: Mapping[str, SharedCause],
) -> Chapter:
    kept = tuple(_breach(group, column, _cause(group[0][1], shared)) for group in groups[:room])
    return Chapter(column, kept, sum(map(len, groups[room:])))


def _tells(found: Outcome) -> bool:
    return found.name in _ORDER


def _place(rule: str, found: Outcome) -> tuple[int, bool, tuple[int, int, str]]:
    """Return a sort key: broken rules first, among these the unexpected ones, and then as every document has them."""
    rank = _ORDER.index(found.name) if _tells(found) else len(_ORDER)
    return rank, found.known, weight(found.cases[0].standing, rule)


def _saying(found: Outcome) -> Iterator[Result]:
    """Return the results that have the verdict of the outcome."""
    weighty = {FAIL: ("fail", "crash", "timeout"), ERROR: ("error",), WARN: ("warn",)}[found.name]
    return (each.result for each in found.cases if each.result.verdict in weighty)


def _key(found: Outcome) -> tuple[object, ...]:
    return tuple((each.case, each.verdict, each.reason, each.as_expected) for each in _saying(found))


def _breach(group: Sequence[tuple[str, Outcome]], column: Column, shared: SharedCause | None) -> Breach:
    found = group[0][1]
    first = found.deciding.result
    ought, seen = _parted(first.reason)
    saying = [each for _, outcome in (group if shared else group[:1]) for each in _saying(outcome)]
    others = list({each.case: _parted(each.reason)[1] for each in saying if each.case != first.case}.items())
    known = _known([first, *saying])
    return Breach(
        tuple(about(rule) for rule, _ in group),
        found,
        ought,
        seen,
        tuple(others[:_MOST_TOLD]),
        max(len(others) - _MOST_TOLD, 0),
        known[:_MOST_KNOWN],
        max(len(known) - _MOST_KNOWN, 0),
        _once(text for each in saying for text in _notes(each))[:_MOST_TOLD],
        _once(text for _, each in group for text in _advice(each.deciding.result)),
        shown(first.evidence, column.subject, _EVIDENCE),
        shared,
    )


def _parted(reason: str) -> tuple[str, str]:
    """Split a reason into the expected and the actual behaviour."""
    ought, parted, seen = reason.partition(_NOT_SO)
    return (ought, seen) if parted else ("", reason)


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


def _advice(result: Result) -> Iterator[str]:
    advice = result.evidence.get("advice")
    if isinstance(advice, str):
        yield advice


def _once(values: Iterable[_Told]) -> tuple[_Told, ...]:
    return tuple(dict.fromkeys(values))
