"""Reads runs without their evidence, for commands that read many runs.

Evidence is most of a file; it is skipped here without being decoded. Lines that are not results are decoded by
``results_file.row``, and ``results_file`` decides what counts as damaged.
"""

from collections.abc import Collection
from itertools import islice
from typing import Any

from msgspec import DecodeError, Struct
from msgspec.json import Decoder
from msgspec.structs import asdict

from refloader.results.lines import opened
from refloader.results.quick_lines import quick
from refloader.results.results_file import (
    Header,
    Result,
    Run,
    Verdict,
    errors_with_name,
    parse,
    read,
    row,
    storable,
)
from refloader.results.rows import Row


class _Line(Struct, gc=False):
    """The members of a line that are decoded; all others are skipped."""

    kind: Any = None
    rule: Any = None
    subject: Any = None
    case: Any = None
    verdict: Any = None
    reason: Any = None
    repro: Any = None
    seconds: Any = None
    expected: Any = None
    flaky: Any = None
    environment: Any = ""
    retried: Any = []


_DECODER = Decoder(_Line)


def read_lean(path: str) -> Run:
    """Return the run in a file, each result without its evidence.

    Raises:
        ResultsError: as ``results_file.read``.
    """
    return read(path, _lean)


def read_header(path: str) -> Header:
    """Return the header of a file, without reading its results.

    Raises:
        ResultsError: the file cannot be read, or does not begin with a header of this schema.
    """
    with errors_with_name(path), opened(path) as lines:
        return parse(islice((line for line in lines if line.strip()), 1)).header


_QUICK = quick(tuple(Verdict))


def _lean(line: bytes) -> Row | Result:
    return _QUICK(line) or lean_row(line)


_PASSED = quick((Verdict.PASS,), repro=False)


def without_passes(line: bytes) -> Row | Result:
    """Decode a line as ``results_file.whole`` does, but passes without evidence and ``repro``."""
    return _PASSED(line) or row(line)


_CONCLUDED = frozenset({Verdict.PASS, Verdict.SKIP})
_QUICK_CONCLUDED = quick(_CONCLUDED)


def without_evidence_of_passes(line: bytes) -> Row | Result:
    """Decode a line as ``results_file.whole`` does, but passes and skips without evidence, most of a large file."""
    return _QUICK_CONCLUDED(line) or lean_row(line, _CONCLUDED)


def lean_row(line: bytes, of: Collection[str] = tuple(Verdict)) -> Row:
    """Decode a line as ``results_file.row`` does, but results of the verdicts ``of`` without evidence."""
    try:
        found = _DECODER.decode(line) if line.isascii() else None
    except (DecodeError, RecursionError):
        found = None
    if (
        found is None
        or found.kind != "result"
        or not isinstance(found.verdict, str)
        or found.verdict not in of
    ):
        return row(line)
    kept: Row = {**asdict(found), "evidence": {}}
    return kept if _is_plain(found) else {name: storable(value) for name, value in kept.items()}


def _is_plain(found: _Line) -> bool:
    """True if all strings are printable ASCII, so that ``storable`` would not change them."""
    texts = (found.rule, found.subject, found.case, found.reason, found.repro, found.environment)
    if found.expected is not None or found.retried or not all(isinstance(text, str) for text in texts):
        return False
    together = "".join(texts)
    return together.isascii() and together.isprintable()
