"""Reads from the lines that the mocks wrote which mocks a call entered and what each reported. Gives no verdict.

A line is ``KIND NAME WORD...``: KIND is "layer" or "driver", NAME is the mock's name, and the first WORD is the
command that entered the mock, or the kind of its report.
"""

from collections.abc import Iterable


def entered(lines: Iterable[str], command: str, who: str = "") -> tuple[str, ...]:
    """Return the names of the mocks that the command entered, in order; ``who`` is "layer", "driver" or "" (both)."""
    return tuple(name for name, _ in said(lines, command, who))


def way_down(lines: Iterable[str], command: str, who: str = "") -> tuple[str, ...]:
    """Return the same names as ``entered``, each of several calls in a row of one mock as one.

    No document says that a loader calls a driver once: it may try a creation first, or try it again after an error.
    Where it makes a whole instance on trial, vkCreateInstance goes the same way several times, each time down to the
    drivers: this is one way, too. Layers that are called twice before a driver is stand there twice.
    """
    lines = tuple(lines)
    way = _apart(entered(lines, command))
    lengths = range(1, len(way) + 1) if command == "vkCreateInstance" else ()
    once = next((way[:size] for size in lengths if way == way[:size] * (len(way) // size)), way)
    wanted = entered(lines, command, who)
    return _apart(tuple(name for name in once if name in wanted))


def _apart(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for place, name in enumerate(names) if names[place - 1 : place] != (name,))


def said(lines: Iterable[str], word: str, who: str = "") -> tuple[tuple[str, str], ...]:
    """Return the mock's name and the rest of the line for each line whose first WORD is ``word``."""
    parts = [line.split(" ", 3) for line in lines]
    return tuple(
        (each[1], " ".join(each[3:])) for each in parts if each[2:3] == [word] and who in ("", each[0])
    )


def parsed_lines(lines: Iterable[str], word: str, who: str = "") -> list[tuple[str, dict[str, str]]]:
    """Return the same lines as ``said``, the rest of each parsed by ``fields``."""
    return [(name, fields(text)) for name, text in said(lines, word, who)]


def field(lines: Iterable[str], word: str, name: str, who: str = "") -> dict[str, str]:
    """Return the value of the pair ``name`` in those lines, by mock; "" if the line lacks it."""
    return {mock: pairs.get(name, "") for mock, pairs in parsed_lines(lines, word, who)}


def in_use(words: Iterable[str]) -> list[str]:
    """Return the first WORDs of one mock's lines without openings of its library that end before any call.

    A loader may open a library and close it again to see whether it can be loaded.
    """
    found: list[str] = []
    for word in words:
        if word == "unload" and found[-1:] == ["load"]:
            found.pop()
        else:
            found.append(word)
    return found


def broken(line: str) -> str:
    """Return the rule id in a mock's report of a violation: ``KIND NAME VIOLATION RULE: TEXT``."""
    return line.partition(" VIOLATION ")[2].split(" ")[0].rstrip(":")


def fields(text: str) -> dict[str, str]:
    """Return the NAME=VALUE pairs in the rest of a line."""
    return {name: value for name, sign, value in (word.partition("=") for word in text.split(" ")) if sign}
