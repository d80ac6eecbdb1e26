"""Reads from the mocks' lines who a call went through and what each had to say. Never judges it.

A line is ``KIND NAME WORD...``: "layer" or "driver", the mock's name, and first of all the command that it was
entered by, or what it has to say.
"""

from collections.abc import Iterable


def entered(lines: Iterable[str], command: str, who: str = "") -> tuple[str, ...]:
    """The names of the mocks that the command entered, in order; ``who`` is "layer" or "driver"."""
    return tuple(name for name, _ in said(lines, command, who))


def said(lines: Iterable[str], word: str, who: str = "") -> tuple[tuple[str, str], ...]:
    """Each mock's name and the rest of its line, of the lines that begin with the word."""
    parts = [line.split(" ", 3) for line in lines]
    return tuple(
        (each[1], " ".join(each[3:])) for each in parts if each[2:3] == [word] and who in ("", each[0])
    )


def told(lines: Iterable[str], word: str, who: str = "") -> list[tuple[str, dict[str, str]]]:
    """As ``said``, with the pairs in each line."""
    return [(name, fields(text)) for name, text in said(lines, word, who)]


def field(lines: Iterable[str], word: str, name: str, who: str = "") -> dict[str, str]:
    """One of those pairs: its value by the mock, "" where the line has it not."""
    return {mock: pairs.get(name, "") for mock, pairs in told(lines, word, who)}


def broken(line: str) -> str:
    """The rule that a mock's complaint is about: ``KIND NAME VIOLATION RULE: TEXT``."""
    return line.partition(" VIOLATION ")[2].split(" ")[0].rstrip(":")


def fields(text: str) -> dict[str, str]:
    """The pairs NAME=VALUE in the rest of a line."""
    return {name: value for name, sign, value in (word.partition("=") for word in text.split(" ")) if sign}
