"""Gives each subject of a run a unique name: files and layers of others can have any name. No I/O."""

from collections.abc import Container
from itertools import count


def unused(name: str, used: Container[str]) -> str:
    """Return the name, with the first number added that makes it unique if another subject has it."""
    if name not in used:
        return name
    return next(each for number in count(2) if (each := f"{name} ({number})") not in used)
