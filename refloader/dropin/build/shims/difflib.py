"""Replaces difflib: suggestions for misspelt keys, the same as the standard library's for short strings."""

from collections.abc import Iterable


def get_close_matches(word: str, possibilities: Iterable[str], n: int, cutoff: float) -> list[str]:
    """Return the best of the possibilities that are similar enough (``n`` is always 1 here)."""
    ratios = [(_ratio(each, word), each) for each in possibilities]
    best = [each for each in ratios if each[0] >= cutoff]
    return [max(best)[1]] if best else []


def _ratio(first: str, second: str) -> float:
    total = len(first) + len(second)
    return 2.0 * _matches(first, second) / total if total else 1.0


def _matches(first: str, second: str) -> int:
    """Count the characters in common blocks: the longest block, then those to its left and right."""
    found = 0
    waiting = [(0, len(first), 0, len(second))]
    while waiting:
        a_low, a_high, b_low, b_high = waiting.pop()
        start, other, size = _longest(first, second, a_low, a_high, b_low, b_high)
        if size:
            found += size
            waiting.append((a_low, start, b_low, other))
            waiting.append((start + size, a_high, other + size, b_high))
    return found


def _longest(a: str, b: str, a_low: int, a_high: int, b_low: int, b_high: int) -> tuple[int, int, int]:
    """Return the longest common block, on a tie the first one in a, then in b."""
    best = (a_low, b_low, 0)
    lengths: dict[int, int] = {}
    for place in range(a_low, a_high):
        row: dict[int, int] = {}
        for other in range(b_low, b_high):
            if a[place] == b[other]:
                size = row[other] = lengths.get(other - 1, 0) + 1
                if size > best[2]:
                    best = (place - size + 1, other - size + 1, size)
        lengths = row
    return best
