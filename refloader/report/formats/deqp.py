"""A run as deqp-runner writes its results: ``results.csv``. ``deqp_lists`` has the lists that it also reads.

A line has the name of a case and its status; a case of several rules has its worst. Names are as
``conform --caselist`` takes them. If the run has several subjects, each name begins with its subject and a colon.

A name is one line, as deqp-runner reads lines, and no formula, as spreadsheets open results.csv.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from refloader.model.text import visible
from refloader.report.arrange import STANDINGS, standing, subjects
from refloader.report.formats.table import cell
from refloader.results.expectations.case_lists import is_flaky
from refloader.results.results_file import Result, Run, Verdict

_STATUS = {
    Verdict.PASS: "Pass",
    Verdict.FAIL: "Fail",
    Verdict.WARN: "Warn",
    Verdict.SKIP: "Skip",
    Verdict.CRASH: "Crash",
    Verdict.TIMEOUT: "Timeout",
    Verdict.ERROR: "Missing",
}
"""The status of deqp-runner for each verdict; Missing is a case without a verdict."""

_RANK = {each: number for number, each in enumerate(STANDINGS)}


@dataclass(frozen=True, slots=True)
class Case:
    """A case with its status and its time in seconds; ``worst`` is the result that decides the status."""

    name: str
    status: str
    seconds: float
    worst: Result


def cases(run: Run) -> list[Case]:
    """Return the cases of a run by name: the order of its results differs from run to run."""
    return sorted(_cases(run), key=lambda each: each.name)


def _cases(run: Run) -> Iterator[Case]:
    named = naming(run)
    for subject in subjects(run):
        by_case: dict[str, list[Result]] = {}
        for each in subject.results:
            by_case.setdefault(each.case, []).append(each)
        for name, results in by_case.items():
            worst = min(results, key=_rank)
            yield Case(
                named(subject.name, name), _status(worst), max(each.seconds for each in results), worst
            )


def naming(run: Run) -> Callable[[str, str], str]:
    """Return the function that names the case of a subject as ``conform --caselist`` takes it."""
    if len(subjects(run)) > 1:
        return lambda subject, case: cell(visible(f"{subject}:{case}"))
    return lambda subject, case: cell(visible(case))


def _rank(result: Result) -> int:
    """Return the rank of a result; a pass says more than a skip of another rule."""
    if result.verdict is Verdict.SKIP:
        return len(STANDINGS)
    return _RANK[standing(result)]


def _status(result: Result) -> str:
    if result.verdict is not Verdict.PASS and is_flaky(result):
        return "Flake"
    if result.outdates:
        return "UnexpectedImprovement(Pass)"
    return "ExpectedFail" if result.as_expected else _STATUS[result.verdict]


def render(run: Run) -> str:
    """Return results.csv: name, status and seconds of each case."""
    return table([each.name, each.status, f"{each.seconds:.6f}"] for each in cases(run))


def table(rows: Iterable[list[str]]) -> str:
    """Return rows as CSV without a header."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()
