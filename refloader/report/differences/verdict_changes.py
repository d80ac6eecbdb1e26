"""Counts how many cases changed from one verdict to another, over all subjects that both runs have. No I/O."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from refloader.report.differences.difference import Difference, Kind, SubjectChange
from refloader.results.results_file import BY_WEIGHT, Result

NOWHERE = "no such case"
"""Used as the verdict of a case that a run does not have."""

ORDER = (*(verdict.value for verdict in reversed(BY_WEIGHT)), NOWHERE)
"""The verdicts, the best first."""


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """The number of cases with one verdict in the older run and the same or another in the newer.

    Either verdict may be NOWHERE.
    """

    old: str
    new: str
    number: int

    @property
    def is_change(self) -> bool:
        """True if the verdict changed."""
        return self.old != self.new


def verdict_changes(found: Difference) -> tuple[VerdictChange, ...]:
    """Return all changes, ordered by the older and then the newer verdict as in ORDER.

    Cases that are missing because a run is incomplete are left out, as ``CaseChange.counts`` says.
    """
    results = _by_case(found.old.results), _by_case(found.new.results)
    steps = Counter(step for each in found.subjects for step in _steps(each, *results))
    return tuple(
        VerdictChange(old, new, steps[old, new]) for old in ORDER for new in ORDER if steps[old, new]
    )


_Cases = dict[str, dict[tuple[str, str], str]]


def _by_case(results: tuple[Result, ...]) -> _Cases:
    """Group verdicts by subject, then by rule and case; of two results for the same case the worse one is used."""
    found: _Cases = {}
    for each in results:
        cases, key = found.setdefault(each.subject, {}), (each.rule, each.case)
        cases[key] = max(each.verdict.value, cases.get(key, each.verdict.value), key=ORDER.index)
    return found


def _steps(change: SubjectChange, old: _Cases, new: _Cases) -> Iterator[tuple[str, str]]:
    if change.old is None or change.new is None:
        return
    before, after = old.get(change.old.name, {}), new.get(change.new.name, {})
    yield from ((verdict, after[key]) for key, verdict in before.items() if key in after)
    counted = [each for each in change.cases if each.counts]
    yield from ((each.result.verdict.value, NOWHERE) for each in counted if each.kind is Kind.GONE)
    yield from ((NOWHERE, each.result.verdict.value) for each in counted if each.kind is Kind.NEW)
