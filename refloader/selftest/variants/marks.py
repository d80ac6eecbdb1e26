"""How a variant is written: a function that stands in for another one. Never replaces anything itself.

A mutant is written in the same way (``refloader.selftest.mutants.marks``).
"""

from collections.abc import Callable
from typing import Any, TypeVar

Original = Callable[..., Any]
"""The function that was replaced, as what stands in for it calls it."""

Stand = TypeVar("Stand", bound=Callable[..., Any])

Pair = tuple[Callable[..., Any], Callable[..., Any]]
"""A function and what stands in for it."""

JOINT = "+"
"""The sign between the names of variants that one loader takes together."""

STANDS: dict[str, list[Pair]] = {}
"""By the name of the variant: what it replaces."""


def allows(target: Callable[..., Any], rests_on: str, words: str) -> Callable[[Stand], Stand]:
    """Mark a function as what stands in for ``target`` in the variant of its name.

    It is called with the original first and then with the original's arguments. Its docstring says what the variant
    does; ``rests_on`` is the rule or ambiguity that leaves it open, empty where all documents are silent, and
    ``words`` what they say, or what they do not say.
    """

    def mark(stand: Stand) -> Stand:
        assert stand.__name__ not in STANDS, f"two variants are called {stand.__name__}"
        STANDS[stand.__name__] = [(target, stand)]
        return stand

    return mark


def likewise(name: str, target: Callable[..., Any]) -> Callable[[Stand], Stand]:
    """Mark a function as a further part of a variant: where one decision is made at several places."""

    def mark(stand: Stand) -> Stand:
        STANDS[name].append((target, stand))
        return stand

    return mark
