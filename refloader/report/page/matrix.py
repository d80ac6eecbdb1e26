"""The matrix of a run: the outcome of every rule on every subject. Renders no document and makes no verdict."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from refloader.report.arrange import About, about
from refloader.report.outcome import Outcome, outcome
from refloader.results.results_file import Result, Run, Subject
from refloader.rules import rules
from refloader.rules.binding import binds


@dataclass(frozen=True, slots=True)
class Column:
    """A subject of the run. ``environment`` is its machine, if runs of several machines were merged."""

    name: str
    kind: str
    environment: str
    outcomes: Mapping[str, Outcome]
    subject: Subject | None

    @property
    def layer(self) -> str:
        """The name of the layer, which people know better than its file; "" if the manifest names none or several."""
        try:
            manifest = json.loads(self.subject.manifest) if self.subject and self.kind == "layer" else None
        except (ValueError, RecursionError):
            return ""
        given = manifest if isinstance(manifest, dict) else {}
        layers = given["layers"] if isinstance(given.get("layers"), list) else [given.get("layer")]
        names = [each.get("name") for each in layers if isinstance(each, dict)]
        return names[0] if len(names) == 1 and isinstance(names[0], str) else ""

    @property
    def title(self) -> str:
        """The name by which people know the subject: that of the layer, else its name in the results."""
        return self.layer or self.name


@dataclass(frozen=True, slots=True)
class Row:
    """A rule with its outcome in each column; None if it was not checked there."""

    about: About
    cells: tuple[Outcome | None, ...]

    @property
    def standings(self) -> tuple[str, ...]:
        """The standings of its cases, each once."""
        return tuple(dict.fromkeys(each for cell in self.cells if cell for each in cell.standings))

    def binds(self, column: Column) -> bool:
        """True if the rule can apply to the subject, or if the rule's party or the subject is unknown."""
        return not self.about.binds or column.subject is None or binds(self.about.rule, column.kind)


@dataclass(frozen=True, slots=True)
class Matrix:
    """Columns in the order of the header, then those that only results name; rows in the order of the catalogue."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def matrix(run: Run) -> Matrix:
    """Return the matrix of a run."""
    listed = {subject.name: subject for subject in run.header.subjects}
    results: dict[str, dict[str, list[Result]]] = {name: {} for name in listed}
    for each in run.results:
        results.setdefault(each.subject, {}).setdefault(each.rule, []).append(each)
    columns = tuple(_column(name, listed.get(name), by_rule) for name, by_rule in results.items())
    return Matrix(columns, tuple(_rows(columns)))


def _column(name: str, subject: Subject | None, by_rule: Mapping[str, Sequence[Result]]) -> Column:
    outcomes = {rule: outcome(each) for rule, each in by_rule.items()}
    if subject is None:
        return Column(name, "not in the header", "", outcomes, None)
    return Column(name, subject.kind, subject.environment, outcomes, subject)


def _rows(columns: Sequence[Column]) -> list[Row]:
    """Return the rows; rules that are not in the catalogue come last."""
    place = {rule: number for number, rule in enumerate(rules())}
    seen = {rule for column in columns for rule in column.outcomes}
    ordered = sorted(seen, key=lambda rule: (place.get(rule, len(place)), rule))
    return [Row(about(rule), tuple(each.outcomes.get(rule) for each in columns)) for rule in ordered]
