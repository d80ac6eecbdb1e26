"""Scans JSON text: its values, their positions, and everything on which two parsers could differ.

Decides by RFC 8259 alone and continues after a mistake whose intent is clear. Does not recurse, does not raise for
any bytes, takes time and memory linear in their number. No I/O.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import isinf
from typing import TypeAlias

from refloader.core.json.index import ALLOWED, REFUSED, Index, JsonValue, Problem, Trouble
from refloader.model.text import quote

DEPTH_LIMIT = 1000
"""The deepest nesting of objects and arrays that is accepted."""

PROBLEM_LIMIT = 50
"""The most problems that are recorded; the first one that makes the text invalid always is."""

EXACT_LIMIT = 2**53
"""The largest integer up to which a double holds every integer."""

_DIGIT_LIMIT = 640  # the lowest limit that sys.set_int_max_str_digits accepts: int() always takes this many
_SHOWN = 60
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Scan:
    """The result of a scan.

    ``problems`` are in the order of the text; ``fatal`` are the kinds of all problems that make it invalid, recorded
    or not; ``cuts`` are the byte ranges, in order, whose removal repairs the mistakes with a clear intent.
    """

    index: Index
    problems: tuple[Problem, ...]
    fatal: frozenset[Trouble]
    cuts: tuple[tuple[int, int], ...]


def scan(data: bytes, depth: int = DEPTH_LIMIT) -> Scan:
    """Scan the whole text, to a depth of nesting. If the scan stops early, the index has what was parsed before."""
    return _Scanner(data, depth).run()


_Step: TypeAlias = Callable[[], "_Step"] | None

_BLANK = re.compile(rb"[ \t\n\r]*+")
_COMMENT = re.compile(rb"//[^\n\r]*+|\#[^\n\r]*+|/\*.*?\*/", re.DOTALL)
_PLAIN_STRING = re.compile(rb'[^"\\\x00-\x1f]*+"')
_STRING = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SINGLE = re.compile(rb"'([^'\\\n\r]*+(?:\\.[^'\\\n\r]*+)*+)'")
_CONTROL, _TYPOGRAPHIC = re.compile(rb"[\x01-\x1f]"), [each.encode() for each in "“”„‘’"]
_ESCAPE = re.compile(
    rb"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL
)
_ESCAPED = dict(zip(b'"\\/bfnrt', '"\\/\b\f\n\r\t', strict=True))
_WORD = re.compile(rb"[0-9A-Za-z_$+.\x80-\xff-]++")
_INTEGER = re.compile(rb"-?(?:0|[1-9][0-9]*+)")
_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
_NOT_ZERO = re.compile(rb"-?[0.]*+[1-9]")
_NUMBER_LIKE = re.compile(rb"[+-]?\.?[0-9]|-\Z")
_NOT_A_NUMBER = re.compile(rb"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
_LITERALS: dict[bytes, bool | None] = {b"true": True, b"false": False, b"null": None}


class _Scanner:
    """A state machine: each step reads one token and returns the next step, or None at the end."""

    __slots__ = (
        "at",
        "cuts",
        "data",
        "depth",
        "fatal",
        "index",
        "key_start",
        "name",
        "open",
        "problems",
        "stopped",
    )

    def __init__(self, data: bytes, depth: int) -> None:
        self.data = data
        self.depth = depth
        self.at = 0
        self.index = Index()
        self.problems: list[Problem] = []
        self.fatal: set[Trouble] = set()
        self.cuts: list[tuple[int, int]] = []
        self.open: list[int] = []
        self.name: str | None = None
        self.key_start = -1
        self.stopped = False

    def run(self) -> Scan:
        self._check_encoding()
        step: _Step = self._outermost
        while step is not None and not self.stopped:
            step = step()
        for number in self.open:
            self.index.ends[number] = len(self.index.values)
        problems = tuple(sorted(self.problems, key=lambda problem: problem.offset))
        return Scan(self.index, problems, frozenset(self.fatal), tuple(sorted(self.cuts)))

    # Reporting problems.

    def _refuse(self, trouble: Trouble, offset: int, fact: str) -> None:
        if self.stopped:
            return
        if len(self.problems) < PROBLEM_LIMIT or not self.fatal:
            self.problems.append(Problem(trouble, offset, f"{fact}; {REFUSED[trouble]}", fatal=True))
        self.fatal.add(trouble)

    def _doubt(self, trouble: Trouble, offset: int, fact: str) -> None:
        if len(self.problems) < PROBLEM_LIMIT:
            self.problems.append(Problem(trouble, offset, f"{fact}; {ALLOWED[trouble]}", fatal=False))

    def _stop(self, trouble: Trouble, offset: int, fact: str) -> None:
        self._refuse(trouble, offset, fact)
        self.stopped = True

    def _stray(self, wanted: str) -> None:
        """Stop because the text at the current offset is not what the grammar requires there."""
        word = _WORD.match(self.data, self.at)
        found = word.group() if word else self.data[self.at : self.at + 1]
        if not found:
            self._stop(Trouble.SYNTAX, self.at, f"the text ends where {wanted} should be")
        elif found == b"\0":
            self._stop(Trouble.NUL, self.at, f"a NUL byte stands where {wanted} should be")
        else:
            shown = "a quotation mark" if found == b'"' else _shown(found)
            shown += " in typographic quotation marks" if found[:3] in _TYPOGRAPHIC else ""
            self._stop(Trouble.SYNTAX, self.at, f"{shown} stands where {wanted} should be")

    # The encoding, the blanks and the outermost value.

    def _check_encoding(self) -> None:
        wide = _wide_encoding(self.data[:4])
        if wide:
            self._stop(Trouble.NOT_UTF8, 0, f"the text looks like {wide}")
            return
        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            byte = self.data[error.start]
            self._refuse(Trouble.NOT_UTF8, error.start, f"the byte 0x{byte:02x} is not part of a character")
        if self.data.startswith(_BOM):
            self._doubt(Trouble.BYTE_ORDER_MARK, 0, "the text starts with a byte order mark")
            self.cuts.append((0, len(_BOM)))
            self.at = len(_BOM)

    def _peek(self) -> bytes:
        """Move to the next byte outside of white space and comments; return it, or an empty string at the end."""
        while True:
            blank = _BLANK.match(self.data, self.at)
            self.at = blank.end() if blank else self.at
            head = self.data[self.at : self.at + 1]
            if head not in (b"/", b"#") or not self._comment():
                return head

    def _comment(self) -> bool:
        comment = _COMMENT.match(self.data, self.at)
        if comment:
            self._refuse(Trouble.COMMENT, self.at, f"there is a comment, {_shown(comment.group())}")
            self.cuts.append(comment.span())
            self.at = comment.end()
        elif self.data.startswith(b"/*", self.at):
            self._stop(Trouble.COMMENT, self.at, "there is a comment that is not closed")
        return comment is not None

    def _outermost(self) -> _Step:
        if self._peek():
            return self._value()
        blank = "there is no value in the text" if self.data else "the file is empty"
        self._stop(Trouble.EMPTY, self.at, blank)
        return None

    def _end(self) -> None:
        if self._peek():
            rest = self.data[self.at : self.at + 4 * _SHOWN]
            self._refuse(Trouble.TRAILING_TEXT, self.at, f"{_shown(rest)} follows the end of the value")
            self.cuts.append((self.at, len(self.data)))

    # Objects and arrays.

    def _value(self) -> _Step:
        head = self._peek()
        start = self.at
        value: JsonValue
        if head == b'"':
            value = self._string()
        elif head == b"{":
            return self._opening({})
        elif head == b"[":
            return self._opening([])
        elif head == b"'":
            value = self._single_quoted()
        else:
            value = self._bare_word()
        if self.stopped:
            return None
        self._record(start, value)
        return self._after

    def _record(self, start: int, value: JsonValue) -> int:
        """Put a value into the index and into the object or array around it."""
        name, around = self.name, self.index.values[self.open[-1]] if self.open else None
        if isinstance(around, list):
            around.append(value)
        elif isinstance(around, dict) and name is not None:
            around.setdefault(name, value)
        number = self.index.add(start, value, name, self.key_start)
        self.name, self.key_start = None, -1
        return number

    def _opening(self, value: dict[str, JsonValue] | list[JsonValue]) -> _Step:
        if len(self.open) == self.depth:
            self._stop(Trouble.TOO_DEEP, self.at, f"there are more than {self.depth} levels of nesting")
            return None
        self.open.append(self._record(self.at, value))
        self.at += 1
        if self._peek() == self._closer():
            return self._closing()
        return self._key if isinstance(value, dict) else self._value

    def _closer(self) -> bytes:
        return b"}" if isinstance(self.index.values[self.open[-1]], dict) else b"]"

    def _closing(self) -> _Step:
        self.index.ends[self.open.pop()] = len(self.index.values)
        self.at += 1
        return self._after

    def _after(self) -> _Step:
        """Read what follows a value: a comma, the end of the enclosing value, or the end of the text."""
        if not self.open:
            self._end()
            return None
        head, closer = self._peek(), self._closer()
        if head == closer:
            return self._closing()
        if head != b",":
            self._stray(f'a comma or "{closer.decode()}"')
            return None
        comma = self.at
        self.at += 1
        if self._peek() == closer:
            self._refuse(Trouble.TRAILING_COMMA, comma, f'there is a comma before "{closer.decode()}"')
            self.cuts.append((comma, comma + 1))
            return self._closing()
        return self._key if closer == b"}" else self._value

    def _key(self) -> _Step:
        head = self._peek()
        self.key_start = self.at
        if head == b'"':
            name = self._string()
        elif head == b"'":
            name = self._single_quoted()
        else:
            name = self._bare_key()
        if self.stopped:
            return None
        around = self.index.values[self.open[-1]]
        if isinstance(around, dict) and name in around:
            self._doubt(Trouble.DUPLICATE_KEY, self.key_start, f"the key {_shorten(name)} is repeated")
        self.name = name
        if self._peek() != b":":
            self._stray("a colon")
            return None
        self.at += 1
        return self._value

    def _bare_key(self) -> str:
        word = _WORD.match(self.data, self.at)
        colon = _BLANK.match(self.data, word.end()) if word else None
        if word is None or colon is None or not self.data.startswith(b":", colon.end()):
            self._stray("a key in double quotes")
            return ""
        fact = f"the key {_shown(word.group())} is not in double quotes"
        self._refuse(Trouble.UNQUOTED_KEY, self.at, fact)
        self.at = word.end()
        return _text(word.group())

    # Strings.

    def _string(self) -> str:
        start = self.at
        plain = _PLAIN_STRING.match(self.data, start + 1)
        string = plain or _STRING.match(self.data, start + 1)
        if string is None:
            self._stop(Trouble.SYNTAX, start, f"the string {_shown(self.data[start + 1 :])} is not closed")
            return ""
        self.at = string.end()
        body = string.group()[:-1]
        return _text(body) if plain else self._odd_string(body, start + 1)

    def _odd_string(self, body: bytes, start: int) -> str:
        """Return the text of a string with escapes or raw control characters; ``start`` is the offset of ``body``."""
        control, nul = _CONTROL.search(body), body.find(b"\0")
        if control:
            fact = f"the string holds the raw character 0x{control.group()[0]:02x}"
            if control.group() in b"\n\r":
                fact = "the string holds a raw line break or is not closed"
            self._refuse(Trouble.CONTROL_CHARACTER, start + control.start(), fact)
        if nul >= 0:
            self._refuse(Trouble.NUL, start + nul, "the string holds a NUL byte")
        pieces, at = [], 0
        for escape in _ESCAPE.finditer(body):
            pieces.append(_text(body[at : escape.start()]))
            pieces.append(self._escape(escape, start + escape.start()))
            at = escape.end()
            if self.stopped:
                return ""
        pieces.append(_text(body[at:]))
        return "".join(pieces)

    def _escape(self, escape: re.Match[bytes], offset: int) -> str:
        high, low, code, simple = escape.groups()
        if high:
            return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
        if code:
            number = int(code, 16)
            if number == 0:
                self._doubt(Trouble.NUL, offset, "the string holds the escape \\u0000")
            elif 0xD800 <= number <= 0xDFFF:
                fact = f"the escape \\u{code.decode()} is one half of a pair without the other"
                self._doubt(Trouble.LONE_SURROGATE, offset, fact)
            return chr(number)
        if simple[0] not in _ESCAPED:
            hint = "has no four hex digits" if simple == b"u" else "is unknown (a backslash is written \\\\)"
            self._stop(Trouble.SYNTAX, offset, f"the escape {_shown(escape.group())} {hint}")
        return _ESCAPED.get(simple[0], "")

    def _single_quoted(self) -> str:
        string = _SINGLE.match(self.data, self.at)
        if string is None:
            self._stray("a string in double quotes")
            return ""
        self._refuse(Trouble.SINGLE_QUOTES, self.at, f"the string {_shown(string[1])} is in single quotes")
        self.at = string.end()
        return _text(string[1])

    # Numbers and the three literal names.

    def _bare_word(self) -> JsonValue:
        word = _WORD.match(self.data, self.at)
        token = word.group() if word else b""
        value: JsonValue = None
        if token in _LITERALS:
            value = _LITERALS[token]
        elif _NUMBER.fullmatch(token):
            value = self._number(token)
        elif _NOT_A_NUMBER.fullmatch(token):
            self._refuse(Trouble.NOT_A_NUMBER, self.at, f"{_shown(token)} stands for a number")
        elif _NUMBER_LIKE.match(token):
            self._refuse(Trouble.NUMBER, self.at, f"{_shown(token)} is not a number")
        else:
            self._stray("a value")
        self.at += len(token)
        return value

    def _number(self, token: bytes) -> int | float:
        whole = _INTEGER.fullmatch(token) is not None
        value = int(token) if whole and len(token) <= _DIGIT_LIMIT else float(token)
        if whole and abs(value) > EXACT_LIMIT:
            self._doubt(Trouble.NUMBER, self.at, f"the integer {_shown(token)} is beyond 2**53")
        elif isinf(value):
            self._doubt(Trouble.NUMBER, self.at, f"the number {_shown(token)} is too large for a double")
        elif not value and _NOT_ZERO.match(token):
            self._doubt(Trouble.NUMBER, self.at, f"the number {_shown(token)} is too small for a double")
        return value


def _wide_encoding(head: bytes) -> str:
    """Return "UTF-16" or "UTF-32" if the first four bytes look like it, else an empty string."""
    if head in (b"\xff\xfe\0\0", b"\0\0\xfe\xff"):
        return "UTF-32"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    # JSON starts with ASCII characters, so without a byte order mark the zero bytes decide (RFC 4627 section 3).
    zeros = "".join("0" if byte == 0 else "x" for byte in head)
    return {"x0x0": "UTF-16", "0x0x": "UTF-16", "x000": "UTF-32", "000x": "UTF-32"}.get(zeros, "")


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _shown(raw: bytes) -> str:
    return _shorten(_text(raw[: 4 * _SHOWN + 4]))


def _shorten(text: str) -> str:
    return quote(text) if len(text) <= _SHOWN else f"{quote(text[:_SHOWN])}..."
