"""Makes any string safe to print: no file or variable can control the terminal. Also formats lists and counts."""

import re
from collections.abc import Sequence

NOT_TOLD = "not part of what is known of the machine"
"""The trouble that a host reports for facts that were not supplied. It does not mean "missing"."""

_LIMIT = 200
_LONGEST = 2048
"""Characters of a text from a worker that become part of a sentence."""
_PLAIN = re.compile(r"[ -~]*")
"""Most texts. ``isprintable`` reads tables of Unicode, which the drop-in library would load for it alone."""


def is_plain(text: str) -> bool:
    """True if the text consists of printable characters of ASCII."""
    return _PLAIN.fullmatch(text) is not None


def visible(text: str) -> str:
    """Return the text with control characters, unusual separators and undecodable bytes escaped. Never raises.

    Bytes that are not UTF-8 arrive as lone surrogates and are written as ``\\xNN``.
    """
    if is_plain(text):
        return text
    return "".join(_spell(character) for character in text)


def quote(text: str) -> str:
    """Return the text escaped, shortened and in double quotes."""
    shown = visible(text[: _LIMIT + 1])  # each character is shown by one or more
    if len(shown) > _LIMIT:
        shown = f"{shown[:_LIMIT]}... ({len(text)} characters)"
    return f'"{shown}"'


def shortened(text: str, most: int) -> str:
    """Return a text as it is, or its first words with three dots; a first word that is too long is parted."""
    if len(text) <= most:
        return text
    return f"{text[: most + 1].rpartition(' ')[0].rstrip() or text[:most]}..."


def some(texts: Sequence[str], most: int = 3) -> str:
    """Return the first texts and the number of the others: ``a, b, c and 2 more``."""
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def file_name(path: str) -> str:
    """Return the last name of a path, of whatever system it is."""
    return path.replace("\\", "/").rpartition("/")[2]


def last_line(text: str) -> str:
    """Return the last line that is not blank, without the blanks around it; an empty string if there is none."""
    return next((line.strip() for line in reversed(text.split("\n")) if line.strip()), "")


def number_of(count: int, noun: str, nouns: str = "") -> str:
    """Return a count and its noun: ``1 rule``, ``3 rules``, ``2 entries``; ``nouns`` is an irregular plural."""
    return f"{count} {noun}" if count == 1 else f"{count} {nouns or f'{noun}s'}"


def _spell(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if character.isprintable():
        return character
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def brief(value: object) -> str:
    """Return a text from a worker, ready to be part of a sentence: made printable, and cut if it is very long."""
    text = value if isinstance(value, str) else repr(value)
    return visible(text[:_LONGEST]) + ("..." if len(text) > _LONGEST else "")
