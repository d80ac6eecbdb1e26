"""Reads results for a claim and takes several files together. Takes whole files alone, for a claim rests on all."""

from collections.abc import Iterable, Mapping
from io import BytesIO

from refloader.model.text import quote, visible
from refloader.results.merge import Merged, Source, merged
from refloader.results.results_file import ResultsError, Run, Verdict
from refloader.results.summaries import parse_lean

_MOST_LINES = 1_000_000
_LONGEST_LINE = 16 << 20
"""Bytes. Both are far above what a run writes, and keep a small bundle from taking all of the memory."""


class UnfitError(Exception):
    """No claim can rest on these results. The text is for the user."""


def parsed(name: str, data: bytes) -> Run:
    """The run in the bytes of one file, without evidence; ``name`` is what messages call the file.

    Raises:
        ResultsError: they are no results.
        UnfitError: they are truncated or damaged, or the harness failed in the middle of them.
    """
    problem = _unreadable(data)
    if problem:
        raise UnfitError(f"{visible(name)}: {problem}")
    try:
        run = parse_lean(BytesIO(data))
    except ResultsError as error:
        raise ResultsError(f"{visible(name)}: {error}") from None
    problem = _unfit(run)
    if problem:
        raise UnfitError(f"{visible(name)}: {problem}")
    return run


def _unreadable(data: bytes) -> str:
    """Why nobody should try to read it, or an empty string."""
    if data.count(b"\n") > _MOST_LINES:
        return f"it has more than {_MOST_LINES:,} lines"
    longest = max(map(len, data.split(b"\n")))
    return f"it has a line of {longest:,} bytes" if longest > _LONGEST_LINE else ""


def _unfit(run: Run) -> str:
    if run.truncated:
        return "the run was truncated, and results may be missing: run it to its end"
    damage = [each for each in run.problems if each not in run.header.problems]  # a merge tells what it lacks
    if damage:
        more = f" (and {len(damage) - 1} more)" if len(damage) > 1 else ""
        return f"the file is damaged: {visible(damage[0])}{more}"
    failed = next((each for each in run.results if each.verdict is Verdict.ERROR), None)
    if failed:
        return f"the harness failed at {failed.rule} {quote(failed.case)} of {quote(failed.subject)}: run it again"
    return ""


def judged_by(runs: Iterable[Run]) -> tuple[str, str]:
    """The version of the suite and of the catalogue by which they were judged; several are in one text."""
    told = [each for run in runs for each in run.header.runs or (run.header,)]
    versions, catalogues = {each.suite_version for each in told}, {each.catalogue_version for each in told}
    return ", ".join(sorted(versions)), ", ".join(sorted(catalogues))


def together(runs: Mapping[str, Run]) -> Run:
    """The runs by their members' names as one run; its problems say which parts are missing.

    Raises:
        UnfitError: there is no result, two of them judged the same case, or it cannot be told which is which.
    """
    try:
        found: Merged = merged([Source(name, run) for name, run in runs.items()])
    except ValueError as error:
        raise UnfitError(str(error)) from error
    if found.conflicts:
        first = found.conflicts[0].result
        raise UnfitError(
            f"{first.rule} {quote(first.case)} of {quote(first.subject)} is in two files, none of them marked as a "
            "retry: put them together with refloader report first"
        )
    if not found.run.results:
        raise UnfitError("there are no results to claim anything of")
    return found.run
