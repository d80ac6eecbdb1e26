"""Writes the plan of an image: the words to put into libpython's variables, and the list of all pointers."""

import struct
from collections.abc import Sequence
from typing import NamedTuple

from refloader.dropin.build.image.dump import WORD, Dump, ImageError, changed, common

IS_THERE = 0x316567616D496C66
_HEADER = 11
_BITS = 63


class Image(NamedTuple):
    """The plan and the two parts of the heap: with pointers, for which there is ``room``, and without."""

    plan: bytes
    moved: bytes
    still: bytes
    room: int


def image(first: Dump, second: Dump, size: int) -> Image:
    """Return what to write into the library. ``size`` is the library's."""
    bases = (first.base, second.base)
    if bases[0] == bases[1]:
        raise ImageError("both starts were at the same address")
    if first.ranges != second.ranges or first.heap != second.heap:
        raise ImageError("the starts are of different libraries")
    heap = common(first.content, second.content, bases, size, "heap")
    if common(first.still, second.still, bases, size, "still").pointers:
        raise ImageError("still: it has pointers")
    pointers = [first.heap + place for place in heap.pointers]
    odd = [first.heap + place for place in heap.odd]
    runs: list[bytes] = []
    for place, before, after, other in zip(
        first.ranges, first.before, first.after, second.after, strict=True
    ):
        memory = common(after, other, bases, size, f"range {place:#x}")
        marks = set(memory.pointers)
        for start, end in changed(before, after):
            runs.append(struct.pack("<QQ", place + start, (end - start) // WORD) + memory.words[start:end])
            pointers += (place + at for at in range(start, end, WORD) if at in marks)
        if memory.odd:
            raise ImageError(f"range {place:#x}: a pointer is not aligned")
    return Image(_plan(first, runs, sorted(pointers), odd), heap.words, first.still, first.room)


def _plan(dump: Dump, runs: list[bytes], pointers: list[int], odd: list[int]) -> bytes:
    packed = relative(pointers)
    parts = [b"".join(runs), struct.pack(f"<{len(packed)}Q", *packed), struct.pack(f"<{len(odd)}I", *odd)]
    offsets, at = [], WORD * _HEADER
    for part in parts:
        offsets.append(at)
        at += len(part)
    header = (
        *(IS_THERE, dump.heap, dump.type, dump.runtime, len(dump.content)),
        *(offsets[0], len(runs), offsets[1], len(packed), offsets[2], len(odd)),
    )
    return struct.pack(f"<{_HEADER}Q", *header) + b"".join(parts)


def relative(places: Sequence[int]) -> list[int]:
    """Return sorted places as in a section .relr.dyn: an address, or 63 bits for the words behind the last one."""
    rows: list[int] = []
    index = 0
    while index < len(places):
        rows.append(places[index])
        following = places[index] + WORD
        index += 1
        bits = -1
        while bits:
            bits = 0
            while index < len(places) and places[index] < following + _BITS * WORD:
                bits |= 1 << (places[index] - following) // WORD
                index += 1
            if bits:
                rows.append(bits << 1 | 1)
                following += _BITS * WORD
    return rows
