"""A run as deqp-runner writes its results: ``results.csv``, and the list of failures that it reads as a baseline.

A line has the name of a case and its status; a case of several rules has its worst. Names are as
``conform --caselist`` takes them. If the run has several subjects, each name begins with its subject and a colon.

A name is one line, as deqp-runner reads lines, and no formula, as spreadsheets open results.csv.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from refloader.model.text import visible
from refloader.report.arrange import STANDINGS, standing, subjects
from refloader.report.formats.table import cell
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

FAILURES = frozenset({"Fail", "Crash", "Timeout", "Missing", "ExpectedFail"})
"""What a list of failures has; deqp-runner expects what its baseline lists to fail."""

_RANK = {each: number for number, each in enumerate(STANDINGS)}


@dataclass(frozen=True, slots=True)
class Case:
    """A case with its status and its time in seconds."""

    name: str
    status: str
    seconds: float


def cases(run: Run) -> Iterator[Case]:
    """Yield the cases of a run in the order of its subjects and results."""
    every = subjects(run)
    for subject in every:
        by_case: dict[str, list[Result]] = {}
        for each in subject.results:
            by_case.setdefault(each.case, []).append(each)
        for name, results in by_case.items():
            worst = min(results, key=_rank)
            whole = f"{subject.name}:{name}" if len(every) > 1 else name
            yield Case(cell(visible(whole)), _status(worst), max(each.seconds for each in results))


def _rank(result: Result) -> int:
    """Return the rank of a result; a pass says more than a skip of another rule."""
    if result.verdict is Verdict.SKIP:
        return len(STANDINGS)
    return _RANK[standing(result)]


def _status(result: Result) -> str:
    if result.flaky is not None:
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
