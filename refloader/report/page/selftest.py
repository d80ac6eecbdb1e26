"""The result of a self-test as one HTML file that works offline, the missed mutants first. Makes no verdict."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from markupsafe import Markup

from refloader.model.text import number_of
from refloader.report import shell
from refloader.report.page.named_rules import named_rules
from refloader.report.pictures.mutant_matrix import Mark, matrix, sample
from refloader.rules import rules
from refloader.selftest.outcome import MutantOutcome

_MEANINGS = {
    Mark.CAUGHT: "the suite fails the mutant by the rule that it violates",
    Mark.MISSED: "the suite does not fail it by that rule",
    Mark.CAUSE: "a case of another rule fails, too, and it is known why",
    Mark.STRANGE: "a case of another rule fails, for no known reason",
}


class State(StrEnum):
    """The state of a pair of a mutant and its rule, the most important first."""

    MISSED = "missed"
    STRANGE = "caught with more that fails"
    KNOWN = "known not to be caught"
    CAUGHT = "caught"


_MARKS = {
    State.MISSED: Mark.MISSED,
    State.STRANGE: Mark.STRANGE,
    State.KNOWN: Mark.MISSED,
    State.CAUGHT: Mark.CAUGHT,
}

_FEW = 5
"""The most pairs for which a matrix shows no more than the list."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A mutant and a rule that it violates. ``besides`` are other rules that catch it, by their cause."""

    proof: MutantOutcome
    state: State
    besides: Mapping[str, tuple[str, ...]]


def render(
    made: Sequence[MutantOutcome],
    left_out: Mapping[str, str],
    unproven: Mapping[str, str],
    profile: str,
    command: str,
) -> str:
    """Return the page, to be written as UTF-8. ``left_out`` and ``unproven`` are as in ``proofs.document``.

    ``command`` is the command line that runs the self-test on mutants of this kind.

    Raises:
        DocsUrlError: the documentation base that the environment names is not an address.
    """
    entries = sorted(map(_entry, made), key=lambda each: list(State).index(each.state))
    by_state = {state: [each for each in entries if each.state is state] for state in State}
    return shell.page(
        "selftest.html.j2",
        styles=("listing.css", "pictures.css", "selftest.css"),
        scripts=("listing.js",),
        answer=answer(made),
        fine=all(each.ok for each in made),
        profile=profile,
        command=command,
        states={state: of_state for state, of_state in by_state.items() if of_state},
        kinds=[(state, len(of_state)) for state, of_state in by_state.items() if of_state],
        subjects=sorted({each.violator.subject for each in made}),
        left_out=left_out,
        unproven=unproven,
        picture=_picture(made),
        marks={state: sample(mark) for state, mark in _MARKS.items()},
        legend=[(mark, _MEANINGS[mark], sample(mark)) for mark in Mark],
        rules=named_rules(_rules(made)),
    )


def answer(made: Sequence[MutantOutcome]) -> str:
    """Return one sentence on whether the suite catches all mutants."""
    missed, strange, known = (
        sum(_state(each) is state for each in made) for state in (State.MISSED, State.STRANGE, State.KNOWN)
    )
    names = {each.violator.name for each in made}
    of = f"{number_of(len(made), 'violation')} by {number_of(len(names), 'mutant')}"
    if not missed and not strange and not known:
        return f"Nothing is missed of {of}, and whatever else fails has a cause."
    parts = (
        f"{missed} missed" if missed else "",
        f"{strange} caught with more that fails" if strange else "",
        f"{known} known not to be caught" if known else "",
    )
    return f"Of {of}: {', '.join(filter(None, parts))}."


def _state(outcome: MutantOutcome) -> State:
    if outcome.ok:
        return State.KNOWN if outcome.gap else State.CAUGHT
    return State.STRANGE if outcome.caught and not outcome.problem else State.MISSED


def _entry(outcome: MutantOutcome) -> Entry:
    besides: dict[str, list[str]] = {}
    for rule_id, cause in outcome.explained.items():
        besides.setdefault(cause, []).append(rule_id)
    return Entry(outcome, _state(outcome), {cause: tuple(ids) for cause, ids in besides.items()})


def _picture(made: Sequence[MutantOutcome]) -> Markup:
    """Return the matrix, with mutants and rules in catalogue order, so that expected catches form a diagonal.

    Returns empty markup if there are few pairs.
    """
    if len(made) <= _FEW:
        return Markup("")
    marks: dict[tuple[str, str], Mark] = {}
    for outcome in made:
        for rule_id in outcome.caught_by:
            mark = Mark.STRANGE if rule_id in outcome.unexplained else Mark.CAUSE
            marks.setdefault((outcome.violator.name, rule_id), mark)
    for outcome in made:
        marks[outcome.violator.name, outcome.violates] = Mark.CAUGHT if outcome.caught else Mark.MISSED
    hit = {rule_id for _, rule_id in marks}
    mutants = list(dict.fromkeys(outcome.violator.name for outcome in made))
    return matrix(mutants, [rule_id for rule_id in rules() if rule_id in hit], marks)


def _rules(made: Sequence[MutantOutcome]) -> Iterator[str]:
    """Return the ids of the rules that the page names."""
    return (rule_id for outcome in made for rule_id in (outcome.violates, *outcome.caught_by))
