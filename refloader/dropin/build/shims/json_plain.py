"""Replaces core/json/plain: the same reader in C, which reports the texts that only the scanner can read."""

from typing import Any

from _edge import plain_json  # type: ignore[import-not-found]


class NotPlainError(ValueError):
    """Only the scanner can read the text."""


def read_plain(data: bytes) -> Any:
    """Return the value of a JSON text on which all JSON readers agree. Raises NotPlainError for others."""
    value = plain_json(data)
    if value is NotImplemented:
        raise NotPlainError
    return value
