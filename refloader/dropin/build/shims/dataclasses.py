"""The methods that expanded dataclasses share, and ``replace``."""

from typing import Any

UNSET = object()
"""The default of a parameter whose field has a ``default_factory``."""


def values(self: Any) -> tuple[Any, ...]:
    """Return the values of the fields in order."""
    return tuple([getattr(self, name) for name in self.__slots__])


def equal(self: Any, other: object) -> bool:
    """True if both objects are of the same class and have equal fields."""
    return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented


def hashed(self: Any) -> int:
    """Return the hash of the fields."""
    return hash(values(self))


def shown(self: Any) -> str:
    """Return the repr: the class and its fields."""
    inside = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.__slots__])
    return f"{self.__class__.__qualname__}({inside})"


def replace(self: Any, **changes: Any) -> Any:
    """Return a copy with some fields changed."""
    fields = {name: getattr(self, name) for name in self.__slots__}
    return self.__class__(**{**fields, **changes})
