"""Parses TOML text: returns the table, or the first problem with its position. Knows no keys."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from refloader.model.text import visible

_PLACE = re.compile(r"(.*) \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)", re.DOTALL)

_MOST_PARTS = 64
"""The most parts of a dotted key: the parser takes time by their square."""

_PART = re.compile(r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*(\.?)[ \t]*""")


class Problem(NamedTuple):
    """A problem in a file; ``line`` and ``column`` count from 1, columns in bytes."""

    line: int
    column: int
    message: str


def read_toml(data: bytes) -> tuple[Mapping[str, Any], tuple[str, ...]] | Problem:
    """Return the table in the bytes of a file, and the lines of the file."""
    try:
        text = data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = error.start - before.rfind(b"\n")
        return Problem(before.count(b"\n") + 1, column, "it is not UTF-8")
    lines = tuple(text.split("\n"))
    if (place := _long_key(text)) is not None:
        return Problem(text.count("\n", 0, place) + 1, 1, f"a key has more than {_MOST_PARTS} parts")
    try:
        return tomllib.loads(text), lines
    except RecursionError:
        return Problem(1, 1, "it is nested too deeply")
    except tomllib.TOMLDecodeError as error:
        return _syntax(str(error), lines)
    except ValueError:
        return Problem(1, 1, "a number in it has more digits than are read")


def _long_key(text: str) -> int | None:
    """Return where a key with too many parts begins, or None."""
    begun = end = count = 0
    for part in _PART.finditer(text):
        if part.start() != end or not count:
            begun, count = part.start(), 0
        count, end = (count + 1 if part[1] else 0), part.end()
        if count >= _MOST_PARTS:
            return begun
    return None


def _syntax(message: str, lines: Sequence[str]) -> Problem:
    """Convert an error of the TOML parser, which gives the position in words and the column in characters."""
    match = _PLACE.fullmatch(message)
    if match is None:
        return Problem(1, 1, f"it is not TOML: {message}")
    line = int(match[2] or len(lines))
    before = lines[line - 1][: int(match[3]) - 1] if match[3] else lines[-1]
    return Problem(line, len(before.encode()) + 1, f"it is not TOML: {visible(match[1])}")
