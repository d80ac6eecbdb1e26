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


def words(text: str) -> list[str] | None:
    """Return the words of a line as bash, zsh or ksh reads it; None if a quotation does not end.

    Nothing is expanded but what stands between $' and '. The time grows with the line, as values may be long.
    """
    found: list[str] = []
    pieces: list[str] | None = None
    at = 0
    while at < len(text):
        match = _PIECE.match(text, at)
        if match is None:
            return None
        at = match.end()
        if match["blank"] is not None:
            found += ["".join(pieces)] if pieces is not None else []
            pieces = None
            continue
        pieces = pieces if pieces is not None else []
        pieces.append(_meant(match))
    return [*found, *(["".join(pieces)] if pieces is not None else [])]


_PIECE = re.compile(
    r"""(?P<blank>\s+) | \$'(?P<spelled>(?:[^'\\]|\\.)*+)' | '(?P<literal>[^']*)' |
        "(?P<double>(?:[^"\\]|\\.)*+)" | \\(?P<escaped>.) | (?P<plain>[^\s'"\\$]+ | \$(?!'))""",
    re.VERBOSE | re.DOTALL,
)
_SPELLED = re.compile(r"\\(?:([0-7]{3})|([\\']))|([^\\]+)", re.DOTALL)


def _meant(match: re.Match[str]) -> str:
    """Return what a part of a word stands for."""
    if match["spelled"] is not None:
        parts = (
            bytes([int(octal, 8) & 0xFF]) if octal else (escaped or rest).encode("utf-8", "surrogateescape")
            for octal, escaped, rest in _SPELLED.findall(match["spelled"])
        )
        return b"".join(parts).decode("utf-8", "surrogateescape")
    if match["double"] is not None:
        return re.sub(r'\\(["\\$`])', r"\1", match["double"])
    return next(each for name in ("literal", "escaped", "plain") if (each := match[name]) is not None)


def operand(path: str) -> str:
    """Return a path as a word that no program takes for an option: one that begins with a hyphen gets a folder.

    A path in the user's folder, as people and shells write it, stays one: between quotes, ~ is no folder.
    """
    if path.startswith("~/") and len(path) > len("~/"):
        return f"~/{line([path.removeprefix('~/')])}"
    return line([f"./{path}" if path.startswith("-") else path])


def _quoted(word: str) -> str:
    return shlex.quote(word) if word.isprintable() else f"$'{''.join(map(_spelled, word))}'"


def _spelled(character: str) -> str:
    """Return the character as it is written between $' and '."""
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    of_a_byte = not "\ud800" <= character <= "\udfff" or "\udc80" <= character <= "\udcff"
    # A manifest may have half a character in a name: it is written as the three bytes that it would have.
    encoded = character.encode("utf-8", "surrogateescape" if of_a_byte else "surrogatepass")
    return "".join(f"\\{byte:03o}" for byte in encoded)


_ACTIVE = re.compile(r"""[;&|<>`!()'"]|\$(?![A-Za-z_]\w*|\{[A-Za-z_]\w*\})""", re.ASCII)
"""What has a shell run, write or read something, and quotes. A variable's value and blanks are none of it.

Parentheses are in it for fish and PowerShell, which run what is between them, and zsh, which runs some of it.
"""


def inert(text: str) -> str:
    """Return somebody's text for a place in a command line: as it is if a shell does nothing with it, else quoted."""
    return line([text]) if _ACTIVE.search(text) or not text.isprintable() else text


def assigned(value: str) -> str:
    """Return a value for a place behind ``NAME=``, as ``inert`` does: behind a blank there, a command begins."""
    return inert(value) if value.split() == [value] else line([value])


def setting(name: str, value: str) -> str:
    """Return ``set NAME=VALUE`` for a reader, with a path of Windows as cmd.exe wants it, else as ``inert`` does.

    What is no name for a shell would be a command in it, and is described.
    """
    if not is_name(name):
        return f"set the variable {line([name])} to {line([value])}"
    return f"set {name}={value if not value or is_path_on_windows(value) else inert(value)}"


def unsetting(name: str) -> str:
    """Return ``unset NAME`` for a reader; what is no name for a shell is described, as in ``setting``."""
    return f"unset {name}" if is_name(name) else f"unset the variable {line([name])}"


def plain(value: str) -> str:
    """Return a value for a place behind ``NAME=`` in any shell, also of Windows; VALUE if one does more with it."""
    return value if assigned(value) == value and not set(value) & set("%^") else "VALUE"


_OF_WINDOWS = re.compile(
    r"""(?:(?:^|;)(?:VK_LAYER_\w+|[A-Za-z]:[\\/](?:[^"%&|<>^!$`;()\u201c-\u201e]|\(x86\))*+))+""",
    re.IGNORECASE,
)


def is_path_on_windows(text: str) -> bool:
    """Return whether a text is paths of Windows or layers, of which no shell runs a part behind ``set NAME=``."""
    return text.isprintable() and _OF_WINDOWS.fullmatch(text) is not None


def is_whole_on_windows(text: str) -> bool:
    """Return whether cmd.exe and PowerShell take a text in double quotes as it stands, for one word.

    For PowerShell, the quotation marks of typography are double quotes, too.
    """
    return text.isprintable() and not set(text) & set('"%$`\u201c\u201d\u201e')


_PART = re.compile(
    r"""(?P<end>[;&|<>\n]|(?<!\S)\#) | (?P<blank>[^\S\n]+) | '[^']*' | "(?:[^"$`\\!]|\$\w|\$\{\w+\}|\\.)*+" |
        \\. | \$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\}) | !(?=[\s=]|$) | [^\s;&|<>`!()'"$\\]+""",
    re.VERBOSE | re.ASCII,
)
"""A part of a command line that starts nothing itself. Before # there may be a blank, which begins a comment."""


def first_command(text: str) -> str:
    """Return the first command of somebody's command line, without what it reads, writes or is followed by.

    Empty if a shell would do more with it than start it.
    """
    text = text.strip()
    at = word = 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None:
            return ""
        if match["end"] is not None:
            is_number = match["end"] in "<>" and text[word:at].isdecimal()  # as in 2>&1
            text = text[: word if is_number else at]
            break
        at = match.end()
        word = at if match["blank"] is not None else word
    return text.strip() if text.isprintable() else ""
