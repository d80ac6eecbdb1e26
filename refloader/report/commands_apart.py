"""Tells the faults of a layer apart by the commands in which they show. Decides no verdict.

Most of what a layer must do for an application is one rule (LLP_LAYER_1), so that the rules of its failing cases do
not tell one fault from another. The commands do: a fault in vkQueuePresentKHR fails several cases, and each names it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

_COMMAND = re.compile(r"\bvk(?=[A-Z])\w+?(?=2?(?:KHR|EXT)?\b)")
_OTHERS = re.compile(r"\.(?: |$)|; below, | from below\b")
"""Behind these a fact speaks of what is right."""

T = TypeVar("T")


def by_commands(
    causes: Sequence[T], evidence: Iterable[Mapping[str, object]], binds: str
) -> Sequence[Sequence[T]]:
    """Part causes with these evidences into those that have commands in common, in the order of their first ones.

    Causes that name no command are with the first: what they are about may be any of the faults. ``binds`` is who has
    to obey their rules: those of others than layers stay together.
    """
    if binds != "layer":
        return [causes]
    groups: list[tuple[set[str], list[int]]] = []
    nameless: list[int] = []
    for place, each in enumerate(evidence):
        named = set(_named(each))
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


def _named(evidence: Mapping[str, object]) -> Iterable[str]:
    """Yield the commands of the breaches in a case's evidence, each by its name in Vulkan 1.0."""
    breaches = evidence.get("breaches")
    for breach in breaches if isinstance(breaches, list | tuple) else ():
        fact = breach.get("fact") if isinstance(breach, Mapping) else None
        if isinstance(fact, str):
            yield from _COMMAND.findall(_OTHERS.split(fact, maxsplit=1)[0])
