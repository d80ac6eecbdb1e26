"""``refloader report``: renders results as a document, and merges the results of several runs."""

import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module

import click

from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.console import watching
from refloader.cli.terminal.output import say, say_document, write_document
from refloader.cli.terminal.sparing import spare
from refloader.model.text import visible
from refloader.report.narrowed import narrowed
from refloader.report.rules.links import rule_url
from refloader.results.discovery import files, taken
from refloader.results.parts import beside, missing
from refloader.results.results_file import Decode, ResultsError, Run, Verdict
from refloader.results.summaries import without_passes

_FORMATS = {
    "text": "formats.summary",
    "html": "page.html",
    "markdown": "formats.markdown",
    "json": "formats.data",
    "ndjson": "formats.ndjson",
    "csv": "formats.table",
    "junit": "formats.junit",
    "sarif": "formats.sarif",
    "github": "formats.github",
    "gitlab": "formats.gitlab",
    "badge": "formats.badge",
    "deqp": "formats.deqp",
    "deqp-fails": "formats.deqp_lists.fails",
    "deqp-failures": "formats.deqp_lists.failures",
    "deqp-flakes": "formats.deqp_lists.flakes",
    "deqp-skips": "formats.deqp_lists.skips",
}
"""The module of each format, imported when needed; its ``render`` turns a run into text. Or the function itself."""

_BY_RELEASE = {"text": "releases.text", "html": "page.releases", "json": "releases.data"}
"""The modules for ``--by-release``."""

_OF_FINDINGS = frozenset({"text", "markdown", "junit", "sarif", "github", "gitlab", "badge"})
"""The formats that show nothing of passing cases except their number."""

_MOST = 10
"""The most problems that are printed on standard error."""


@click.command()
@click.argument("results", metavar="[RESULTS]...", nargs=-1)
@click.option(
    "--retry",
    "retries",
    multiple=True,
    metavar="FILE",
    help="These results replace earlier ones of the same cases.",
)
@click.option(
    "--environment",
    "environments",
    multiple=True,
    metavar="NAME=FILE",
    help="These results are of the machine NAME.",
)
@click.option(
    "--subject", "names", multiple=True, metavar="NAME", help="Of this subject alone; may be repeated."
)
@click.option(
    "--part", is_flag=True, help="RESULTS are some parts of a run on purpose: count none as missing."
)
@click.option(
    "--format",
    "shape",
    type=click.Choice(list(_FORMATS)),
    metavar="FORMAT",
    default="text",
    show_default=True,
    help=f"{', '.join(_FORMATS)}.",
)
@click.option("-o", "--output", metavar="FILE", help="Write the document there.  [default: standard output]")
@click.option(
    "--by-release",
    is_flag=True,
    help="Loaders from the oldest release to the newest: which breaks which rule, and since when (text, html, json).",
)
@click.option("-v", "--verbose", is_flag=True, help="List skipped and known cases one by one, too (text).")
@click.option("--exit-code", "gate", is_flag=True, help="Exit as the run did: 1 where a subject fails.")
def command(
    results: tuple[str, ...],
    retries: tuple[str, ...],
    environments: tuple[str, ...],
    names: tuple[str, ...],
    part: bool,
    shape: str,
    output: str | None,
    by_release: bool,
    verbose: bool,
    gate: bool,
) -> None:
    """Turn results into a document.

    RESULTS are results.ndjson files that conform wrote, also compressed by gzip, or folders that hold one. Several
    are merged: the parts of a run (conform --shard), and runs of several machines. A machine is named when it runs
    (conform --environment) or here. FILE of --retry and --environment need not be among RESULTS.

    If two files have the same case, that is wrong usage, unless one is a retry: the retry counts, and documents
    show the earlier verdict.

    \b
    html      a page to read: the matrix, findings, what was run and observed
    markdown  the summary of a job on GitHub, up to its 1 MiB
    json      the run as one document; ndjson is the merged results, which can be given again
    csv       a row for each result, for spreadsheets
    junit     for Jenkins, GitLab and others: a suite for each subject
    sarif     findings for code scanning (SARIF 2.1.0, up to 25,000 of them)
    github    findings as annotations of a job on GitHub, which shows 10 of a kind
    gitlab    findings as GitLab's code quality report
    badge     the data for a badge of shields.io
    deqp      results.csv of deqp-runner; deqp-failures is its failures.csv, what was not expected
    \b
    deqp-fails, deqp-flakes and deqp-skips are lists that conform --fails, --flakes and --skips read.

    With --by-release the results are of several loaders, and the document is about their releases.

    Results that are truncated, damaged, or lack a part of their run are accepted: the document says so, and the
    exit code is 3.
    """
    machines = _machines(environments)
    if not (results or retries or machines):
        raise click.UsageError("name the results of a run: a results.ndjson, or the folder of --out")
    if by_release and shape not in _BY_RELEASE:
        raise click.UsageError(f"--by-release writes {', '.join(_BY_RELEASE)}, and no {shape}")
    with _uncollected(), watching("MiB of results") as watch:
        try:
            spare(output, (each for path in (*results, *retries, *machines) for each in files(path)))
            run = taken(
                results,
                environments=machines,
                retries=retries,
                decode=None if by_release else _decode(shape),
                tell=watch.tell,
            )
            run = _of_parts(run) if part else run
            run = narrowed(run, names) if names else run
        except (ResultsError, ValueError) as error:
            raise click.UsageError(str(error)) from error
        watch.doing(f"writing {shape}")
        document = _of_releases(run, shape) if by_release else _document(run, shape, verbose=verbose)
        if output not in (None, "-"):
            write_document(document, output)
    if output in (None, "-"):
        if shape == "text" and not by_release and sys.stdout.isatty():
            say_document("".join(_pieces(document)))
        else:
            write_document(_pieces(document) if shape == "text" else document, output, shape)
    if shape != "text" or output not in (None, "-"):
        _tell(run)
    if gate:
        sys.exit(run.exit_code)
    sys.exit(COULD_NOT_RUN if run.truncated or run.problems else 0)


def _pieces(document: str | Iterable[str]) -> Iterable[str]:
    return (document,) if isinstance(document, str) else document


def _document(run: Run, shape: str, *, verbose: bool) -> str | Iterable[str]:
    if shape == "text":
        from refloader.report.conclusion import conclusion
        from refloader.report.differences.text import SCREEN
        from refloader.report.formats import summary  # here, as only this format needs it

        counted = not verbose and any(
            each.as_expected or each.verdict is Verdict.SKIP for each in run.results
        )
        hint = "\n--verbose lists the skipped and the known cases\n" if counted else ""
        text = summary.render(run, skips=verbose) + hint
        end = f"\n{visible(conclusion(run)[0])}\n" if text.count("\n") > SCREEN else ""
        return text + end
    if shape.startswith("deqp-"):
        module, _, function = _FORMATS[shape].rpartition(".")
        return str(getattr(import_module(f"refloader.report.{module}"), function)(run))
    form = import_module(f"refloader.report.{_FORMATS[shape]}")
    document: str | Iterable[str] = form.pieces(run) if hasattr(form, "pieces") else form.render(run)
    return document


def _of_releases(run: Run, shape: str) -> str:
    """Return the document on the loaders of a run by release. Raises UsageError if there is none."""
    from refloader.report.releases.field import field  # here, as only this option needs it

    found = field(run)
    if not found.builds:
        raise click.UsageError("--by-release: these results are of no loader")
    if shape == "html":
        from refloader.report.page import releases

        return releases.render(found, run, rule_url)
    form = import_module(f"refloader.report.{_BY_RELEASE[shape]}")
    return str(form.render(found))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Disable the garbage collector: runs have no cycles, and repeated searches would take a fifth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _decode(shape: str) -> Decode | None:
    """Return how lines are decoded if a format does not show everything; otherwise None."""
    if shape == "html":
        from refloader.report.page.reading import decode  # here, as few formats need it

        return decode
    return without_passes if shape in _OF_FINDINGS else None


def _of_parts(run: Run) -> Run:
    """Return the run without the problems about missing parts, which belong to another job."""
    lacking = {*missing(run.header), *beside(run.header)}
    return replace(run, problems=tuple(each for each in run.problems if each not in lacking))


def _machines(texts: tuple[str, ...]) -> dict[str, str]:
    """Return the names of machines by file."""
    found: dict[str, str] = {}
    for path, name in map(_environment, texts):
        if found.setdefault(path, name) != name:
            raise click.UsageError(f"--environment: {visible(path)} is called {found[path]} and {name}")
    return found


def _environment(text: str) -> tuple[str, str]:
    """Return the file and the name of a ``NAME=FILE`` argument."""
    name, equals, path = text.partition("=")
    if not (name.strip() and equals and path):
        raise click.UsageError(f"--environment: {visible(text)} is not NAME=FILE")
    return path, visible(name.strip())


def _tell(run: Run) -> None:
    """Print the reasons for the exit code on standard error, because the document may not be read."""
    if run.truncated:
        say("refloader: the run is truncated: results may be missing", err=True)
    for problem in run.problems[:_MOST]:
        say(f"refloader: problem: {problem}", err=True)
    if len(run.problems) > _MOST:
        say("refloader: and further problems, which --format text and json have", err=True)
