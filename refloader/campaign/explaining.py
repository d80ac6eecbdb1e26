"""Explains a disagreement by the traits of loader releases: which of them, turned on, make the prediction right.

Runs no loader. A disagreement that vanishes when a trait is turned on belongs to that trait.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from refloader.core.ages import release_of, rows
from refloader.model.age import Age, Trait
from refloader.predict.differential import Difference

Differences: TypeAlias = Callable[[Age], tuple[Difference, ...]]
"""Returns what differs between the observation and the prediction for a loader of an age."""

_MOST = 4
"""The maximum number of traits that are put together to explain one disagreement."""


def traits_behind(differ: Differences, own: Age) -> tuple[Trait, ...]:
    """Return the fewest traits found with which nothing differs any more; none if there are no such traits.

    Traits of the loader's own age come first: all of them together, then one by one; then the others, those of the
    nearest releases first.
    """
    if own and not differ(own):
        return _needed(differ, own)
    release = release_of(own.release)
    others = sorted(rows(), key=lambda row: row.distance(release))
    order = (*sorted(own.traits), *(row.trait for row in others if row.trait not in own.traits))
    alone = next((trait for trait in order if not differ(_age(own, [trait]))), None)
    if alone is not None:
        return (alone,)
    return _together(differ, own, order)


def _needed(differ: Differences, own: Age) -> tuple[Trait, ...]:
    """Return the traits of an age without those that are not needed for the explanation."""
    left = sorted(own.traits)
    for trait in tuple(left):
        less = [each for each in left if each is not trait]
        if not differ(_age(own, less)):
            left = less
    return tuple(left)


def _together(differ: Differences, own: Age, order: Iterable[Trait]) -> tuple[Trait, ...]:
    """Add one trait after the other, always one that leaves the fewest differences."""
    found: list[Trait] = []
    left = len(differ(_age(own, found)))
    order = tuple(order)
    while left and len(found) < _MOST:
        counts = {trait: len(differ(_age(own, [*found, trait]))) for trait in order if trait not in found}
        best = min(counts, key=lambda trait: counts[trait])
        if counts[best] >= left:
            return ()
        found.append(best)
        left = counts[best]
    return tuple(found) if not left else ()


def _age(own: Age, traits: Iterable[Trait]) -> Age:
    return replace(own, traits=frozenset(traits))
