"""``refloader diff``: tells what has changed between two runs."""

import sys

import click

from refloader.cli import COULD_NOT_RUN
from refloader.cli.output import say
from refloader.harness.kept_runs import kept
from refloader.harness.results import ResultsError, Run
from refloader.model.text import visible
from refloader.report import difference_data, difference_markdown, difference_text
from refloader.report.difference import Difference, difference

_RENDER = {
    "text": difference_text.render,
    "json": difference_data.render,
    "markdown": difference_markdown.render,
}


@click.command()
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--timings", is_flag=True, help="Let timings outside noise count as a change, too.")
@click.option("--format", "shape", type=click.Choice(list(_RENDER)), default="text", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write the document there.  [default: standard output]")
def command(old: str, new: str, timings: bool, shape: str, output: str | None) -> None:
    """Tell what has changed between two runs.

    OLD and NEW are results.ndjson files of conform, folders that hold one, or folders of published reports.

    Told are the rules and cases whose verdict changed, the worst first, subjects that came or went, and of drivers
    the devices, extensions, limits, features, the interface to the loader, versions and hashes, and what takes longer
    than before. Exits 1 if something changed that an application or a conformance run can notice, 3 if nothing did
    but a run is not whole.
    """
    found = difference(_read("OLD", old), _read("NEW", new))
    _write(_RENDER[shape](found, timings=timings), output)
    sys.exit(_exit_code(found, timings=timings))


def _read(which: str, path: str) -> Run:
    try:
        return kept(path)
    except ResultsError as error:
        raise click.UsageError(f"{which}: {error}") from error


def _write(text: str, output: str | None) -> None:
    if output is None or output == "-":
        click.echo(text, nl=False)
        return
    try:
        with open(output, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:  # ValueError: a path that no system can hold
        reason = error.strerror if isinstance(error, OSError) else str(error)
        say(f"refloader: {visible(output)}: {reason}", err=True)
        sys.exit(COULD_NOT_RUN)


def _exit_code(found: Difference, *, timings: bool) -> int:
    if found.counts or (timings and found.has_timings):
        return 1
    return 0 if found.is_whole else COULD_NOT_RUN
