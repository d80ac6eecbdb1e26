"""The SVG elements that all pictures are drawn with. Independent of what a picture shows.

Every text is made visible and escaped. Colours are classes of ``pictures.css``, lengths are units of the picture
(at full width a unit is a CSS pixel). A text that does not fit is cut, and its title has the whole text.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from markupsafe import Markup, escape

from refloader.model.text import visible

WIDTH = 440
"""The width of a picture: readable on a phone, and several fit side by side on a desktop."""

SMALL, LARGE = 12, 14
"""Font sizes."""

_LONGEST = 2000
"""The most characters of one text in a title."""

_MONOSPACED, _NARROW, _WIDE, _SIGN = 0.602, 0.56, 0.72, 0.9
"""The widths of a character relative to the font size: monospaced, small letters, capitals, and signs."""

_STRONG = 1.12
"""The width of bold type relative to normal type."""


def element(tag: str, *inside: str, **attributes: object) -> Markup:
    """Return an element. In attribute names an underscore becomes a hyphen, and one at the end is dropped."""
    given = "".join([f' {_attribute(name)}="{_value(value)}"' for name, value in attributes.items()])
    body = "".join([each if isinstance(each, Markup) else shown(each) for each in inside])
    return Markup(f"<{tag}{given}>{body}</{tag}>")


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    return (
        shown(value) if isinstance(value, str) else _plain(value) if isinstance(value, float) else str(value)
    )


def shown(text: str) -> Markup:
    """Return a text for markup: visible, escaped, and cut if it is too long."""
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"
    return escape(visible(cut))


def picture(
    title: str, description: str, height: float, parts: Iterable[Markup], *, width: float = WIDTH
) -> Markup:
    """Return the SVG of a picture, with its title and description for screen readers."""
    return element(
        "svg",
        element("title", title),
        element("desc", description),
        *parts,
        role="img",
        class_="picture",
        viewBox=f"0 0 {_plain(width)} {_plain(height)}",
        style=f"max-width: {_plain(width)}px",
    )


def captioned(title: str, drawn: Markup, name: str, description: Markup) -> Markup:
    """Return a picture as a figure with its title, and a collapsed description in words labelled ``name``."""
    words_ = element("details", element("summary", name), description, class_="as-text")
    return element("figure", element("figcaption", title), drawn, words_)


def side_by_side(figures: Sequence[Markup]) -> Markup:
    """Return figures beside each other if there is room. Needs ``pictures.css``; empty without figures."""
    return element("div", *figures, class_="figures") if figures else Markup("")


def group(*parts: Markup, title: str = "", class_: str = "") -> Markup:
    """Group parts; the title is shown on hover."""
    heading = (element("title", title),) if title else ()
    return element("g", *heading, *parts, **({"class_": class_} if class_ else {}))


def box(x: float, y: float, width: float, height: float, class_: str, *, round_: float = 6) -> Markup:
    """Return a rectangle with round corners."""
    return element("rect", x=x, y=y, width=width, height=height, rx=round_, class_=class_)


def stroke(path: str, class_: str = "stroke") -> Markup:
    """Return a line without a fill. The path must not contain text from a run."""
    return element("path", d=path, class_=class_)


def words(
    x: float, y: float, text: str, width: float, class_: str = "", *, size: int = SMALL, end: bool = False
) -> Markup:
    """Return one line of text with the base line ``y``, cut to the width; with ``end`` it is aligned to the right.

    A nested SVG clips text that is wider than estimated.
    """
    height = round(size * 1.45)
    line = element(
        "text",
        fitted(text, width, size, mono="mono" in class_.split()),
        x="100%" if end else 0,
        y=size,
        font_size=size,
        class_=f"{class_} end" if end else class_,
    )
    return element("svg", line, x=x, y=y - size, width=max(width, 1), height=height, overflow="hidden")


def fitted(text: str, width: float, size: int, *, mono: bool = False) -> str:
    """Return the text if it fits, else its beginning, or both ends of a path, to show folder and file."""
    text = visible(text[:_LONGEST])
    if measured(text, size, mono=mono) <= width:
        return text
    room = max(1, int(width / (size * (_MONOSPACED if mono else _NARROW))) - 1)
    head = room // 2 if "/" in text else room
    tail = room - head
    return f"{text[:head]}…{text[len(text) - tail :]}"


def wrapped(text: str, width: float, size: int, most: int = 3, *, mono: bool = False) -> list[str]:
    """Return the text in at most ``most`` lines of this width, broken after blanks and slashes.

    The last line is not broken, whatever its width.
    """
    lines, rest = list[str](), visible(text[:_LONGEST])
    while rest and len(lines) < most - 1 and measured(rest, size, mono=mono) > width:
        length = _that_fits(rest, width, size, mono=mono)
        lines.append(rest[:length].rstrip())
        rest = rest[length:].lstrip()
    return [*lines, rest] if rest else lines


def _that_fits(text: str, width: float, size: int, *, mono: bool) -> int:
    """Return how many characters fit on the next line."""
    used, last = 0.0, 0
    for index, character in enumerate(text):
        used += measured(character, size, mono=mono)
        if used > width:
            return last or max(index, 1)
        if character in " /":
            last = index + 1
    return len(text)


def measured(text: str, size: int, *, mono: bool = False, strong: bool = False) -> float:
    """Estimate the width of a text."""
    if strong:
        return _STRONG * measured(text, size, mono=mono)
    if mono and text.isascii():
        return size * _MONOSPACED * len(text)
    return size * sum(_share(character, mono=mono) for character in text)


@lru_cache(maxsize=4096)
def _share(character: str, *, mono: bool) -> float:
    if not character.isascii() and unicodedata.east_asian_width(character) in "WF":
        return 2 * _MONOSPACED
    if mono:
        return _MONOSPACED
    if not character.isascii():
        return _SIGN
    return _WIDE if character.isupper() or character in "mw_@%" else _NARROW


def _plain(number: float) -> str:
    """Return a length with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
