"""Finds the library whose name a missing one nearly has."""

from collections.abc import Iterable
from itertools import islice

from refloader.inspect.libraries.near_names import near_names

_CLOSE = 0.85
"""How like a name is that is taken for a misspelt one."""

_MOST = 2000
"""The most names that are compared."""

MOST_MISSING = 10
"""The most missing libraries of a machine for which one of nearly the name is looked for."""

_SUFFIXES = (".so", ".dylib", ".dll")


def nearest_name(name: str, names: Iterable[str]) -> str:
    """Return the library among the names of a folder whose name is nearly a given one; empty if there is none."""
    others = [each for each in islice(names, _MOST) if each != name and _is_library(each)]
    return next(iter(near_names(name, others, 1, _CLOSE)), "") if others else ""


def _is_library(name: str) -> bool:
    return name.lower().endswith(_SUFFIXES) or ".so." in name
