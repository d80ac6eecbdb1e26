"""The text of ``refloader explain --log``: what a log proves, with its lines."""

from refloader.cli.terminal.output import say, say_wrapped
from refloader.inspect.logs.log_answer import LogAnswer, LogExplained, LogState
from refloader.inspect.logs.log_facts import HEALTHY, Fact
from refloader.model.text import number_of

_MOST = 6
"""The most facts on the first screen."""

_CHANGES = 2
"""The facts on the first screen that have their change: what follows from a cause goes away with it."""

_KINDS = {LogState.ACTIVE: "pass", LogState.UNDECIDED: "warning"}


def print_log(found: LogExplained, *, whole: bool) -> None:
    """Print what a log proves, the layers that were asked for first; ``whole`` prints every fact."""
    for answer in found.answers:
        _answer(answer)
    if found.answers:
        say()
    facts = found.facts
    if not any(fact.bad for fact in facts):  # that there is no problem comes before what looks like one
        facts = tuple(sorted(facts, key=lambda fact: not fact.text.startswith(HEALTHY)))
    shown = facts if whole else facts[:_MOST]
    for number, fact in enumerate(shown):
        _fact(fact, "" if number == 0 and not found.answers else "  ", with_change=whole or number < _CHANGES)
    if len(shown) < len(found.facts):
        say(f"  and {len(found.facts) - len(shown)} more: -v")
    for what in found.ask:
        say_wrapped([(f"ask for {what}", "")])
    say(f"({number_of(found.lines, 'line')} read)")


def _answer(answer: LogAnswer) -> None:
    """Print an answer: the state with the first fact, then the others and what to ask for."""
    first, rest = answer.facts[:1], answer.facts[1:]
    why = "".join(f": {fact.text}{_lines(fact)}" for fact in first)
    say_wrapped(
        [(f"{answer.subject} is ", ""), (answer.state.value, _KINDS.get(answer.state, "error")), (why, "")]
    )
    for fact in first:
        _change(fact)
    for fact in rest:
        _fact(fact)
    for what in answer.ask:
        say_wrapped([(f"  ask for {what}", "")])


def _fact(fact: Fact, indent: str = "  ", *, with_change: bool = True) -> None:
    say_wrapped([(indent, ""), (fact.text, "error" if fact.bad else ""), (_lines(fact), "")])
    if with_change:
        _change(fact)


def _change(fact: Fact) -> None:
    if fact.change:
        say_wrapped([("    to change it (not tried): ", ""), (fact.change, "warning")])


def _lines(fact: Fact) -> str:
    if not fact.first:
        return ""
    return f" (line {fact.first})" if fact.first == fact.last else f" (lines {fact.first}-{fact.last})"
