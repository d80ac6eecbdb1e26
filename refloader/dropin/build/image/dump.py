"""What one start of the interpreter left in memory, as make.c writes it down, and what two of them have in common.

A word that is the same in both starts is a number. One that differs by as much as the library's addresses do is a
pointer. Anything else belongs to the process and cannot be in an image.
"""

import struct
from dataclasses import dataclass
from itertools import pairwise

WORD = 8
HALF = 2
"""A pointer in the cache of an instruction lies on a multiple of two bytes."""
_HEADER = 8
NEAR = 4 * WORD
"""Words between two runs are put in place with them if they are not more: another run would cost more than they."""


class ImageError(Exception):
    """No image can be made of this start."""


@dataclass(frozen=True)
class Dump:
    """The memory of one process. Addresses are relative to the library; ``before`` is what stood in the ranges.

    Behind ``content``, for which the library has ``room``, lies what has no pointers: ``still``.
    """

    base: int
    heap: int
    type: int
    runtime: int
    ranges: tuple[int, ...]
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]
    content: bytes
    still: bytes = b""
    room: int = 0


@dataclass(frozen=True)
class Memory:
    """Words with every pointer relative to the library, and the places in it of the pointers, aligned and others."""

    words: bytes
    pointers: tuple[int, ...]
    odd: tuple[int, ...]


def read(before: bytes, after: bytes) -> Dump:
    """Read what make.c has written."""
    base, heap, used, room, behind, kind, runtime, count = struct.unpack_from(f"<{_HEADER}Q", after)
    rows = [struct.unpack_from("<QQ", after, WORD * _HEADER + 2 * WORD * index) for index in range(count)]
    at = WORD * (_HEADER + 2 * count)
    sizes = [size for _, size in rows]
    stood, stands = _parts(before, 0, sizes), _parts(after, at, sizes)
    rest = after[at + sum(sizes) :]
    if len(rest) != used + behind:
        raise ImageError(f"the heap has {len(rest)} bytes instead of {used + behind}")
    places = tuple(address - base for address, _ in rows)
    parts = (places, stood, stands, rest[:used], rest[used:])
    return Dump(base, heap - base, kind - base, runtime - base, *parts, room)


def _parts(data: bytes, at: int, sizes: list[int]) -> tuple[bytes, ...]:
    parts = []
    for size in sizes:
        parts.append(data[at : at + size])
        at += size
    return tuple(parts)


def common(first: bytes, second: bytes, bases: tuple[int, int], size: int, name: str) -> Memory:
    """Return the memory that two starts have in common. ``size`` is the library's."""
    if len(first) != len(second) or len(first) % WORD:
        raise ImageError(f"{name}: {len(first)} bytes in one start, {len(second)} in the other")
    delta = bases[1] - bases[0]
    count = len(first) // WORD
    one, other = struct.unpack(f"<{count}Q", first), struct.unpack(f"<{count}Q", second)
    differing = [index for index in range(count) if one[index] != other[index]]
    words, pointers, unknown = bytearray(first), [], []
    for index in differing:
        if other[index] - one[index] == delta and 0 <= one[index] - bases[0] < size:
            struct.pack_into("<Q", words, WORD * index, one[index] - bases[0])
            pointers.append(WORD * index)
        else:
            unknown.append(WORD * index)
    odd = _odd(first, second, bases, size, unknown)
    for place in odd:
        (value,) = struct.unpack_from("<Q", first, place)
        struct.pack_into("<Q", words, place, value - bases[0])
    _refuse_others(first, second, unknown, odd, name)
    return Memory(bytes(words), tuple(pointers), odd)


def _odd(
    first: bytes, second: bytes, bases: tuple[int, int], size: int, unknown: list[int]
) -> tuple[int, ...]:
    """Return the places of pointers that are not aligned, near the words that differ otherwise."""
    near = {place + step for place in unknown for step in range(HALF - WORD, WORD, HALF)}
    found: list[int] = []
    for place in sorted(near):
        if not 0 <= place <= len(first) - WORD or (found and place < found[-1] + WORD):
            continue
        (one,), (other,) = struct.unpack_from("<Q", first, place), struct.unpack_from("<Q", second, place)
        if other - one == bases[1] - bases[0] and 0 <= one - bases[0] < size:
            found.append(place)
    return tuple(found)


def _refuse_others(first: bytes, second: bytes, unknown: list[int], odd: tuple[int, ...], name: str) -> None:
    covered = {place + step for place in odd for step in range(WORD)}
    rest = [
        place
        for word in unknown
        for place in range(word, word + WORD)
        if first[place] != second[place] and place not in covered
    ]
    if rest:
        places = sorted({place // WORD * WORD for place in rest})
        shown = ", ".join(
            f"{place:#x} ({first[place : place + WORD].hex()}, {second[place : place + WORD].hex()})"
            for place in places[:20]
        )
        raise ImageError(f"{name}: {len(places)} words are not the same in each start: {shown}")


def changed(before: bytes, after: bytes) -> list[tuple[int, int]]:
    """Return the places of words that a start changes, as first and end of each run; near ones are one run."""
    count = len(after) // WORD
    old, new = struct.unpack(f"<{count}Q", before), struct.unpack(f"<{count}Q", after)
    marks = [False, *(one != other for one, other in zip(old, new, strict=True)), False]
    edges = [index for index, (one, other) in enumerate(pairwise(marks)) if one != other]
    runs: list[tuple[int, int]] = []
    for first, end in zip(edges[::2], edges[1::2], strict=True):
        joined = runs.pop()[0] if runs and WORD * first - runs[-1][1] <= NEAR else WORD * first
        runs.append((joined, WORD * end))
    return runs
