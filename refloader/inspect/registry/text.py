"""Turns the bytes of a registry export into text, whatever encoding they are in, and counts lines in it."""

import codecs
from typing import NamedTuple

MODERN = "Windows Registry Editor Version 5.00"
OLD = "REGEDIT4"
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_GUESSED = 64
"""How many bytes are looked at where no mark says what the encoding is."""


class Text(NamedTuple):
    """The text of an export. ``ansi`` tells that texts in ``hex(...)`` have one byte for a character.

    ``header`` is whether the first line is one that the registry editor knows; ``troubles`` are (position, fact).
    """

    text: str
    ansi: bool
    header: bool
    troubles: tuple[tuple[int, str], ...]


def decoded(data: bytes) -> Text:
    """The text of an export and what was odd about its encoding; no bytes raise."""
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
    """UTF-16 without its mark shows in NUL bytes beside the letters of the first line."""
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
    """Whether the first line with something in it is a header, and whether it is the old one."""
    first = text[:4096].lstrip("\ufeff \t\r\n").partition("\n")[0].strip()
    return first in (MODERN, OLD), first == OLD


class Lines:
    """Lines and columns of positions in a text; positions that are asked for about in order cost one pass."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def place(self, position: int) -> tuple[int, int]:
        """Line and column from 1; columns count the bytes of the line in UTF-8."""
        if position < self._at:
            self._line -= self._text.count("\n", position, self._at)
        else:
            self._line += self._text.count("\n", self._at, position)
        self._at = position
        before = self._text[self._text.rfind("\n", 0, position) + 1 : position]
        return self._line, len(before.encode("utf-8", "surrogatepass")) + 1


def as_utf8(data: bytes) -> bytes:
    """The bytes of a text as UTF-8 where they are UTF-16, for who shows a line of it."""
    marked = _UTF16.get(data[:2])
    wide = marked or _guessed(data[:_GUESSED])
    return data[2 if marked else 0 :].decode(wide, "replace").encode("utf-8", "replace") if wide else data
