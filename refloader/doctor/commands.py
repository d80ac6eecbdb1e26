"""The commands of several findings: of two that set one variable, the second has in it what the first mends."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from refloader.doctor.values import Finding, Topic, Weight
from refloader.host import shell
from refloader.inspect.explain.comparing import There
from refloader.inspect.whatif.change import Change, set_variable, unset_variable
from refloader.inspect.whatif.driver_steps import usable_after
from refloader.inspect.whatif.lists import separator_of
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import command_of, then
from refloader.model.system import System

_AGAIN = "after that, run refloader doctor again"

Settings = Mapping[str, str | None]
"""What a command makes of variables; None is for one that it unsets."""


def settings_of(command: str, system: System) -> dict[str, str | None]:
    """Return what a command makes of variables, as the shell reads it."""
    if system is System.WINDOWS:
        steps = command.split(then(System.WINDOWS))
        settings = (step[4:].partition("=") for step in steps if step.startswith("set "))
        return {name: value or None for name, _, value in settings}
    found: dict[str, str | None] = {}
    for before, word in pairwise(["&&", *(shell.words(command) or ())]):
        name, is_set, value = word.partition("=")
        if before == "unset":
            found[word] = None
        elif is_set and before == "export":
            found[name] = value
    return found


def built_up(findings: Sequence[Finding], there: There, system: System) -> Iterator[Finding]:
    """Yield the findings, of which no command takes away what one that is printed before it gives.

    A second command for a variable becomes one for both, if the plan after it has all that each of them gives alone.
    Else it is left out, as is a remark whose command would undo the first one. ``there`` asks the machine's loader.
    """
    made: dict[str, str | None] = {}
    right: dict[int, Finding | None] = {}
    for at in _as_printed(findings):
        each = findings[at]
        wanted = settings_of(each.command, system)
        again = {name for name, value in wanted.items() if name in made and made[name] != value}
        if again and each.weight is Weight.NOTE:
            right[at] = None
            continue
        if again:
            asked = [_change(name, value) for name, value in wanted.items()]
            is_one = [each.command] == [command_of(change, system) for change in asked]
            both = _of_both(there(), made, *wanted.items()) if is_one else None
            command = command_of(both, system) if both is not None else ""
            advice = each.advice if command else _AGAIN
            each = right[at] = replace(each, command=command, advice=advice)
            wanted = settings_of(command, system)
        if each.weight.asks_for_a_change:
            made.update(wanted)
    kept = (right.get(at, each) for at, each in enumerate(findings))
    yield from (each for each in kept if each is not None)


def _as_printed(findings: Sequence[Finding]) -> list[int]:
    """Return the places of findings in the order in which they are printed: what is wrong first, then by topic."""
    topics, weights = list(Topic), list(Weight)

    def place(at: int) -> tuple[int, int]:
        return weights.index(findings[at].weight), topics.index(findings[at].topic)

    return sorted(range(len(findings)), key=place)


def _of_both(what_if: WhatIf, made: Settings, wanted: tuple[str, str | None]) -> Change | None:
    """Return the setting of a list with the entries that two commands correct; None if it does not give the same."""
    name, second = wanted
    separator = separator_of(name, what_if.host.platform().system)
    value = _merged(what_if.host.variables().get(name), made[name], second, separator)
    if value is None:
        return None
    both = set_variable(name, value)
    before = [_change(variable, given) for variable, given in made.items()]
    gained = _given(what_if, _change(name, second)) - _given(what_if)
    gained |= _given(what_if, *before)
    return both if gained and gained <= _given(what_if, *before, both) else None


def _change(name: str, value: str | None) -> Change:
    return set_variable(name, value) if value is not None else unset_variable(name)


def _given(what_if: WhatIf, *changes: Change) -> frozenset[str]:
    """Return the active layers and the usable drivers after some changes."""
    plan = what_if.decide(*changes)
    active = (outcome.layer.name for outcome in plan.layers if outcome.active) if plan is not None else ()
    return frozenset((*active, *(driver.manifest for driver in usable_after(what_if, *changes))))


def _merged(old: str | None, first: str | None, second: str | None, separator: str) -> str | None:
    """Return a list with the entries that each of two corrections has in the place of others; None if they clash."""
    if old is None or first is None or second is None:
        return None
    entries = [text.split(separator) for text in (old, first, second)]
    if len({len(each) for each in entries}) > 1:
        return None
    merged = []
    for before, one, other in zip(*entries, strict=True):
        if before not in (one, other) and one != other:
            return None
        merged.append(other if one == before else one)
    return separator.join(merged)
