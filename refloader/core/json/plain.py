"""Parses JSON that every parser reads alike, and refuses all other texts without saying why.

Uses the standard library's fast scanner. The drop-in library replaces this module by a few lines of C.
"""

import re
from itertools import accumulate
from json import JSONDecoder
from math import isinf

from refloader.core.json.index import JsonValue
from refloader.core.json.scan import EXACT_LIMIT


class NotPlainError(ValueError):
    """The text contains something that only ``scan`` can decide about."""


def read_plain(data: bytes) -> JsonValue:
    """Return the value of a valid text that every parser reads alike.

    Raises:
        NotPlainError: the text is not valid, or parsers may differ on it.
    """
    try:
        text = data.decode("utf-8").strip(_BLANKS)
        if _plain(text):
            value, end = _decode(text)
            if end == len(text):
                found: JsonValue = value
                return found
    except (ValueError, RecursionError):
        pass
    raise NotPlainError


_SHALLOW = 32  # the C scanner recurses on the stack of the calling thread, which may be small
_BLANKS = " \t\n\r"
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BETWEEN_BRACKETS = re.compile(r"[^\[\]{}]+")
_STEP = {"[": 1, "{": 1, "]": -1, "}": -1}
_ODD_ESCAPE = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")


def _plain(text: str) -> bool:
    """Return whether the standard library may parse the text: no deep nesting, no escape on which parsers differ."""
    if text.count("{") + text.count("[") > _SHALLOW and _depth_exceeds(text, _SHALLOW):
        return False
    return "\\u" not in text or _ODD_ESCAPE.search(text) is None


def _depth_exceeds(text: str, limit: int) -> bool:
    brackets = _BETWEEN_BRACKETS.sub("", _STRING.sub("", text))
    return max(accumulate(map(_STEP.__getitem__, brackets)), default=0) > limit


def _object(members: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    value = dict(members)
    if len(value) != len(members):
        raise NotPlainError
    return value


def _integer(token: str) -> int:
    if len(token) > len(str(-EXACT_LIMIT)):
        raise NotPlainError
    value = int(token)
    if abs(value) > EXACT_LIMIT:
        raise NotPlainError
    return value


def _fraction(token: str) -> float:
    value = float(token)
    if not value or isinf(value):
        raise NotPlainError
    return value


def _constant(token: str) -> float:
    raise NotPlainError(token)


_decode = JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_fraction, parse_constant=_constant
).raw_decode
