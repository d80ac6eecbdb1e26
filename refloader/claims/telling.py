"""Formats a claim as one sentence. Decides nothing."""

from collections import Counter
from collections.abc import Sequence

from refloader.claims.document import Subject, Totals
from refloader.model.text import number_of, visible
from refloader.results.results_file import Header

_MANY = 3
"""The maximum number of subjects that the sentence names individually."""

_WORDS = {"failed": "failed", "warned": "drew warnings", "passed": "passed", "not judged": "were skipped"}


def sentence(header: Header, subjects: Sequence[Subject], totals: Totals, *, partial: bool) -> str:
    """Return the claim as one sentence: the conclusion, then the rules (failures first), then the results."""
    suite = f"refloader {header.suite_version} with catalogue {header.catalogue_version}"
    what = "part of what it could judge" if partial else "what it can judge"
    return visible(
        f"{suite} judged {what} of {_named(subjects)}: {_conclusion(totals)}; "
        f"of {_rules(totals)}; of {_results(totals)}."
    )


def _named(subjects: Sequence[Subject]) -> str:
    if len(subjects) <= _MANY:
        return " and ".join(f"the {each.kind} {_called(each)}" for each in subjects) or "nothing"
    kinds = Counter(each.kind for each in subjects)
    return " and ".join(number_of(number, kind) for kind, number in kinds.items())


def _called(subject: Subject) -> str:
    return f"{subject.name} ({subject.version})" if subject.version else subject.name


def _conclusion(totals: Totals) -> str:
    if totals.unexpected or totals.stale:
        stale = f" and {number_of(totals.stale, 'expectation')} out of date" if totals.stale else ""
        return f"not conformant, with {number_of(totals.unexpected, 'finding')}{stale}"
    if totals.expected:
        were = "was" if totals.expected == 1 else "were"
        return f"no findings or warnings but {totals.expected} that {were} expected"
    return "no findings"


def _rules(totals: Totals) -> str:
    told = [f"{totals.standings[each]} {words}" for each, words in _WORDS.items()]
    whole = sum(totals.standings.values())
    by_subject = " (counted for each subject)" if totals.subjects > 1 else ""
    untested = totals.standings["untested"]
    return (
        f"{number_of(whole, 'rule')} that bind{by_subject}, {', '.join(told)} and {untested} have no result"
    )


def _results(totals: Totals) -> str:
    told = ", ".join(f"{number} {verdict}" for verdict, number in totals.counts.items() if number)
    return f"{number_of(totals.results, 'result')}, {told}"
