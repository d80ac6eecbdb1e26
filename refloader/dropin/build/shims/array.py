"""Replaces array: arrays of numbers as lists, because only rare paths use them."""

from collections.abc import Iterable


def array(typecode: str, values: Iterable[int] = ()) -> list[int]:
    """Return the numbers as a list."""
    return list(values)
