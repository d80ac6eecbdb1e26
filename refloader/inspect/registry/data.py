"""Converts the bytes of a value, from a hive or after ``hex:`` in a registry export, into typed data."""

import re
from collections.abc import Iterator

from refloader.model.windows_registry import Data, ValueType

TYPES = (
    ValueType.NONE,
    ValueType.SZ,
    ValueType.EXPAND_SZ,
    ValueType.BINARY,
    ValueType.DWORD,
    ValueType.DWORD_BIG_ENDIAN,
    ValueType.LINK,
    ValueType.MULTI_SZ,
    ValueType.RESOURCE_LIST,
    ValueType.FULL_RESOURCE_DESCRIPTOR,
    ValueType.RESOURCE_REQUIREMENTS_LIST,
    ValueType.QWORD,
)
"""The types of values; the index is the number of the type."""

_NUMBERS = {
    ValueType.DWORD: (4, "little"),
    ValueType.DWORD_BIG_ENDIAN: (4, "big"),
    ValueType.QWORD: (8, "little"),
}
_TEXTS = frozenset({ValueType.SZ, ValueType.EXPAND_SZ, ValueType.LINK})
_SPACE = re.compile(r"\\[ \t]*+\r?+\n|[ \t]++")
_BYTES = re.compile(r"(?:[0-9A-Fa-f]{1,2}(?:,[0-9A-Fa-f]{1,2})*+,?)?")


def type_of(number: int) -> ValueType:
    """Return the type with that number."""
    return TYPES[number] if 0 <= number < len(TYPES) else ValueType.UNKNOWN


def typed(kind: ValueType, data: bytes, *, ansi: bool = False) -> Data:
    """Convert bytes to data of the type. Bytes of the wrong length for a number type stay bytes.

    With ``ansi``, strings are in Windows-1252 instead of UTF-16.
    """
    if kind in _NUMBERS:
        size, order = _NUMBERS[kind]
        return int.from_bytes(data, "big" if order == "big" else "little") if len(data) == size else data
    if kind in _TEXTS:
        return _text(data, ansi).partition("\0")[0]
    if kind is ValueType.MULTI_SZ:
        return tuple(_several(_text(data, ansi)))
    return data


def _text(data: bytes, ansi: bool) -> str:
    if ansi:
        return data.decode("cp1252", "replace")
    return data[: len(data) & ~1].decode("utf-16-le", "surrogatepass")


def _several(text: str) -> Iterator[str]:
    """Yield the strings of a list: each ends in a NUL, and an empty one ends the list."""
    for each in text.split("\0"):
        if not each:
            return
        yield each


def bytes_of(written: str) -> bytes | int:
    """Parse a list of bytes as after ``hex:``, with continued lines. Return the position of the error if invalid."""
    plain = _SPACE.sub("", written)
    match = _BYTES.match(plain)
    end = match.end() if match else 0
    if end < len(plain):
        return _position(written, plain[end], end)
    if not plain:
        return b""
    return bytes(int(each, 16) for each in plain.rstrip(",").split(","))


def _position(written: str, wrong: str, end: int) -> int:
    """Return the position in the text of the character that is at ``end`` after removing spaces and line breaks."""
    seen = position = 0
    while position < len(written) and seen <= end:
        space = _SPACE.match(written, position)
        if space:
            position = space.end()
            continue
        if seen == end and written[position] == wrong:
            return position
        seen += 1
        position += 1
    return min(position, len(written))
