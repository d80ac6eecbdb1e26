"""A run as plain text for a terminal. Never uses colour and never lets a name drive the terminal."""

from collections.abc import Iterator, Mapping, Set

from refloader.harness.results import Result, Run, Verdict
from refloader.model.text import visible
from refloader.report.arrange import Measured, about, by_weight, subjects


def render(run: Run, *, skips: bool = True) -> str:
    """The text, ending in a line break: versions, counts for each subject, then all that did not pass.

    Without ``skips`` the skipped cases are only counted.
    """
    return "".join(f"{line}\n" for line in _lines(run, {Verdict.PASS} if skips else _QUIET))


_QUIET = frozenset({Verdict.PASS, Verdict.SKIP})


def _lines(run: Run, quiet: Set[Verdict]) -> Iterator[str]:
    header = run.header
    yield visible(
        f"refloader {header.suite_version}, catalogue {header.catalogue_version}, edition {header.edition}"
    )
    yield from _caveats(run)
    for subject in subjects(run):
        yield ""
        yield from _subject(subject)
    for subject in subjects(run):
        for result in by_weight(subject.results):
            if result.verdict not in quiet:
                yield ""
                yield from _result(result)


def _caveats(run: Run) -> Iterator[str]:
    if run.truncated:
        yield "TRUNCATED RUN: the file has no footer; results may be missing."
    for problem in run.problems:
        yield visible(f"problem: {problem}")
    for note in run.header.notes:
        yield visible(f"note: {note}")


def _subject(subject: Measured) -> Iterator[str]:
    yield visible(" ".join(filter(None, (subject.kind, subject.name, subject.version))))
    if subject.path:
        yield visible(f"  path    {subject.path}")
    if subject.sha256:
        yield visible(f"  sha256  {subject.sha256}")
    if subject.yardstick:
        yield visible(f"  by      {subject.yardstick}")
    yield f"  {tally(subject.counts)}"


def _result(result: Result) -> Iterator[str]:
    yield visible(f"{result.verdict:8}{result.rule}  {about(result.rule).title}")
    yield visible(f"  on      {result.subject}")
    yield visible(f"  case    {result.case}")
    yield from _why(result.reason)
    if result.repro:
        yield visible(f"  replay  {result.repro}")


def _why(reason: str) -> Iterator[str]:
    """The reason, its further lines indented so that none can pass for a line of ours."""
    if reason:
        first, *rest = reason.split("\n")
        yield visible(f"  why     {first}")
        yield from (visible(f"          {line}") for line in rest)


def tally(counts: Mapping[str, int]) -> str:
    """The counts in one line of text, noughts left out: ``3 pass, 1 fail``."""
    return ", ".join(f"{number} {verdict}" for verdict, number in counts.items() if number) or "no results"
