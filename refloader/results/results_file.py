"""The NDJSON file of a run: writes and reads it. Gives no verdict and does not format.

The file has one JSON object per line: a header, each result as soon as it exists, a footer at the end. Its schema
is ``reports/schema/results-1.schema.json``. The values are those of ``records``.
"""

import json
import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from operator import eq
from types import TracebackType
from typing import BinaryIO, Self, TypeAlias

from refloader.host.opening import reason_of
from refloader.model.text import quote, visible
from refloader.results import rows
from refloader.results.lines import Heard, opened
from refloader.results.mistaken import meant_for
from refloader.results.parts import missing
from refloader.results.quick_lines import quick
from refloader.results.records import (
    BY_WEIGHT,
    FINDINGS,
    OF_ENDING,
    SCHEMA,
    Expected,
    Footer,
    Header,
    Kind,
    Origin,
    Result,
    Stale,
    Subject,
    Verdict,
    changed,
    count,
    is_encodable,
    readable,
    storable,
    timestamp,
    worst,
)
from refloader.results.rows import Row, as_row
from refloader.results.runs import Run

__all__ = [
    "BY_WEIGHT",
    "FINDINGS",
    "OF_ENDING",
    "SCHEMA",
    "Expected",
    "Footer",
    "Header",
    "Kind",
    "Origin",
    "Result",
    "ResultsError",
    "Run",
    "Stale",
    "Subject",
    "Verdict",
    "Writer",
    "as_row",
    "changed",
    "count",
    "is_encodable",
    "lines",
    "parse",
    "read",
    "readable",
    "storable",
    "timestamp",
    "worst",
]

Decode: TypeAlias = Callable[[bytes], Row | Result]
"""Decodes a line of a file into a row, or directly into a result. Raises ValueError if the line is not a row."""

_AT_A_TIME = 200_000
"""The number of values that are compared at a time."""

_MOST = 50
"""The maximum number of problems that are listed."""


class ResultsError(Exception):
    """The file is not a results file of this schema, or it cannot be read. The text is for the user."""


class Writer:
    """Writes a results file line by line; the lines written so far survive a kill of the process.

    Leaving the context normally writes the footer; leaving it by an exception, or calling ``close``, leaves a
    truncated file. The header is written to a new file, which then replaces an existing one, so that a process that
    still writes or reads the old file is not disturbed. Raises OSError if a write fails.
    """

    def __init__(self, path: str, header: Header) -> None:
        first = _line({"kind": "header", "schema": header.schema, **as_row(header)})
        self._counts: Counter[str] = Counter()
        self._expected = 0
        begun = f"{path}.{os.getpid()}"
        with suppress(FileNotFoundError):
            os.unlink(begun)  # of a run that was killed; a link would lead elsewhere
        self._file: BinaryIO = open(begun, "xb")  # noqa: SIM115 - closed by close()
        try:
            self._append(first)
            os.replace(begun, path)
        except BaseException:
            with suppress(OSError):  # closing repeats the failed write
                self._file.close()
            os.remove(begun)
            raise

    def write(self, result: Result) -> None:
        """Append one result. Raises ValueError once the file is finished or closed."""
        self._append(_result_line(result))
        self._counts[result.verdict] += 1
        self._expected += result.as_expected

    def finish(
        self,
        finished: str | None = None,
        stale: Iterable[Stale] = (),
        unmatched: Iterable[Stale] = (),
        stopped: str = "",
        known_ends: Iterable[str] = (),
    ) -> None:
        """Write the footer and close the file, unless it is closed. ``finished`` is ISO 8601, default now.

        ``stale`` has the entries of expectation files that match no case, ``unmatched`` those that match no case of
        a part of a run. ``stopped`` says why not all cases were run; ``known_ends`` are subjects with a known crash.
        """
        if self._file.closed:
            return
        counts = {verdict.value: self._counts[verdict] for verdict in Verdict}
        lists = tuple(stale), tuple(unmatched), stopped, tuple(known_ends)
        footer = Footer(finished or timestamp(), counts, self._expected, *lists)
        self._append(_line({"kind": "footer", "schema": footer.schema, **as_row(footer)}))
        self.close()

    def close(self) -> None:
        """Close the file, without a footer if ``finish`` was not called."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.finish()
        self.close()

    def _append(self, line: str) -> None:
        self._file.write(line.encode())
        self._file.flush()


def lines(run: Run) -> Iterator[str]:
    """Yield the lines of a file with this run, each with its line break."""
    yield _line({"kind": "header", "schema": run.header.schema, **as_row(run.header)})
    for result in run.results:
        yield _result_line(result)
    if run.footer is not None:
        yield _line({"kind": "footer", "schema": run.footer.schema, **as_row(run.footer)})


def _line(row: Row) -> str:
    return json.dumps(storable(row), ensure_ascii=True, allow_nan=False) + "\n"


def _result_line(result: Result) -> str:
    row = {"kind": "result", **rows.stored(result)}
    return json.dumps(row, ensure_ascii=True, allow_nan=False) + "\n"


def read(path: str, decode: Decode | None = None, heard: Heard | None = None) -> Run:
    """Return the run in a file; ``decode`` is as in ``parse``, ``heard`` as in ``lines.opened``.

    Raises:
        ResultsError: the file cannot be read, or does not begin with a header of this schema.
    """
    with errors_with_name(path), opened(path, heard) as found:
        return parse(found, decode)


@contextmanager
def errors_with_name(path: str) -> Iterator[None]:
    """Turn errors in the block into a ResultsError that names this file."""
    try:
        yield
    except ResultsError as error:
        raise ResultsError(f"{visible(path)}: {error}") from None
    except (OSError, ValueError) as error:  # ValueError: an invalid path, a line that is too long
        raise ResultsError(f"{visible(path)}: {reason_of(error)}") from error


def parse(lines: Iterable[bytes], decode: Decode | None = None) -> Run:
    """Return the run in the lines of a file. Damaged lines become problems. Raises ResultsError for the header.

    ``decode`` decodes the lines after the header; the default is ``whole``.
    """
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    reading = _Reading(_first(numbered), decode or whole)
    for number, line in numbered:
        reading.take(number, line)
    return reading.run()


def _first(numbered: Iterable[tuple[int, bytes]]) -> Header:
    for _, line in numbered:
        try:
            return rows.header(row(line))
        except ValueError as error:
            if what := meant_for(line):
                raise ResultsError(f"not a results file but {what}") from None
            raise ResultsError(f"not a results file: its first line is no header ({error})") from None
    raise ResultsError("not a results file: it is empty")


class _Reading:
    """The state of reading one file."""

    def __init__(self, header: Header, decode: Decode) -> None:
        self._header = header
        self._decode = decode
        self._names = {subject.name for subject in header.subjects}
        self._results: list[Result] = []
        self._lines = array("Q")
        self._problems = _Problems()
        self._footer: Footer | None = None
        self._after = array("Q")

    def take(self, number: int, line: bytes) -> None:
        """Add a line, or note what is wrong with it."""
        try:
            if self._footer is not None and self._after:
                self._after.append(number)
                return
            found = self._decode(line)
            if isinstance(found, Result):
                self._add(number, "result", found, {})
            else:
                self._add(number, found.get("kind"), None, found)
        except ValueError as error:
            self._problems.add(f"line {number} was skipped: {error}")

    def _add(self, number: int, kind: object, result: Result | None, row: Row) -> None:
        """Add a line that was decoded into ``result`` or, if that is None, into ``row``."""
        if kind == "header":
            self._after.extend([number] if self._footer else [])
            raise ValueError("it is another header: give the files that were put into one by themselves")
        if self._footer is not None:
            self._after.append(number)
            raise ValueError("it comes after the footer")
        if kind == "result":
            self._add_result(number, result or rows.result(row))
        elif kind == "footer":
            self._footer = rows.footer(row)
        else:
            raise ValueError(f"{quote(str(kind))} is no kind of line that belongs here")

    def _add_result(self, number: int, result: Result) -> None:
        self._results.append(result)
        self._lines.append(number)
        if result.subject not in self._names:
            self._names.add(result.subject)
            self._problems.add(f"line {number}: the header has no subject {quote(result.subject)}")

    def run(self) -> Run:
        """Return the run, with the problems of the file as a whole added."""
        footer = self._footer
        if footer is not None and {**count(()), **footer.counts} != count(self._results):
            counted = ", ".join(f"{number} {verdict}" for verdict, number in footer.counts.items() if number)
            self._problems.add(f"the footer counts other results than the file has: {counted or 'none'}")
        self._find_again()
        if len(self._after) > 1:
            first, last = self._after[1], self._after[-1]
            self._problems.add(f"lines {first} to {last} were skipped, too: they come after the footer")
        told = (*self._header.problems, *missing(self._header), *self._problems.told())
        return Run(self._header, tuple(self._results), footer, told, self._lines)

    def _find_again(self) -> None:
        """Note each case that occurs twice in the file."""
        if _all_differ(array("q", (hash((each.subject, each.rule, each.case)) for each in self._results))):
            return  # comparing hashes takes a fraction of the memory that the cases would take
        found: dict[tuple[str, str, str], int] = {}
        for number, each in zip(self._lines, self._results, strict=True):
            first = found.setdefault((each.subject, each.rule, each.case), number)
            if first != number:
                self._problems.add(
                    f"line {number}: the case of line {first} again, {each.case} for {each.rule}"
                )


def _all_differ(numbers: "array[int]") -> bool:
    """True if no number occurs twice. Compares them in groups: as Python objects they are five times as large."""
    parts = 1 + len(numbers) // _AT_A_TIME
    for part in range(parts):
        some = sorted(each for each in numbers if each % parts == part)
        if any(map(eq, some, islice(some, 1, None))):
            return False
    return True


class _Problems:
    """The first problems and the number of the rest: a file can consist of invalid lines only."""

    def __init__(self) -> None:
        self._first: list[str] = []
        self._more = 0

    def add(self, sentence: str) -> None:
        """Add a problem."""
        if len(self._first) < _MOST:
            self._first.append(sentence)
        else:
            self._more += 1

    def told(self) -> Sequence[str]:
        """Return the sentences to report."""
        return (*self._first, f"and {self._more} problems more") if self._more else tuple(self._first)


def whole(line: bytes) -> Row | Result:
    """Decode a line of a file with all its members. Raises ValueError if it is not a JSON object."""
    return _QUICK(line) or row(line)


_QUICK = quick()


def row(line: bytes) -> Row:
    """Decode a line of a file into a row, its strings ``readable``. Raises ValueError if it is not a JSON object."""
    try:
        found = json.loads(line.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        cut = "" if line.endswith(b"\n") else " (the file ends in the middle of it)"
        raise ValueError(f"it is not JSON{cut}") from None
    if not isinstance(found, dict):
        raise ValueError("it is not a JSON object")
    if found.get("kind") == "result" and is_plain(line):
        return found
    safe: Row = storable(found)
    return safe


def is_plain(line: bytes) -> bool:
    """True if all strings in the line are ``readable`` already. ``Result`` handles other values of its evidence."""
    return line.isascii() and b"\\" not in line and b"\x7f" not in line


def _refuse(constant: str) -> None:
    raise ValueError(constant)
