"""A run as CSV (RFC 4180), one row per result, for spreadsheets and scripts. Contains every result.

New columns are only added at the end. An apostrophe goes before what a spreadsheet would take for a formula: at the
beginning of a cell, and behind a semicolon, tab or line break, by which spreadsheets part cells in other locales.
"""

import csv
import io
import re
from collections.abc import Iterator

from refloader.report.arrange import Measured, about, standing, subjects
from refloader.results.results_file import Result, Run, readable

COLUMNS = (
    *("subject", "kind", "version", "path", "rule", "title", "case", "verdict", "standing", "reason"),
    *("advice", "seconds", "flaky", "retried", "environment", "expected", "expected_reason", "expected_at"),
    *("line", "column", "replay"),
)

_ROWS = 1000
"""Rows per piece."""

_FORMULA = ("=", "+", "-", "@", "\t", "\n", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The characters that begin a formula in a spreadsheet, by OWASP's page on CSV injection."""


_SUSPECT = frozenset(_FORMULA)

_PARTED = re.compile(rf"(?<=[;\t\n\r])(?=[{re.escape(''.join(_FORMULA))}])")
"""Where a cell goes on that a spreadsheet parts there, and that it takes for a formula."""


def render(run: Run) -> str:
    """Return the table with a header line; lines end in CR LF, and a cell may contain line breaks."""
    return "".join(pieces(run))


def pieces(run: Run) -> Iterator[str]:
    """Yield the same text in pieces, because a run can have a million results."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for subject in subjects(run):
        for number, result in enumerate(subject.results, start=1):
            writer.writerow(_cells([*_row(subject, result)]))
            if not number % _ROWS:
                yield file.getvalue()
                file.seek(0)
                file.truncate()
    yield file.getvalue()


def _row(subject: Measured, result: Result) -> Iterator[str]:
    known = result.expected
    yield from (subject.name, subject.kind, subject.version, subject.path)
    yield from (result.rule, about(result.rule).title, result.case, result.verdict.value)
    yield from (standing(result), result.reason, _text(result.evidence.get("advice")))
    yield from (f"{result.seconds:.3f}", result.flaky or "", " ".join(result.retried))
    yield result.environment or subject.environment
    yield from (known.verdict, known.reason, f"{known.file}:{known.line}") if known else ("", "", "")
    yield from (*_place(result), result.written_replay)


def _place(result: Result) -> tuple[str, str]:
    """Return line and column (in bytes, both from 1) of the first finding in the manifest; empty if there is none."""
    findings = result.evidence.get("findings")
    for each in findings if isinstance(findings, list) else ():
        if isinstance(each, dict) and each.get("line"):
            return str(each["line"]), str(each.get("column", ""))
    return "", ""


def _cells(texts: list[str]) -> list[str]:
    """Return the texts as cells; a fast check skips the rows that need no change."""
    together = "".join(texts)
    if (
        together.isascii()
        and together.isprintable()
        and not any(each[:1] in _SUSPECT for each in texts if each)
        and ";" not in together
    ):
        return texts
    return [cell(text) for text in texts]


def cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula."""
    shown = _PARTED.sub("'", readable(text))
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
