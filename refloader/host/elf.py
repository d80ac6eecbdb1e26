"""Reads the static facts of an ELF file as the dynamic linker would find them. Never loads it.

Only the program headers and what PT_DYNAMIC leads to are looked at, as section headers may be stripped. Every
size in a file is checked before it is used, so that hostile files end in a Failure soon.
"""

import os
import stat
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from refloader.host.port import Failure, Trouble
from refloader.host.real import OPEN_FLAGS, failure
from refloader.model.library import Library

_SYMBOL_LIMIT = 500_000
_TABLE_LIMIT = 64 << 20
"""Bytes: of one table of a file, and of all its names together."""

_DYNAMIC_LIMIT = 1 << 20
"""Bytes of PT_DYNAMIC; the largest of a real library are a few hundred."""

_NAME_LIMIT = 1024
"""Bytes: symbols with longer names, which no interface function has, are left out."""

_MACHINES = {3: "386", 8: "MIPS", 20: "PPC", 21: "PPC64", 22: "S390", 40: "ARM", 62: "X86_64"}
_MACHINES |= {183: "AARCH64", 243: "RISCV", 258: "LOONGARCH"}
_ET_DYN = 3
_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_NEEDED, _DT_HASH, _DT_STRTAB, _DT_SYMTAB, _DT_STRSZ, _DT_SYMENT = 1, 4, 5, 6, 10, 11
_DT_SONAME, _DT_SYMBOLIC, _DT_FLAGS, _DT_GNU_HASH, _DT_FLAGS_1 = 14, 16, 30, 0x6FFFFEF5, 0x6FFFFFFB
_DF_SYMBOLIC, _DF_1_PIE = 2, 0x08000000
_BINDINGS = (1, 2, 10)  # global, weak, GNU unique
_VISIBLE = (0, 3)  # default, protected


class _DamagedError(Exception):
    """What a file says about itself cannot be; never leaves this module."""


def read_library(path: str) -> Library | Failure:
    """The facts of the file at the path; pipes, devices and folders are refused without waiting."""
    try:
        descriptor = os.open(path, OPEN_FLAGS)
    except (OSError, ValueError) as error:
        return failure(error)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return Failure(Trouble.NOT_A_FILE)
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            return read_stream(stream, path)
    except OSError as error:
        return failure(error)
    finally:
        os.close(descriptor)


def read_stream(stream: IO[bytes], path: str) -> Library | Failure:
    """The facts of an open ELF file. Raises OSError where the stream does."""
    stream.seek(0)
    ident = stream.read(16)
    if ident[:4] != b"\x7fELF":
        return Failure(Trouble.OTHER, "not an ELF file")
    if len(ident) < 16 or ident[4] not in (1, 2) or ident[5] not in (1, 2):
        return Failure(Trouble.OTHER, "damaged ELF file: unknown class or byte order")
    try:
        return _Elf(stream, wide=ident[4] == 2, order="<" if ident[5] == 1 else ">").library(path)
    except _DamagedError as error:
        return Failure(Trouble.OTHER, f"damaged ELF file: {error}")


@dataclass(frozen=True, slots=True)
class _Segment:
    type: int
    offset: int
    address: int
    size: int


class _Elf:
    """One open file. Offsets and sizes in bytes; addresses as the file gives them."""

    def __init__(self, stream: IO[bytes], *, wide: bool, order: str) -> None:
        self._stream = stream
        self._wide = wide
        self._order = order
        form = "16xHHIQQQIHHH" if wide else "16xHHIIIIIHHH"
        self.type, machine, _, _, start, _, _, _, size, count = self._fields(form, 0)
        self.machine = _MACHINES.get(machine, str(machine))
        self._segments = tuple(self._read_segments(start, size, count))

    def library(self, path: str) -> Library:
        """All facts together."""
        tags = tuple(self._tags())
        first = dict(reversed(tags))
        names = self._names(first)
        pie = bool(first.get(_DT_FLAGS_1, 0) & _DF_1_PIE)  # the dynamic linker opens no programs
        return Library(
            path=path,
            word_size=64 if self._wide else 32,
            machine=self.machine,
            shared=self.type == _ET_DYN and not pie,
            exports=self._exports(first, names),
            soname=_text(names, first[_DT_SONAME]) if _DT_SONAME in first else "",
            needed=tuple(_text(names, value) for tag, value in tags if tag == _DT_NEEDED),
            symbolic=_DT_SYMBOLIC in first or bool(first.get(_DT_FLAGS, 0) & _DF_SYMBOLIC),
        )

    def _read(self, offset: int, size: int) -> bytes:
        """These bytes, all of them."""
        if size > _TABLE_LIMIT:
            raise _DamagedError(f"a table of {size} bytes")
        if offset >= 1 << 63:
            raise _DamagedError("a table beyond every file")
        self._stream.seek(offset)
        data = self._stream.read(size)
        if len(data) < size:
            raise _DamagedError("the file ends too early")
        return data

    def _fields(self, form: str, offset: int) -> tuple[int, ...]:
        form = self._order + form
        return struct.unpack(form, self._read(offset, struct.calcsize(form)))

    def _read_segments(self, start: int, size: int, count: int) -> Iterator[_Segment]:
        form = self._order + ("IIQQQQQQ" if self._wide else "IIIIIIII")
        if not count:
            return
        if size != struct.calcsize(form):
            raise _DamagedError(f"program headers of {size} bytes")
        for row in struct.iter_unpack(form, self._read(start, size * count)):
            if self._wide:
                kind, _, offset, address, _, length, _, _ = row
            else:
                kind, offset, address, _, length, _, _, _ = row
            yield _Segment(kind, offset, address, length)

    def _offset(self, address: int) -> int:
        """Where an address lies in the file."""
        for segment in self._segments:
            if segment.type == _PT_LOAD and 0 <= address - segment.address < segment.size:
                return segment.offset + address - segment.address
        raise _DamagedError("an address in no segment")

    def _tags(self) -> Iterator[tuple[int, int]]:
        """The dynamic tags up to the end mark, in order."""
        dynamic = next((segment for segment in self._segments if segment.type == _PT_DYNAMIC), None)
        if dynamic is None:
            return
        form = self._order + ("qQ" if self._wide else "iI")
        size = min(dynamic.size, _DYNAMIC_LIMIT) // struct.calcsize(form) * struct.calcsize(form)
        for tag, value in struct.iter_unpack(form, self._read(dynamic.offset, size)):
            if tag == 0:
                return
            yield tag, value

    def _names(self, tags: dict[int, int]) -> bytes:
        if _DT_STRTAB not in tags:
            return b""
        return self._read(self._offset(tags[_DT_STRTAB]), tags.get(_DT_STRSZ, 0))

    def _exports(self, tags: dict[int, int], names: bytes) -> frozenset[str]:
        """The names that dlsym would find. A library without a hash table has none."""
        form = self._order + ("IBBHQQ" if self._wide else "IIIBBH")
        if _DT_SYMTAB not in tags:
            return frozenset()
        size = struct.calcsize(form)
        if tags.get(_DT_SYMENT, size) != size:
            raise _DamagedError(f"symbols of {tags[_DT_SYMENT]} bytes")
        table = self._read(self._offset(tags[_DT_SYMTAB]), size * self._symbol_count(tags))
        found, length = set[str](), 0
        for row in struct.iter_unpack(form, table):
            name, info, other, section = row[:4] if self._wide else (row[0], *row[3:])
            if section and info >> 4 in _BINDINGS and other & 3 in _VISIBLE:
                text = _text(names, name)
                found.add(text)
                length += len(text)
                if length > _TABLE_LIMIT:
                    raise _DamagedError("more names than a library can have")
        return frozenset(found - {""})

    def _symbol_count(self, tags: dict[int, int]) -> int:
        if _DT_HASH in tags:
            _, count = self._fields("II", self._offset(tags[_DT_HASH]))
        elif _DT_GNU_HASH in tags:
            count = self._gnu_count(self._offset(tags[_DT_GNU_HASH]))
        else:
            count = 0
        if count > _SYMBOL_LIMIT:
            raise _DamagedError(f"{count} symbols")
        return count

    def _gnu_count(self, start: int) -> int:
        """One more than the last symbol in the last chain of a GNU hash table."""
        count, first, blooms, _ = self._fields("IIII", start)
        if count > _SYMBOL_LIMIT:
            raise _DamagedError(f"{count} hash buckets")
        start += 16 + blooms * (8 if self._wide else 4)
        last = max(self._numbers(self._read(start, count * 4)), default=0)
        if last < first:
            return first  # every bucket is empty
        self._stream.seek(start + (count + last - first) * 4)
        chain = self._stream.read(_SYMBOL_LIMIT * 4)
        for place, value in enumerate(self._numbers(chain[: len(chain) // 4 * 4])):
            if value & 1:
                return last + place + 1
        raise _DamagedError("a hash chain without end")

    def _numbers(self, data: bytes) -> Iterator[int]:
        return (row[0] for row in struct.iter_unpack(f"{self._order}I", data))


def _text(names: bytes, offset: int) -> str:
    """A text of the string table; an empty one where it is none or too long."""
    end = names.find(b"\0", offset, offset + _NAME_LIMIT)
    return names[offset:end].decode("utf-8", "surrogateescape") if end > offset else ""
