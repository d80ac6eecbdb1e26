"""Turns what stands behind the equals sign in a registry export, or the bytes in a hive, into typed data."""

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
"""The types of values by their numbers."""

_NUMBERS = {
    ValueType.DWORD: (4, "little"),
    ValueType.DWORD_BIG_ENDIAN: (4, "big"),
    ValueType.QWORD: (8, "little"),
}
_TEXTS = frozenset({ValueType.SZ, ValueType.EXPAND_SZ, ValueType.LINK})
_SPACE = re.compile(r"\\[ \t]*+\r?+\n|[ \t]++")
_BYTES = re.compile(r"(?:[0-9A-Fa-f]{1,2}(?:,[0-9A-Fa-f]{1,2})*+,?)?")


def type_of(number: int) -> ValueType:
    """The type with that number."""
    return TYPES[number] if 0 <= number < len(TYPES) else ValueType.UNKNOWN


def typed(kind: ValueType, data: bytes, *, ansi: bool = False) -> Data:
    """Bytes as their type has them. Where they do not fit it they stay bytes."""
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
    """The texts of a list: each ends in a NUL, and an empty one ends the list."""
    for each in text.split("\0"):
        if not each:
            return
        yield each


def bytes_of(written: str) -> bytes | int:
    """The bytes of a list as in ``hex:``, lines continued; where it is none, the position of what is not a byte."""
    plain = _SPACE.sub("", written)
    match = _BYTES.match(plain)
    end = match.end() if match else 0
    if end < len(plain):
        return _position(written, plain[end], end)
    if not plain:
        return b""
    return bytes(int(each, 16) for each in plain.rstrip(",").split(","))


def _position(written: str, wrong: str, end: int) -> int:
    """Where in the text as written the character is that stands at ``end`` of it without spaces and line ends."""
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
