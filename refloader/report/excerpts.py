"""Shows the lines of a manifest around a finding, with line numbers and a mark under the location. Makes no verdict.

The text is either the manifest as results files store it, or the bytes of the file. Positions are those of findings:
lines and columns count from 1, and columns count bytes of the file.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from markupsafe import Markup

from refloader.model.text import visible

Piece: TypeAlias = tuple[str, int]
"""A character as it is shown, and the number of bytes it occupies in the file."""

WIDEST = 160
"""The most characters shown of one line; a longer line is cut to the part around the mark."""

_FITS = 60
"""The most characters of a line that fit a page without scrolling, except on a phone."""

_LONGEST = 1000
"""The most characters of a token that are marked."""

_TAB = "    "
_KEPT = re.compile(r"\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}|.", re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\s,:{}\[\]"]+')


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A few lines of a text in printable form. ``number`` is the line of the finding, ``first`` the first line shown.

    ``start`` and ``length`` are the location within that line, in characters from 0; a length of 0 means the whole
    line.
    """

    first: int
    lines: tuple[str, ...]
    number: int
    start: int = 0
    length: int = 0

    @property
    def line(self) -> str:
        """The line of the finding."""
        return self.lines[self.number - self.first]


def excerpt(text: str, line: int, column: int, around: int = 2) -> Excerpt | None:
    """Return the excerpt of a ``Subject.manifest`` text, with ``around`` lines before and after the location.

    Returns None if the position is not in the text. Such a text has escapes for unprintable characters. An escape
    above U+00FF counts as one character of the file, although the file itself may contain that escape.
    """
    return _excerpt(text.split("\n"), line, column, around, _of_kept)


def excerpt_of_bytes(
    data: bytes, line: int, column: int, around: int = 2, widest: int = WIDEST
) -> Excerpt | None:
    """Return the excerpt of the bytes of a file; ``widest`` is the most characters shown of one line."""
    return _excerpt(_lines(data), line, column, around, _of_read, widest)


@lru_cache(maxsize=4)
def _lines(data: bytes) -> tuple[str, ...]:
    """Return the lines of a file. Cached, because findings come grouped by file."""
    return tuple(data.decode("utf-8", "surrogateescape").split("\n"))


def as_text(found: Excerpt) -> str:
    """Return the lines for a terminal, with carets under the location and no line break after the last line."""
    width = len(str(found.first + len(found.lines) - 1))
    rows = []
    for number, line in enumerate(found.lines, start=found.first):
        rows.append(f"{number:>{width}} | {line}".rstrip())
        if number == found.number and found.length:
            rows.append(f"{'':>{width}} | {_carets(found)}")
    return "\n".join(rows)


def as_html(found: Excerpt, path: str = "") -> Markup:
    """Return the lines as an HTML list with line numbers and the location marked. Needs ``pictures.css``."""
    rows = Markup("").join(
        _row(found, number) for number in range(found.first, found.first + len(found.lines))
    )
    told = f"line {found.number} of {path}" if path else f"line {found.number}"
    scrolls = max(map(len, found.lines)) > _FITS
    return Markup('<ol class="excerpt" start="{}" aria-label="{}"{}>{}</ol>').format(
        found.first,
        visible(f"the lines around {told}"),
        Markup(' tabindex="0"') if scrolls else "",  # makes it scrollable with the keyboard
        rows,
    )


def _row(found: Excerpt, number: int) -> Markup:
    line = found.lines[number - found.first]
    if number != found.number:
        return Markup('<li value="{}"><code>{}</code></li>').format(number, line)
    end = found.start + found.length
    body = Markup("{}{}{}").format(
        line[: found.start],
        Markup("<mark>{}</mark>").format(line[found.start : end].ljust(found.length)) if found.length else "",
        line[end:],
    )
    carets = Markup('<code class="carets" aria-hidden="true">{}</code>').format(_carets(found))
    return Markup('<li value="{}" class="meant"><code>{}</code>{}</li>').format(
        number, body, carets if found.length else ""
    )


def _carets(found: Excerpt) -> str:
    """Return the row of carets under the line; a wide character takes two columns."""
    end = found.start + found.length
    before, meant = (
        sum(map(_columns, part)) for part in (found.line[: found.start], found.line[found.start : end])
    )
    return f"{' ' * before}{'^' * max(1, meant)}"


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    return 0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")


def _excerpt(
    lines: Sequence[str],
    line: int,
    column: int,
    around: int,
    pieces: Callable[[str], Iterator[Piece]],
    widest: int = WIDEST,
) -> Excerpt | None:
    if not 1 <= line <= len(lines):
        return None
    # A final line break begins no line, unless the finding is at the end of the file.
    last_one = len(lines) - 1 if lines[-1] == "" and line < len(lines) else len(lines)
    first, last = max(1, line - around), min(last_one, line + around)
    meant = _shown(lines[line - 1], pieces)
    start, length = _place(meant, column) if column > 0 else (0, 0)
    cut, start = _around(meant.text, start, widest)
    shown = tuple(
        cut if number == line else _around(_shown(lines[number - 1], pieces).text, 0, widest)[0]
        for number in range(first, last + 1)
    )
    return Excerpt(first, shown, line, start, min(length, max(1, len(cut) - start)))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line in printable form. ``bytes`` has the byte at which each character of the file begins, and ``places`` the
    position at which it is shown; both are empty if every character is one byte and shown as itself.
    """

    text: str
    bytes: Sequence[int]
    places: Sequence[int]

    def place(self, column: int) -> int:
        """Return the position at which the character at a byte (from 1) is shown; the line's end if there is none."""
        if not self.bytes:
            return min(column - 1, len(self.text))
        return self.places[bisect_right(self.bytes, column - 1) - 1]


@lru_cache(maxsize=16)
def _shown(line: str, pieces: Callable[[str], Iterator[Piece]]) -> _Line:
    """Return the line in printable form. Cached, because one very long line may have many findings."""
    if line.isascii() and line.isprintable() and "\\" not in line:
        return _Line(line, (), ())
    texts, starts, places, start, place = [], [], [], 0, 0
    for text, size in pieces(line):
        texts.append(text)
        starts.append(start)
        places.append(place)
        start, place = start + size, place + len(text)
    return _Line("".join(texts), (*starts, start), (*places, place))


def _place(line: _Line, column: int) -> tuple[int, int]:
    """Return where the token at a byte begins in the printable line, and its length; 1 past the end of the line."""
    start = line.place(column)
    token = _TOKEN.match(line.text, start, start + _LONGEST)
    return start, len(token.group()) if token else 1


def _around(line: str, place: int, widest: int) -> tuple[str, int]:
    """Return the part of a line that is shown, and where ``place`` lies in that part."""
    if len(line) <= widest:
        return line, place
    start = max(0, min(place - widest // 3, len(line) - widest))
    head, tail = "…" if start else "", "…" if start + widest < len(line) else ""
    return f"{head}{line[start : start + widest]}{tail}", place - start + len(head)


def _of_read(line: str) -> Iterator[Piece]:
    """Yield the characters of a line that was decoded with surrogates for undecodable bytes."""
    for character in line.removesuffix("\r"):
        size = 1 if "\udc80" <= character <= "\udcff" else len(character.encode("utf-8", "surrogatepass"))
        yield _TAB if character == "\t" else visible(character), size


def _of_kept(line: str) -> Iterator[Piece]:
    """Yield the characters of a line in which unprintable characters are already written as escapes."""
    for spelled in _KEPT.findall(line.removesuffix("\\x0d")):
        if len(spelled) == 1:
            yield from _of_read(spelled)
        else:
            yield spelled, _bytes_of(spelled)


def _bytes_of(spelled: str) -> int:
    r"""Return how many bytes an escape stands for: ``\x`` is a control character or an undecodable byte."""
    code = int(spelled[2:], 16)
    if spelled[1] == "x":
        return 1
    if code > 0x10FFFF or chr(code).isprintable() or code < 0x100:
        return len(spelled)  # not an escape of ours: the file itself contains it
    return len(chr(code).encode("utf-8", "surrogatepass"))
