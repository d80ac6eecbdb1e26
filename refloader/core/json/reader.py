"""Reads JSON: the value, the positions in it, and the problems on which parsers may differ. Ignores the meaning.

``plain`` alone parses a text without problems; ``scan`` decides about every other text.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from refloader.core.json.index import Index, JsonValue, Keys, Problem, Trouble
from refloader.core.json.plain import NotPlainError, read_plain
from refloader.core.json.plain_index import index_plain, place_in_plain
from refloader.core.json.scan import scan

__all__ = ["Document", "JsonValue", "Keys", "Position", "Problem", "Recast", "Trouble", "read", "repair"]


@dataclass(frozen=True, slots=True)
class Position:
    """A position in the text: offset in bytes from 0; line and column from 1, the column counted in bytes."""

    offset: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Recast:
    """What a reader makes of a value and all that is in it, and of a key."""

    value: Callable[[JsonValue], JsonValue]
    key: Callable[[str], str]


class Document:
    """A JSON text that was read; positions are computed when they are first needed."""

    __slots__ = (
        "_asked",
        "_data",
        "_index",
        "_last",
        "_lines",
        "_made_from",
        "_problems",
        "_recast",
        "_value",
    )

    def __init__(
        self,
        data: bytes,
        value: JsonValue,
        problems: tuple[Problem, ...],
        index: Index | None,
        made_from: "tuple[Document, Recast] | None" = None,
    ) -> None:
        self._data = data
        self._value = value
        self._problems = problems
        self._index = index
        self._made_from = made_from[0] if made_from is not None else None
        self._recast = made_from[1] if made_from is not None else None
        self._lines: array[int] | None = None
        self._asked = made_from is not None
        self._last: tuple[Keys | None, bool, Position] = None, False, Position(0, 1, 1)

    @property
    def data(self) -> bytes:
        """The original bytes of the text."""
        return self._data

    @property
    def value(self) -> JsonValue:
        """The value; the first of repeated keys counts. None if the text is not valid (or is ``null``)."""
        return self._value

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems on which parsers may differ, in the order of the text."""
        return self._problems

    @property
    def valid(self) -> bool:
        """True if RFC 8259 accepts the text."""
        return not any(problem.fatal for problem in self._problems)

    def where(self, keys: Keys, *, key: bool = False) -> Position:
        """Return the start of the value at a path, or with ``key`` the start of the value's key.

        For a path that does not exist, return that of the nearest enclosing value. In an invalid text, only the
        part that was parsed has positions; if that is empty, return line 1, column 1.
        """
        if self._index is None and not self._asked:  # most documents need only one position
            self._asked = True
            value, name = place_in_plain(self._data, self._value, keys)
            return self._counted(name if key and name >= 0 else value)
        if keys == self._last[0] and key is self._last[1]:  # some findings on one value in a row
            return self._last[2]
        index = self._indexed()
        if not index.values:
            return Position(0, 1, 1)
        number, found = index.follow(keys)
        start = index.key_starts[number] if key and found == len(keys) else -1
        position = self.position(start if start >= 0 else index.starts[number])
        self._last = keys, key, position
        return position

    def _counted(self, offset: int) -> Position:
        """Return the position of an offset in the text, without building a table of lines."""
        line = self._data.count(b"\n", 0, offset) + 1
        return Position(offset, line, offset - self._data.rfind(b"\n", 0, offset))

    def position(self, offset: int) -> Position:
        """Return the position of an offset, clamped to the text. Lines end with a line feed."""
        if self._lines is None:
            self._lines = array("q", [0, *(found.end() for found in re.finditer(b"\n", self._data))])
        offset = max(0, min(offset, len(self._data)))
        line = bisect_right(self._lines, offset)
        return Position(offset, line, offset - self._lines[line - 1] + 1)

    def duplicates(self, keys: Keys) -> tuple[tuple[str, JsonValue], ...]:
        """Return all members of the object at a path, in order, including repeated keys; empty if there is none."""
        index = self._indexed()
        number, depth = index.follow(keys) if index.values else (0, -1)
        if depth != len(keys):
            return ()
        members = ((index.names[child], index.values[child]) for child in index.children(number))
        found = ((name, value) for name, value in members if name is not None)
        recast = self._recast
        return tuple((name, value if recast is None else recast.value(value)) for name, value in found)

    def recast(self, recast: "Recast") -> "Document":
        """Return the document that a reader has who makes something else of the strings and keys in this one.

        The positions are those in the text, as this document has them: two keys may have become one.
        """
        return Document(self._data, recast.value(self._value), self._problems, None, (self, recast))

    def _indexed(self) -> Index:
        if self._index is None:
            if self._made_from is not None and self._recast is not None:
                self._index = self._made_from._indexed().with_names(self._recast.key)
            else:
                self._index = index_plain(self._data, self._value)
        return self._index


class CleanDocument(Document):
    """A text without problems that is known to have the value at a path; read when more is asked for.

    Most such texts are asked for one position, that of this value. Where the name of its key stands only once in a
    text without escapes, that is the key.
    """

    __slots__ = ("_is_read", "_known")

    def __init__(self, data: bytes, known: Keys) -> None:
        super().__init__(data, None, (), None)
        self._known, self._is_read = known, False

    @property
    def value(self) -> JsonValue:
        """The value, as of every document."""
        self._read()
        return self._value

    def where(self, keys: Keys, *, key: bool = False) -> Position:
        """Return a position, as every document does."""
        if keys == self._known and not self._is_read:
            name = f'"{keys[-1]}"'.encode()
            start = self._data.find(name)
            behind = _TO_VALUE.match(self._data, start + len(name))
            if start >= 0 and behind is not None and self._stands_alone(name, start):
                return self._counted(start if key else behind.end())
        self._read()
        return super().where(keys, key=key)

    def _stands_alone(self, name: bytes, start: int) -> bool:
        """Return whether the text has no second such name; one with escapes would have another spelling."""
        return self._data.find(name, start + 1) < 0 and b"\\" not in self._data

    def recast(self, recast: "Recast") -> "Document":
        """Return the document that another reader has, as every document does."""
        self._read()
        return super().recast(recast)

    def _indexed(self) -> Index:
        self._read()
        return super()._indexed()

    def _read(self) -> None:
        if not self._is_read:
            found = read(self._data)
            self._value, self._index, self._is_read = found.value, found._index, True


_TO_VALUE = re.compile(rb"[ \t\n\r]*+:[ \t\n\r]*+")


@lru_cache(maxsize=3)  # findings about one text have one document, as after ``read``
def clean(data: bytes, known: Keys) -> CleanDocument:
    """Return the document in these bytes, which can be parsed and have the key."""
    return CleanDocument(data, known)


# A search for the smallest change reads the same text some twenty times. So does the question what each release makes
# of it, which also reads the text with other escapes.
@lru_cache(maxsize=3)
def read(data: bytes) -> Document:
    """Return the document in these bytes. Accepts any bytes; takes time and memory linear in their number."""
    try:
        return Document(data, read_plain(data), (), None)
    except NotPlainError:
        found = scan(data)
        value = None if found.fatal else found.index.values[0]
        return Document(data, value, found.problems, found.index)


def repair(data: bytes) -> bytes | None:
    """Return the text without byte order mark, comments, trailing commas and text after the end.

    Return None if that does not make the text valid. The other bytes stay as they are, in their order.
    """
    found = scan(data)
    if found.fatal - _REPAIRABLE:
        return None
    pieces, at = [], 0
    for start, end in found.cuts:
        pieces.append(data[at:start])
        at = end
    repaired = b"".join((*pieces, data[at:]))
    return repaired if read(repaired).valid else None


# NOT_UTF8 is included because all invalid bytes may be in the removed parts.
_REPAIRABLE = {Trouble.COMMENT, Trouble.TRAILING_COMMA, Trouble.TRAILING_TEXT, Trouble.NOT_UTF8}
