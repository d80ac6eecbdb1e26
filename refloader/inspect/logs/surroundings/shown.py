"""Rows of a table that lines of a text show, each by its words: what places and programs have in common."""

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_LONGEST = 1000
"""The most characters of a line in which words of a row are sought."""


_ANOTHER = re.compile(
    r"\b(?:other|second|old|previous|friend's|work) (?:laptop|machine|pc|computer|box|system|install\w*)\b"
    r"|\b(?:came|coming|switched|moved|migrated) from\b|\bused to\b|\bunlike\b|\binstead of\b|\bno longer\b"
    r"|\b(?:not|don't|isn't) (?:on|in|under|using|use|running|a|an)\b"
    r"|\? no\b|\bit (?:runs|works)(?=[.,;!]|$)"
    r"|\bworks?\b.{0,12}\b(?:in|on|under|inside)\b"
    r"|\b(?:mac|macbook|laptop|machine|pc|computer|box|server|notebook) at work\b"
    r"|\bmy (?:colleague|friend|brother|sister|boss|father|mother|wife|husband)(?:['’]s)?\b"
    r"|\bon the host (?:itself|directly|alone)\b"
    r"|\b(?:game|program|application|app|it) runs? (?:directly )?on the host\b"
    r"|\b(?:guest|VM|container|pod|jail)s? (?:is|are) (?:off|shut|stopped|down|not running)\b",
    re.IGNORECASE,
)
"""Words by which people tell of another machine, another time, or of what their machine is not."""


_QUOTING = re.compile(
    r"\b(?:in|from) (?:another|other|an old|an older|a similar|some) (?:threads?|posts?|forums?|issues?|guides?)\b"
    r"|\b(?:others|somebody|someone|people|they) "
    r"(?:say|said|says|wrote|write|suggest(?:s|ed)?|recommend(?:s|ed)?|advised?)\b"
    r"|\bI (?:have )?(?:also )?(?:read|heard) (?:that|about|of|in)\b",
    re.IGNORECASE,
)
_END = re.compile(r"[.;!?] ")
"""The end of a sentence or a part of it, behind which nothing is quoted any more."""

_ELSEWHERE = (
    r"(?:flatpak|snap|container|docker|podman|vm|guest|wsl2?|pod|k8s|kubernetes|windows|mac(?:os)?)\b"
)
_DENYING = re.compile(
    rf"\b(?:mine|this|it) (?:is(?: not|n['’]t)(?: in)?(?: an?| the)?|is no) {_ELSEWHERE}"
    rf"|\bno {_ELSEWHERE}s? (?:here|involved|used)\b|\b(?:don['’]t|do not|never) use {_ELSEWHERE}",
    re.IGNORECASE,
)


def is_of_others(line: str, at: int) -> bool:
    """Return whether what a line has at an index is the advice of others, or the line says where this is not."""
    last = max((found.end() for found in _QUOTING.finditer(line, 0, at)), default=-1)
    quoted = last >= 0 and _END.search(line, last, at) is None
    return quoted or _DENYING.search(line) is not None


_SUBJECT = (
    r"(?:it|everything|all|the same|(?:(?:the|my|our|this|that)(?: same| very)?|same) "
    r"(?:game|program|code|app|application|build|binary|engine|project|exe|sample|renderer)s?)"
)
_GOES = (
    r"(?: all| just| also)? (?:works?|runs?|starts?|is (?:fine|ok|well|good))"
    r"(?: (?:fine|well|ok|perfectly|flawlessly))?"
)
_WELL_BEFORE = re.compile(
    rf"(?:\b{_SUBJECT}{_GOES}|^(?:works|runs)(?: fine| well)?) (?:on|under|in|with) (?:my |the |plain )?$",
    re.IGNORECASE,
)
_THERE = re.compile(r"\b(?:on|under|in) (?:my |the |plain )?$", re.IGNORECASE)
_WELL_AFTER = re.compile(rf"[^.;!?]{{0,60}}?\b{_SUBJECT}{_GOES}\b", re.IGNORECASE)
_SIDE = re.compile(
    r" (?:side|partition): [^.;!?]{0,60}\b(?:works|is fine|runs)\b"
    r"|(?: \d\d)? runs (?:my|the|this|our) \w+ (?:fine|well)\b",
    re.IGNORECASE,
)
"""A system that is the subject itself."""

_UNSURE = re.compile(
    r"\b(?:not|no longer|never|but|however|fail\w*|crash\w*|nothing|only|until|except|now|today|yesterday|used to"
    r"|last|before|once|slow\w*|fps|others?|else|OpenGL|Direct ?[3X]\w*|D3D\w*|how|does|do|if|should|would"
    r"|update\w*)\b"
    r"|n['’]t\b|\?",
    re.IGNORECASE,
)
"""What a sentence has that does not simply say that all is well."""

_ALL_WELL = re.compile(
    r"\b(?:all|everything)(?: is|'s)? (?:good|well|fine|ok|works?)\b|\bworks? (?:fine|well|everywhere|in everything"
    r"|perfectly|flawlessly)\b|\bno (?:problems?|issues?)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.;!?] ")


def _is_well(line: str, at: int) -> bool:
    """Return whether the sentence with what a line has at an index says that all is well, and is one of several."""
    starts = [0, *(found.end() for found in _STOP.finditer(line))]
    first = max(each for each in starts if each <= at)
    end = next((each for each in starts if each > at), len(line))
    if (first, end) == (0, len(line)):
        return False
    sentence = line[first:end]
    return _ALL_WELL.search(sentence) is not None and re.search(_FAILS, sentence, re.IGNORECASE) is None


_FAILS = r"\b(?:not|no longer|never|but|however|fails?|failed|crash\w*|nothing|only|until|except)\b|n['’]t\b"


def is_well_there(line: str, start: int, end: int) -> bool:
    """Return whether a line says that all is well on the system which it names between two indexes."""
    first = max((found.end() for found in _STOP.finditer(line, 0, start)), default=0)
    stop = re.search(r"[.;!?](?: |$)", line[end:])
    last = end + stop.end() if stop is not None else len(line)
    if _UNSURE.search(line[first:start]) is not None or _UNSURE.search(line[end:last]) is not None:
        return False
    before = line[first:start]
    if _WELL_BEFORE.search(before) is not None:
        return True
    if not before and _SIDE.match(line[end:last]) is not None:
        return True
    return _THERE.search(before) is not None and _WELL_AFTER.match(line[end:last]) is not None


def _elsewhere(line: str, at: int) -> bool:
    """Return whether what a line has at an index is of others, or of a machine that is well beside the one meant."""
    return is_of_others(line, at) or _is_well(line, at)


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its name, ``words`` in small letters of which each line that shows it has one, and what that matches."""

    name: str
    words: tuple[str, ...]
    text: re.Pattern[str]


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


@cache
def _any_word(table: Callable[[], Sequence[Row]]) -> re.Pattern[str]:
    """The pattern of the words of all rows: most lines have none."""
    return re.compile("|".join(re.escape(word) for row in table() for word in row.words))


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
        start = line[:_LONGEST]
        small = start.lower()
        if _any_word(self._table).search(small) is None:
            return
        if self._of_here and _ANOTHER.search(start) is not None:
            return
        for index, row in enumerate(self._table()):
            unseen = index not in self.found and any(word in small for word in row.words)
            has = row.text.search(start) if unseen else None
            if has is not None and not (self._of_here and _elsewhere(start, has.start())):
                self.found[index], self.texts[index] = number, has[0]
