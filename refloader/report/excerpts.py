"""Shows where in a manifest a finding lies: its own lines with numbers, and a mark under the place. Never judges.

The text is what results files keep of a manifest, or the bytes themselves. Positions are those of findings: line and
column count from 1, and columns count bytes of the file.
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
"""What is shown of a character, and the bytes that it is in the file."""

WIDEST = 160
"""Characters of a line that are shown; of a longer one those around the mark."""

_FITS = 60
"""Characters of a line that fit into a page that is not as narrow as a phone."""

_LONGEST = 1000
"""Characters of a token that are looked at."""

_TAB = "    "
_KEPT = re.compile(r"\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}|.", re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\s,:{}\[\]"]+')


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A few lines of a text as they can be shown. ``number`` is that of the line meant, ``first`` of the first one.

    ``start`` and ``length`` are the place meant in the text of that line, in characters from 0; a length of 0 means
    the line as a whole.
    """

    first: int
    lines: tuple[str, ...]
    number: int
    start: int = 0
    length: int = 0

    @property
    def line(self) -> str:
        """The line meant."""
        return self.lines[self.number - self.first]


def excerpt(text: str, line: int, column: int, around: int = 2) -> Excerpt | None:
    """The place in a text as ``Subject.manifest`` holds it, with so many lines before and after it.

    None where the position is not in the text. Characters that cannot be shown are spelled out in such a text: one
    above U+00FF is taken for one character of the file, though the file may have spelled it out itself.
    """
    return _excerpt(text.split("\n"), line, column, around, _of_kept)


def excerpt_of_bytes(
    data: bytes, line: int, column: int, around: int = 2, widest: int = WIDEST
) -> Excerpt | None:
    """The same in the bytes of a file; ``widest`` are the characters that are shown of one line."""
    return _excerpt(_lines(data), line, column, around, _of_read, widest)


@lru_cache(maxsize=4)
def _lines(data: bytes) -> tuple[str, ...]:
    """The lines of a file. Kept for a while, as findings come file by file."""
    return tuple(data.decode("utf-8", "surrogateescape").split("\n"))


def as_text(found: Excerpt) -> str:
    """The lines as a terminal shows them, with carets under the place; the last one ends without a line break."""
    width = len(str(found.first + len(found.lines) - 1))
    rows = []
    for number, line in enumerate(found.lines, start=found.first):
        rows.append(f"{number:>{width}} | {line}".rstrip())
        if number == found.number and found.length:
            rows.append(f"{'':>{width}} | {_carets(found)}")
    return "\n".join(rows)


def as_html(found: Excerpt, path: str = "") -> Markup:
    """The lines as a list with their numbers, the place marked. Needs ``pictures.css``."""
    rows = Markup("").join(
        _row(found, number) for number in range(found.first, found.first + len(found.lines))
    )
    told = f"line {found.number} of {path}" if path else f"line {found.number}"
    scrolls = max(map(len, found.lines)) > _FITS
    return Markup('<ol class="excerpt" start="{}" aria-label="{}"{}>{}</ol>').format(
        found.first,
        visible(f"the lines around {told}"),
        Markup(' tabindex="0"') if scrolls else "",  # or the keyboard could not scroll it
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
    """The mark for the row under the line; wide characters take two columns."""
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
    # What ends with a line break has no line after it, unless that is where something is missing.
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
    """A line as it is shown. ``bytes`` and ``places`` say at which byte each character of the file begins, and where
    it is shown; both are empty where a byte is a character throughout.
    """

    text: str
    bytes: Sequence[int]
    places: Sequence[int]

    def place(self, column: int) -> int:
        """Where the character at a byte, counted from 1, is shown; behind the line where it has no such byte."""
        if not self.bytes:
            return min(column - 1, len(self.text))
        return self.places[bisect_right(self.bytes, column - 1) - 1]


@lru_cache(maxsize=16)
def _shown(line: str, pieces: Callable[[str], Iterator[Piece]]) -> _Line:
    """The line as it is shown. Kept for a while, as many findings may lie in one endless line."""
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
    """Where the token at a byte begins in what is shown of the line, and how long it is; 1 past the line's end."""
    start = line.place(column)
    token = _TOKEN.match(line.text, start, start + _LONGEST)
    return start, len(token.group()) if token else 1


def _around(line: str, place: int, widest: int) -> tuple[str, int]:
    """What is shown of a line, and where the place is in that."""
    if len(line) <= widest:
        return line, place
    start = max(0, min(place - widest // 3, len(line) - widest))
    head, tail = "…" if start else "", "…" if start + widest < len(line) else ""
    return f"{head}{line[start : start + widest]}{tail}", place - start + len(head)


def _of_read(line: str) -> Iterator[Piece]:
    """The characters of a line that was decoded with surrogates for bytes that are no text."""
    for character in line.removesuffix("\r"):
        size = 1 if "\udc80" <= character <= "\udcff" else len(character.encode("utf-8", "surrogatepass"))
        yield _TAB if character == "\t" else visible(character), size


def _of_kept(line: str) -> Iterator[Piece]:
    """The characters of a line in which those that cannot be shown are spelled out already."""
    for spelled in _KEPT.findall(line.removesuffix("\\x0d")):
        if len(spelled) == 1:
            yield from _of_read(spelled)
        else:
            yield spelled, _bytes_of(spelled)


def _bytes_of(spelled: str) -> int:
    r"""The bytes of a spelled character in the file: ``\x`` is a control character or a byte that was no text."""
    code = int(spelled[2:], 16)
    if spelled[1] == "x":
        return 1
    if code > 0x10FFFF or chr(code).isprintable() or code < 0x100:
        return len(spelled)  # nothing of ours: the file spells it so
    return len(chr(code).encode("utf-8", "surrogatepass"))
