"""Reads the symbols of an ELF file that its loading depends on: what it exports, and what it cannot do without.

Reads whole tables, because a driver has thousands of symbols; the names of a dependency are read as one text.
"""

import os
import struct
from collections.abc import Callable, Iterator
from itertools import islice

from refloader.host.binaries.elf_links import ElfReader, Segment
from refloader.host.opening import Remembered, of_regular
from refloader.host.port import Failure, Trouble
from refloader.model.library import Symbols

_LARGEST = 8 << 20
"""The most bytes of one table; that of a larger one is not known."""

_HASH, _STRTAB, _SYMTAB, _STRSZ, _GNU_HASH = 4, 5, 6, 10, 0x6FFFFEF5
_RELA, _RELASZ, _REL, _RELSZ, _JMPREL, _PLTRELSZ, _PLTREL = 7, 8, 17, 18, 23, 2, 20
_RELACOUNT, _RELCOUNT = 0x6FFFFFF9, 0x6FFFFFFA
_BIND_NOW, _FLAGS, _FLAGS_1 = 24, 30, 0x6FFFFFFB
_GLOBAL, _EXPORTED, _VISIBLE = 1, (1, 2, 10), (0, 3)


def read_symbols(path: str) -> Symbols | Failure:
    """Return the symbols of the file at the path, or a failure if it is no ELF file, damaged, or too large."""
    return _SYMBOLS.of(path)


def read_names(path: str) -> bytes:
    """Return all names of symbols in the file, each with a NUL behind it; empty if they are not known."""
    found = of_regular(path, _read_names)
    return found if isinstance(found, bytes) else b""


def _read_names(descriptor: int) -> bytes:
    try:
        return _Reader(descriptor).names()
    except (struct.error, ValueError, OverflowError):
        return b""


def _read(descriptor: int, _: str) -> Symbols | Failure:
    try:
        return _Reader(descriptor).symbols()
    except (struct.error, ValueError, OverflowError):
        return Failure(Trouble.OTHER, "damaged ELF file")


_SYMBOLS = Remembered(_read, 100)


def _texts(names: bytes) -> Callable[[int], str]:
    """Return what reads the name at a place of a table, which is decoded as a whole: it has thousands."""
    if not names.isascii():
        return lambda at: os.fsdecode(names[at : names.find(b"\0", at)])
    table = names.decode("ascii")
    return lambda at: table[at : table.find("\0", at)]


class _Reader(ElfReader):
    """One open file."""

    def symbols(self) -> Symbols:
        """Return the symbols by the dynamic section. Raises ValueError for a file that has none."""
        segments, tags = self._dynamic()
        names = self._table(segments, tags[_STRTAB], tags[_STRSZ])
        count = self._count(segments, tags)
        form = struct.Struct(self.order + ("IBBHQQ" if self.wide else "IIIBBH"))
        table = self._table(segments, tags[_SYMTAB], count * form.size)
        exported: list[int] = []
        needed: list[int] = []
        related = set(self._related(segments, tags))
        for index, entry in enumerate(form.iter_unpack(table)):
            name, info, other, section = entry[:4] if self.wide else (entry[0], *entry[3:6])
            if section:
                if name and info >> 4 in _EXPORTED and other & 3 in _VISIBLE:
                    exported.append(name)
            elif index in related and name and info >> 4 == _GLOBAL:
                needed.append(name)
        text_of = _texts(names)
        there = frozenset(filter(None, map(text_of, exported)))
        return Symbols(there, frozenset(filter(None, map(text_of, needed))) - there)

    def names(self) -> bytes:
        """Return the names of the symbols as one text. Raises ValueError for a file that has none."""
        segments, tags = self._dynamic()
        return self._table(segments, tags[_STRTAB], tags[_STRSZ])

    def _dynamic(self) -> tuple[list[Segment], dict[int, int]]:
        if not self.head():
            raise ValueError("it is no ELF file")
        segments = self.segments()
        tags = dict(reversed(self.tags(segments)))
        if not {_STRTAB, _STRSZ, _SYMTAB} <= set(tags):
            raise ValueError("it has no symbols")
        return segments, tags

    def _table(self, segments: list[Segment], address: int, size: int) -> bytes:
        if size > _LARGEST:
            raise ValueError("a table is larger than that of any layer")
        data = self.bytes_at(segments, address, size)
        if len(data) < size:
            raise ValueError("a table is cut off")
        return data

    def _count(self, segments: list[Segment], tags: dict[int, int]) -> int:
        """Return how many symbols there are, which only the hash tables say."""
        if _HASH in tags:
            return int(struct.unpack(self.order + "II", self._table(segments, tags[_HASH], 8))[1])
        if _GNU_HASH not in tags:
            return 0
        at = tags[_GNU_HASH]
        buckets, first, bloom, _ = struct.unpack(self.order + "4I", self._table(segments, at, 16))
        at += 16 + bloom * (8 if self.wide else 4)
        last = max(
            struct.unpack(f"{self.order}{buckets}I", self._table(segments, at, buckets * 4)), default=0
        )
        if last < first:
            return int(first)
        at += buckets * 4 + (last - first) * 4
        for step in range(_LARGEST >> 2):  # the chain of the last bucket ends with an odd number
            (value,) = struct.unpack(self.order + "I", self._table(segments, at + step * 4, 4))
            last += 1
            if value & 1:
                return int(last)
        return 0

    def _related(self, segments: list[Segment], tags: dict[int, int]) -> Iterator[int]:
        """Yield the symbols of the relocations that are made at once; those of calls only with BIND_NOW."""
        wide = self.wide
        plain = ((_RELA, _RELASZ, _RELACOUNT, True), (_REL, _RELSZ, _RELCOUNT, False))
        tables = [
            (tags[tag], tags.get(size, 0), tags.get(skip, 0), full)
            for tag, size, skip, full in plain
            if tag in tags
        ]
        at_once = _BIND_NOW in tags or tags.get(_FLAGS, 0) & 8 or tags.get(_FLAGS_1, 0) & 1
        if at_once and _JMPREL in tags:
            tables.append((tags[_JMPREL], tags.get(_PLTRELSZ, 0), 0, tags.get(_PLTREL) == _RELA))
        for address, size, skip, full in tables:
            form = struct.Struct(
                self.order + (("QQq" if full else "QQ") if wide else ("IIi" if full else "II"))
            )
            data = self._table(segments, address, size - size % form.size)
            for entry in islice(form.iter_unpack(data), skip, None):
                yield entry[1] >> (32 if wide else 8)
