"""Arrays of numbers as lists: only rare paths use them."""

from collections.abc import Iterable


def array(typecode: str, values: Iterable[int] = ()) -> list[int]:
    """The numbers."""
    return list(values)
