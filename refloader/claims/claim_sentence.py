"""Formats a claim as one sentence. Decides nothing."""

from collections import Counter
from collections.abc import Sequence

from refloader.claims.document import Subject, Totals
from refloader.model.text import number_of, visible
from refloader.report.numbers import of_run
from refloader.results.results_file import FINDINGS, Run, Verdict

_MANY = 3
"""The maximum number of subjects that the sentence names individually."""

_WORDS = {"failed": "failed", "warned": "drew warnings", "passed": "passed", "not judged": "were skipped"}


def sentence(run: Run, subjects: Sequence[Subject], totals: Totals, *, partial: bool) -> str:
    """Return the claim as one sentence: the conclusion, then the rules (failures first), then the results."""
    of = f" with suite {run.header.suite} and" if run.header.suite else " with"
    suite = f"refloader {run.header.suite_version}{of} catalogue {run.header.catalogue_version}"
    little = f" (judged too little: {run.too_little[0]})" if run.too_little else ""
    what = "part of what it could judge" if partial else "what it can judge"
    return visible(
        f"{suite} judged {what} of {_named(subjects)}: {_conclusion(run, totals)}{little}; "
        f"{of_run(run).text}; of {_rules(totals)}; of {_results(totals)}."
    )


def _named(subjects: Sequence[Subject]) -> str:
    if len(subjects) <= _MANY:
        return " and ".join(f"the {each.kind} {_called(each)}" for each in subjects) or "nothing"
    kinds = Counter(each.kind for each in subjects)
    return " and ".join(number_of(number, kind) for kind, number in kinds.items())


def _called(subject: Subject) -> str:
    return f"{subject.name} ({subject.version})" if subject.version else subject.name


def _conclusion(run: Run, totals: Totals) -> str:
    """Return whether a rule is broken, known or not: an expectation file excuses nothing here.

    Nothing is called conformant: the installation that verifies a claim may lack the suite by which that is said.
    """
    stale = f" and {number_of(totals.stale, 'stale entry', 'stale entries')} of expectation files"
    stale = stale if totals.stale else ""
    if totals.unexpected:
        return f"not conformant, with {number_of(totals.findings, 'finding')}{stale}"
    if failed := totals.standings["failed"]:
        return f"not conformant: {number_of(failed, 'rule')} failed, all as expectation files have it{stale}"
    before = sum(not FINDINGS.isdisjoint(each.retried) for each in run.results)
    tried = f" at the last try, which replaced {number_of(before, 'finding')}" if before else ""
    warned = totals.counts[Verdict.WARN]
    with_ = (
        f", with {number_of(warned, 'result')} that {'warns' if warned == 1 else 'warn'}" if warned else ""
    )
    return f"no rule broken{tried}{with_}{stale}"


def _rules(totals: Totals) -> str:
    parts = [f"{totals.standings[each]} {words}" for each, words in _WORDS.items()]
    whole = sum(totals.standings.values())
    by_subject = " (counted for each subject)" if totals.subjects > 1 else ""
    untested = totals.standings["untested"]
    return (
        f"{number_of(whole, 'rule')} that bind{by_subject}, {', '.join(parts)} and {untested} have no result"
    )


def _results(totals: Totals) -> str:
    parts = ", ".join(f"{number} {verdict}" for verdict, number in totals.counts.items() if number)
    return f"{number_of(totals.results, 'result')}, {parts}"
