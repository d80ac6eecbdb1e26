"""The file of a self-test: a header, a line for each mutant as soon as its outcomes are known, and one at the end.

A run that was stopped leaves a file that can be read and continued, and the files of the parts of a run are merged.
Only the last line says that all originals of the part were judged and are right. Runs nothing.
"""

import hashlib
import json
import math
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Literal, Self, cast

import refloader
from refloader.host.opening import open_regular
from refloader.model.text import quote, visible
from refloader.native.agent_target import agent
from refloader.native.installed import folders
from refloader.rules import rules
from refloader.selftest.mutants.of_mocks import KINDS, Kind, mocks
from refloader.selftest.mutants.registry import Mutant, mutants_by_name
from refloader.selftest.outcome import MutantOutcome
from refloader.suite.run.installed_suite import suite_folder
from refloader.suite.subjects.request import PROFILES

FILE = "selftest.ndjson"
SCHEMA = "refloader.selftest-records/1"

Subject = Kind | Literal["loader"]
Outcomes = Sequence[MutantOutcome]
Shard = tuple[int, int]

UNPROVED = "nothing is proved: the originals of its part were not all judged and right"
"""The problem of an outcome whose part did not come to its end."""

_DIGITS = 16
_SOURCES = (".py", ".toml", ".json")
_COMPILED = (".py", ".pyc")
_RIGHT = "originals_are_right"
_LONGEST_LINE = 16 << 20
_ROWS = ("caught_by", "cases", "unexplained", "errors", "warned")


class RecordsError(Exception):
    """A file is no record of a self-test, or does not fit the run. The text is for the user."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a self-test runs: its kind and profile, and the mutants of all its parts.

    ``suite`` is a digest of the sources on which the outcomes depend, ``built`` one of all built parts; two machines
    may have built these differently.
    """

    kind: Subject
    profile: str
    suite: str
    built: str
    mutants: tuple[str, ...]

    def part(self, shard: Shard) -> tuple[str, ...]:
        """Return the mutants of a part, counted from 1: neighbours go to different parts."""
        which, of = shard
        return self.mutants[which - 1 :: of]


@dataclass(frozen=True, slots=True)
class Records:
    """The content of a file: the outcomes by mutant, as far as the run came.

    ``not_run`` are mutants of the part that the machine cannot run, with the reason. ``is_over`` says that the run
    came to its end: all originals of the part were judged and are right.
    """

    plan: Plan
    shard: Shard
    outcomes: Mapping[str, Outcomes]
    not_run: Mapping[str, str]
    is_over: bool

    @property
    def finished(self) -> Mapping[str, Outcomes]:
        """The mutants that need not be run again: a problem says nothing about one."""
        return {name: made for name, made in self.outcomes.items() if not any(each.problem for each in made)}


class RecordWriter:
    """Writes a file line by line, or continues one; the lines written so far survive a kill of the process.

    Raises OSError if a write fails.
    """

    def __init__(self, folder: str, begun_with: Records) -> None:
        path = os.path.join(folder, FILE)
        begun = f"{path}.{os.getpid()}"
        with suppress(FileNotFoundError):
            os.unlink(begun)  # of a run that was killed; a link would lead elsewhere
        self._file: BinaryIO = open(begun, "xb")  # noqa: SIM115 - closed by __exit__
        self._append(_header(begun_with))
        for name, made in begun_with.outcomes.items():
            self.write(name, made)
        os.replace(begun, path)

    def write(self, name: str, made: Outcomes) -> None:
        """Append the outcomes of a mutant."""
        self._append({"violator": name, "outcomes": [_row(each) for each in made]})

    def end(self) -> None:
        """Append that all originals of the part were judged and are right."""
        self._append({_RIGHT: True})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _append(self, row: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(row, ensure_ascii=True).encode() + b"\n")
        self._file.flush()


def read(folder: str) -> Records:
    """Return the records in a folder. A line that is torn, as the run was killed, is left out.

    The folder may be somebody else's: nothing in it is trusted.

    Raises:
        RecordsError: there is no file of this schema, it is of another suite than the installed one, or a mutant has
            not one outcome for each of its rules.
    """
    path = os.path.join(folder, FILE)
    try:
        lines = _lines(path)
        head = lines[0]
        if head["schema"] != SCHEMA:
            raise RecordsError(f"{visible(path)} is of the schema {quote(str(head['schema']))}, not {SCHEMA}")
        if head["suite"] != _of_sources():
            raise RecordsError(
                f"{visible(path)} is of another state of the suite and its mutants than the installed one"
            )
        suite, built = (_text(head[key]) for key in ("suite", "built"))
        plan = Plan(_kind(head["kind"]), _profile(head["profile"]), suite, built, _texts(head["mutants"]))
        which, of = _shard(head["shard"])
        part = plan.part((which, of))
        made = _by_mutant(lines[1:], {name: mutants_of(plan.kind)[name] for name in part})
        not_run = {name: str(reason) for name, reason in head["not_run"].items() if name in part}
        is_over = _is_over(lines[1:])
    except OSError as error:
        raise RecordsError(f"{visible(path)} cannot be read: {error.strerror}") from error
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        raise RecordsError(f"{visible(path)} is not the record of a self-test") from error
    return Records(plan, (which, of), made, not_run, is_over)


def _lines(path: str) -> list[dict[str, Any]]:
    """Return the rows of the complete lines. Raises OSError, and ValueError for what is no row."""
    with os.fdopen(open_regular(path), "rb") as file:
        lines = iter(lambda: file.readline(_LONGEST_LINE), b"")
        rows = [json.loads(line) for line in lines if line.endswith(b"\n") or len(line) == _LONGEST_LINE]
    if not all(isinstance(row, dict) for row in rows):
        raise ValueError(path)
    return rows


def _is_over(rows: Sequence[Mapping[str, Any]]) -> bool:
    return any(row.get(_RIGHT) is True for row in rows)


def _by_mutant(rows: Sequence[Mapping[str, Any]], known: Mapping[str, Mutant]) -> dict[str, Outcomes]:
    """Return the outcomes in the rows. Raises ValueError unless each mutant has one row, and each rule an outcome."""
    made: dict[str, Outcomes] = {}
    for row in rows:
        if _RIGHT in row:
            continue
        violator = known[row["violator"]]
        outcomes = tuple(_outcome(each, violator) for each in row["outcomes"])
        if violator.name in made or sorted(each.violates for each in outcomes) != sorted(violator.rules):
            raise ValueError(violator.name)
        made[violator.name] = outcomes
    return made


def unfinished(folder: str) -> int:
    """Return how many mutants have outcomes in the file of a run that did not come to its end; 0 if there is none."""
    try:
        rows = _lines(os.path.join(folder, FILE))
        return 0 if _is_over(rows) else sum("violator" in row for row in rows)
    except (OSError, ValueError, RecursionError):
        return 0


def mutants_of(kind: Subject) -> Mapping[str, Mutant]:
    """Return the mutants of a kind of subject by name."""
    if kind == "loader":
        return mutants_by_name()
    return {name: each.violator for name, each in mocks(kind).wrong.items()}


def in_order(made: Mapping[str, Outcomes]) -> tuple[MutantOutcome, ...]:
    """Return all outcomes in the order of the rules."""
    order = {rule_id: place for place, rule_id in enumerate(rules())}
    return tuple(
        sorted((each for of in made.values() for each in of), key=lambda outcome: order[outcome.violates])
    )


def merged(parts: Mapping[str, Records]) -> Records:
    """Return the records of all parts of a run, which are named by their folders.

    The outcomes of a part that did not come to its end have the problem ``UNPROVED``.

    Raises:
        RecordsError: they are of different runs, or two of them have outcomes of one mutant.
    """
    first = next(iter(parts.values())).plan
    made: dict[str, Outcomes] = {}
    not_run: dict[str, str] = {}
    whence: dict[str, str] = {}
    for folder, each in parts.items():
        check(folder, each.plan, first)
        if twice := next((name for name in each.outcomes if name in made), None):
            raise RecordsError(
                f"{twice} has outcomes in {visible(whence[twice])} and in {visible(folder)}: leave one of them out"
            )
        whence |= dict.fromkeys(each.outcomes, folder)
        made |= each.outcomes if each.is_over else {name: _unproved(of) for name, of in each.outcomes.items()}
        not_run |= each.not_run
    return Records(
        first,
        (1, 1),
        {name: made[name] for name in first.mutants if name in made},
        {name: reason for name, reason in not_run.items() if name not in made},
        all(each.is_over for each in parts.values()),
    )


def _unproved(made: Outcomes) -> Outcomes:
    return tuple(replace(each, problem=each.problem or UNPROVED) for each in made)


def check(folder: str, there: Plan, wanted: Plan) -> None:
    """Raise RecordsError unless the records of one run belong to another, which may be on another machine."""
    for what, found, expected in (
        ("the kind of mutants", there.kind, wanted.kind),
        ("the profile", there.profile, wanted.profile),
        ("the choice of mutants", there.mutants, wanted.mutants),
    ):
        if found != expected:
            raise RecordsError(f"{what} is not the same in the records in {visible(folder)}")


def continued(folder: str, plan: Plan, shard: Shard) -> Records | None:
    """Return the records in a folder that a run may continue; None if there are none.

    Raises:
        RecordsError: the records are those of another run.
    """
    if not os.path.lexists(os.path.join(folder, FILE)):
        return None
    there = read(folder)
    check(folder, there.plan, plan)
    if there.plan.built != plan.built:
        raise RecordsError(
            f"refloader's native parts have been built again since the records in {visible(folder)}"
        )
    if there.shard != shard:
        raise RecordsError("the records in {} are of part {} of {}".format(folder, *there.shard))
    return there


def planned(kind: Subject, profile: str, mutants: Sequence[str]) -> Plan:
    """Return the plan of a run of these mutants with the suite as it is installed."""
    return Plan(kind, profile, _of_sources(), _of_built_parts(), tuple(mutants))


@cache
def _of_sources() -> str:
    made = hashlib.sha256()
    package = os.path.dirname(refloader.__file__)
    for folder in (package, suite_folder()):
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in _SOURCES and path.is_file():
                made.update(f"{path.relative_to(folder)}\0".encode("utf-8", "surrogateescape"))
                made.update(path.read_bytes())
    return made.hexdigest()[:_DIGITS]


def _of_built_parts() -> str:
    """Return a digest of all that is built: mocks, probers, applications and libraries decide outcomes alike."""
    made = hashlib.sha256()
    other = agent()
    for folder in dict.fromkeys(
        [*map(os.path.dirname, folders("mocks")), *([other.folder] if other else [])]
    ):
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix not in _COMPILED and path.is_file():
                made.update(f"{path.relative_to(folder)}\0".encode("utf-8", "surrogateescape"))
                made.update(path.read_bytes())
    return made.hexdigest()[:_DIGITS]


def _kind(text: str) -> Subject:
    if text not in (*KINDS, "loader"):
        raise ValueError(text)
    return cast("Subject", text)


def _profile(value: Any) -> str:
    if value not in PROFILES:
        raise ValueError(value)
    return _text(value)


def _header(records: Records) -> dict[str, Any]:
    plan = records.plan
    return {
        "schema": SCHEMA,
        "kind": plan.kind,
        "profile": plan.profile,
        "suite": plan.suite,
        "built": plan.built,
        "shard": list(records.shard),
        "mutants": list(plan.mutants),
        "not_run": dict(records.not_run),
    }


def _row(outcome: MutantOutcome) -> dict[str, Any]:
    return {
        "violates": outcome.violates,
        "explained": dict(outcome.explained),
        "problem": outcome.problem,
        "seconds": outcome.seconds,
        "gap": outcome.gap,
        **{key: list(getattr(outcome, key)) for key in _ROWS},
    }


def _outcome(row: Mapping[str, Any], violator: Mutant) -> MutantOutcome:
    """Return the outcome in a row. Raises ValueError or another error if there is none."""
    explained, seconds = row["explained"], row["seconds"]
    if (
        not isinstance(explained, dict)
        or type(seconds) not in (int, float)
        or not 0 <= float(seconds) < math.inf
    ):
        raise ValueError(violator.name)
    texts = {key: _text(row[key]) for key in ("violates", "problem", "gap")}
    lists = {key: _texts(row[key]) for key in _ROWS}
    _texts([*explained.values()])
    return MutantOutcome(**{**row, **texts, **lists, "seconds": float(seconds), "violator": violator})


def _shard(value: Any) -> Shard:
    which, of = value
    if not all(type(each) is int for each in value) or not 1 <= which <= of:
        raise ValueError(value)
    return which, of


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(type(value).__name__)
    return value


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list):
        raise ValueError(type(values).__name__)
    return tuple(map(_text, values))
