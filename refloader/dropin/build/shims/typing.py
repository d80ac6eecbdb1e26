"""Names that checkers need and that frozen code may still mention."""

from typing import Any

TYPE_CHECKING = False


def cast(kind: Any, value: Any) -> Any:
    """The value."""
    return value
