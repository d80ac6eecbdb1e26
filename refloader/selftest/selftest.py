"""Runs the policy tests on every mutant, in a subprocess, and collects the verdict of each case.

``outcome`` evaluates the verdicts.
"""

import json
import os
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO, NamedTuple

from refloader.host.pace import allowed
from refloader.host.temporary import TemporaryFolder
from refloader.model.text import some
from refloader.native.dropin import dropin_library, violating_library
from refloader.native.structures import LoaderError
from refloader.results.progress import OnProgress, Progress
from refloader.sandbox.processor_waits import MOST_TIMES
from refloader.selftest.mutants.registry import Mutant, spelled
from refloader.selftest.plugin_jobs import RED, Order
from refloader.selftest.reaching import Lines
from refloader.suite.conform import start_suite
from refloader.suite.run.installed_suite import HarnessError, suite_folder
from refloader.suite.subjects.request import CORES, Job, RunRequest

_PATIENCE = 5.0
"""Timeout in seconds of one scenario on a mutant; the reference needs a hundredth of it."""
_LONG_PATIENCE = 60.0
"""That of one scenario on a variant, which hangs in none: on a crowded machine a short one fails what is right."""

_LIMIT, _LONG_LIMIT = 12 * _PATIENCE * MOST_TIMES, 1800.0
"""Timeouts in seconds for all tests of one mutant: those of its own rules, some of which may wait for processors as
long as any may, and those of every rule."""

_FEW = 24
"""The most mutants of which the outcomes may all be known at the end: of more, a run that is stopped leaves some."""

_TAIL = 4000


@dataclass(frozen=True, slots=True)
class Case:
    """One case of the suite on one subject, and the rules that it checks there."""

    subject: str
    name: str
    rules: tuple[str, ...]


class CaseVerdict(NamedTuple):
    """How a case ended. ``spared`` are rules of the case that its failure does not speak against."""

    verdict: str
    reason: str
    spared: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """The run on one mutant: how each case ended, by its number, or the problem."""

    name: str
    verdicts: Mapping[int, CaseVerdict]
    problem: str
    seconds: float


@dataclass(slots=True)
class Gathered:
    """All cases and runs. ``baseline`` is how they ended on the unchanged reference.

    ``total`` is how often a case is to be run, on the reference and on all mutants, as far as it is known.
    """

    cases: dict[int, Case] = field(default_factory=dict)
    baseline: dict[int, CaseVerdict] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    total: int = 0
    _parts: dict[str, list[Run]] = field(default_factory=dict)
    """By the mutant: what is there of a run that is divided and not over."""

    def take(self, row: Mapping[str, Any]) -> Run | None:
        """Add one row of the answers; return the run or the part of one that it tells of, on the reference too.

        Raises HarnessError if the unchanged reference could not be tested.
        """
        if "total" in row:
            self.total = row["total"]
            return None
        if "cases" in row:
            self.cases = {
                int(n): Case(subject, name, tuple(rules))
                for n, (subject, name, rules) in row["cases"].items()
            }
            return None
        verdicts = {int(number): CaseVerdict(*ended) for number, ended in (row["verdicts"] or {}).items()}
        part = Run(row["violator"], verdicts, row["problem"], row["seconds"])
        if part.name:
            parts = self._parts.setdefault(part.name, [])
            parts.append(part)
            if len(parts) == row["parts"]:
                self.runs.append(_whole(self._parts.pop(part.name)))
        elif part.problem:
            raise HarnessError(f"the unchanged reference could not be judged: {part.problem}")
        else:
            self.baseline |= verdicts
        return part


def _whole(parts: Sequence[Run]) -> Run:
    """Return the run of which these are the parts."""
    verdicts = {number: ended for part in parts for number, ended in part.verdicts.items()}
    problem = next((part.problem for part in parts if part.problem), "")
    return Run(parts[0].name, verdicts, problem, round(sum(part.seconds for part in parts), 3))


def why_no_library() -> str:
    """Return why the mutants of the library cannot run here, or an empty string."""
    try:
        violating_library()
    except LoaderError as error:
        return str(error)
    return ""


def gather(
    chosen: Sequence[Mutant], *, every_rule: bool, workers: int, tell: Callable[[Run], None]
) -> Gathered:
    """Run the mutants, call ``tell`` with each run when it ends, and return all of them. See ``mutant_runs``."""
    found = Gathered()
    for run in mutant_runs(found, chosen, every_rule=every_rule, workers=workers):
        tell(run)
    return found


def mutant_runs(
    found: Gathered, chosen: Sequence[Mutant], *, every_rule: bool, workers: int
) -> Iterator[Run]:
    """Run the mutants and yield each run when it ends; the cases and the baseline are in ``found`` by then.

    Runs none if a case fails on the unchanged reference. If they are few, cases of other rules than theirs are run on
    it only if a mutant fails them, after all runs: for a single one that is half of the time.

    Raises:
        HarnessError: the policy tests could not be run.
        OSError: the temporary files cannot be written.
    """
    names = tuple(each.name for each in chosen)
    order = Order(
        *(names, every_rule, workers, _limit(every_rule=every_rule), -1),
        late=every_rule and len(names) <= _FEW,
    )
    return _runs(order, _loaders(chosen), found)


def variant_runs(
    found: Gathered,
    names: Sequence[str],
    *,
    parameters: int,
    workers: int,
    count: OnProgress,
    only: Sequence[str] = (),
    sample: int = 0,
) -> Iterator[Run]:
    """Run every test on each variant, with so many of its parameters; or ``only`` the cases of some names.

    Yields each run when it ends; the cases and the baseline are in ``found`` by then. ``count`` hears how many cases
    have been run. ``sample`` says with which of its parameters each test begins.

    See ``gather``.
    """
    limit, cases = _limit(every_rule=True), tuple(only)
    order = Order(
        *(tuple(names), True, workers, limit, -1),
        allowed=True,
        parameters=parameters,
        only=cases,
        sample=sample,
    )
    return _runs(order, [violating_library()], found, count)


def gather_changed(
    folder: str,
    rules: Mapping[str, Sequence[str]],
    sources: Mapping[str, Lines],
    *,
    every_rule: bool,
    parameters: int,
    workers: int,
    tell: Callable[[Run], None],
    only: Sequence[str] = (),
) -> Gathered:
    """Run each test, with so many of its parameters, on each file of a folder until a case fails.

    The files are libraries, and for the names in ``sources`` the changed text of a source of the core; that is run
    on the cases alone that execute the statement of these lines. ``rules`` has, for each file, the rules whose cases
    are run first, and alone without ``every_rule``.

    See ``gather``.
    """
    order = Order(tuple(rules), every_rule, workers, _limit(every_rule=True), -1)
    order = replace(
        order, parameters=parameters, folder=folder, only=tuple(only), first=rules, sources=sources
    )
    loaders = [*CORES] if sources else []
    if rules.keys() - sources.keys():
        loaders.append(dropin_library())
    return _gathered(order, loaders, tell)


def _limit(*, every_rule: bool) -> float:
    return allowed(_LONG_LIMIT if every_rule else _LIMIT)


def _gathered(order: Order, loaders: Sequence[str], tell: Callable[[Run], None]) -> Gathered:
    """Run the mutants of the order. Runs none if a case fails on the unchanged reference."""
    found = Gathered()
    for run in _runs(order, loaders, found):
        tell(run)
    return found


def _runs(
    order: Order, loaders: Sequence[str], found: Gathered, count: OnProgress | None = None
) -> Iterator[Run]:
    done = failed = 0
    with TemporaryFolder() as temporary:
        for row in _answers(order, loaders, temporary):
            before = len(found.runs)
            part = found.take(row)
            if part is not None and count is not None:
                done += len(part.verdicts)
                failed += bool(part.name) and sum(ended.verdict in RED for ended in part.verdicts.values())
                count(Progress(done, found.total, failed))
            yield from found.runs[before:]
            if "total" in row and red(found):
                break


def red(found: Gathered) -> list[int]:
    """Return the numbers of the cases that fail or error on the unchanged reference."""
    return [number for number, ended in found.baseline.items() if ended.verdict in RED | {"error"}]


def _answers(order: Order, loaders: Sequence[str], temporary: str) -> Iterator[Mapping[str, Any]]:
    reading, writing = os.pipe()
    order = replace(order, answers=writing)
    with open(os.path.join(temporary, "output"), "w+b") as output:
        process = _start(order, _job(order, loaders, temporary), temporary, output)
        os.close(writing)
        try:
            with open(reading, encoding="ascii") as answers:
                yield from map(json.loads, answers)
            if process.wait() != 0:
                output.seek(0)
                told = output.read().decode("utf-8", "backslashreplace")[-_TAIL:].strip()
                raise HarnessError(f"the policy tests could not be run on violators:\n{told}")
        finally:
            process.kill()
            process.wait()


def _loaders(chosen: Sequence[Mutant]) -> list[str]:
    """Return the core in each edition that a mutant of the core needs, and the library if a mutant needs it."""
    editions = {edition for each in chosen if each.subject == "core" for edition in each.editions}
    loaders = [core for core, edition in CORES.items() if edition in editions]
    if any(each.subject == "library" for each in chosen):
        loaders.append(violating_library())
        need_newest(loaders[-1], {each.name for each in chosen} & spelled())
    return loaders


def need_newest(library: str, names: Iterable[str]) -> None:
    """Refuse a library that was built before one of these violators: it would be the reference in its stead."""
    with open(library, "rb") as file:
        held = file.read()
    missing = sorted(name for name in names if name.encode() not in held)
    if missing:
        raise HarnessError(f"{library} was built before {some(missing)}: build refloader again")


def _job(order: Order, loaders: Sequence[str], temporary: str) -> str:
    """Write the job file and return its path."""
    path = os.path.join(temporary, "job.json")
    patience = _LONG_PATIENCE if order.allowed else _PATIENCE
    Job(RunRequest(loaders=tuple(loaders)), patience=patience, lenient=True).save(path)
    return path


def _start(order: Order, job: str, temporary: str, output: BinaryIO) -> "subprocess.Popen[bytes]":
    words = ["-p", "refloader.selftest.violating", "-s", "--tb=native"]
    words += ["--refloader-job", job, "--refloader-violators", order.text()]
    return start_suite(suite_folder(), words, temporary, output, passed=(order.answers,))
