"""Converts the values of a run to rows, the JSON objects of its file, and back. Does not touch files.

Unknown members of a row are ignored, so that members can be added. A required member that is missing, or a member of
a wrong type, raises ValueError; its text is for the user.
"""

import re
from dataclasses import fields
from typing import Any, TypeAlias

from refloader import __version__
from refloader.model.text import quote
from refloader.results.coverage import is_bar
from refloader.results.records import (
    FINDINGS,
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
    storable,
)

Row: TypeAlias = dict[str, Any]

_LEFT_OUT = frozenset(
    {
        *("facts", "manifest", "library", "environment", "own_name", "surroundings", "expected", "flaky"),
        *("retried", "shard", "retry", "runs", "problems", "truncated", "unmatched", "stopped", "require"),
        *("suite", "known_ends"),
    }
)
"""The members that a file omits if they are empty."""

_NOTHING: tuple[object, ...] = (None, "", [], {})

_KINDS: dict[str, Kind] = {"loader": "loader", "layer": "layer", "driver": "driver"}
_VERDICTS = {each.value: each for each in Verdict}
_EXPECTED = (Verdict.FAIL, Verdict.WARN, Verdict.CRASH, Verdict.TIMEOUT)
_VERSIONED = re.compile(r"refloader\.results/([0-9]{1,9})", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_PAIR = 2

_LONGEST = 10**9
"""An upper bound in seconds for the duration of a case; larger values would spoil sums."""


def as_row(value: Subject | Result | Header | Footer | Expected | Stale | Origin) -> Row:
    """Return the value as a row, without the ``kind`` of the line."""
    if isinstance(value, Result):
        return _result_row(value)
    row = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    return {name: each for name, each in row.items() if name not in _LEFT_OUT or _says_something(each)}


def stored(value: Result) -> Row:
    """Return the row of a result as a file has it, its strings ``readable``; those in its evidence are so already."""
    row = _result_row(value)
    texts = f"{value.rule}{value.subject}{value.case}{value.reason}{value.written_replay}{value.environment}"
    if value.expected is None and texts.isascii() and texts.isprintable():
        return row
    return {name: each if name == "evidence" else storable(each) for name, each in row.items()}


def _result_row(value: Result) -> Row:
    """Return the row of a result; written out for speed, because a run can have a million."""
    row: Row = {
        "rule": value.rule,
        "subject": value.subject,
        "case": value.case,
        "verdict": value.verdict,
        "reason": value.reason,
        "evidence": value.evidence,
        "repro": value.written_replay,
        "seconds": value.seconds,
    }
    if value.expected is not None:
        row["expected"] = as_row(value.expected)
    if value.flaky is not None:
        row["flaky"] = value.flaky
    if value.environment:
        row["environment"] = value.environment
    if value.retried:
        row["retried"] = [*value.retried]
    return row


def _says_something(value: object) -> bool:
    return value is not False and value not in _NOTHING


def _plain(value: object) -> object:
    """Return the value as a row has it: values of this package's types become rows."""
    if isinstance(value, Subject | Expected | Stale | Origin):
        return as_row(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def header(row: Row) -> Header:
    """Return the header in a row. Raises ValueError."""
    if row.get("kind") != "header":
        raise ValueError('its "kind" is not "header"')
    if row.get("schema") != SCHEMA:
        raise ValueError(_other_schema(row.get("schema")))
    return Header(
        suite_version=_text(row, "suite_version"),
        catalogue_version=_text(row, "catalogue_version"),
        subjects=tuple(_subject(each) for each in _list(row, "subjects")),
        machine=_object(row, "machine"),
        started=_text(row, "started"),
        edition=_text(row, "edition"),
        command=_text(row, "command"),
        notes=_texts({"notes": [], **row}, "notes"),
        environment=_text({"environment": "", **row}, "environment"),
        surroundings=_object({"surroundings": {}, **row}, "surroundings"),
        shard=_shard(row),
        retry=_flag(row, "retry"),
        runs=tuple(_origin(each) for each in _list({"runs": [], **row}, "runs")),
        problems=_texts({"problems": [], **row}, "problems"),
        require=_bar(row),
        suite=_text({"suite": "", **row}, "suite"),
    )


def _bar(row: Row) -> str:
    bar = _text({"require": "", **row}, "require")
    if bar and not is_bar(bar):
        raise ValueError(f'"require" is no bar: {quote(bar)}')
    return bar


def _other_schema(schema: object) -> str:
    """Return the error text for a file with another version of the schema, or with an unknown schema."""
    told = f"its schema is {quote(str(schema))}, and refloader {__version__} reads {quote(SCHEMA)}"
    match = _VERSIONED.fullmatch(schema) if isinstance(schema, str) else None
    if match is None:
        return told
    newer = int(match[1]) > int(SCHEMA.partition("/")[2])
    return f"{told}: read it with {'a newer' if newer else 'an older'} refloader, such as wrote it"


def _origin(row: object) -> Origin:
    if not isinstance(row, dict):
        raise ValueError("a run of a merge is not an object")
    texts = ("started", "finished", "command", "suite_version", "catalogue_version")
    started, finished, command, suite, catalogue = (_text(row, each) for each in texts)
    return Origin(
        *(_text({"environment": "", **row}, "environment"), started, finished, command, suite, catalogue),
        machine=_object(row, "machine"),
        subjects=_texts(row, "subjects"),
        shard=_shard(row),
        retry=_flag(row, "retry"),
        truncated=_flag(row, "truncated"),
        surroundings=_object({"surroundings": {}, **row}, "surroundings"),
    )


def _shard(row: Row) -> tuple[int, int] | None:
    value = row.get("shard")
    if value is None:
        return None
    if not (isinstance(value, list) and len(value) == _PAIR and all(type(each) is int for each in value)):
        raise ValueError('"shard" is not two whole numbers')
    which, of = value
    if not 1 <= which <= of:
        raise ValueError(f'"shard" is part {which} of {of}')
    return which, of


def _flag(row: Row, name: str) -> bool:
    value = row.get(name, False)
    if not isinstance(value, bool):
        raise ValueError(f'"{name}" is neither true nor false')
    return value


def _subject(row: object) -> Subject:
    if not isinstance(row, dict):
        raise ValueError("a subject is not an object")
    kind = _KINDS.get(_text(row, "kind"))
    if kind is None:
        raise ValueError(f"a subject is of the unknown kind {quote(row['kind'])}")
    name, path, version, sha256 = (_text(row, each) for each in ("name", "path", "version", "sha256"))
    if not name:
        raise ValueError("a subject has no name")
    if sha256 and not _DIGEST.fullmatch(sha256):
        raise ValueError(f'"sha256" of the subject {quote(name)} is no digest: {quote(sha256)}')
    edition, why = (_text({each: "", **row}, each) for each in ("edition", "edition_reason"))
    facts, library = (_object({each: {}, **row}, each) for each in ("facts", "library"))
    for build in (library, _object({"library": {}, **facts}, "library")):
        _check_build(build)
    manifest = _text({"manifest": "", **row}, "manifest")
    environment, own = (_text({each: "", **row}, each) for each in ("environment", "own_name"))
    return Subject(
        kind, name, path, version, sha256, edition, why, facts, manifest, library, environment, own
    )


def _check_build(row: Row) -> None:
    """Check what is said of a library, as far as it is said. Raises ValueError."""
    for name in ("path", "sha256", "build_id", "soname"):
        _text({name: "", **row}, name)
    _whole({"size": 0, **row}, "size")
    _texts({"needed": [], **row}, "needed")


def result(row: Row) -> Result:
    """Return the result in a row. Raises ValueError."""
    verdict = _verdict(row)
    return Result(
        rule=_text(row, "rule"),
        subject=_text(row, "subject"),
        case=_text(row, "case"),
        verdict=verdict,
        reason=_text(row, "reason"),
        evidence=_object(row, "evidence"),
        replay=_text(row, "repro"),
        seconds=_seconds(row),
        expected=_expected(row) if row.get("expected") is not None else None,
        flaky=_flaky(row, verdict) if row.get("flaky") is not None else None,
        environment=_text({"environment": "", **row}, "environment"),
        retried=_verdicts({"retried": [], **row}, "retried"),
    )


def _flaky(row: Row, verdict: Verdict) -> Verdict:
    """Return the verdict of a second try.

    Raises:
        ValueError: the first try was no finding. No run tries such a case again, and a claim of two verdicts would
            hold with either of them.
    """
    again = _verdict({"verdict": row["flaky"]})
    if verdict is Verdict.PASS or (verdict is Verdict.WARN and again in FINDINGS):
        raise ValueError(f"{again} at a second try of what came to {verdict}: only findings are tried again")
    return again


def _expected(row: Row) -> Expected:
    row = _object(row, "expected")
    verdict = _verdict(row)
    if verdict not in _EXPECTED:
        raise ValueError(f"{verdict} is no verdict that an expectation file lists")
    return Expected(
        verdict=verdict,
        reason=_text(row, "reason"),
        link=_text(row, "link"),
        file=_text(row, "file"),
        line=_whole(row, "line"),
        also=_verdicts({"also": [], **row}, "also"),
        differs=_texts({"differs": [], **row}, "differs"),
    )


def _verdict(row: Row) -> Verdict:
    verdict = _text(row, "verdict")
    if verdict not in _VERDICTS:
        raise ValueError(f"{quote(verdict)} is not a verdict")
    return _VERDICTS[verdict]


def _verdicts(row: Row, name: str) -> tuple[Verdict, ...]:
    return tuple(_verdict({"verdict": each}) for each in _texts(row, name))


def footer(row: Row) -> Footer:
    """Return the footer in a row. Raises ValueError."""
    counts = _object(row, "counts")
    if not all(type(number) is int and number >= 0 for number in counts.values()):
        raise ValueError('"counts" holds something that is not a number of results')
    unknown = next((name for name in counts if name not in _VERDICTS), None)
    if unknown is not None:
        raise ValueError(f'"counts" has the unknown verdict {quote(unknown)}')
    counts = {**dict.fromkeys(_VERDICTS, 0), **counts}
    added = {"expected": 0, "stale": [], "unmatched": [], "stopped": "", "known_ends": [], **row}
    stale, unmatched = (tuple(_stale(each) for each in _list(added, name)) for name in ("stale", "unmatched"))
    lists = stale, unmatched, _text(added, "stopped"), _texts(added, "known_ends")
    return Footer(_text(row, "finished"), counts, _whole(added, "expected"), *lists)


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
    if value > _LONGEST:
        raise ValueError('"seconds" is not a duration')
    return float(value)
