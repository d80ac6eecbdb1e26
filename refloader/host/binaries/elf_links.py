"""Reads the linking facts of an ELF file in a few small reads, because resolving one library may inspect many.

Does not read the symbols, which are the largest part; ``host/binaries/elf.py`` does.
"""

import os
import struct
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

from refloader.host.opening import Remembered
from refloader.host.port import Failure, Trouble
from refloader.model.library import CUT_OFF, ELF_MACHINES, Library

_SEGMENTS, _TAGS, _NAME, _BLOCK = 512, 10_000, 4096, 8192
_LOAD, _DYNAMIC = 1, 2
_NEEDED, _STRTAB, _SONAME, _RPATH, _RUNPATH, _FLAGS_1 = 1, 5, 14, 15, 29, 0x6FFFFFFB
_PIE = 0x08000000
_VERDEF, _VERDEFNUM, _VERNEED, _VERNEEDNUM = 0x6FFFFFFC, 0x6FFFFFFD, 0x6FFFFFFE, 0x6FFFFFFF
_RECORDS = 1_000
_WEAK, _BASE = 2, 1


_Record = TypeVar("_Record")


class Segment(NamedTuple):
    """One program header."""

    kind: int
    offset: int
    address: int
    size: int


def read_links(path: str) -> Library | Failure:
    """Return the facts of the file without its exports, or a failure if it is not an ELF file or is damaged."""
    return _LINKS.of(path)


def _read(descriptor: int, path: str) -> Library | Failure:
    try:
        return ElfReader(descriptor).library(path)
    except (struct.error, ValueError, OverflowError):
        return Failure(Trouble.OTHER, "damaged ELF file")


_LINKS = Remembered(_read, 1000)


class ElfReader:
    """One open file. ``wide`` and ``order`` are known once its head was read.

    Reads small parts in blocks, as those of one table lie close together.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._blocks: dict[int, bytes] = {}

    def library(self, path: str) -> Library | Failure:
        """Return the facts from the program headers only, because section headers may be stripped."""
        if not self.head():
            return Failure(Trouble.OTHER, "not an ELF file")
        kind, machine = struct.unpack_from(self.order + "HH", self._head, 16)
        segments = self.segments()
        size = os.fstat(self._descriptor).st_size
        if any(each.kind == _LOAD and each.offset + each.size > size for each in segments):
            return Failure(Trouble.OTHER, CUT_OFF)
        tags = self.tags(segments)
        texts = next((value for tag, value in tags if tag == _STRTAB), 0)
        names = [(tag, self._text(segments, texts + value)) for tag, value in tags if tag in _NAMED]
        pie = any(tag == _FLAGS_1 and value & _PIE for tag, value in tags)
        return Library(
            path=path,
            word_size=64 if self.wide else 32,
            machine=ELF_MACHINES.get(machine, str(machine)),
            shared=kind == 3 and not pie,
            exports=frozenset(),
            soname=next((text for tag, text in names if tag == _SONAME), ""),
            needed=tuple(text for tag, text in names if tag == _NEEDED),
            rpath=_folders(names, _RPATH),
            runpath=_folders(names, _RUNPATH),
            versions=tuple(_whole(self._versions(segments, dict(reversed(tags)), texts))),
            defined=frozenset(_whole(self._defined(segments, dict(reversed(tags)), texts))),
        )

    def _versions(
        self, segments: list[Segment], tags: dict[int, int], texts: int
    ) -> Iterator[tuple[str, str]]:
        """Yield the versions that are needed and not weak, each behind the library that has to define it."""
        at, left = tags.get(_VERNEED, 0), _RECORDS
        for _ in range(min(tags.get(_VERNEEDNUM, 0), _RECORDS)):
            _, count, file, first, step = struct.unpack(self.order + "HHIII", self.bytes_at(segments, at, 16))
            name, inner = self._text(segments, texts + file), at + first
            for _ in range(min(count, left)):
                left -= 1
                _, flags, _, version, more = struct.unpack(
                    self.order + "IHHII", self.bytes_at(segments, inner, 16)
                )
                if not flags & _WEAK:
                    yield name, self._text(segments, texts + version)
                if not more:
                    break
                inner += more
            if not step:
                break
            at += step

    def _defined(self, segments: list[Segment], tags: dict[int, int], texts: int) -> Iterator[str]:
        """Yield the versions that the file defines."""
        at = tags.get(_VERDEF, 0)
        for _ in range(min(tags.get(_VERDEFNUM, 0), _RECORDS)):
            _, flags, _, _, _, first, step = struct.unpack(
                self.order + "HHHHIII", self.bytes_at(segments, at, 20)
            )
            version, _ = struct.unpack(self.order + "II", self.bytes_at(segments, at + first, 8))
            if not flags & _BASE:
                yield self._text(segments, texts + version)
            if not step:
                break
            at += step

    def bytes_at(self, segments: list[Segment], address: int, size: int) -> bytes:
        """Return the bytes at an address of the loaded file; fewer if they are not all there."""
        for each in segments:
            if each.kind == _LOAD and each.address <= address < each.address + each.size:
                return self._part(each.offset + address - each.address, size)
        return b""

    def _part(self, at: int, size: int) -> bytes:
        """Return a part of the file; fewer bytes if it ends before."""
        number, inside = divmod(at, _BLOCK)
        if inside + size > _BLOCK:
            return os.pread(self._descriptor, size, at)
        if number not in self._blocks:
            self._blocks[number] = os.pread(self._descriptor, _BLOCK, number * _BLOCK)
        return self._blocks[number][inside : inside + size]

    def head(self) -> bool:
        """Read the head of the file. Return whether it is that of an ELF file."""
        head = self._head = os.pread(self._descriptor, 64, 0)
        if head[:4] != b"\x7fELF" or len(head) < 52 or head[4] not in (1, 2) or head[5] not in (1, 2):
            return False
        self.wide, self.order = head[4] == 2, "<" if head[5] == 1 else ">"
        return True

    def segments(self) -> list[Segment]:
        """Return the program headers."""
        form, place = ("QQIHHH", 32) if self.wide else ("IIIHHH", 28)
        start, _, _, _, size, count = struct.unpack_from(self.order + form, self._head, place)
        data = os.pread(self._descriptor, size * min(count, _SEGMENTS), start)
        return [self._segment(data, size * index) for index in range(min(count, _SEGMENTS))]

    def _segment(self, data: bytes, at: int) -> Segment:
        if self.wide:
            kind, _, offset, address, _, size = struct.unpack_from(self.order + "IIQQQQ", data, at)
        else:
            kind, offset, address, _, size = struct.unpack_from(self.order + "IIIII", data, at)
        return Segment(kind, offset, address, size)

    def tags(self, segments: list[Segment]) -> list[tuple[int, int]]:
        """Return the entries of the dynamic section."""
        dynamic = next((each for each in segments if each.kind == _DYNAMIC), None)
        if dynamic is None:
            return []
        form = struct.Struct(self.order + ("qQ" if self.wide else "iI"))
        data = os.pread(self._descriptor, min(dynamic.size, _TAGS * form.size), dynamic.offset)
        tags: list[tuple[int, int]] = []
        for tag, value in islice(form.iter_unpack(data[: len(data) - len(data) % form.size]), _TAGS):
            if tag == 0:
                break
            tags.append((tag, value))
        return tags

    def _text(self, segments: list[Segment], address: int) -> str:
        """Return the string at an address of the loaded file; empty if it is not terminated."""
        for each in segments:
            if each.kind == _LOAD and each.address <= address < each.address + each.size:
                at = each.offset + address - each.address
                text, end, _ = self._part(at, min(_NAME, _BLOCK - at % _BLOCK)).partition(b"\0")
                if not end:  # it may go on in the next block
                    text, end, _ = os.pread(self._descriptor, _NAME, at).partition(b"\0")
                return os.fsdecode(text) if end else ""
        return ""


def _whole(records: Iterator[_Record]) -> list[_Record]:
    """Return the records, or none if the table is damaged: nothing is known of its versions then."""
    try:
        return list(records)
    except struct.error:
        return []


_NAMED = {_NEEDED, _SONAME, _RPATH, _RUNPATH}


def _folders(names: list[tuple[int, str]], wanted: int) -> tuple[str, ...]:
    text = next((text for tag, text in names if tag == wanted), "")
    return tuple(folder for folder in text.split(":") if folder)
