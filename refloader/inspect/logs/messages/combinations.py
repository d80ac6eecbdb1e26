"""Causes that several lines of a text show together, none of them alone: switches of programs, files and what fails.

The table is ``combinations.toml``. A row holds if each of its parts is in some line, and none of what it excludes.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from refloader.host import shell
from refloader.inspect.logs.surroundings.sought import Lookup, Sought, by_expressions, by_words, has_any

_LONGEST = 1000
"""The most characters of a line in which parts are sought."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A row of the table: its ``parts``, what it excludes (``without``), what they mean, and what mends it.

    ``words`` are in small letters: a part counts in lines that have one of them. What excludes counts in all lines.
    """

    words: tuple[str, ...]
    parts: tuple[Sought, ...]
    without: tuple[Sought, ...]
    says: str
    change: str
    is_remark: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A row that a text shows: the line of its first part, and the sentences with the parts' groups filled in."""

    line: int
    says: str
    change: str
    is_remark: bool


@cache
def combinations() -> tuple[Combination, ...]:
    """Return the rows of the table."""
    text = files("refloader.inspect.logs.messages").joinpath("combinations.toml").read_text(encoding="utf-8")
    return tuple(
        Combination(
            words=tuple(row["words"]),
            parts=tuple(Sought(part, re.IGNORECASE) for part in row["parts"]),
            without=tuple(Sought(part, re.IGNORECASE) for part in row.get("without", ())),
            says=row["says"],
            change=row.get("change", ""),
            is_remark=row.get("is_remark", False),
        )
        for row in tomllib.loads(text)["combination"]
    )


@cache
def _lookup() -> Lookup:
    """Return the lookup of the rows by their words: most lines have none."""
    return by_words(row.words for row in combinations())


@cache
def _excluding() -> tuple[tuple[int, Sought], ...]:
    """Return what excludes rows, each expression with the number of its row."""
    return tuple((index, each) for index, row in enumerate(combinations()) for each in row.without)


@cache
def _excluding_lookup() -> Lookup:
    """Return the lookup of what excludes rows, in all lines."""
    return by_expressions(each for _, each in _excluding())


class Combined:
    """The parts that the lines of a text have."""

    def __init__(self) -> None:
        self._lines: dict[tuple[int, int], int] = {}
        self._groups: dict[int, dict[str, str]] = {}
        self._excluded: set[int] = set()

    def line(self, line: str, number: int) -> None:
        """Note the parts that a line has."""
        start = line[:_LONGEST]
        for place in _excluding_lookup().rows(start):
            index, each = _excluding()[place]
            if index not in self._excluded and each.search(start) is not None:
                self._excluded.add(index)
        rows = _lookup().rows(start)
        small = start.lower() if rows else ""
        table = combinations()
        for index in rows:
            row = table[index]
            if index in self._excluded or not has_any(small, row.words):
                continue
            for place, part in enumerate(row.parts):
                found = part.search(start) if (index, place) not in self._lines else None
                if found is not None:
                    self._lines[index, place] = number
                    groups = {name: value for name, value in found.groupdict().items() if value}
                    self._groups.setdefault(index, {}).update(groups)

    def shown(self) -> Iterator[Shown]:
        """Yield the rows that the text shows."""
        for index, row in enumerate(combinations()):
            lines = [self._lines.get((index, place), 0) for place in range(len(row.parts))]
            if index in self._excluded or not all(lines):
                continue
            groups = {"subject": "", "why": "", "had": "", "has": "", **self._groups.get(index, {})}
            had, wanted = groups["had"] or groups["has"], groups["subject"] or groups["why"]
            if had and wanted.isdecimal() and int(had) >= int(wanted):
                continue
            change = row.change.format(**{name: shell.inert(value) for name, value in groups.items()})
            yield Shown(min(lines), row.says.format(**groups), change, row.is_remark)
