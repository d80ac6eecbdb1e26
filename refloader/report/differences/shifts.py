"""How many cases went from which verdict to which, of all subjects that both runs have. Pure."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from refloader.report.differences.difference import Difference, Kind, SubjectChange
from refloader.results.results_file import BY_WEIGHT, Result

NOWHERE = "no such case"
"""What stands for a verdict where a run does not have the case."""

ORDER = (*(verdict.value for verdict in reversed(BY_WEIGHT)), NOWHERE)
"""The verdicts, the best first."""


@dataclass(frozen=True, slots=True)
class Shift:
    """So many cases had one verdict and have another one now, or the same; either may be NOWHERE."""

    old: str
    new: str
    number: int

    @property
    def is_change(self) -> bool:
        """Whether they came out otherwise."""
        return self.old != self.new


def shifts(found: Difference) -> tuple[Shift, ...]:
    """All of them, by the older and then the newer verdict in their ORDER.

    Cases that a part of the suite lacks are left out, as they are nowhere else called new or gone.
    """
    results = _by_case(found.old.results), _by_case(found.new.results)
    steps = Counter(step for each in found.subjects for step in _steps(each, *results))
    return tuple(Shift(old, new, steps[old, new]) for old in ORDER for new in ORDER if steps[old, new])


_Cases = dict[str, dict[tuple[str, str], str]]


def _by_case(results: tuple[Result, ...]) -> _Cases:
    """By subject, and then by rule and case; of two of one name the graver."""
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
