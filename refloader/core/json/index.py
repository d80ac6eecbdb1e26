"""The facts about a JSON text: its problems and the positions of its values. Does not parse."""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

JsonValue: TypeAlias = dict[str, "JsonValue"] | list["JsonValue"] | str | int | float | bool | None

Keys = tuple[str | int, ...]
"""A path into a document: object keys and array indexes, for example ("layer", "component_layers", 0)."""


class Trouble(StrEnum):
    """The kinds of problems on which JSON parsers may differ, as text for display."""

    BYTE_ORDER_MARK = "byte order mark"
    NOT_UTF8 = "not UTF-8"
    DUPLICATE_KEY = "repeated key"
    NOT_A_NUMBER = "NaN or Infinity"
    TRAILING_TEXT = "text after the end"
    COMMENT = "comment"
    TRAILING_COMMA = "trailing comma"
    LONE_SURROGATE = "half of a surrogate pair"
    TOO_DEEP = "nested too deeply"
    CONTROL_CHARACTER = "control character in a string"
    NUL = "NUL character"
    NUMBER = "unusual number"
    SINGLE_QUOTES = "single quotes"
    UNQUOTED_KEY = "key without quotes"
    EMPTY = "no text"
    SYNTAX = "not JSON"


REFUSED = {
    Trouble.NOT_UTF8: "RFC 8259 section 8.1 asks for UTF-8",
    Trouble.NOT_A_NUMBER: "RFC 8259 section 6 has no such number",
    Trouble.TRAILING_TEXT: "RFC 8259 section 2 allows only white space after the value",
    Trouble.COMMENT: "RFC 8259 has no comments",
    Trouble.TRAILING_COMMA: "RFC 8259 sections 4 and 5 want something after each comma",
    Trouble.TOO_DEEP: "RFC 8259 section 9 lets a reader set such a limit",
    Trouble.CONTROL_CHARACTER: "RFC 8259 section 7 wants it written as an escape",
    Trouble.NUL: "RFC 8259 allows no raw NUL anywhere",
    Trouble.NUMBER: "RFC 8259 section 6 does not accept this form",
    Trouble.SINGLE_QUOTES: "RFC 8259 section 7 has only double quotes",
    Trouble.UNQUOTED_KEY: "RFC 8259 section 4 wants each key to be a string in double quotes",
    Trouble.EMPTY: "RFC 8259 section 2 wants exactly one value",
    Trouble.SYNTAX: "RFC 8259 does not accept this",
}
"""Why RFC 8259 rejects a text with this kind of problem."""

ALLOWED = {
    Trouble.BYTE_ORDER_MARK: "RFC 8259 section 8.1 lets a reader ignore it or refuse the text",
    Trouble.DUPLICATE_KEY: "RFC 8259 section 4 leaves open which one counts, and here the first does",
    Trouble.LONE_SURROGATE: "RFC 8259 section 8.2 calls what readers make of it unpredictable",
    Trouble.NUL: "RFC 8259 section 7 allows it, but readers written in C end the string there",
    Trouble.NUMBER: "RFC 8259 section 6 allows it, but readers differ in the numbers they hold",
}
"""What RFC 8259 says about a kind of problem that does not make a text invalid."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem on which JSON parsers may differ.

    ``offset`` counts bytes from the start; ``message`` is one sentence, safe to print, about the text and
    what RFC 8259 says; ``fatal`` means that RFC 8259 rejects the text, so that it has no value.
    """

    trouble: Trouble
    offset: int
    message: str
    fatal: bool


class Index:
    """The positions of the values. Each value has a number, in the order of the text; the outermost one is 0.

    ``starts`` and ``key_starts`` are offsets in bytes (-1: no key); ``ends`` is one more than the number of the last
    value inside; ``names`` are the keys, None in arrays. With ``values``, all five lists have the same length.
    """

    __slots__ = ("_inside", "_last", "ends", "key_starts", "names", "starts", "values")

    def __init__(self) -> None:
        self.starts = array("q")
        self.ends = array("q")
        self.key_starts = array("q")
        self.names: list[str | None] = []
        self.values: list[JsonValue] = []
        self._inside: dict[int, dict[str | int, int]] = {}
        self._last: tuple[Keys, int] | None = None

    def add(self, start: int, value: JsonValue, name: str | None, key_start: int) -> int:
        """Append a value that is still empty; return its number."""
        number = len(self.values)
        self.starts.append(start)
        self.ends.append(number + 1)
        self.key_starts.append(key_start)
        self.names.append(name)
        self.values.append(value)
        return number

    def children(self, number: int) -> list[int]:
        """Return the numbers of the values directly inside this one, in the order of the text."""
        inside = []
        child, end = number + 1, self.ends[number]
        while child < end:
            inside.append(child)
            child = self.ends[child]
        return inside

    def with_names(self, changed: Callable[[str], str]) -> "Index":
        """Return the index with other names. The positions are shared, so that neither may grow afterwards."""
        other = Index()
        other.starts, other.ends, other.key_starts = self.starts, self.ends, self.key_starts
        other.names = [None if name is None else changed(name) for name in self.names]
        other.values = self.values
        return other

    def follow(self, keys: Keys) -> tuple[int, int]:
        """Return the number of the innermost value on a path, and how many of the keys exist."""
        above = keys[:-1]
        if self._last is not None and self._last[0] == above:  # a sibling of the previous query
            child = self._by_key(self._last[1]).get(keys[-1]) if keys else 0
            return (self._last[1], len(above)) if child is None else (child, len(keys))
        number = 0
        for found, key in enumerate(keys):
            if found == len(above):
                self._last = above, number
            child = self._by_key(number).get(key)
            if child is None:
                return number, found
            number = child
        return number, len(keys)

    def _by_key(self, number: int) -> dict[str | int, int]:
        """Return the children by key or index; of a repeated key the first."""
        inside = self._inside.get(number)
        if inside is None:
            inside = self._inside[number] = {}
            for place, child in enumerate(self.children(number)):
                name = self.names[child]
                inside.setdefault(place if name is None else name, child)
        return inside
