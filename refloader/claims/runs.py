"""Reads the results files of a claim and merges them. Rejects incomplete files: a claim relies on all results."""

from collections.abc import Iterable, Mapping
from io import BytesIO

from refloader.model.edition import LATEST
from refloader.model.text import quote, visible
from refloader.results.merge import Merged, Source, merged
from refloader.results.results_file import ResultsError, Run, Subject, Verdict, parse
from refloader.results.standard import CHOSEN
from refloader.results.summaries import without_evidence_of_passes
from refloader.rules import catalogue_version
from refloader.rules.binding import binds
from refloader.rules.registry import is_known

_MOST_LINES = 1_000_000
_LONGEST_LINE = 16 << 20
"""In bytes. Both limits are far above what a run writes; they keep a small bundle from exhausting the memory."""


class UnfitError(Exception):
    """The results are not fit for a claim. The message is for the user."""


def parsed(name: str, data: bytes) -> Run:
    """Parse the content of a results file, without the evidence of passes and skips, as ``conform`` reads its own.

    Findings are counted by their evidence. ``name`` is the name of the file in messages.

    Raises:
        ResultsError: the data is not a results file.
        UnfitError: the results are truncated or damaged, contain an error of the harness, or contradict themselves.
    """
    problem = _unreadable(data)
    if problem:
        raise UnfitError(f"{visible(name)}: {problem}")
    try:
        run = parse(BytesIO(data), without_evidence_of_passes)
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
    return _contradiction(run) if versions_of([run])[1] == catalogue_version() else ""


def _contradiction(run: Run) -> str:
    """Return what this catalogue rules out: results of a rule for subjects of another kind, an edition without cause.

    Loaders are judged by the edition of their version, all other subjects by the newest, unless the user chose one.
    """
    kinds = {each.name: each.kind for each in run.header.subjects}
    for subject, rule in dict.fromkeys((each.subject, each.rule) for each in run.results):
        kind = kinds.get(subject, "")
        if kind and is_known(rule) and not binds(rule, kind):
            return f"{quote(subject)} is a {kind}, and has results of {rule}, which binds none"
    for each in run.header.subjects:
        if each.kind != "loader" and each.edition not in ("", LATEST.value, *_chosen(each)):
            return f"nothing says why edition {visible(each.edition)} applies to {quote(each.name)}"
    return ""


def _chosen(subject: Subject) -> tuple[str, ...]:
    """Return the edition of a subject if the user chose it."""
    return (subject.edition,) if subject.edition_reason == CHOSEN else ()


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
