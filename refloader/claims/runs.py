"""Reads the results files of a claim and merges them. Rejects incomplete files: a claim relies on all results."""

from collections.abc import Iterable, Mapping
from io import BytesIO

from refloader.model.text import quote, visible
from refloader.results.merge import Merged, Source, merged
from refloader.results.results_file import ResultsError, Run, Verdict
from refloader.results.summaries import parse_lean

_MOST_LINES = 1_000_000
_LONGEST_LINE = 16 << 20
"""In bytes. Both limits are far above what a run writes; they keep a small bundle from exhausting the memory."""


class UnfitError(Exception):
    """The results are not fit for a claim. The message is for the user."""


def parsed(name: str, data: bytes) -> Run:
    """Parse the content of a results file, without evidence. ``name`` is the name of the file in messages.

    Raises:
        ResultsError: the data is not a results file.
        UnfitError: the results are truncated or damaged, or contain an error of the harness.
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
    """Return which limit the data exceeds, or an empty string."""
    if data.count(b"\n") > _MOST_LINES:
        return f"it has more than {_MOST_LINES:,} lines"
    longest = max((len(line.removesuffix(b"\n")) for line in BytesIO(data)), default=0)
    return f"it has a line of {longest:,} bytes" if longest > _LONGEST_LINE else ""


def _unfit(run: Run) -> str:
    if run.truncated:
        return "the run was truncated, and results may be missing: run it to its end"
    # The problems in the header are the parts that a merge found missing.
    damage = [each for each in run.problems if each not in run.header.problems]
    if damage:
        more = f" (and {len(damage) - 1} more)" if len(damage) > 1 else ""
        return f"the file is damaged: {visible(damage[0])}{more}"
    failed = next((each for each in run.results if each.verdict is Verdict.ERROR), None)
    if failed:
        return f"the harness failed at {failed.rule} {quote(failed.case)} of {quote(failed.subject)}: run it again"
    return ""


def versions_of(runs: Iterable[Run]) -> tuple[str, str]:
    """Return the versions of the suite and of the catalogue that produced the runs; several are joined by commas."""
    headers = [each for run in runs for each in run.header.runs or (run.header,)]
    versions, catalogues = (
        {each.suite_version for each in headers},
        {each.catalogue_version for each in headers},
    )
    return ", ".join(sorted(versions)), ", ".join(sorted(catalogues))


def together(runs: Mapping[str, Run]) -> Run:
    """Merge the runs, given by member name. The ``problems`` of the merged run list missing parts.

    Raises:
        UnfitError: there are no results, two files have the same case, or the machine of a run is ambiguous.
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
