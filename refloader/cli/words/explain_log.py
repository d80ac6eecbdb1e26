"""The text of ``refloader explain --log``: what a log proves, with its lines."""

import sys
from typing import NoReturn

import click

from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.output import json_text, say, say_wrapped, together, write_document
from refloader.inspect.logs.from_log import LogError, log_at
from refloader.inspect.logs.log_answer import LogAnswer, LogExplained, LogState
from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_document import log_as_json
from refloader.inspect.logs.log_facts import HEALTHY, HEALTHY_IN_PART, Certainty, Fact
from refloader.model.text import number_of, visible

_MOST = 6
"""The most facts on the first screen."""

_CHANGES = 2
"""The facts on the first screen that have their change: what follows from a cause goes away with it."""

_KINDS = {LogState.ACTIVE: "pass", LogState.UNDECIDED: "warning"}


def of_log(log: str, layers: tuple[str, ...], shape: str, output: str | None, *, verbose: bool) -> NoReturn:
    """Print what a log proves.

    Exits 1 if a layer is not active by it, or if it has a problem; else 3 if what was not read may have one.
    """
    if shape == "html":
        raise click.UsageError("--log goes with --format text or json")
    try:
        found = explained(log_at(log), layers)
    except LogError as error:
        raise click.UsageError(f"--log: {visible(log)}: {error}") from error
    if shape == "json":
        write_document(json_text(log_as_json(found)), output)
    else:
        with together():
            print_log(found, whole=verbose)
    sys.exit(1 if found.unhappy else COULD_NOT_RUN if found.unsure else 0)


def print_log(found: LogExplained, *, whole: bool) -> None:
    """Print what a log proves, the layers that were asked for first; ``whole`` prints every fact."""
    for answer in found.answers:
        _answer(answer)
    if found.answers:
        say()
    facts = found.facts
    if not any(fact.bad for fact in facts):  # that there is no problem comes before what looks like one
        facts = tuple(sorted(facts, key=lambda fact: not fact.text.startswith((HEALTHY, HEALTHY_IN_PART))))
    shown = facts if whole else facts[:_MOST]
    for number, fact in enumerate(shown):
        _fact(fact, "" if number == 0 and not found.answers else "  ", with_change=whole or number < _CHANGES)
    if len(shown) < len(found.facts):
        say(f"  and {number_of(len(found.facts) - len(shown), 'further fact')}: -v prints all")
    for what in found.ask:
        say_wrapped([(f"ask for {what}", "")])
    if found.not_read:
        say_wrapped([(f"({number_of(found.lines, 'line')}; {found.not_read})", "")])
    else:
        say(f"({number_of(found.lines, 'line')} read)")


def _answer(answer: LogAnswer) -> None:
    """Print an answer: the state with the first fact, then the others and what to ask for."""
    first, rest = answer.facts[:1], answer.facts[1:]
    why = "".join(f": {fact.parts[0]}{_lines(fact)}" for fact in first)
    say_wrapped(
        [(f"{answer.subject} is ", ""), (answer.state.value, _KINDS.get(answer.state, "error")), (why, "")]
    )
    for fact in first:
        if fact.parts[1]:
            say_wrapped([("    ", ""), (fact.parts[1], "")])
        _change(fact)
    for fact in rest:
        _fact(fact)
    for what in answer.ask:
        say_wrapped([(f"  ask for {what}", "")])


def _fact(fact: Fact, indent: str = "  ", *, with_change: bool = True) -> None:
    head, rest = fact.parts
    say_wrapped([(indent, ""), (head, "error" if fact.bad else ""), (_lines(fact), "")])
    if rest:
        say_wrapped([("    ", ""), (rest, "")])
    if with_change:
        _change(fact)


def _change(fact: Fact) -> None:
    if fact.change:
        say_wrapped([("    to change it (not tried): ", ""), (fact.change, "warning")])


def _lines(fact: Fact) -> str:
    likely = ", likely" if fact.bad and fact.certainty is Certainty.LIKELY else ""
    if not fact.first:
        return f" ({likely[2:]})" if likely else ""
    lines = f"line {fact.first}" if fact.first == fact.last else f"lines {fact.first}-{fact.last}"
    return f" ({lines}{likely})"
