"""How a violator is written: a function that stands in for another one. Never replaces anything itself."""

from collections.abc import Callable
from typing import Any

from refloader.rules import RuleId, rule
from refloader.selftest.variants.marks import Original, Pair, Stand

__all__ = ["REPLACEMENTS", "Original", "Pair", "completes", "replaces"]

REPLACEMENTS: dict[str, tuple[list[Pair], tuple[RuleId, ...]]] = {}
"""By the name of the violator: what it replaces, and the rules that this violates."""


def replaces(target: Callable[..., Any], *rules: str) -> Callable[[Stand], Stand]:
    """Mark a function as what stands in for ``target`` in the violator of its name.

    It is called with the original first and then with the original's arguments. Its docstring says what is wrong.
    """

    def mark(stand: Stand) -> Stand:
        assert stand.__name__ not in REPLACEMENTS, f"two violators are called {stand.__name__}"
        REPLACEMENTS[stand.__name__] = [(target, stand)], tuple([rule(each) for each in rules])
        return stand

    return mark


def completes(name: str, target: Callable[..., Any]) -> Callable[[Stand], Stand]:
    """Mark a function as a further part of a violator: where one decision is made at several places."""

    def mark(stand: Stand) -> Stand:
        REPLACEMENTS[name][0].append((target, stand))
        return stand

    return mark
