"""Cuts what is kept of a case to a size that is no burden: what is judged may say endless things. Never judges."""

from collections.abc import Mapping
from typing import Any

_DEPTH = 24
"""Levels of nesting that are looked at; results keep no more."""

_MOST_KEPT, _MOST_OF_TEXT = 1 << 19, 1 << 16
"""Characters that are kept of the reason or the evidence of a case, and of one text in it."""

_ENTRY, _LARGEST_NUMBER = 32, 512
"""What an entry counts for beside its text, and bits of a number."""


def bounded(value: Any) -> Any:
    """The value, where it is small; else a shorter one of the same kind: what is judged may say endless things."""
    return value if _weight(value, _MOST_KEPT) >= 0 else _bounded(value, [_MOST_KEPT])


def _weight(value: object, left: int, depth: int = 0) -> int:
    """What is left of so many characters when the value has had its own; negative where it is too large."""
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
    """The beginning of a value; ``left`` is counted down."""
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
