"""The file of a self-test: a header, and a line for each mutant as soon as its outcomes are known. Runs nothing.

A run that was stopped leaves a file that can be read and continued, and the files of the parts of a run are merged.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Literal, Self, cast

import refloader
from refloader.native.dropin import violating_library
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError
from refloader.rules import rules
from refloader.selftest.mutants.of_mocks import KINDS, Kind, mocks
from refloader.selftest.mutants.registry import Mutant, mutants_by_name
from refloader.selftest.outcome import MutantOutcome
from refloader.suite.run.installed_suite import suite_folder

FILE = "selftest.ndjson"
SCHEMA = "refloader.selftest-records/1"

Subject = Kind | Literal["loader"]
Outcomes = Sequence[MutantOutcome]
Shard = tuple[int, int]

_DIGITS = 16
_SOURCES = (".py", ".toml", ".json")
_ROWS = ("caught_by", "cases", "unexplained", "errors", "warned")


class RecordsError(Exception):
    """A file is no record of a self-test, or does not fit the run. The text is for the user."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a self-test runs: its kind and profile, and the mutants of all its parts.

    ``suite`` is a digest of the sources on which the outcomes depend, ``built`` one of the libraries that are run;
    two machines may have built these differently.
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
    """The content of a file: the outcomes by mutant, as far as the run came."""

    plan: Plan
    shard: Shard
    outcomes: Mapping[str, Outcomes]

    @property
    def finished(self) -> Mapping[str, Outcomes]:
        """The mutants that need not be run again: a problem says nothing about one."""
        return {name: made for name, made in self.outcomes.items() if not any(each.problem for each in made)}


class RecordWriter:
    """Writes a file line by line, or continues one; the lines written so far survive a kill of the process.

    Raises OSError if a write fails.
    """

    def __init__(self, folder: str, plan: Plan, shard: Shard, before: Mapping[str, Outcomes]) -> None:
        path = os.path.join(folder, FILE)
        begun = f"{path}.{os.getpid()}"
        self._file: BinaryIO = open(begun, "wb")  # noqa: SIM115 - closed by __exit__
        self._append(_header(plan, shard))
        for name, made in before.items():
            self.write(name, made)
        os.replace(begun, path)

    def write(self, name: str, made: Outcomes) -> None:
        """Append the outcomes of a mutant."""
        self._append({"violator": name, "outcomes": [_row(each) for each in made]})

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

    Raises:
        RecordsError: there is no file of this schema.
    """
    path = os.path.join(folder, FILE)
    try:
        with open(path, "rb") as file:
            lines = [json.loads(line) for line in file if line.endswith(b"\n")]
        head = lines[0]
        if head["schema"] != SCHEMA:
            raise RecordsError(f"{path} is of the schema {head['schema']}, not {SCHEMA}")
        plan = Plan(
            _kind(head["kind"]), head["profile"], head["suite"], head["built"], tuple(head["mutants"])
        )
        known = mutants_of(plan.kind)
        made = {
            row["violator"]: tuple(_outcome(each, known[row["violator"]]) for each in row["outcomes"])
            for row in lines[1:]
            if row["violator"] in known
        }
        which, of = head["shard"]
    except OSError as error:
        raise RecordsError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, LookupError, TypeError) as error:
        raise RecordsError(f"{path} is not the record of a self-test") from error
    return Records(plan, (which, of), made)


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


def merged(parts: Sequence[Records]) -> Records:
    """Return the records of all parts of a run; of several about one mutant, the last without a problem.

    Raises:
        RecordsError: they are of different runs.
    """
    first = parts[0].plan
    for each in parts[1:]:
        check(each.plan, first)
    made = {name: of for each in parts for name, of in each.outcomes.items()}
    made |= {name: of for each in parts for name, of in each.finished.items()}
    return Records(first, (1, 1), {name: made[name] for name in first.mutants if name in made})


def check(there: Plan, wanted: Plan) -> None:
    """Raise RecordsError unless the records of one run belong to another, which may be on another machine."""
    for what, found, expected in (
        ("the kind of mutants", there.kind, wanted.kind),
        ("the profile", there.profile, wanted.profile),
        ("the choice of mutants", there.mutants, wanted.mutants),
        ("the suite, with its mutants,", there.suite, wanted.suite),
    ):
        if found != expected:
            raise RecordsError(f"{what} is not the same in the records")


def continued(folder: str, plan: Plan, shard: Shard) -> Mapping[str, Outcomes]:
    """Return the outcomes that a run may adopt from the records in a folder; none if there are no records.

    Raises:
        RecordsError: the records are those of another run.
    """
    if not os.path.lexists(os.path.join(folder, FILE)):
        return {}
    there = read(folder)
    check(there.plan, plan)
    if there.plan.built != plan.built:
        raise RecordsError("the libraries that are run have been built again since the records were written")
    if there.shard != shard:
        raise RecordsError("the records are of part {} of {}".format(*there.shard))
    return there.finished


def planned(kind: Subject, profile: str, mutants: Sequence[str]) -> Plan:
    """Return the plan of a run of these mutants with the suite as it is installed."""
    return Plan(kind, profile, _of_sources(), _of_libraries(kind), tuple(mutants))


def _of_sources() -> str:
    made = hashlib.sha256()
    package = os.path.dirname(refloader.__file__)
    for folder in (package, suite_folder()):
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in _SOURCES and path.is_file():
                made.update(f"{path.relative_to(folder)}\0".encode("utf-8", "surrogateescape"))
                made.update(path.read_bytes())
    return made.hexdigest()[:_DIGITS]


def _of_libraries(kind: Subject) -> str:
    made = hashlib.sha256()
    for library in sorted(_libraries(kind)):
        made.update(Path(library).read_bytes())
    return made.hexdigest()[:_DIGITS]


def _libraries(kind: Subject) -> Iterator[str]:
    if kind in KINDS:
        names = {f"mock_{each.recipe.mock}" for each in mocks(kind).wrong.values() if each.recipe.library}
        yield from filter(None, map(mock_library, names))
        return
    try:
        yield violating_library()
    except LoaderError:
        return


def _kind(text: str) -> Subject:
    if text not in (*KINDS, "loader"):
        raise ValueError(text)
    return cast("Subject", text)


def _header(plan: Plan, shard: Shard) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "kind": plan.kind,
        "profile": plan.profile,
        "suite": plan.suite,
        "built": plan.built,
        "shard": list(shard),
        "mutants": list(plan.mutants),
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
    lists = {key: tuple(row[key]) for key in _ROWS}
    return MutantOutcome(**{**row, **lists, "violator": violator})
