"""Reports what a run did not test: skipped cases, rules without a result, and why. Gives no verdict."""

from collections import Counter
from collections.abc import Iterator

from refloader.results.coverage import lacking
from refloader.results.results_file import Result, Run, Verdict
from refloader.rules import Rule
from refloader.suite.run.traceability import trace
from refloader.suite.subjects.request import RunRequest, within

_READ = "static"
"""The case in which a manifest is read; most rules do not concern a given manifest."""

_OPTION = {"loader": "--loader", "layer": "--layer", "driver": "--driver"}
_STATES = {
    "untestable": "it cannot be tested",
    "withdrawn": "it is withdrawn",
    "open": "it is open",
    "decided": "it is decided, and no case of the suite shows the decision yet",
    "checked": "tests outside of the suite check it, and none of its cases fits these subjects",
}


def mostly_skipped(run: Run) -> Iterator[str]:
    """Yield a line for each loader that this machine lacked something for in most cases, and for a subject never run.

    A case that is skipped because the subject gives no occasion to break the rule does not count for the first.
    """
    of: dict[str, dict[str, Result]] = {}
    for each in run.results:
        if each.case != _READ:
            of.setdefault(each.subject, {})[each.case] = each
    for subject in run.header.subjects:
        cases = of.get(subject.name, {})
        reasons = Counter(result.reason for result in cases.values() if result.verdict == Verdict.SKIP)
        judged = len(cases) - reasons.total()
        not_run = Counter({reason: number for reason, number in reasons.items() if lacking(reason)})
        if (subject.kind == "loader" and judged < not_run.total()) or (reasons and not judged):
            why = (not_run or reasons).most_common(1)[0][0]
            what = "cases" if subject.kind == "loader" else "cases that run it"
            yield f"{subject.name}: judged {judged} of {len(cases)} {what}; most often skipped because: {why}"


def rules_without_result(wanted: RunRequest, run: Run) -> Iterator[tuple[str, str]]:
    """Yield the rules of each requested id or family that has no result at all, with the reason."""
    judged = {result.rule for result in run.results}
    for prefix in dict.fromkeys(each for each in wanted.rules if "/" not in each):
        family = within(prefix)
        if judged.isdisjoint(row.id for row in family):
            yield from ((row.id, _why(row, run)) for row in family)


def _why(row: Rule, run: Run) -> str:
    kinds = {subject.kind for subject in run.header.subjects}
    if row.applies_to in _OPTION and row.applies_to not in kinds:
        return f"it binds a {row.applies_to}, and none was named with {_OPTION[row.applies_to]}"
    found = trace(row)
    editions = run.header.edition.split(", ")
    if (
        found.status in ("checked", "decided")
        and "all" not in editions
        and not set(editions) & set(row.editions)
    ):
        return f"it holds in {', '.join(row.editions)}, and the run is of {run.header.edition}"
    return f"{_STATES[found.status]}{': ' if found.reason else ''}{found.reason}"
