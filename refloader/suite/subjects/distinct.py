"""Gives each subject of a run a name of its own. What a file or layer is called may be anybody's choice. Pure."""

from collections.abc import Container
from itertools import count


def unused(name: str, used: Container[str]) -> str:
    """The name, or where another subject has it the same with the first number behind it that makes it another."""
    if name not in used:
        return name
    return next(each for number in count(2) if (each := f"{name} ({number})") not in used)
