"""Replaces typing: names for type checkers that frozen code may still contain."""

from typing import Any

TYPE_CHECKING = False


def cast(kind: Any, value: Any) -> Any:
    """Return the value."""
    return value
