"""The cases of a run as compact JSON, which the page's script reads when a cell is opened. Makes no verdict.

Each distinct text is stored once, in a table; a case is a list of numbers (``panel.js`` reads the same order):

    [case, standing, milliseconds, reason, command, {more}]

``case`` and ``reason`` are indices into the table of texts, and ``standing`` is one into ``STANDINGS``. ``command``
is an index into the commands. A command is stored as the texts before the rule, between rule and case, and after the
case; with rule and case inserted, it is exactly the one in the results file. A command that does not name them is one
text. ``more`` is omitted if it is empty. It has ``v``, the verdict if it differs from the standing; as indices into
the table of texts ``n`` notes, ``k`` why it is expected, ``a`` advice and ``m`` the machine; and ``e``, the index of
its evidence, or -1 if the evidence did not fit.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from markupsafe import Markup

from refloader.report.arrange import STANDINGS, flaky, retried, surprise, why_expected
from refloader.report.outcome import Outcome, Ranked
from refloader.report.page.evidence import Shown, shown
from refloader.report.page.matrix import Column, Matrix
from refloader.report.page.reading import UNTOLD
from refloader.report.shell import escaped
from refloader.results.results_file import Result, Subject, readable

ROOM = 20_000_000
"""The most characters of evidence in a page."""

EACH = 40
"""The cases of a cell whose evidence is included, the worst first."""

DRAWN = 4
"""The cases of a cell whose call chains are drawn, the worst first."""

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_RANK = {each: rank for rank, each in enumerate(STANDINGS)}


@dataclass(frozen=True, slots=True)
class Chunks:
    """Escaped JSON for ``<script>`` elements: the texts, the commands, the cases of each row, the evidence."""

    texts: Markup
    commands: Markup
    rows: tuple[Markup, ...]
    evidence: tuple[Markup, ...]


def chunks(of: Matrix) -> Chunks:
    """Return the cases of a matrix, row by row."""
    writing = _Writing()
    rows = tuple(
        _json([writing.cell(row.about.rule, *each) for each in zip(of.columns, row.cells, strict=True)])
        for row in of.rows
    )
    return Chunks(
        _json(list(writing.texts.place)), _json(list(writing.commands)), rows, tuple(writing.evidence.chunks)
    )


def _json(value: object) -> Markup:
    """Encode a value as escaped JSON. Its texts are already readable, so UTF-8 can encode them."""
    return escaped(_JSON.encode(value))


@dataclass(slots=True)
class _Texts:
    """The table of distinct texts; the first one is empty."""

    place: dict[str, int] = field(default_factory=lambda: {"": 0})
    seen: dict[str, int] = field(default_factory=dict)

    def add(self, text: str) -> int:
        """Return the index of a text, which is made readable."""
        found = self.seen.get(text)
        if found is None:
            found = self.seen[text] = self.place.setdefault(readable(text), len(self.place))
        return found


@dataclass(slots=True)
class _Evidence:
    """The distinct evidence that is included, up to a limit."""

    chunks: list[Markup] = field(default_factory=list)
    place: dict[str, int] = field(default_factory=dict)
    room: int = field(default_factory=lambda: ROOM)

    def add(self, found: Shown) -> int:
        """Return the index of an evidence, or -1 if it does not fit."""
        text = _json([found.facts, found.remarks + found.chains])
        if text not in self.place:
            if len(text) > self.room:
                return -1
            self.room -= len(text)
            self.place[text] = len(self.chunks)
            self.chunks.append(text)
        return self.place[text]


@dataclass(slots=True)
class _Writing:
    """The tables that grow while the cells are written."""

    texts: _Texts = field(default_factory=_Texts)
    commands: dict[tuple[str, ...], int] = field(default_factory=dict)
    evidence: _Evidence = field(default_factory=_Evidence)

    def cell(self, rule: str, column: Column, found: Outcome | None) -> list[list[object]]:
        """Return the cases of a cell, the worst first; ``rule`` is readable."""
        if found is None:
            return []
        return [self._case(rule, each, column.subject, place) for place, each in enumerate(found.cases)]

    def _case(self, rule: str, each: Ranked, subject: Subject | None, place: int) -> list[object]:
        result = each.result
        row: list[object] = [
            self.texts.add(result.case),
            _RANK[each.standing],
            round(result.seconds * 1000),
            self.texts.add(result.reason),
            self._command(rule, result),
        ]
        if more := dict(self._more(each, subject, place)):
            row.append(more)
        return row

    def _command(self, rule: str, result: Result) -> int:
        whole, case = readable(result.repro), readable(result.case)
        at = whole.find(rule)
        after = whole.rfind(case, at + len(rule)) if at >= 0 else -1
        parts: tuple[str, ...] = (whole,)
        if after >= 0:
            parts = (whole[:at], whole[at + len(rule) : after], whole[after + len(case) :])
        return self.commands.setdefault(parts, len(self.commands))

    def _more(self, each: Ranked, subject: Subject | None, place: int) -> Iterator[tuple[str, object]]:
        result = each.result
        if each.standing != result.verdict:
            yield "v", result.verdict.value
        if notes := list(_notes(result)):
            yield "n", [self.texts.add(note) for note in notes]
        if result.as_expected:
            yield "k", self.texts.add(_why_known(result))
        if result.environment:
            yield "m", self.texts.add(result.environment)
        if result.verdict in UNTOLD or not result.evidence:
            return
        advice = result.evidence.get("advice")
        if isinstance(advice, str):
            yield "a", self.texts.add(advice)
        if len(result.evidence) > isinstance(advice, str):
            drawn = place < DRAWN
            yield "e", self.evidence.add(shown(result.evidence, subject, drawn=drawn)) if place < EACH else -1


def _notes(result: Result) -> Iterator[str]:
    if result.flaky:
        yield flaky(result)
    if result.retried:
        yield retried(result)
    if result.surprising:
        yield f"{surprise(result)}."


def _why_known(result: Result) -> str:
    known = result.expected
    assert known is not None, "asked only of what was expected"
    link = f" (see {known.link})" if known.link else ""
    return f"{why_expected(result)}{link} [{known.file}:{known.line}]"
