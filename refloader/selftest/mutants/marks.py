"""How a violator is written: a function that stands in for another one. Never replaces anything itself."""

from collections.abc import Callable
from typing import Any, TypeVar

from refloader.rules import RuleId, rule

Original = Callable[..., Any]
"""The function that was replaced, as a violator calls it."""

_Stand = TypeVar("_Stand", bound=Callable[..., Any])

Pair = tuple[Callable[..., Any], Callable[..., Any]]
"""A function and what stands in for it."""

REPLACEMENTS: dict[str, tuple[list[Pair], tuple[RuleId, ...]]] = {}
"""By the name of the violator: what it replaces, and the rules that this violates."""


def replaces(target: Callable[..., Any], *rules: str) -> Callable[[_Stand], _Stand]:
    """Mark a function as what stands in for ``target`` in the violator of its name.

    It is called with the original first and then with the original's arguments. Its docstring says what is wrong.
    """

    def mark(stand: _Stand) -> _Stand:
        assert stand.__name__ not in REPLACEMENTS, f"two violators are called {stand.__name__}"
        REPLACEMENTS[stand.__name__] = [(target, stand)], tuple([rule(each) for each in rules])
        return stand

    return mark


def completes(name: str, target: Callable[..., Any]) -> Callable[[_Stand], _Stand]:
    """Mark a function as a further part of a violator: where one decision is made at several places."""

    def mark(stand: _Stand) -> _Stand:
        REPLACEMENTS[name][0].append((target, stand))
        return stand

    return mark
