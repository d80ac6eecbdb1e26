"""What written-out dataclasses share, and ``replace``."""

from typing import Any

UNSET = object()
"""The default of a field that is made anew for each object."""


def values(self: Any) -> tuple[Any, ...]:
    """The values of the fields in order."""
    return tuple([getattr(self, name) for name in self.__slots__])


def equal(self: Any, other: object) -> bool:
    """Equal are objects of one class with equal fields."""
    return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented


def hashed(self: Any) -> int:
    """The hash of the fields."""
    return hash(values(self))


def shown(self: Any) -> str:
    """The class and its fields."""
    inside = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.__slots__])
    return f"{self.__class__.__qualname__}({inside})"


def replace(self: Any, **changes: Any) -> Any:
    """A copy with some fields changed."""
    fields = {name: getattr(self, name) for name in self.__slots__}
    return self.__class__(**{**fields, **changes})
