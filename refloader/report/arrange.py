"""Arranges the results of a run for the documents: by subject, by rule, worst first. Makes no document."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from refloader.harness.results import (
    BY_WEIGHT,
    Result,
    Run,
    Subject,
    Verdict,
    count,
    readable,
    storable,
    worst,
)
from refloader.rules import Ambiguity, UnknownRuleError, find, rules

_SHORT = 80
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

    ``yardstick`` is the edition it was judged by, and why.
    """

    name: str
    kind: str
    path: str
    version: str
    sha256: str
    yardstick: str
    results: tuple[Result, ...]

    @property
    def counts(self) -> dict[str, int]:
        """The number of results for each verdict, noughts included."""
        return count(self.results)

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
    def verdict(self) -> Verdict | None:
        """The worst of its cases."""
        return worst(result.verdict for result in self.results)

    @property
    def alike(self) -> int:
        """How many cases have that verdict."""
        return sum(result.verdict == self.verdict for result in self.results)


@dataclass(frozen=True, slots=True)
class Line:
    """A rule and its cells, one for each subject, in the order of the subjects."""

    about: About
    cells: tuple[Cell, ...]


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
        Measured(name, each.kind, each.path, each.version, each.sha256, _yardstick(each), tuple(results))
        if (each := listed.get(name))
        else Measured(name, "not in the header", "", "", "", "", tuple(results))
        for name, results in by_name.items()
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
    """The results with the worst first; equals keep their order."""
    return tuple(sorted(results, key=lambda result: BY_WEIGHT.index(result.verdict)))


def facts(values: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Evidence or machine facts as pairs of readable texts; others are JSON, indented when long."""
    return tuple((readable(name), _fact(value)) for name, value in values.items())


def _fact(value: object) -> str:
    if isinstance(value, str):
        return readable(value)
    plain = storable(value)
    short = json.dumps(plain, ensure_ascii=False)
    return short if len(short) <= _SHORT else json.dumps(plain, ensure_ascii=False, indent=2)
