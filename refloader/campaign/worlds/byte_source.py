"""Turns bytes into choices: the base of all generated worlds. Fewer and smaller bytes mean duller choices.

So a property test draws nothing but bytes, its shrinker makes worlds simpler by making bytes fewer and smaller,
and a campaign takes its bytes from a seed.
"""

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

CHUNK = 10
"""Bytes that one feature of a world is made of: what is cut out or set to 0 leaves the other features alone."""


class Source:
    """Some bytes to choose by. Where they end all further choices are the dullest."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self, below: int) -> int:
        """A number from 0, 0 being the dullest."""
        at = self._at
        self._at = at + 1
        return self._data[at] % below if at < len(self._data) else 0

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, the first being the dullest. At most 256 of them."""
        return options[self.number(len(options))]

    def several(self, options: Sequence[T], most: int) -> tuple[T, ...]:
        """Up to ``most`` of the options in any order, repetitions included."""
        return tuple(self.pick(options) for _ in range(self.number(most + 1)))


def chunks(data: bytes) -> Iterator[Source]:
    """A source for each feature."""
    for start in range(0, len(data), CHUNK):
        yield Source(data[start : start + CHUNK])


def seeded(seed: int, most: int = 12) -> bytes:
    """The bytes of a seed, always the same: one feature up to ``most``."""
    rolled = random.Random(seed)
    return rolled.randbytes(CHUNK * (1 + rolled.randrange(most)))
