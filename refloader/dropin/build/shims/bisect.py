"""Replaces bisect: binary search."""

from collections.abc import Sequence


def bisect_right(numbers: Sequence[int], wanted: int) -> int:
    """Return the index after the last number that is not greater than ``wanted``."""
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        if wanted < numbers[middle]:
            high = middle
        else:
            low = middle + 1
    return low
