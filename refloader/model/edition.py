"""The editions of the documents. Each rule lists the editions in which it holds."""

from collections.abc import Collection
from enum import Enum


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
    """Return the loader versions that follow these editions, for display."""
    if len(editions) == len(Edition):
        return "any loader"
    return ", ".join(f"{each.loaders} ({each.value})" for each in sorted(editions))
