"""Spells a command line so that a shell gives the same words back, whatever bytes they hold. Runs nothing."""

import shlex
from collections.abc import Iterable


def line(words: Iterable[str]) -> str:
    """The words as one printable line for bash, zsh or ksh; bytes that are no text are lone surrogates."""
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    return shlex.quote(word) if word.isprintable() else f"$'{''.join(map(_spelled, word))}'"


def _spelled(character: str) -> str:
    """The character as it stands between $' and '."""
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))
