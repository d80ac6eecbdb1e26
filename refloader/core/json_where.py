"""Finds one place in a JSON text that is known to be plain, without an index of all others. Never judges the text."""

import re
from typing import NamedTuple

from refloader.core.json_index import Keys

_BLANKS = re.compile(rb"[ \t\n\r]*+")
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SCALAR = re.compile(rb"[^,\]} \t\n\r]++")
_NESTED = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)
_BEHIND = re.compile(rb"[ \t\n\r]*+([,:]?)[ \t\n\r]*+")


class Place(NamedTuple):
    """Where the innermost value on a path starts, the key before it (-1: none), and how many keys led there."""

    start: int
    key_start: int
    found: int


def locate(data: bytes, keys: Keys) -> Place | None:
    """The place of the value at a path, or of the nearest enclosing one; None where only the index can tell."""
    at, key_start = _after_blanks(data, 0), -1
    for found, key in enumerate(keys):
        step = _child(data, at, key)
        if step is None:
            return None
        if step[0] < 0:
            return Place(at, key_start, found)
        at, key_start = step
    return Place(at, key_start, len(keys))


_NOTHING = (-1, -1)


def _child(data: bytes, at: int, key: str | int) -> tuple[int, int] | None:
    """Where a child of the value at an offset starts, and its key; -1 where there is no such child."""
    opening = data[at : at + 1]
    if opening == b"{":
        return _member(data, at, key) if isinstance(key, str) else _NOTHING
    if opening == b"[":
        return _element(data, at, key) if isinstance(key, int) else _NOTHING
    return _NOTHING


def _member(data: bytes, at: int, key: str) -> tuple[int, int] | None:
    wanted = b'"%s"' % key.encode("utf-8", "surrogatepass")
    at = _after_blanks(data, at + 1)
    while (name := _STRING.match(data, at)) is not None:
        if b"\\" in name[0]:
            return None
        value = _behind(data, name.end())
        if name[0] == wanted:
            return value, at
        end = _end(data, value)
        if end is None:
            return None
        at = _behind(data, end)
    return _NOTHING


def _element(data: bytes, at: int, place: int) -> tuple[int, int] | None:
    at = _after_blanks(data, at + 1)
    while data[at : at + 1] not in (b"]", b""):
        if place == 0:
            return at, -1
        end = _end(data, at)
        if end is None:
            return None
        at, place = _behind(data, end), place - 1
    return _NOTHING


def _end(data: bytes, at: int) -> int | None:
    """Where the value at an offset ends."""
    opening = data[at : at + 1]
    if opening not in (b"{", b"["):
        scalar = (_STRING if opening == b'"' else _SCALAR).match(data, at)
        return scalar.end() if scalar is not None else None
    depth = 0
    for piece in _NESTED.finditer(data, at):
        bracket = piece[0]
        depth += (bracket in (b"{", b"[")) - (bracket in (b"}", b"]"))
        if depth == 0:
            return piece.end()
    return None


def _behind(data: bytes, at: int) -> int:
    """The first byte of what comes after a value and its comma, or a key and its colon."""
    found = _BEHIND.match(data, at)
    return found.end() if found is not None else at


def _after_blanks(data: bytes, at: int) -> int:
    found = _BLANKS.match(data, at)
    return found.end() if found is not None else at
