"""Quotes a command line so that a shell restores the same words, whatever bytes they contain. Runs nothing."""

import re
import shlex
from collections.abc import Iterable

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def is_name(text: str) -> bool:
    """Return whether a shell takes a text for the name of a variable. Any other may be a command of its own."""
    return _NAME.fullmatch(text) is not None


def line(words: Iterable[str]) -> str:
    """Return the words as one printable line for bash, zsh or ksh. Surrogates stand for undecodable bytes."""
    return " ".join(map(_quoted, words))


def operand(path: str) -> str:
    """Return a path as a word that no program takes for an option: one that begins with a hyphen gets a folder."""
    return line([f"./{path}" if path.startswith("-") else path])


def _quoted(word: str) -> str:
    return shlex.quote(word) if word.isprintable() else f"$'{''.join(map(_spelled, word))}'"


def _spelled(character: str) -> str:
    """Return the character as it is written between $' and '."""
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))
