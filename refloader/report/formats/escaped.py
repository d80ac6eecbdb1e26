"""Escapes untrusted text for Markdown as GitHub renders it, so that it is shown literally. Independent of results.

Marks become character references, which CommonMark never takes for structure (0.31, section 2.5). A zero-width space
keeps a name after ``@`` and a number after ``#`` from being linked: GitHub searches the rendered page for those.
"""

import re

from refloader.model.text import visible
from refloader.results.results_file import readable

_MARKS = {each: f"&#{ord(each)};" for each in "&<>|`*[]~\\"}
_TABLE = str.maketrans(
    {**_MARKS, "@": "&#64;&#8203;", "#": "&#35;&#8203;", "$": "<span>&#36;</span>", "\n": "<br>"}
)
_INSIDE = re.compile(r":(?=//|[a-z+_-][\w+-]*:)|(?<=www)\.|(?<![^\W_])_|_(?![^\W_])", re.IGNORECASE)
"""The characters that begin an address or an emoji name, and underscores that are not inside a word."""


def inline(text: str) -> str:
    """Return a text for use inside a line or table cell, not at the start of a line. Line breaks become ``<br>``."""
    shown = readable(text).strip().translate(_TABLE)
    return _INSIDE.sub(lambda found: f"&#{ord(found[0])};", shown)


def code(text: str, most: int = 300) -> str:
    """Return a name for a line or table cell, in monospaced type, on one line and cut to ``most`` characters."""
    shown = visible(text)
    return f"<code>{inline(shown if len(shown) <= most else f'{shown[:most]}...')}</code>"


def block(text: str, language: str = "") -> str:
    """Return a fenced block with the lines unchanged, for copying. No line can end the block."""
    shown = readable(text.rstrip("\n"))
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", shown)), default=0))
    return f"{fence}{language}\n{shown}\n{fence}"
