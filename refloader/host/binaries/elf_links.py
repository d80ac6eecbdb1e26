"""Reads the linking facts of an ELF file in a few small reads, because resolving one library may inspect many.

Does not read the symbols, which are the largest part; ``host/binaries/elf.py`` does.
"""

import os
import struct
from itertools import islice
from typing import NamedTuple

from refloader.host.opening import of_regular
from refloader.host.port import Failure, Trouble
from refloader.model.library import ELF_MACHINES, Library

_SEGMENTS, _TAGS, _NAME = 512, 10_000, 4096
_LOAD, _DYNAMIC = 1, 2
_NEEDED, _STRTAB, _SONAME, _RPATH, _RUNPATH, _FLAGS_1 = 1, 5, 14, 15, 29, 0x6FFFFFFB
_PIE = 0x08000000


class _Segment(NamedTuple):
    """One program header."""

    kind: int
    offset: int
    address: int
    size: int


def read_links(path: str) -> Library | Failure:
    """Return the facts of the file without its exports, or a failure if it is not an ELF file or is damaged."""
    return of_regular(path, lambda descriptor: _read(descriptor, path))


def _read(descriptor: int, path: str) -> Library | Failure:
    try:
        return _Reader(descriptor).library(path)
    except (struct.error, ValueError, OverflowError):
        return Failure(Trouble.OTHER, "damaged ELF file")


class _Reader:
    """One open file."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def library(self, path: str) -> Library | Failure:
        """Return the facts from the program headers only, because section headers may be stripped."""
        head = os.pread(self._descriptor, 64, 0)
        if head[:4] != b"\x7fELF" or len(head) < 52 or head[4] not in (1, 2) or head[5] not in (1, 2):
            return Failure(Trouble.OTHER, "not an ELF file")
        self._wide, self._order = head[4] == 2, "<" if head[5] == 1 else ">"
        kind, machine = struct.unpack_from(self._order + "HH", head, 16)
        segments = self._segments(head)
        tags = self._tags(next((each for each in segments if each.kind == _DYNAMIC), None))
        texts = next((value for tag, value in tags if tag == _STRTAB), 0)
        names = [(tag, self._text(segments, texts + value)) for tag, value in tags if tag in _NAMED]
        pie = any(tag == _FLAGS_1 and value & _PIE for tag, value in tags)
        return Library(
            path=path,
            word_size=64 if self._wide else 32,
            machine=ELF_MACHINES.get(machine, str(machine)),
            shared=kind == 3 and not pie,
            exports=frozenset(),
            soname=next((text for tag, text in names if tag == _SONAME), ""),
            needed=tuple(text for tag, text in names if tag == _NEEDED),
            rpath=_folders(names, _RPATH),
            runpath=_folders(names, _RUNPATH),
        )

    def _segments(self, head: bytes) -> list[_Segment]:
        form, place = ("QQIHHH", 32) if self._wide else ("IIIHHH", 28)
        start, _, _, _, size, count = struct.unpack_from(self._order + form, head, place)
        data = os.pread(self._descriptor, size * min(count, _SEGMENTS), start)
        return [self._segment(data, size * index) for index in range(min(count, _SEGMENTS))]

    def _segment(self, data: bytes, at: int) -> _Segment:
        if self._wide:
            kind, _, offset, address, _, size = struct.unpack_from(self._order + "IIQQQQ", data, at)
        else:
            kind, offset, address, _, size = struct.unpack_from(self._order + "IIIII", data, at)
        return _Segment(kind, offset, address, size)

    def _tags(self, dynamic: _Segment | None) -> list[tuple[int, int]]:
        if dynamic is None:
            return []
        form = struct.Struct(self._order + ("qQ" if self._wide else "iI"))
        data = os.pread(self._descriptor, min(dynamic.size, _TAGS * form.size), dynamic.offset)
        tags: list[tuple[int, int]] = []
        for tag, value in islice(form.iter_unpack(data[: len(data) - len(data) % form.size]), _TAGS):
            if tag == 0:
                break
            tags.append((tag, value))
        return tags

    def _text(self, segments: list[_Segment], address: int) -> str:
        """Return the string at an address of the loaded file; empty if it is not terminated."""
        for each in segments:
            if each.kind == _LOAD and each.address <= address < each.address + each.size:
                data = os.pread(self._descriptor, _NAME, each.offset + address - each.address)
                text, end, _ = data.partition(b"\0")
                return os.fsdecode(text) if end else ""
        return ""


_NAMED = {_NEEDED, _SONAME, _RPATH, _RUNPATH}


def _folders(names: list[tuple[int, str]], wanted: int) -> tuple[str, ...]:
    text = next((text for tag, text in names if tag == wanted), "")
    return tuple(folder for folder in text.split(":") if folder)
