"""The editions of the documents. Each rule lists the editions in which it holds."""

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import groupby


class Edition(Enum):
    """An edition of the documents; the newest is the default everywhere."""

    E2016 = "2016"
    E2018 = "2018"
    E2022 = "2022"
    E2026 = "2026"

    __hash__ = object.__hash__  # members are singletons; Enum's own hash is a Python call, and sets ask often

    @property
    def loaders(self) -> str:
        """The loader versions that roughly follow this edition, for display."""
        return _LOADERS[self.value]

    def __lt__(self, other: "Edition") -> bool:
        return self.value < other.value

    def __le__(self, other: "Edition") -> bool:
        return self.value <= other.value


_LOADERS = {
    "2016": "1.0 loaders",
    "2018": "1.1 and 1.2 loaders",
    "2022": "1.3 loaders up to 1.3.227",
    "2026": "loaders from 1.3.228",
}

FIRST = {Edition.E2016: "1.0.0", Edition.E2018: "1.1.0", Edition.E2022: "1.3.0", Edition.E2026: "1.3.228"}
"""The first loaders that follow each edition, as ``Edition.loaders`` says in words."""

ALL = frozenset(Edition)
"""Every edition, for a finding that does not depend on the loader's version."""

LATEST = Edition.E2026


def since(edition: Edition) -> frozenset[Edition]:
    """Return the given edition and all later ones."""
    return frozenset(each for each in Edition if each >= edition)


def until(edition: Edition) -> frozenset[Edition]:
    """Return the given edition and all earlier ones."""
    return frozenset(each for each in Edition if each <= edition)


def ages(editions: Collection[Edition]) -> str:
    """Return the loaders that follow these editions, for display; neighbouring editions are one range."""
    return _ages(frozenset(editions))


@cache
def _ages(editions: frozenset[Edition]) -> str:
    if editions == ALL:
        return "any loader"
    return ", ".join(_range(first, last) for first, last in _runs(sorted(editions)))


def _runs(editions: Sequence[Edition]) -> Iterator[tuple[Edition, Edition]]:
    """Yield the first and the last of each run of neighbouring editions."""
    every = list(Edition)
    for _, run in groupby(enumerate(editions), key=lambda each: every.index(each[1]) - each[0]):
        members = [edition for _, edition in run]
        yield members[0], members[-1]


def _range(first: Edition, last: Edition) -> str:
    later = [edition for edition in Edition if edition > last]
    if not later:
        return f"loaders from {FIRST[first]}"
    if first is last:
        return first.loaders
    if first is min(Edition):
        return f"loaders before {FIRST[later[0]]}"
    return f"loaders from {FIRST[first]}, before {FIRST[later[0]]}"
