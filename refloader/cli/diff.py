"""``refloader diff``: reports what changed between two runs."""

import sys
from contextlib import suppress

import click

from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.output import say_document, write_document
from refloader.cli.terminal.sparing import spare
from refloader.report.differences import data, markdown, text
from refloader.report.differences.difference import Difference, difference
from refloader.results.discovery import files, run_at
from refloader.results.results_file import ResultsError, Run

_SHAPES = ("text", "json", "markdown", "html")


@click.command()
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--timings", is_flag=True, help="Count timings that differ by more than noise as changes, too.")
@click.option("--format", "shape", type=click.Choice(_SHAPES), default="text", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write the document there.  [default: standard output]")
def command(old: str, new: str, timings: bool, shape: str, output: str | None) -> None:
    """Show what changed between two runs.

    OLD and NEW are results.ndjson files of conform, folders that hold one, or folders of published reports.

    Lists the rules and cases whose verdict changed, the worst first, and subjects that were added or removed. For
    drivers it also compares devices, extensions, limits, features, the interface to the loader, versions, hashes and
    times. Exits 1 if something changed that an application or a conformance run can notice, 3 if nothing did but one
    of the runs is incomplete.
    """
    _spare(output, (old, new))
    found = difference(_read("OLD", old), _read("NEW", new))
    document = _rendered(found, shape, timings=timings)
    if shape == "text" and output in (None, "-") and sys.stdout.isatty():
        say_document(document)
    else:
        write_document(document, output, shape)
    sys.exit(_exit_code(found, timings=timings))


def _rendered(found: Difference, shape: str, *, timings: bool) -> str:
    """Return the document. Only a page needs templates, and the rules with their tests."""
    if shape == "html":
        from refloader.report.page import difference as page  # here, as few runs make a page

        return page.render(found, timings=timings)
    render = {"text": text.render, "json": data.render, "markdown": markdown.render}[shape]
    return render(found, timings=timings)


def _spare(output: str | None, paths: tuple[str, ...]) -> None:
    for path in paths:
        with suppress(ResultsError):  # reported when the results are read
            spare(output, files(path))


def _read(which: str, path: str) -> Run:
    try:
        return run_at(path)
    except ResultsError as error:
        raise click.UsageError(f"{which}: {error}") from error


def _exit_code(found: Difference, *, timings: bool) -> int:
    if found.counts or (timings and found.has_timings):
        return 1
    return 0 if found.is_whole else COULD_NOT_RUN
