"""Tells the faults of a layer apart by the commands in which they show. Decides no verdict.

Most of what a layer must do for an application is one rule (LLP_LAYER_1), so that the rules of its failing cases do
not tell one fault from another. The commands do: a fault in vkQueuePresentKHR fails several cases, and each names it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from refloader.results.results_file import Result
from refloader.rules import Ambiguity, UnknownRuleError, find

_COMMAND = re.compile(r"\bvk(?=[A-Z])\w+?(?=2?(?:KHR|EXT)?\b)")
_OTHERS = re.compile(r"\.(?: |$)|; below, | from below\b")
"""Behind these a fact speaks of what is right."""


class _Case(Protocol):
    @property
    def evidence(self) -> Mapping[str, object]: ...

    @property
    def first(self) -> Result: ...


T = TypeVar("T", bound=_Case)


def by_commands(causes: Sequence[T]) -> Sequence[Sequence[T]]:
    """Part causes into those that have commands in common, in the order of their first ones.

    Causes that name no command are with the first: what they are about may be any of the faults. What others than
    layers do wrong stays together.
    """
    if not _binds_layers(causes[0].first.rule):
        return [causes]
    groups: list[tuple[set[str], list[int]]] = []
    nameless: list[int] = []
    for place, each in enumerate(causes):
        named = set(_named(each.evidence))
        if not named:
            nameless.append(place)
            continue
        alike = [group for group in groups if group[0] & named]
        places = sorted([place, *(at for group in alike for at in group[1])])
        groups = [group for group in groups if group not in alike]
        groups.append((named.union(*(group[0] for group in alike)), places))
    together = sorted((places for _, places in groups), key=min)
    first, *others = together or [[]]
    parts = [sorted([*first, *nameless]), *others]
    return [[causes[at] for at in part] for part in parts if part]


def _binds_layers(rule: str) -> bool:
    try:
        row = find(rule)
    except UnknownRuleError:
        return False
    return not isinstance(row, Ambiguity) and row.applies_to == "layer"


def _named(evidence: Mapping[str, object]) -> Iterable[str]:
    """Yield the commands of the breaches in a case's evidence, each by its name in Vulkan 1.0."""
    breaches = evidence.get("breaches")
    for breach in breaches if isinstance(breaches, list | tuple) else ():
        fact = breach.get("fact") if isinstance(breach, Mapping) else None
        if isinstance(fact, str):
            yield from _COMMAND.findall(_OTHERS.split(fact, maxsplit=1)[0])
