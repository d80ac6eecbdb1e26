"""The NDJSON file of a run: writes and reads it. Never judges and never formats.

The file is one JSON object per line: a header, a result as each one happens, a footer at the end. Its shape
is published as ``reports/schema/results-1.schema.json``. The values are those of ``records``.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import fields
from types import TracebackType
from typing import Any, BinaryIO, Self, TypeAlias

from refloader.harness.records import (
    BY_WEIGHT,
    FINDINGS,
    OF_ENDING,
    SCHEMA,
    Expected,
    Footer,
    Header,
    Kind,
    Result,
    Run,
    Stale,
    Subject,
    Verdict,
    count,
    readable,
    storable,
    timestamp,
    worst,
)
from refloader.model.text import quote, visible

__all__ = [
    "BY_WEIGHT",
    "FINDINGS",
    "OF_ENDING",
    "SCHEMA",
    "Expected",
    "Footer",
    "Header",
    "Kind",
    "Result",
    "ResultsError",
    "Run",
    "Stale",
    "Subject",
    "Verdict",
    "Writer",
    "count",
    "parse",
    "read",
    "readable",
    "storable",
    "timestamp",
    "worst",
]

Row: TypeAlias = dict[str, Any]

_KINDS: dict[str, Kind] = {"loader": "loader", "layer": "layer", "driver": "driver"}


class ResultsError(Exception):
    """The file is no results file of this schema, or it cannot be read. The text is for the user."""


class Writer:
    """Writes a results file line by line; what was written survives a kill of the process.

    Leaving the context in the ordinary way finishes the file; leaving it by an exception, or calling
    ``close``, leaves a truncated one. An existing file is replaced by a new one, so that who still writes
    to the old one or reads it is not disturbed. Raises OSError when the disk does.
    """

    def __init__(self, path: str, header: Header) -> None:
        first = _line({"kind": "header", "schema": header.schema, **_fields(header)})
        self._counts: Counter[str] = Counter()
        self._expected = 0
        with suppress(FileNotFoundError):
            os.remove(path)
        self._file: BinaryIO = open(path, "xb")  # noqa: SIM115 - closed by close()
        self._append(first)

    def write(self, result: Result) -> None:
        """Append one result. Raises ValueError once the file is finished or closed."""
        row = {key: value for key, value in _fields(result).items() if value is not None}
        self._append(_line({"kind": "result", **row}))
        self._counts[result.verdict] += 1
        self._expected += result.as_expected

    def finish(self, finished: str | None = None, stale: Iterable[Stale] = ()) -> None:
        """Write the footer and close; does nothing once closed. ``finished`` is ISO 8601, default now.

        ``stale`` are the entries of expectation files that were about no case.
        """
        if self._file.closed:
            return
        counts = {verdict.value: self._counts[verdict] for verdict in Verdict}
        footer = Footer(finished or timestamp(), counts, self._expected, tuple(stale))
        self._append(_line({"kind": "footer", "schema": footer.schema, **_fields(footer)}))
        self.close()

    def close(self) -> None:
        """Close the file as it is: without a footer if it was not finished."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.finish()
        self.close()

    def _append(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()


def _line(row: Row) -> bytes:
    return json.dumps(storable(row), ensure_ascii=True, allow_nan=False).encode() + b"\n"


def _fields(value: Subject | Result | Header | Footer | Expected | Stale) -> Row:
    return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}


def _plain(value: object) -> object:
    """The value as a row holds it: the parts of our own types are rows as well."""
    if isinstance(value, Subject):
        row = _fields(value)
        return row if value.facts else {name: each for name, each in row.items() if name != "facts"}
    if isinstance(value, Expected | Stale):
        return _fields(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def read(path: str) -> Run:
    """The run in a file.

    Raises:
        ResultsError: the file cannot be read, or does not begin with a header of this schema.
    """
    try:
        with open(path, "rb") as file:
            return parse(file)
    except ResultsError as error:
        raise ResultsError(f"{visible(path)}: {error}") from None
    except (OSError, ValueError) as error:  # ValueError: a path that no system can hold
        text = error.strerror if isinstance(error, OSError) else str(error)
        raise ResultsError(f"{visible(path)}: {text}") from error


def parse(lines: Iterable[bytes]) -> Run:
    """The run in the lines of a file. Damaged lines become problems. Raises ResultsError for the header."""
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    reading = _Reading(_first(numbered))
    for number, line in numbered:
        reading.take(number, line)
    return reading.run()


def _first(numbered: Iterable[tuple[int, bytes]]) -> Header:
    for _, line in numbered:
        try:
            return _header(_row(line))
        except ValueError as error:
            raise ResultsError(f"not a results file: its first line is no header ({error})") from None
    raise ResultsError("not a results file: it is empty")


class _Reading:
    """What has been read so far of one file."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._names = {subject.name for subject in header.subjects}
        self._results: list[Result] = []
        self._problems: list[str] = []
        self._footer: Footer | None = None

    def take(self, number: int, line: bytes) -> None:
        """Add a line, or say what is wrong with it."""
        try:
            self._add(number, _row(line))
        except ValueError as error:
            self._problems.append(f"line {number} was skipped: {error}")

    def _add(self, number: int, row: Row) -> None:
        if self._footer is not None:
            raise ValueError("it comes after the footer")
        match row.get("kind"):
            case "result":
                self._add_result(number, _result(row))
            case "footer":
                self._footer = _footer(row)
            case other:
                raise ValueError(f"{quote(str(other))} is no kind of line that belongs here")

    def _add_result(self, number: int, result: Result) -> None:
        self._results.append(result)
        if result.subject not in self._names:
            self._names.add(result.subject)
            self._problems.append(f"line {number}: the header has no subject {quote(result.subject)}")

    def run(self) -> Run:
        """What it all came to."""
        footer = self._footer
        if footer is not None and {**count(()), **footer.counts} != count(self._results):
            told = ", ".join(f"{number} {verdict}" for verdict, number in footer.counts.items() if number)
            self._problems.append(f"the footer counts other results than the file has: {told or 'none'}")
        return Run(self._header, tuple(self._results), footer, tuple(self._problems))


def _row(line: bytes) -> Row:
    try:
        row = json.loads(line.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        cut = "" if line.endswith(b"\n") else " (the file ends in the middle of it)"
        raise ValueError(f"it is not JSON{cut}") from None
    if not isinstance(row, dict):
        raise ValueError("it is not a JSON object")
    if row.get("kind") == "result" and _is_plain(line):
        return row
    safe: Row = storable(row)
    return safe


def _is_plain(line: bytes) -> bool:
    """Whether nothing in the line can need to be spelled out; what a result holds besides texts is copied anyway."""
    return line.isascii() and b"\\" not in line and b"\x7f" not in line


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _header(row: Row) -> Header:
    if row.get("kind") != "header":
        raise ValueError('its "kind" is not "header"')
    if row.get("schema") != SCHEMA:
        raise ValueError(f"its schema is {quote(str(row.get('schema')))}; this version reads {quote(SCHEMA)}")
    return Header(
        suite_version=_text(row, "suite_version"),
        catalogue_version=_text(row, "catalogue_version"),
        subjects=tuple(_subject(each) for each in _list(row, "subjects")),
        machine=_object(row, "machine"),
        started=_text(row, "started"),
        edition=_text(row, "edition"),
        command=_text(row, "command"),
        notes=_texts({"notes": [], **row}, "notes"),
    )


def _subject(row: object) -> Subject:
    if not isinstance(row, dict):
        raise ValueError("a subject is not an object")
    kind = _KINDS.get(_text(row, "kind"))
    if kind is None:
        raise ValueError(f"a subject is of the unknown kind {quote(row['kind'])}")
    name, path, version, sha256 = (_text(row, each) for each in ("name", "path", "version", "sha256"))
    edition, why = (_text({each: "", **row}, each) for each in ("edition", "edition_reason"))
    facts = _object({"facts": {}, **row}, "facts")
    return Subject(kind, name, path, version, sha256, edition, why, facts)


def _result(row: Row) -> Result:
    verdict = _verdict(row)
    return Result(
        rule=_text(row, "rule"),
        subject=_text(row, "subject"),
        case=_text(row, "case"),
        verdict=verdict,
        reason=_text(row, "reason"),
        evidence=_object(row, "evidence"),
        repro=_text(row, "repro"),
        seconds=_seconds(row),
        expected=_expected(row) if row.get("expected") is not None else None,
        flaky=_verdict({"verdict": row["flaky"]}) if row.get("flaky") is not None else None,
    )


def _expected(row: Row) -> Expected:
    row = _object(row, "expected")
    return Expected(
        verdict=_verdict(row),
        reason=_text(row, "reason"),
        link=_text(row, "link"),
        file=_text(row, "file"),
        line=_whole(row, "line"),
        also=tuple(_verdict({"verdict": each}) for each in _texts({"also": [], **row}, "also")),
    )


def _verdict(row: Row) -> Verdict:
    verdict = _text(row, "verdict")
    if verdict not in set(Verdict):
        raise ValueError(f"{quote(verdict)} is not a verdict")
    return Verdict(verdict)


def _footer(row: Row) -> Footer:
    counts = _object(row, "counts")
    if not all(type(number) is int and number >= 0 for number in counts.values()):
        raise ValueError('"counts" holds something that is not a number of results')
    added = {"expected": 0, "stale": [], **row}
    stale = tuple(_stale(each) for each in _list(added, "stale"))
    return Footer(_text(row, "finished"), counts, _whole(added, "expected"), stale)


def _stale(row: object) -> Stale:
    if not isinstance(row, dict):
        raise ValueError("an entry that is out of date is not an object")
    return Stale(
        subject=_text(row, "subject"),
        rule=_text(row, "rule"),
        case=_text(row, "case"),
        file=_text(row, "file"),
        line=_whole(row, "line"),
    )


def _text(row: Row, name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise ValueError(f'"{name}" is missing or not a text')
    return value


def _object(row: Row, name: str) -> Row:
    value = row.get(name)
    if not isinstance(value, dict):
        raise ValueError(f'"{name}" is missing or not an object')
    return value


def _list(row: Row, name: str) -> list[object]:
    value = row.get(name)
    if not isinstance(value, list):
        raise ValueError(f'"{name}" is missing or not a list')
    return value


def _whole(row: Row, name: str) -> int:
    value = row.get(name)
    if type(value) is not int or value < 0:
        raise ValueError(f'"{name}" is missing or no whole number')
    return value


def _texts(row: Row, name: str) -> tuple[str, ...]:
    value = _list(row, name)
    if not all(isinstance(each, str) for each in value):
        raise ValueError(f'"{name}" holds something that is not a text')
    return tuple(map(str, value))


def _seconds(row: Row) -> float:
    value = row.get("seconds")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError('"seconds" is missing or not a number')
    try:
        return float(value)
    except OverflowError:
        raise ValueError('"seconds" is not a duration') from None
