"""What ``refloader conform`` reports after a run: on a screen, in full, as JSON, and in the summary."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from refloader.cli.options import expectations
from refloader.cli.terminal.console import Loudness
from refloader.cli.terminal.output import give_up, inert, say, say_line, say_styled
from refloader.cli.terminal.replacing import put_among
from refloader.host import shell
from refloader.host.room import problem_of
from refloader.model.text import number_of, visible
from refloader.report.asked import answered
from refloader.report.differences import baseline as against
from refloader.report.differences.baseline import Compared
from refloader.report.formats import data, junit, screen, summary
from refloader.report.page import html
from refloader.results.discovery import RESULTS
from refloader.results.results_file import Run
from refloader.suite.run.not_run import mostly_skipped

SUMMARY = "summary.txt"
"""The name of the summary in the folder of results."""

NotRun = Sequence[tuple[str, str]]
"""Rules that were requested but not checked, with the reason."""

_DOCUMENTS: Mapping[str, Callable[[Run], str]] = {
    "report.html": html.render,
    "junit.xml": junit.render,
    SUMMARY: summary.render,
}
"""The documents that each run writes besides its results, in this order."""

_FEW = 8
"""The most scenarios whose outcome is printed even if nothing is wrong."""

_LOG = (400, 60)
"""Columns and rows for output that is not a terminal: lines may be long, but their number is limited."""


def with_documents(outcome: Run, folder: str, doing: Callable[[str], None]) -> Run:
    """Write the documents beside the results. If one cannot be written, the run has a problem that says so."""
    for name, render in _DOCUMENTS.items():
        doing(f"{number_of(len(outcome.results), 'result')} read, writing {name}")
        try:
            put_among(folder, name, render(outcome))
        except OSError as error:
            path = os.path.join(folder, RESULTS)
            problem = f"{problem_of(folder, error)}: {name} was not written"
            if not outcome.truncated:
                again = shell.line(["refloader", "report", path])
                problem += f". The results are whole in {path}; make room there, and `{again}` shows them"
            return replace(outcome, problems=(*outcome.problems, problem))
    return outcome


def note(outcome: Run, folder: str, unjudged: NotRun, beside: Compared | None, strict: str = "") -> None:
    """Add the rules that were not checked, the comparison with the baseline and what is strict to the summary."""
    lines = [f"\n{visible(_not_run_line(*each))}\n" for each in unjudged]
    lines += [f"{line}\n" for line in (["", *against.lines(beside)] if beside else [])]
    lines += [f"\n{strict}\n"] if strict else []
    try:
        if lines:
            put_among(folder, SUMMARY, (summary.render(outcome), *lines))
    except OSError as error:
        give_up(f"{problem_of(folder, error)}: the rules that were not run are not in {SUMMARY}")


def _is_as_new(path: str, results: str) -> bool:
    try:
        return os.stat(path).st_mtime_ns >= os.stat(results).st_mtime_ns
    except OSError:
        return False


def _not_run_line(rule_id: str, why: str) -> str:
    return f"nothing judges {rule_id} on these subjects yet: {why}"


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished run: its results, the comparison with its baseline, the updated files, and its folder.

    ``of_scenarios`` is True if it ran the user's own scenarios; ``strict`` says which warnings count.
    ``apart`` are sentences on expectation files of the package that list failures of this run and were not used.
    """

    outcome: Run
    unjudged: NotRun
    beside: Compared | None
    updates: expectations.Updates | None
    folder: str
    of_scenarios: bool = False
    strict: str = ""
    apart: tuple[str, ...] = ()

    @property
    def files(self) -> list[str]:
        """The paths of the documents that this run wrote."""
        results, *documents = (os.path.join(self.folder, name) for name in (RESULTS, *_DOCUMENTS))
        return [results, *(each for each in documents if _is_as_new(each, results))]

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        code = self.outcome.exit_code if self.beside is None else self.beside.exit_code
        return code or int(bool(self.strict))


def as_json(ended: Ended) -> dict[str, Any]:
    """Return the JSON document."""
    missing = [{"rule": rule_id, "reason": why} for rule_id, why in ended.unjudged]
    document = {**data.document(ended.outcome), "unjudged": missing, "files": ended.files}
    document |= {"strict": ended.strict, "exit_code": ended.exit_code} if ended.strict else {}
    document |= {"updated": expectations.document(ended.updates)} if ended.updates else {}
    return document | ({"baseline": against.document(ended.beside)} if ended.beside else {})


def print_report(ended: Ended, level: Loudness) -> None:
    """Print the report at the requested level of detail."""
    if level is Loudness.QUIET and not ended.exit_code:
        return
    if level is not Loudness.QUIET:
        for line in mostly_skipped(ended.outcome):
            say(line)
    if level is Loudness.VERBOSE:
        click.echo(inert(summary.render(ended.outcome, skips=False)), nl=False)
        _not_run(ended.unjudged)
        say()
    else:
        for parts in screen.lines(
            ended.outcome, *_size(), brief=not (ended.exit_code or ended.outcome.exit_code)
        ):
            say_styled(parts)
        _not_run(ended.unjudged)
    for line in _answers(ended.outcome) if ended.of_scenarios and level is not Loudness.QUIET else ():
        say(line)
    for line in against.lines(ended.beside) if ended.beside else ():
        say(line)
    if ended.strict:
        say(ended.strict)
    for line in () if ended.updates else ended.apart:
        say(line)
    if ended.updates:
        expectations.print_updates(ended.updates)
    say_line(f"results: {', '.join(ended.files)}")


def _answers(outcome: Run) -> Iterator[str]:
    """Yield what the loaders did in the user's scenarios, if there are few."""
    told = {(each.subject, each.case): answered(each) for each in outcome.results}
    for (subject, case), text in told.items() if len(told) <= _FEW else ():
        if text:
            yield visible(f"{subject} in {case}: {text}")


def _not_run(unjudged: NotRun) -> None:
    if unjudged:
        say()
    for each in unjudged:
        say(_not_run_line(*each))


def _size() -> tuple[int, int]:
    """Return the columns and rows that a summary may take."""
    columns, rows = shutil.get_terminal_size()
    return (columns, rows) if sys.stdout.isatty() else _LOG
