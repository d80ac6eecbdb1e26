"""Regular expressions that are tried only on lines that may match them, so that a long log is read in seconds.

Each match of most expressions has one of a few plain texts. To know that a line has none of them takes a fraction of
the time of a search. All texts are compared in lower case, and first by a part of up to four characters: the parts of
a line are found once and serve all expressions. A line without such a part has no match. If it has one, the whole
texts are looked up, and those of the other parts of the expression, before the line is searched.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

PART = 4
"""How many characters of a text are looked up."""

_MOST_TEXTS = 80
"""The most texts of one expression: with more, a line has one of them mostly."""

_ODD = re.compile("[\u0130\u0131\u017f\u212a]")
"""Letters that match one of ASCII if case is ignored, and are none of it in lower case."""

_TOKEN = re.compile(
    r"(?P<none>\(\?P=\w+\)|\(\?[a-zA-Z-]+\)|\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|\d{1,3}))"
    r"|\\(?P<escaped>.)|(?P<set>\[\^?\]?(?:[^\]\\]|\\.)*\])"
    r"|(?P<count>[?*+][?+]?|\{\d*,?\d*\}[?+]?)"
    r"|(?P<open>\((?:\?(?:P<\w+>|[:=!>]|<[=!]|[a-zA-Z-]+:))?)|(?P<close>\))|(?P<bar>\|)|(?P<other>[.^$])|(?P<plain>.)",
    re.DOTALL,
)
"""The parts of a regular expression."""

_COUNTED = re.compile(r"\((?:\?(?:P<.*|[:=>]|i:))?")
"""How groups begin whose texts a line has that matches."""

_RARE = {letter: weight for weight, letter in enumerate(" etaoinsrlh0123456789dcumpfgy.bvwk_-/:xjqz")}
"""How seldom a character is in logs, by observation: what is not among them is the rarest."""


_USUAL = frozenset(
    word[at : at + PART]
    for word in ("vulkan", "driver", "device", "version", "loader", "library", "layer", "error", "nvidia")
    for at in range(len(word) - PART + 1)
)
"""Parts of the words that most lines on Vulkan have: a text is looked up by another part if it has one."""

_ALWAYS = ""
"""What each line has: the part of an expression of which nothing is known."""

_UNKNOWN = "\0"
"""What lines have that cannot be compared in lower case, and all expressions."""


class _Known:
    """The parts that any expression or table needs: no others are sought in a line."""

    def __init__(self) -> None:
        self.by_length: tuple[set[str], ...] = tuple(set() for _ in range(PART + 1))

    def add(self, parts: Iterable[str]) -> None:
        """Add parts; lines are looked at anew if one is new."""
        new = set(parts).difference(*self.by_length)
        for part in new:
            self.by_length[len(part)].add(part)
        if new:
            parts_of.cache_clear()


_KNOWN = _Known()


@lru_cache(maxsize=256)
def small_of(line: str) -> str:
    """Return a line in lower case; empty if it cannot be compared so."""
    return "" if not line.isascii() and _ODD.search(line) is not None else line.lower()


@lru_cache(maxsize=256)
def parts_of(line: str) -> frozenset[str]:
    """Return which of the parts that are needed a line has in lower case."""
    small = small_of(line)
    if line and not small:
        return frozenset((_ALWAYS, _UNKNOWN))
    _, ones, twos, threes, fours = _KNOWN.by_length
    pairs = list(map("".join, pairwise(small)))
    parts = fours.intersection(map("".join, zip(pairs, pairs[2:], strict=False)))
    parts |= threes.intersection(map("".join, zip(pairs, small[2:], strict=False)))
    parts |= twos.intersection(pairs)
    parts |= ones.intersection(small)
    parts.add(_ALWAYS)
    parts.discard(_UNKNOWN)
    return frozenset(parts)


Texts = tuple[str, ...]
"""Texts of which each match has one."""

Needed = tuple["str | tuple[Needed, ...]", ...]
"""What each match has one of: a text, or all of what stands in a branch of the expression."""


@dataclass(slots=True)
class _Branch:
    """What is known of one branch of an expression while it is read: each match has one of each of ``needed``.

    ``run`` are the plain characters up to here, ``unit`` is what the group needs that has just ended.
    """

    needed: list[Needed] = field(default_factory=list)
    run: str = ""
    unit: list[Needed] = field(default_factory=list)
    ended: list[list[Needed]] = field(default_factory=list)
    counts: bool = True

    def take_unit(self) -> None:
        """Take what the group before needs: it is there."""
        self.needed += self.unit
        self.unit = []

    def settle(self) -> None:
        """End the run of characters, or the group before."""
        self.needed += [(self.run,)] if self.run else []
        self.run = ""
        self.take_unit()

    def end(self) -> None:
        """End a branch: another one begins."""
        self.settle()
        self.ended.append(self.needed)
        self.needed = []

    def texts(self) -> list[Needed]:
        """Return what each match has: all of a single branch, or what one of the branches needs; else nothing."""
        self.end()
        if len(self.ended) == 1:
            return self.ended[0]
        if not all(self.ended):
            return []
        either = [each[0] if len(each) == 1 else (tuple(each),) for each in self.ended]
        return [tuple(dict.fromkeys(each for branch in either for each in branch))]


def _texts(needed: Needed) -> Texts:
    """Return texts of which a line has one that has what is needed."""
    found = ((each,) if isinstance(each, str) else _best(each) for each in needed)
    return tuple(dict.fromkeys(text for texts in found for text in texts))


def _best(sets: Iterable[Needed]) -> Texts:
    """Return those of which the fewest lines have one."""
    return max(map(_texts, sets), key=_worth)


def _worth(texts: Sequence[str]) -> tuple[int, int]:
    """Return how much it says that a line has one of the texts: long ones say most, then few ones."""
    return (min(map(len, texts), default=0), -len(texts))


def _has(small: str, sets: Iterable[Needed]) -> bool:
    """Return whether a line in lower case has something of each set."""
    for needed in sets:
        for each in needed:
            if (each in small) if isinstance(each, str) else _has(small, each):
                break
        else:
            return False
    return True


def has_any(small: str, words: Iterable[str]) -> bool:
    """Return whether a line in lower case has one of some words."""
    for word in words:  # noqa: SIM110 - any() takes twice the time
        if word in small:
            return True
    return False


def all_needed(pattern: str) -> tuple[Needed, ...]:
    """Return what each match of an expression has, in lower case: the rarest first."""
    levels = [_Branch()]
    for token in _TOKEN.finditer(pattern):
        kind, text, branch = token.lastgroup or "", token[0], levels[-1]
        letter = _letter(kind, text, token["escaped"] or "")
        if letter:
            branch.take_unit()
            branch.run += letter
        elif kind == "count":
            _count(branch, text)
        elif kind == "open":
            branch.settle()
            levels.append(_Branch(counts=_COUNTED.fullmatch(text) is not None))
        elif kind == "close" and len(levels) > 1:
            inner = levels.pop()
            levels[-1].unit = inner.texts() if inner.counts else []
        elif kind == "bar":
            branch.end()
        else:
            branch.settle()
    needed = levels[0].texts() if len(levels) == 1 else []
    return tuple(sorted(needed, key=lambda each: _worth(_texts(each)), reverse=True))


def _few(needed: Sequence[Needed]) -> Texts:
    """Return the texts that the fewest lines have; empty if there are too many, or none."""
    texts = _best(needed) if needed else ()
    return texts if len(texts) <= _MOST_TEXTS else ()


def texts_needed(pattern: str) -> Texts:
    """Return texts in lower case, of which each match of a regular expression has one; empty if none are known."""
    return _few(all_needed(pattern))


def _letter(kind: str, text: str, escaped: str) -> str:
    """Return the character in lower case that a part of an expression stands for; empty if it stands for others."""
    if kind == "plain":
        return "" if _ODD.fullmatch(text) else text.lower()  # of these, a line can have the other case
    if escaped and not escaped.isalnum():
        return escaped
    if kind == "set" and len(text) == 4 and text[1].lower() == text[2].lower() and text[1].isalpha():
        return text[1].lower()  # [Xx]
    return ""


def _count(branch: _Branch, count: str) -> None:
    """Read how often what stands before is there: what may be missing does not count."""
    if count.startswith("+"):
        branch.settle()
        return
    branch.run, branch.unit = branch.run[:-1], []
    branch.settle()


def _rarest(text: str) -> str:
    """Return the part of a text that the fewest lines have: the whole of a text that is short."""
    parts = [text[at : at + PART] for at in range(max(1, len(text) - PART + 1))]
    return max(
        parts, key=lambda part: (part not in _USUAL, sum(_RARE.get(each, len(_RARE)) for each in part), part)
    )


class Sought:
    """A regular expression that is sought in lines; it is tried only on those that may match it."""

    __slots__ = ("_needed", "_parts", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = re.compile(pattern, flags)
        self._parts: frozenset[str] = frozenset()
        self._needed: tuple[Needed, ...] | None = None

    @property
    def parts(self) -> frozenset[str]:
        """Parts of which each line has one that matches."""
        if not self._parts:
            texts = _few(self.needed)
            self._parts = frozenset((*map(_rarest, texts), _UNKNOWN) if texts else (_ALWAYS,))
            _KNOWN.add(self._parts)
        return self._parts

    @property
    def needed(self) -> tuple[Needed, ...]:
        """What each line has that matches."""
        if self._needed is None:
            plain = not self.pattern.flags & re.VERBOSE
            self._needed = all_needed(self.pattern.pattern) if plain else ()
        return self._needed

    def may_match(self, line: str) -> bool:
        """Return whether a line has the texts that each match has."""
        small = small_of(line)
        return not small or _has(small, self.needed if self._needed is None else self._needed)

    def confirm(self, line: str) -> re.Match[str] | None:
        """Return the first match in a line that a lookup has found: its parts are there."""
        return self.pattern.search(line) if self.may_match(line) else None

    def search(self, line: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the first match in a line."""
        if (self._parts or self.parts).isdisjoint(parts_of(line)) or not self.may_match(line):
            return None
        return self.pattern.search(line, start, end)

    def match(self, line: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the match at the beginning of a line."""
        if (self._parts or self.parts).isdisjoint(parts_of(line)) or not self.may_match(line):
            return None
        return self.pattern.match(line, start, end)

    def fullmatch(self, line: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the match of a whole line."""
        if (self._parts or self.parts).isdisjoint(parts_of(line)) or not self.may_match(line):
            return None
        return self.pattern.fullmatch(line, start, end)

    def finditer(self, line: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """Return all matches in a line, one after the other."""
        if (self._parts or self.parts).isdisjoint(parts_of(line)) or not self.may_match(line):
            return iter(())
        return self.pattern.finditer(line, start, end)


class Lookup:
    """Finds which rows of a table a line may show, by the parts that each row needs one of."""

    def __init__(self, parts_of_rows: Iterable[Iterable[str]]) -> None:
        self._rows: dict[str, list[int]] = {}
        for number, parts in enumerate(parts_of_rows):
            for part in dict.fromkeys(parts):
                self._rows.setdefault(part, []).append(number)
        self._parts = frozenset(self._rows)
        _KNOWN.add(self._parts)

    def rows(self, line: str) -> list[int]:
        """Return the rows that a line may show, in the order of the table."""
        shared = self._parts & parts_of(line)
        if not shared:
            return []
        return sorted(set().union(*map(self._rows.__getitem__, shared)))


def by_words(words_of_rows: Iterable[Iterable[str]]) -> Lookup:
    """Return the lookup of rows of which a line has to have one of the words, which are in lower case."""
    return Lookup([[*map(_rarest, words), _UNKNOWN] for words in words_of_rows])


def by_expressions(expressions: Iterable[Sought]) -> Lookup:
    """Return the lookup of rows by their expressions."""
    return Lookup([each.parts for each in expressions])
