"""Says in a sentence whether a subject may be called conformant to a version of the suite. Decides nothing.

Also says which programs ended with a subject, where no finding does and the run did not judge too little for it.
"""

from collections.abc import Iterator

from refloader.model.text import number_of, some
from refloader.results.results_file import Header, Run
from refloader.results.standard import Standing, State, standings

_MANY = 3
"""The most subjects that are named one by one."""

_MOST = 6
"""The most rules, and reasons, that a sentence names."""

_REPLAY = 20
"""A run with fewer results is a look at a few cases: a statement is far from it."""

_PAGE = "docs/standard.md"


def judge(header: Header) -> str:
    """Return what judged a run: refloader, the suite if there is one, and the catalogue, with their versions."""
    of = f", suite {header.suite}" if header.suite else ""
    return f"refloader {header.suite_version}{of}, rules {header.catalogue_version}"


def sentences(run: Run) -> Iterator[str]:
    """Yield what stands beside the numbers: on the standard, and on programs that ended without a finding."""
    yield from _on_standard(run)
    yield from run.unreported


def _on_standard(run: Run) -> Iterator[str]:
    """Yield whether the subjects may be called conformant: a sentence for each, or the numbers if there are many."""
    found = standings(run)
    if not found or len(run.results) < _REPLAY:
        return
    if len(found) <= _MANY:
        yield from map(sentence, found)
        return
    for state, words in (
        (State.MET, "may"),
        (State.BROKEN, "may not"),
        (State.UNKNOWN, "not judged whether it may"),
    ):
        names = [each.subject.name for each in found if each.state is state]
        if names:
            yield f"{_statement(found[0])}: {words} be said of {some(names, _MANY)}"


def sentence(standing: Standing) -> str:
    """Return whether a subject may be called conformant, and why not."""
    of = f"{standing.subject.kind} {standing.subject.name}"
    match standing.state:
        case State.MET:
            said = f"may be said of {of}, by edition {standing.edition}: {_numbers(standing)}"
        case State.BROKEN:
            said = f"may not be said of {of}, which breaks {some(standing.broken, _MOST)}"
        case _:
            said = f"not judged whether it may be said of {of}: {'; '.join(_reasons(standing))} ({_PAGE})"
    return f"{_statement(standing)}: {said}"


def document(standing: Standing) -> dict[str, object]:
    """Return the JSON document of how a subject stands."""
    return {
        "subject": standing.subject.name,
        "suite": standing.suite,
        "edition": standing.edition,
        "state": standing.state.value,
        "sentence": sentence(standing),
        "asked": standing.asked,
        "judged": standing.judged,
        "not_testable": standing.not_testable,
        "warnings": standing.warnings,
        "broken": list(standing.broken),
        "missing": dict(standing.missing),
        "why": list(standing.why),
    }


def _statement(standing: Standing) -> str:
    return f'"refloader {standing.suite} conformant"'


def _numbers(standing: Standing) -> str:
    return ", ".join(
        (
            f"{standing.judged} of {number_of(standing.asked, 'result')} judged",
            f"{standing.not_testable} not testable on it",
            number_of(standing.warnings, "warning"),
        )
    )


def _reasons(standing: Standing) -> Iterator[str]:
    yield from standing.why
    for why, number in standing.missing.items():
        yield f"{number} of {number_of(standing.asked, 'result')} {why}"
    if standing.first:
        yield f"such as case {standing.first}"
