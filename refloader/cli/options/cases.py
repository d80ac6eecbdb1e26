"""The options of ``conform`` that name cases: ``--case`` and ``--caselist``."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import click

from refloader.cli.terminal.output import say_aside
from refloader.model.text import quote, visible
from refloader.results.expectations.case_lists import ListError, lines_of
from refloader.results.verdicts import ANY, matches
from refloader.rules.suites import today
from refloader.suite.subjects.request import RunRequest, WrongUsageError

_Function = TypeVar("_Function", bound=Callable[..., Any])


def case_options(function: _Function) -> _Function:
    """Add the options to a command, which gets them as ``cases`` and ``caselist``."""
    for option in (
        click.option(
            "--caselist",
            metavar="FILE",
            help="Only the cases that this file names, one a line, as deqp-runner has them; # begins a comment.",
        ),
        click.option(
            "--case",
            "cases",
            multiple=True,
            metavar="NAME",
            help="Only this case, as the results name it; * stands for any text (driver_creation/*). Repeatable.",
        ),
    ):
        function = option(function)
    return function


def named_cases(cases: Sequence[str], caselist: str | None) -> tuple[str, ...]:
    """Return the names of both options, as the cases are called today. Raises WrongUsageError."""
    if "" in cases:
        raise WrongUsageError("--case is empty: name a case as the results do, or leave it out")
    try:
        listed = tuple(line for _, line in lines_of(caselist)) if caselist is not None else ()
    except ListError as error:
        raise WrongUsageError(f"--caselist: {error}") from error
    if caselist is not None and not listed:
        raise WrongUsageError(f"--caselist: {visible(caselist)} names no case")
    return tuple(dict.fromkeys(map(today, (*cases, *listed))))


NAMED_AT_MOST = 3
"""How many names without a case a message gives."""


def say_unmatched(request: RunRequest, found: Collection[tuple[str, str]]) -> None:
    """Say on standard error which requested names fit none of these cases, pairs of a subject and a case.

    A part of a run, or one that stops early or leaves cases out, does not know all cases, so nothing is said of it.
    The same holds for a run in which a library cannot be opened.
    """
    if request.shard != (1, 1) or request.skips or request.max_fail or request.stop_on or request.rules:
        return
    if any(case == "opening" for _, case in found):
        return
    full = {name for subject, case in found for name in (case, f"{subject}:{case}")}
    plain = full | {name.partition("[")[0] for name in full}
    without = [
        name
        for name in request.cases
        if name not in plain and not (ANY in name and any(matches(name, each) for each in full))
    ]
    if without:
        first = ", ".join(map(quote, without[:NAMED_AT_MOST]))
        more = f" and {len(without) - NAMED_AT_MOST} more" if len(without) > NAMED_AT_MOST else ""
        say_aside(f"refloader: no case is called {first}{more}; --list prints the names")


def not_found(cases: Sequence[str]) -> str:
    """Return what to do where no case has one of the names."""
    if not cases:
        return "no case fits: these subjects have none of that name and rule"
    name = cases[0]
    return (
        f"no case fits: these subjects have none that is called {quote(name)}. Names are those of the results "
        "(refloader report DIR --format csv); * stands for any text, and without [...] all variants are meant"
    )
