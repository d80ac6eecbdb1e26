"""``refloader report``: turns a results file into a document."""

import sys

import click

from refloader.cli import COULD_NOT_RUN
from refloader.cli.output import say
from refloader.harness.results import ResultsError, read
from refloader.model.text import visible
from refloader.report import data, html, junit, summary

_RENDER = {"html": html.render, "junit": junit.render, "text": summary.render, "json": data.render}


@click.command()
@click.argument("results", metavar="RESULTS")
@click.option("--format", "shape", type=click.Choice(list(_RENDER)), default="text", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write the document there.  [default: standard output]")
def command(results: str, shape: str, output: str | None) -> None:
    """Turn results into a document.

    RESULTS is the results.ndjson that conform wrote; a truncated one is taken and says so, with exit code 3.
    """
    try:
        run = read(results)
    except ResultsError as error:
        raise click.UsageError(str(error)) from error
    text = _RENDER[shape](run)
    if output is None or output == "-":
        click.echo(text, nl=False)
        sys.exit(3 if run.truncated else 0)
    try:
        with open(output, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:  # ValueError: a path that no system can hold
        reason = error.strerror if isinstance(error, OSError) else str(error)
        say(f"refloader: {visible(output)}: {reason}", err=True)
        sys.exit(COULD_NOT_RUN)
    sys.exit(3 if run.truncated else 0)
