"""Stands for core/json_plain: the same reading in C, which is told what it must leave to the scanner."""

from typing import Any

from _edge import plain_json  # type: ignore[import-not-found]


class NotPlainError(ValueError):
    """The text must be scanned."""


def read_plain(data: bytes) -> Any:
    """The value of a text that all readers read alike."""
    value = plain_json(data)
    if value is NotImplemented:
        raise NotPlainError
    return value
