"""Hostile text in Markdown as GitHub renders it: shown as it is, and nothing else. Knows no results.

Marks are written as character references, which CommonMark never takes for structure (0.31, section 2.5). A
zero-width space keeps a name after ``@`` and a number after ``#`` from being linked: GitHub looks for those in the
finished page.
"""

import re

from refloader.model.text import visible
from refloader.results.results_file import readable

_MARKS = {each: f"&#{ord(each)};" for each in "&<>|`*[]~\\"}
_TABLE = str.maketrans(
    {**_MARKS, "@": "&#64;&#8203;", "#": "&#35;&#8203;", "$": "<span>&#36;</span>", "\n": "<br>"}
)
_INSIDE = re.compile(r":(?=//|[a-z+_-][\w+-]*:)|(?<=www)\.|(?<![^\W_])_|_(?![^\W_])", re.IGNORECASE)
"""Where an address or the name of an emoji begins, and underscores that are not within a word."""


def inline(text: str) -> str:
    """A text within a line or a table's cell, never at the start of a line; its line breaks are kept as such."""
    shown = readable(text).strip().translate(_TABLE)
    return _INSIDE.sub(lambda found: f"&#{ord(found[0])};", shown)


def code(text: str, most: int = 300) -> str:
    """A name within a line or a table cell, in type of equal width, on one line and cut to so many characters."""
    shown = visible(text)
    return f"<code>{inline(shown if len(shown) <= most else f'{shown[:most]}...')}</code>"


def block(text: str, language: str = "") -> str:
    """Lines as they are, which may be copied. No line of them can end the block."""
    shown = readable(text.rstrip("\n"))
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", shown)), default=0))
    return f"{fence}{language}\n{shown}\n{fence}"
