"""The options of ``conform`` that users of deqp-runner know: lists of cases, and when a run ends or fails."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, TypeVar

import click

from refloader.cli.options.cases import not_found, say_unmatched
from refloader.cli.options.target import on_machine
from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.output import give_up, say, say_json
from refloader.cli.terminal.parts import needed
from refloader.host.opening import reason_of
from refloader.model.text import visible
from refloader.report.formats.deqp import naming
from refloader.results.discovery import run_at
from refloader.results.expectations.case_lists import ListError, read_lists
from refloader.results.results_file import ResultsError, Verdict
from refloader.results.runs import Run
from refloader.rules.suites import UnknownSuiteError, suite
from refloader.suite.conform import listed
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import RunRequest, WrongUsageError

RERUN = "rerun"
"""The folder for the results of ``--rerun``, inside that of the results that it takes the cases from."""

CASES_SCHEMA = "refloader.cases/1"

_Function = TypeVar("_Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class ListOptions:
    """The values of the options, as ``list_options`` describes them."""

    fails: tuple[str, ...]
    flakes: tuple[str, ...]
    skips: tuple[str, ...]
    only_list: bool
    rerun: str | None
    max_fail: int | None
    stop_on: str | None
    strict: bool
    suite: str | None
    skip_code: int | None

    def exit_code(self, code: int, outcome: Run) -> int:
        """Return the exit code of a run that would end with this one: another where it judged too little."""
        is_skipped = code == COULD_NOT_RUN and self.skip_code is not None and outcome.reliable
        return self.skip_code or code if is_skipped else code

    @property
    def expects(self) -> tuple[str, ...]:
        """The lists that say what is known, in whose place no file that comes with refloader is used."""
        return (*self.fails, *self.flakes)

    def applied(self, request: RunRequest) -> RunRequest:
        """Return the request with these options. Raises WrongUsageError."""
        paths = (tuple(os.path.abspath(on_machine(each)) for each in some) for some in self._lists)
        fails, flakes, skips = paths
        try:
            read_lists(fails, flakes, skips)
        except ListError as error:
            raise WrongUsageError(f"lists of cases that cannot be used:\n{error}") from error
        if request.together and (self.max_fail or self.stop_on or skips):
            raise WrongUsageError("--together takes neither --skips nor --max-fail nor --stop-on")
        if self.suite and (request.together or request.scenarios or request.fork):
            raise WrongUsageError(
                "--suite has the cases of a suite: leave out --together, --scenario and a fork's profile"
            )
        try:
            chosen = suite(self.suite).version if self.suite else ""
        except UnknownSuiteError as error:
            raise WrongUsageError(f"--suite: {error}") from error
        request = replace(request, fails=fails, flakes=flakes, skips=skips, suite=chosen)
        return replace(request, max_fail=self.max_fail or 0, stop_on=self.stop_on or "")

    @property
    def _lists(self) -> tuple[tuple[str, ...], ...]:
        return self.fails, self.flakes, self.skips


def list_options(function: _Function) -> Callable[..., Any]:
    """Add the options to a command, which gets all of them as ``lists``."""

    @wraps(function)
    def command(**options: Any) -> Any:
        own = {name: options.pop(name) for name in ListOptions.__slots__}
        return function(lists=ListOptions(**own), **options)

    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS = (
    click.option(
        "--fails",
        multiple=True,
        metavar="FILE",
        help="The failures of these cases do not count: deqp-runner's list of names and statuses.",
    ),
    click.option(
        "--flakes",
        multiple=True,
        metavar="FILE",
        help="Neither failures nor passes of these cases count: regular expressions, one a line.",
    ),
    click.option(
        "--skips",
        multiple=True,
        metavar="FILE",
        help="Do not run these cases: regular expressions, one a line.",
    ),
    click.option(
        "--list", "only_list", is_flag=True, help="Run nothing; list the cases, as --caselist takes them."
    ),
    click.option(
        "--rerun",
        type=click.Choice(["failed"]),
        help=f"Only the cases that failed in the results of --out; the new results go to OUT/{RERUN}.",
    ),
    click.option(
        "--max-fail",
        type=click.IntRange(1),
        metavar="N",
        help="Stop after N cases with new failures.",
    ),
    click.option("--stop-on", type=click.Choice(["crash"]), help="Stop at the first new crash."),
    click.option(
        "--suite",
        metavar="VERSION",
        help="Only the cases of this version of the suite, such as 2026.1 (docs/standard.md).",
    ),
    click.option(
        "--skip-code",
        type=click.IntRange(1, 125),
        metavar="N",
        help="Exit with N, not 3, if the run came to its end and judged too little: 77 for Meson and Automake.",
    ),
    click.option("--strict", is_flag=True, help="Exit 1 for warnings, too, that no expectation file lists."),
)


def failed_cases(folder: str) -> tuple[str, ...]:
    """Return the cases of a run that failed, as --case takes them; exits if there are none.

    Raises:
        WrongUsageError: there are no results.
    """
    try:
        run = run_at(folder)
    except ResultsError as error:
        raise WrongUsageError(f"--rerun: {error}") from error
    names = tuple(dict.fromkeys(_failed(run)))
    if not names:
        say(f"no case failed in {visible(folder)}: there is nothing to run again")
        sys.exit(0)
    return names


def _failed(run: Run) -> list[str]:
    named = naming(run)
    return [
        named(each.subject, each.case)
        for each in run.results
        if each.counts_against or each.verdict is Verdict.ERROR
    ]


def print_cases(request: RunRequest, shape: str) -> None:
    """Print the cases of a request, one a line or as JSON. Raises WrongUsageError."""
    needed("conform --list", native=False)
    try:
        cases = listed(request)
    except (HarnessError, OSError) as error:
        give_up(reason_of(error) if isinstance(error, OSError) else str(error))
    named = request.cases or any("/" in each for each in request.rules)
    if named and not cases and not request.skips and request.shard == (1, 1):
        raise WrongUsageError(not_found(request.cases))
    say_unmatched(request, [(each.subject, each.case) for each in cases])
    several = len({each.subject for each in cases}) > 1
    rows = [
        {
            "name": f"{each.subject}:{each.case}" if several else each.case,
            "subject": each.subject,
            "case": each.case,
            "rules": list(each.rules),
        }
        for each in cases
    ]
    if shape == "json":
        say_json({"schema": CASES_SCHEMA, "cases": rows})
        return
    for row in rows:
        say(str(row["name"]))
