"""Turns bytes into choices, the basis of all generated worlds. Fewer and smaller bytes mean simpler choices.

So a property test draws only bytes, and its shrinker simplifies a world by making the bytes fewer and smaller. A
campaign derives the bytes from a seed.
"""

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

CHUNK = 10
"""The number of bytes for one feature of a world. Removing or zeroing them does not change other features."""


class Source:
    """Bytes that determine choices. After the last byte every choice is the simplest one."""

    __slots__ = ("_at", "_data")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self, below: int) -> int:
        """Return a number from 0 up to, not including, ``below``; 0 is the simplest."""
        at = self._at
        self._at = at + 1
        return self._data[at] % below if at < len(self._data) else 0

    def pick(self, options: Sequence[T]) -> T:
        """Return one of at most 256 options; the first is the simplest."""
        return options[self.number(len(options))]

    def several(self, options: Sequence[T], most: int) -> tuple[T, ...]:
        """Return up to ``most`` of the options in any order, possibly repeated."""
        return tuple(self.pick(options) for _ in range(self.number(most + 1)))


def chunks(data: bytes) -> Iterator[Source]:
    """Yield a source for each feature."""
    for start in range(0, len(data), CHUNK):
        yield Source(data[start : start + CHUNK])


def seeded(seed: int, most: int = 12) -> bytes:
    """Return the bytes of a seed, always the same, for 1 to ``most`` features."""
    rolled = random.Random(seed)
    return rolled.randbytes(CHUNK * (1 + rolled.randrange(most)))
