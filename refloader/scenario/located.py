"""JSON values with their position in the file, so that an error names path, line and column."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isinf
from typing import TypeVar

from refloader.core.json.reader import Document, JsonValue, Keys, Problem, Trouble, read
from refloader.model.text import quote
from refloader.scenario.scenario import ScenarioError

_Value = TypeVar("_Value")
_WORDS = {dict: "an object", list: "an array", str: "a string", int: "a whole number", bool: "true or false"}


_NUMBER = re.compile(rb"[-+.0-9eE]+")


def _is_no_double(document: Document, problem: Problem) -> bool:
    """Whether a number is too large to be written again."""
    token = _NUMBER.match(document.data, problem.offset) if problem.trouble is Trouble.NUMBER else None
    return token is not None and isinf(float(token[0]))


@dataclass(frozen=True, slots=True)
class Located:
    """A value in a JSON text. ``keys`` is its path from the outermost value, ``path`` that of the file."""

    path: str
    document: Document
    keys: Keys
    value: JsonValue

    @classmethod
    def parse(cls, path: str, data: bytes) -> "Located":
        """Return the outermost value of a text.

        Raises:
            ScenarioError: the text is not JSON, repeats a key, or has a number too large for a double. The message
                has path, line and column.
        """
        document = read(data)
        for problem in document.problems:
            if problem.fatal or problem.trouble is Trouble.DUPLICATE_KEY or _is_no_double(document, problem):
                where = document.position(problem.offset)
                raise ScenarioError(f"{quote(path)}:{where.line}:{where.column}: {problem.message}")
        return cls(path, document, (), document.value)

    def error(self, text: str) -> ScenarioError:
        """Return an error about this value: ``text`` after its path, line and column."""
        where = self.document.where(self.keys, key=bool(self.keys) and isinstance(self.keys[-1], str))
        return ScenarioError(f"{quote(self.path)}:{where.line}:{where.column}: {text}")

    def typed(self, kind: type[_Value]) -> _Value:
        """Return the value. Raises ScenarioError if it is of another type."""
        if not isinstance(self.value, kind) or (kind is int and isinstance(self.value, bool)):
            raise self.error(f"{quote(self.name)} should be {_WORDS[kind]}")
        return self.value

    @property
    def name(self) -> str:
        """The path of keys, as in ``expect.2026.chain``; "scenario.json" for the outermost value."""
        return ".".join(map(str, self.keys)) or "scenario.json"

    def members(self) -> "dict[str, Located]":
        """Return the members of an object. Raises ScenarioError if the value is not an object."""
        return {key: self._at(key, value) for key, value in self.typed(dict).items()}

    def known_members(self, known: frozenset[str]) -> "dict[str, Located]":
        """Return the members of an object. Raises ScenarioError if it has a key that is not in ``known``."""
        members = self.members()
        for key, member in members.items():
            if key not in known:
                raise member.error(f"there is no key {quote(key)} in {self.name}")
        return members

    def items(self) -> "Iterator[Located]":
        """Return the items of an array. Raises ScenarioError if the value is not an array."""
        return (self._at(number, value) for number, value in enumerate(self.typed(list)))

    def texts(self) -> dict[str, str]:
        """Return the members of an object of strings. Raises ScenarioError if the value is not one."""
        return {key: member.typed(str) for key, member in self.members().items()}

    def words(self) -> tuple[str, ...]:
        """Return the items of an array of strings. Raises ScenarioError if the value is not one."""
        return tuple(item.typed(str) for item in self.items())

    def _at(self, key: str | int, value: JsonValue) -> "Located":
        return Located(self.path, self.document, (*self.keys, key), value)
