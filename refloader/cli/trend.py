"""``refloader trend``: reports how the results of subjects developed over many runs."""

import os
import sys
from collections.abc import Callable
from itertools import islice
from types import MappingProxyType
from typing import NoReturn

import click

from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.output import say, write_document
from refloader.cli.terminal.sparing import spare
from refloader.host.globs import fits_glob
from refloader.model.text import quote, some, visible
from refloader.report.page import trend as page
from refloader.report.trends import data, markdown, table, text
from refloader.report.trends.trend import Gathering, Trend
from refloader.results.history import Series, series
from refloader.results.results_file import Subject
from refloader.suite.subjects.request import RunRequest

_RENDER: MappingProxyType[str, Callable[[Trend], str]] = MappingProxyType(
    {
        "text": text.render,
        "json": data.render,
        "markdown": markdown.render,
        "csv": table.render,
        "html": page.render,
    }
)
_DIFF = "refloader diff OLD NEW compares two runs"
_FEW = 5
"""The most paths or names in a message."""


@click.command()
@click.argument("folders", metavar="DIR", nargs=-1, required=True)
@click.option("--rule", "rules", multiple=True, metavar="ID", help="Only this rule or a family (LLP_LOADER).")
@click.option(
    "--subject", "names", multiple=True, metavar="NAME", help="Only this subject; * and ? are wildcards."
)
@click.option("--last", type=click.IntRange(2), metavar="N", help="Only the N newest runs.")
@click.option("--format", "shape", type=click.Choice(list(_RENDER)), default="text", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write the document there.  [default: standard output]")
def command(
    folders: tuple[str, ...],
    rules: tuple[str, ...],
    names: tuple[str, ...],
    last: int | None,
    shape: str,
    output: str | None,
) -> None:
    """Show the results of subjects over many runs.

    DIR contains the runs: results.ndjson files of conform in folders of their own, or published *.ndjson files. They
    are sorted by the time at which they started, whatever their names are.

    For each subject and run it shows the numbers of cases, the cases that broke or were repaired since the run
    before, new builds, and the times of drivers. Truncated and damaged runs are left out with a message. Exits 1 if
    the newest run is worse than the runs before it, as with conform --baseline; 3 if no run can be read.
    """
    if len(folders) > 1:
        raise click.UsageError(f"DIR: there can be one folder of runs; {_DIFF}")
    trend = _trend(_series(folders[0], last, output), rules, names)
    _check(trend, rules, names)
    write_document(_RENDER[shape](trend), output, shape)
    sys.exit(trend.exit_code)


def _series(folder: str, last: int | None, output: str | None) -> Series:
    """Return the newest runs below the folder, or all. Refuses to overwrite any of them with the document."""
    if not os.path.isdir(folder):
        raise click.UsageError(f"DIR: {visible(folder)} is no folder; {_DIFF}")
    found = series(folder)
    if not found.runs and not found.passed_over:
        raise click.UsageError(f"DIR: there are no results below {visible(folder)}")
    spare(output, (path for each in found.runs for path in each.paths))
    spare(output, (each.path for each in found.passed_over))
    return Series(found.runs[-(last or 0) :], found.passed_over)


def _trend(found: Series, rules: tuple[str, ...], names: tuple[str, ...]) -> Trend:
    """Build the trend of the runs, restricted to the requested rules and subjects."""
    gathering = Gathering(RunRequest(rules=rules).may_take)
    for path, run in found.read():
        gathering.add(run, path)
    passed_over = [(each.path, each.reason) for each in found.passed_over]
    trend = gathering.trend(passed_over, _named(names))
    if not trend.moments:
        _give_up(passed_over)
    return trend


def _named(names: tuple[str, ...]) -> Callable[[Subject], bool]:
    return lambda subject: not names or any(fits_glob(subject.name, each) for each in names)


def _give_up(passed_over: list[tuple[str, str]]) -> NoReturn:
    say("refloader: no run can be read", err=True)
    for path, reason in islice(passed_over, _FEW):
        say(f"  {path}: {reason}", err=True)
    if len(passed_over) > _FEW:
        say(f"  and {len(passed_over) - _FEW} more", err=True)
    sys.exit(COULD_NOT_RUN)


def _check(trend: Trend, rules: tuple[str, ...], names: tuple[str, ...]) -> None:
    """Refuse rules and subjects that no run has, so that a typo does not look like an unchanged result."""
    if names and not trend.tracks:
        raise click.UsageError(f"--subject: no run has {some([quote(each) for each in names])}")
    if rules and not any(sum(point.cases.values()) for track in trend.tracks for point in track.points):
        raise click.UsageError(f"--rule: no result is of {some([quote(each) for each in rules])}")
