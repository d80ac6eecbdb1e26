"""Merges runs: parts of one run, runs on several machines, retries. Pure: reads no file and gives no verdict.

If several runs have the same case, the latest retry counts; if none of them is a retry, they conflict. The order of
the arguments does not matter, except for retries that were started at the same time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from refloader.results import parts
from refloader.results.merged_header import Taken, footer, header, taken
from refloader.results.merged_machines import Source, named
from refloader.results.merged_names import names
from refloader.results.records import Result, changed
from refloader.results.runs import Run

__all__ = ["Conflict", "Merged", "Place", "Source", "merged"]


@dataclass(frozen=True, slots=True)
class Place:
    """The location of a result: the file as messages name it, and the line, 0 if unknown."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """A case that two runs have, neither of them a retry. ``result`` is the first result, with the merge's names."""

    result: Result
    first: Place
    again: Place


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged run. If there are ``conflicts``, it has only the first result of each and must not be used."""

    run: Run
    conflicts: tuple[Conflict, ...] = ()


def merged(sources: Sequence[Source]) -> Merged:
    """Merge runs into one. A single run keeps its results; a single part reports which other parts are missing.

    Raises:
        ValueError: the machine of a run is ambiguous. The text is for the user.
    """
    if len(sources) == 1:
        return Merged(_alone(named(sources)[0]))
    every = [taken(each) for each in named(sources)]
    firsts = sorted((each for each in every if not each.source.is_retry), key=lambda each: each.order)
    retries = sorted((each for each in every if each.source.is_retry), key=lambda each: each.moment)
    ordered = [*firsts, *retries]
    called = names(key for each in ordered for key in each.identities.values())
    several = len({key.environment for key in called}) > 1
    cases = _Cases()
    for each in ordered:
        cases.add(each, each.renamed(called, several=several))
    first = header(ordered, called, cases.results, several=several)
    last = footer(ordered, called, cases.results, first)
    results = sorted(cases.results, key=lambda each: each.environment)
    run = Run(first, tuple(results), last, (*first.problems, *parts.missing(first)))
    return Merged(run, tuple(cases.conflicts))


def _alone(source: Source) -> Run:
    run = source.run
    first = run.header if source.has_several else replace(run.header, environment=source.environment)
    first = replace(first, retry=source.is_retry)
    return replace(run, header=first, problems=(*run.problems, *parts.beside(first)))


class _Cases:
    """The results so far, one per case."""

    def __init__(self) -> None:
        self.results: list[Result] = []
        self.conflicts: list[Conflict] = []
        self._at: dict[tuple[str, str, str], int] = {}
        self._from: list[tuple[Taken, int]] = []

    def add(self, source: Taken, renamed: Iterable[Result]) -> None:
        """Add the results of a run. Retries are added after all other runs, in the order of their start."""
        for number, result in enumerate(renamed):
            at = self._at.get((result.subject, result.rule, result.case))
            if at is None or self._from[at][0] is source:
                self._at[result.subject, result.rule, result.case] = len(self.results)
                self.results.append(result)
                self._from.append((source, number))
            elif source.source.is_retry:
                self.results[at] = _retried(self.results[at], result)
                self._from[at] = source, number
            else:
                places = _place(*self._from[at]), _place(source, number)
                self.conflicts.append(Conflict(self.results[at], *places))


def _retried(earlier: Result, later: Result) -> Result:
    return changed(later, retried=(*earlier.retried, earlier.verdict, *later.retried))


def _place(source: Taken, number: int) -> Place:
    lines = source.source.run.lines
    return Place(source.source.name, lines[number] if number < len(lines) else 0)
