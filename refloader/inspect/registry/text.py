"""Decodes a registry export from any of its encodings, and computes lines and columns in it."""

import codecs
from typing import NamedTuple

MODERN = "Windows Registry Editor Version 5.00"
OLD = "REGEDIT4"
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_GUESSED = 64
"""How many bytes determine the encoding if there is no byte order mark."""


class Text(NamedTuple):
    """The text of an export. ``ansi`` is whether strings in ``hex(...)`` have one byte per character.

    ``header`` is whether the registry editor accepts the first line; ``troubles`` are pairs (position, fact).
    """

    text: str
    ansi: bool
    header: bool
    troubles: tuple[tuple[int, str], ...]


def decoded(data: bytes) -> Text:
    """Decode an export and report what is unusual about its encoding. Never raises."""
    marked = _UTF16.get(data[:2])
    wide = marked or _guessed(data[:_GUESSED])
    if wide:
        text, facts = _wide(data[2:] if marked else data, wide, marked=bool(marked))
    else:
        text, facts = _narrow(data)
    header, ansi = _header(text)
    if not header:
        facts = [*facts, (0, f'the first line is not "{MODERN}": the registry editor imports nothing')]
    return Text(text, ansi and not wide, header, tuple(facts))


def _guessed(start: bytes) -> str:
    """Detect UTF-16 without a byte order mark by the NUL bytes between the letters of the first line."""
    if len(start) < 4:
        return ""
    odd, even = start[1::2].count(0), start[0::2].count(0)
    if odd > len(start) // 4 and even == 0:
        return "utf-16-le"
    return "utf-16-be" if even > len(start) // 4 and odd == 0 else ""


def _wide(data: bytes, encoding: str, *, marked: bool) -> tuple[str, list[tuple[int, str]]]:
    facts = []
    if not marked:
        facts.append((0, "the file is UTF-16 without a byte order mark"))
    if encoding == "utf-16-be":
        facts.append((0, "the file is UTF-16BE; the registry editor writes UTF-16LE"))
    whole = data if len(data) % 2 == 0 else data[:-1]
    text = whole.decode(encoding, "surrogatepass")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        facts.append((error.start, "half of a surrogate pair: the file is not valid UTF-16"))
    if whole is not data:
        facts.append((len(text), "the file ends in the middle of a UTF-16 character: it is cut"))
    return text, facts


def _narrow(data: bytes) -> tuple[str, list[tuple[int, str]]]:
    marked = data.startswith(codecs.BOM_UTF8)
    body = data[3:] if marked else data
    if not marked and body.lstrip()[:8].upper() == OLD.encode():
        return body.decode("cp1252", "replace"), []
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        text = body.decode("cp1252", "replace")
        return text, [(error.start, "the file is neither UTF-16 nor UTF-8: it is read as Windows-1252")]
    return text, []


def _header(text: str) -> tuple[bool, bool]:
    """Return whether the first line that is not blank is a header, and whether it is the old one."""
    first = text[:4096].lstrip("\ufeff \t\r\n").partition("\n")[0].strip()
    return first in (MODERN, OLD), first == OLD


class Lines:
    """Computes lines and columns of positions in a text; for positions in nearly ascending order in one pass."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def place(self, position: int) -> tuple[int, int]:
        """Return line and column of a position, from 1; columns count the bytes of the line in UTF-8."""
        if position < self._at:
            self._line -= self._text.count("\n", position, self._at)
        else:
            self._line += self._text.count("\n", self._at, position)
        self._at = position
        before = self._text[self._text.rfind("\n", 0, position) + 1 : position]
        return self._line, len(before.encode("utf-8", "surrogatepass")) + 1


def as_utf8(data: bytes) -> bytes:
    """Return the bytes of a text with UTF-16 converted to UTF-8, in order to print a line of it."""
    marked = _UTF16.get(data[:2])
    wide = marked or _guessed(data[:_GUESSED])
    return data[2 if marked else 0 :].decode(wide, "replace").encode("utf-8", "replace") if wide else data
