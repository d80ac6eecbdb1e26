"""The methods that expanded named tuples share."""

from _collections import _tuplegetter as item_getter  # type: ignore[import-not-found]
from typing import Any

__all__ = ["item_getter", "new_tuple", "replaced", "shown_tuple"]

new_tuple = tuple.__new__


def replaced(self: Any, **changes: Any) -> Any:
    """Return a copy with some fields changed."""
    return new_tuple(self.__class__, [changes.get(name, getattr(self, name)) for name in self._fields])


def shown_tuple(self: Any) -> str:
    """Return the repr: the class and its fields."""
    inside = ", ".join([f"{name}={getattr(self, name)!r}" for name in self._fields])
    return f"{self.__class__.__name__}({inside})"
