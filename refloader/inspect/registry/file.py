"""Parses the keys of a registry export (.reg) that are relevant to a loader; every value has its line and column.

An export of a whole hive has a million lines with only a few relevant keys. So the parser searches for the headers
of sections and parses only the relevant sections line by line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from refloader.core.search.windows.roles import HIVES
from refloader.inspect.registry.build import RegistryBuilder
from refloader.inspect.registry.data import bytes_of, type_of, typed
from refloader.inspect.registry.text import Lines, Text, decoded
from refloader.model.reason import InFile, Reason, Severity, Span
from refloader.model.text import quote
from refloader.model.windows_registry import Data, RegistryValue, ValueType
from refloader.rules import rule

_RULE = rule("DISC-WINDOWS-03")
_Found = tuple[tuple[ValueType, Data] | None, int]
"""The type and data of a value, or None if it has a fault, and the position up to which the line is parsed."""

DATA_LIMIT = 1 << 20
"""The most characters of data; longer data names no manifest and is not read."""

LINE_LIMIT = 50_000
"""The most lines of relevant sections; the rest of the file is not read."""

SECTION_LIMIT = 3_000_000
"""The most keys of an export; the registry of a whole machine has several hundred thousand."""

_BRANCH_LIMIT = 1000
"""The most exported branches whose paths are recorded."""

_FAULT_LIMIT = 100
"""The most faults reported for one file; a file of another format has a fault in every line."""

_SECTION = re.compile(r"(?:\A|\n)[ \t\ufeff]*+\[")
_OF_INTEREST = re.compile(
    r"\\khro\w*(?:\\|\Z)|\\class\\\{(?:4d36e968-e325-11ce-bfc1-08002be10318|5c4c3332-344d-483c-8739-259e934c9cc8)\}\\\d{4}\Z"
    r"|\\system\\select\Z"
)
_SPACES = re.compile(r"[ \t\r\x00]*+")
_NAME = re.compile(r'@|"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"')
_TEXT = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
_HEX = re.compile(r"hex(?:\(([0-9A-Fa-f]{1,8})\))?:((?:[^\\\n;]|\\[ \t]*+\r?+\n?+)*+)", re.IGNORECASE)
_DWORD = re.compile(r"dword:[ \t]*+([0-9A-Fa-f]{1,8})(?![0-9A-Za-z])", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def read_reg(data: bytes, path: str, builder: RegistryBuilder) -> tuple[Reason, ...]:
    """Apply an export to a registry, as importing it would, and return the findings about it."""
    return _Reader(decoded(data), path, builder).read()


@dataclass(slots=True)
class _Reader:
    source: Text
    path: str
    builder: RegistryBuilder
    faults: list[Reason] = field(default_factory=list)
    lines: Lines = field(init=False)
    left: int = LINE_LIMIT

    def __post_init__(self) -> None:
        self.lines = Lines(self.source.text)

    def read(self) -> tuple[Reason, ...]:
        for position, fact in sorted(self.source.troubles):
            self._encoding(position, fact)
        self._before_keys()
        for start, header in self._branches(self._sections()):
            self._section(start, header)
        return tuple(self.faults)

    def _encoding(self, position: int, fact: str) -> None:
        importable = self.source.header and "cut" not in fact and "half" not in fact
        self.fault(position, fact, severity=Severity.NOTE if importable else Severity.ERROR)

    def _before_keys(self) -> None:
        """Report a value before the first key, which belongs to no key."""
        text = self.source.text
        first = _SECTION.search(text)
        end = first.start() if first else len(text)
        start = text.find("\n", 0, end) if self.source.header else 0
        if start < 0:
            return
        found = re.compile(r'(?:\A|\n)[ \t]*+(["@])').search(text, start, end)
        if found:
            self.fault(found.start(1), "a value in front of the first key belongs to no key")

    def _branches(self, headers: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Yield the headers of relevant sections.

        Records the top key of each branch as complete, because the registry editor exports whole branches.
        """
        top, tops = "\0", self.builder.whole
        for start, header in headers:
            folded = header.rstrip().rstrip("\\]").casefold()
            if not folded.startswith((top, "-")) and len(tops) < _BRANCH_LIMIT:
                tops.append(_full_name(folded))
                top = f"{folded}\\"
            if folded.startswith("-") or _OF_INTEREST.search(folded):
                yield start, header

    def _line_from(self, start: int) -> str:
        """Return the text from a position to the end of the line, at most 4096 characters."""
        end = self.source.text.find("\n", start)
        return self.source.text[start : end if end >= 0 else len(self.source.text)][:4096].rstrip("\r")

    def _sections(self) -> Iterator[tuple[int, str]]:
        """Yield the start of each section, after the bracket, and the text from there to the end of the line."""
        for number, match in enumerate(_SECTION.finditer(self.source.text)):
            if self.left <= 0:
                return
            if number == SECTION_LIMIT:
                self.fault(match.end(), f"more than {SECTION_LIMIT} keys: the rest is not read")
                return
            yield match.end(), self._line_from(match.end())

    def _section(self, start: int, header: str) -> None:
        self._may_go_on(start)
        path, bracket, rest = header.rstrip().rpartition("]")
        if not bracket or rest.strip():
            self.fault(start - 1, f"the line of the key {quote(header.rstrip())} does not end in a bracket")
            path = path or header.rstrip()
        path = _full_name(path.rstrip("\\").replace("\0", ""))
        if path.startswith("-"):
            self._may_go_on(start, self.builder.size // 100)  # deleting looks at every key
            self.builder.delete_key(_full_name(path[1:]))
            return
        key = self.builder.add_key(path, self._span(start - 1))
        position = start + len(header)
        while (after := self._line(key, position)) is not None:
            position = after

    def _line(self, key: str, position: int) -> int | None:
        """Parse the line after the next line break. Return where it ends, or None at the end of the section."""
        text = self.source.text
        position = text.find("\n", position)
        if position < 0 or not self._may_go_on(position):
            return None
        start = _end(_SPACES, text, position + 1)
        first = text[start : start + 1]
        if first == "[":
            return None
        if first in ('"', "@"):
            return self._value(key, start)
        if first and first not in ";\n":
            self.fault(start, f"{quote(self._line_from(start))} is neither a key nor a value nor a remark")
        return start

    def _may_go_on(self, position: int, cost: int = 1) -> bool:
        before, self.left = self.left, self.left - cost
        if before > 0 >= self.left:
            self.fault(
                position, f"more than {LINE_LIMIT} lines are of interest to a loader: the rest is not read"
            )
        return self.left > 0

    def _value(self, key: str, start: int) -> int:
        text = self.source.text
        name = _NAME.match(text, start)
        equals = _end(_SPACES, text, name.end()) if name else 0
        if name is None or text[equals : equals + 1] != "=":
            self.fault(
                start, f"{quote(self._line_from(start))} is no value: a name in quotation marks, = and data"
            )
            return start
        named = self._unescaped(name[1] or "", start + 1)
        data = _end(_SPACES, text, equals + 1)
        if text[data : data + 1] == "-" and not self._line_from(data + 1).strip():
            self.builder.delete_value(key, named)
            return data
        found, end = self._data(data, named)
        if found is not None:
            self.builder.set_value(key, RegistryValue(named, *found, self._span(start)))
        return end

    def _data(self, start: int, name: str) -> _Found:
        """Parse the data after the equals sign, and return it with the position where to continue."""
        text = self.source.text
        number = _DWORD.match(text, start)
        if number:
            return (ValueType.DWORD, int(number[1], 16)), self._ended(number.end())
        if text[start : start + 1] == '"':
            return self._string(start, name)
        found = _HEX.match(text, start)
        if found:
            return self._hexadecimal(found, name), max(start, found.end() - 1)
        fact = f"the data of {quote(name)} is {quote(self._line_from(start))}, which is no data of an export"
        self.fault(start, fact)
        return None, start

    def _string(self, start: int, name: str) -> _Found:
        found = _TEXT.match(self.source.text, start)
        rest = self._line_from(found.end()).strip() if found else ""
        if found is None or (rest and not rest.startswith(";") and "\n" in found[0]):
            self.fault(start, f"the text of {quote(name)} has no quotation mark at its end")
            return None, start
        if len(found[1]) > DATA_LIMIT:
            self.fault(start, f"the text of {quote(name)} has {len(found[1])} characters: it is not read")
            return None, found.end()
        return (ValueType.SZ, self._unescaped(found[1], start + 1)), self._ended(found.end())

    def _hexadecimal(self, found: re.Match[str], name: str) -> tuple[ValueType, Data] | None:
        written = found[2]
        if len(written) > DATA_LIMIT:
            fact = f"the data of {quote(name)} has {len(written)} characters: it is not read"
            self.fault(found.start(), fact)
            return None
        data = bytes_of(written.rstrip())
        if written.rstrip().endswith((",", "\\")):
            self.fault(found.start(), f"the data of {quote(name)} breaks off: a line is missing behind it")
            return None
        if isinstance(data, int):
            odd = written[data : data + 12].partition(",")[0].strip() or "nothing"
            fact = f"{quote(odd)} in the data of {quote(name)} is no byte in hexadecimal"
            self.fault(found.start(2) + data, fact)
            return None
        kind = type_of(int(found[1], 16)) if found[1] else ValueType.BINARY
        return kind, typed(kind, data, ansi=self.source.ansi)

    def _ended(self, end: int) -> int:
        """Return the end of data; report any text after it on the line that is not a comment."""
        rest = self._line_from(end).strip(" \t\r\0")
        if rest and not rest.startswith(";"):
            self.fault(end, f"{quote(rest)} follows the data of a value")
        return end

    def _unescaped(self, text: str, start: int) -> str:
        r"""Decode \\ and \" in a string. Report any other backslash and keep it unchanged."""
        if "\\" not in text:
            return text
        odd = next((each for each in _ESCAPE.finditer(text) if each[1] not in '\\"'), None)
        if odd is None:
            return _ESCAPE.sub(r"\1", text)
        fact = f"{quote(text)} has a single backslash, which an export writes twice"
        self.fault(start + odd.start(), fact, remedy=text.replace("\\\\", "\\").replace("\\", "\\\\"))
        return text.replace("\\\\", "\\").replace('\\"', '"')

    def _span(self, position: int) -> Span:
        return Span(self.path, *self.lines.place(position))

    def fault(
        self,
        position: int,
        fact: str,
        severity: Severity = Severity.ERROR,
        remedy: str = "",
    ) -> None:
        """Report a fault at a position, up to the limit of faults."""
        if len(self.faults) < _FAULT_LIMIT:
            where = InFile(self.path, *self.lines.place(position))
            self.faults.append(Reason(_RULE, severity, self.path, fact, where, remedy))


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _full_name(path: str) -> str:
    """Return a path with the full name of its hive. A leading minus, which deletes a key, is preserved."""
    minus = "-" if path.startswith("-") else ""
    hive, separator, rest = path[len(minus) :].strip().partition("\\")
    return f"{minus}{HIVES.get(hive.upper(), hive.upper())}{separator}{rest}"
