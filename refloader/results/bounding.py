"""Limits the size of a case's reason and evidence, because what is under test can produce output of any length."""

from collections.abc import Mapping
from typing import Any

_DEPTH = 24
"""The nesting depth to which values are processed; results store no deeper values."""

_MOST_KEPT, _MOST_OF_TEXT = 1 << 19, 1 << 16
"""The maximum number of characters in the reason or the evidence of a case, and in one string of it."""

_ENTRY, _LARGEST_NUMBER = 32, 512
"""The number of characters that an entry counts for in addition to its text; the maximum bits of an integer."""


def bounded(value: Any) -> Any:
    """Return the value if it is small, else a truncated copy."""
    return value if _weight(value, _MOST_KEPT) >= 0 else _bounded(value, [_MOST_KEPT])


def _weight(value: object, left: int, depth: int = 0) -> int:
    """Return ``left`` minus the value's number of characters; negative if the value is too large."""
    if isinstance(value, str):
        return left - len(value) if len(value) <= _MOST_OF_TEXT else -1
    if isinstance(value, int):
        return left if value.bit_length() <= _LARGEST_NUMBER else -1
    if isinstance(value, Mapping | list | tuple) and depth < _DEPTH:
        for each in (*value.keys(), *value.values()) if isinstance(value, Mapping) else value:
            left = _weight(each, left - _ENTRY, depth + 1)
            if left < 0:
                break
    return left


def _bounded(value: Any, left: list[int], depth: int = 0) -> Any:
    """Return a truncated copy of a value; ``left[0]``, the number of characters available, is decremented."""
    if isinstance(value, str):
        most = max(0, min(_MOST_OF_TEXT - _ENTRY, left[0]))
        left[0] -= min(len(value), most)
        return value if len(value) <= most else f"{value[:most]}... ({len(value)} characters)"
    if isinstance(value, int) and value.bit_length() > _LARGEST_NUMBER:
        return "(a number too large to keep)"
    if not isinstance(value, Mapping | list | tuple) or depth == _DEPTH:
        return value
    entries = value.items() if isinstance(value, Mapping) else enumerate(value)
    kept = {}
    for key, each in entries:
        left[0] -= _ENTRY + (len(key) if isinstance(key, str) else 0)
        if left[0] < 0:
            break
        kept[key] = _bounded(each, left, depth + 1)
    if isinstance(value, Mapping):
        return kept
    more = len(value) - len(kept)
    return [*kept.values(), *([f"... and {more} more"] if more else [])]
