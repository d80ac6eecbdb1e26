"""Replaces math: the one function that is used."""


def isinf(number: float) -> bool:
    """True if the number is infinite."""
    return number in (float("inf"), float("-inf"))
