"""Makes any string safe to show: nothing a file or variable holds may drive a terminal. Also lists and numbers."""

from collections.abc import Sequence

NOT_TOLD = "not part of what is known of the machine"
"""What a host answers where nobody told: never the same as missing."""

_LIMIT = 200


def visible(text: str) -> str:
    """The text with control characters, odd separators and undecodable bytes spelled out (never raises).

    Bytes that were not UTF-8 arrive as lone surrogates and come back as ``\\xNN``.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_spell(character) for character in text)


def quote(text: str) -> str:
    """The text made visible, shortened, in double quotes."""
    shown = visible(text)
    if len(shown) > _LIMIT:
        shown = f"{shown[:_LIMIT]}... ({len(text)} characters)"
    return f'"{shown}"'


def some(texts: Sequence[str], most: int = 3) -> str:
    """The first of several, and how many more there are: ``a, b, c and 2 more``."""
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def number_of(count: int, noun: str, nouns: str = "") -> str:
    """So many of them: ``1 rule``, ``3 rules``, ``2 entries``; ``nouns`` where it takes more than an s."""
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
