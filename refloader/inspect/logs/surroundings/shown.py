"""Rows of a table that lines of a text show, each by its words: what places and programs have in common."""

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from refloader.inspect.logs.surroundings.asserted import is_denied
from refloader.inspect.logs.surroundings.phrases import (
    ALL_WELL,
    ANOTHER,
    DENYING,
    FAILS,
    QUOTING,
    SIDE,
    STOP,
    THERE,
    UNSURE,
    WELL_AFTER,
    WELL_BEFORE,
)
from refloader.inspect.logs.surroundings.sought import Lookup, Sought, by_words, has_any

_LONGEST = 1000
"""The most characters of a line in which words of a row are sought."""


_FILTER = re.compile(
    r"(?<![\w-])(?:(?:DXVK|VKD3D)_FILTER_DEVICE_NAME|WGPU_ADAPTER_NAME|dxvk\.deviceFilter|--vulkan-device)\b\W{1,3}"
    r"(?:(?<=\")[^\"]*|(?<=')[^']*|(?:NVIDIA|AMD|Intel|GeForce|Radeon|RTX|GTX|RX|Arc|UHD)(?: [\w()]+){0,4}|\S*)"
)

_CHOOSING = ("_FILTER_DEVICE_NAME", "WGPU_ADAPTER_NAME", "dxvk.deviceFilter", "--vulkan-device")


def unfiltered(line: str) -> str:
    """Return a line without the name by which a variable or an option has a program choose a device.

    Somebody wants that card, and it need not be there: such names stay behind in launchers when cards are exchanged.
    """
    return _FILTER.sub("", line) if any(each in line for each in _CHOOSING) else line


def is_of_others(line: str, at: int) -> bool:
    """Return whether what a line has at an index is the advice of others, or the line says where this is not."""
    last = max((found.end() for found in QUOTING.finditer(line, 0, at)), default=-1)
    quoted = last >= 0 and STOP.search(line, last, at) is None
    return quoted or DENYING.search(line) is not None


def is_no_fact(line: str, start: int, end: int) -> bool:
    """Return whether what a line names between two indexes is denied there, or the advice of others."""
    return is_denied(line, start, end) or is_of_others(line, start)


def _is_well(line: str, at: int) -> bool:
    """Return whether the sentence with what a line has at an index says that all is well, and is one of several."""
    starts = [0, *(found.end() for found in STOP.finditer(line))]
    first = max(each for each in starts if each <= at)
    end = next((each for each in starts if each > at), len(line))
    if (first, end) == (0, len(line)):
        return False
    sentence = line[first:end]
    return ALL_WELL.search(sentence) is not None and FAILS.search(sentence) is None


def is_well_there(line: str, start: int, end: int) -> bool:
    """Return whether a line says that all is well on the system which it names between two indexes."""
    first = max((found.end() for found in STOP.finditer(line, 0, start)), default=0)
    stop = re.search(r"[.;!?](?: |$)", line[end:])
    last = end + stop.end() if stop is not None else len(line)
    if UNSURE.search(line[first:start]) is not None or UNSURE.search(line[end:last]) is not None:
        return False
    before = line[first:start]
    if WELL_BEFORE.search(before) is not None:
        return True
    if not before and SIDE.match(line[end:last]) is not None:
        return True
    return THERE.search(before) is not None and WELL_AFTER.match(line[end:last]) is not None


def _elsewhere(line: str, start: int, end: int) -> bool:
    """Return whether what a line names is denied, of others, or of a machine that is well beside the one meant."""
    return is_no_fact(line, start, end) or _is_well(line, start)


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its name, ``words`` in small letters of which each line that shows it has one, and what that matches."""

    name: str
    words: tuple[str, ...]
    text: Sought


def rows_of(table: str) -> Sequence[dict[str, Any]]:
    """Return the rows of the tables of this folder that are called like them: ``place`` in guest_places.toml and
    places.toml, of which the last has the least special ones.
    """
    folder = files("refloader.inspect.logs.surroundings")
    names = sorted(
        (each.name for each in folder.iterdir() if each.name.endswith(f"{table}s.toml")),
        key=lambda name: (name == f"{table}s.toml", name),
    )
    texts = (folder.joinpath(name).read_text(encoding="utf-8") for name in names)
    return [row for text in texts for row in tomllib.loads(text)[table]]


def _named(row: Row, small: str, has: re.Match[str]) -> tuple[int, int]:
    """Return where a line names a row: at one of its words, if what matches looks at the line from its beginning."""
    places = [(at, at + len(word)) for word in row.words if (at := small.find(word)) >= 0]
    return min(places) if places and has.start() == 0 else has.span()


@cache
def _lookup(table: Callable[[], Sequence[Row]]) -> Lookup:
    """Return the lookup of the rows by their words: most lines have none."""
    return by_words(row.words for row in table())


class Shown:
    """The rows that the lines of a text show, by their numbers, with the line of the first; ``texts`` is what it has.

    With ``of_here``, lines that tell of another machine or another time show none.
    """

    def __init__(self, table: Callable[[], Sequence[Row]], *, of_here: bool = False) -> None:
        self._table, self._of_here = table, of_here
        self.found: dict[int, int] = {}
        self.texts: dict[int, str] = {}

    def line(self, line: str, number: int) -> None:
        """Note the rows that a line shows."""
        start = unfiltered(line[:_LONGEST]) if self._of_here else line[:_LONGEST]
        rows = [index for index in _lookup(self._table).rows(start) if index not in self.found]
        small = start.lower() if rows else ""
        for index in rows:
            row = self._table()[index]
            has = row.text.confirm(start) if has_any(small, row.words) else None
            if has is not None and self._of_here and ANOTHER.search(start) is not None:
                return
            if has is not None and not (self._of_here and _elsewhere(start, *_named(row, small, has))):
                self.found[index], self.texts[index] = number, has[0]
