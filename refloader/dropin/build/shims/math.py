"""What little of math is used."""


def isinf(number: float) -> bool:
    """Whether the number is infinite."""
    return number in (float("inf"), float("-inf"))
