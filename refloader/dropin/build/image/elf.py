"""Reads where the sections of a 64-bit library are."""

import struct
from typing import NamedTuple

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_LOAD = 1
_WRITTEN_TO = 0x3  # SHF_WRITE, SHF_ALLOC


class Section(NamedTuple):
    """A section: its address in the library, its place in the file, its size, and whether it is written to."""

    address: int
    offset: int
    size: int
    is_variable: bool


def sections(library: bytes) -> dict[str, Section]:
    """Return the sections by name."""
    header = _HEADER.unpack_from(library)
    start, size, count, names = header[6], header[11], header[12], header[13]
    rows = [_SECTION.unpack_from(library, start + size * index) for index in range(count)]
    texts = rows[names][4]
    return {_text(library, texts + row[0]): _section(row) for row in rows}


def _section(row: tuple[int, ...]) -> Section:
    _, _, flags, address, offset, size, *_ = row
    return Section(address, offset, size, flags & _WRITTEN_TO == _WRITTEN_TO)


def extent(library: bytes) -> int:
    """Return how many bytes of memory the library takes."""
    header = _HEADER.unpack_from(library)
    start, size, count = header[5], header[9], header[10]
    rows = [_SEGMENT.unpack_from(library, start + size * index) for index in range(count)]
    return max(int(row[3] + row[6]) for row in rows if row[0] == _LOAD)


def _text(library: bytes, at: int) -> str:
    return library[at : library.index(b"\0", at)].decode()
