"""Finds the payload of an RPM package, which follows a lead and two headers, and reads the files from the second."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from refloader.host.archives.faults import PackageError

_LEAD = 96
_MARK = b"\x8e\xad\xe8"
_INTRODUCTION = 16
_ENTRY = 16
_HEADER_LIMIT = 64 << 20
_MODES, _SIZES, _LONG_SIZES, _TARGETS, _INODES = 1030, 1028, 5008, 1036, 1096
_FOLDER_OF, _NAMES, _FOLDERS = 1116, 1117, 1118
_STRING, _STRINGS = 6, 8
_ARCH = 1022
_WANTED = frozenset({_MODES, _SIZES, _LONG_SIZES, _TARGETS, _INODES, _FOLDER_OF, _NAMES, _FOLDERS, _ARCH})
_NUMBERS = {3: "H", 4: "I", 5: "Q"}
_LONGEST_PATH = 4096
"""The maximum length of a path. Many files may lie in one folder, so paths can take far more than the header."""


@dataclass(frozen=True, slots=True)
class RpmFile:
    """A file as listed in the header. Of several hard links, only the one with ``holds`` has the content."""

    folder: str
    base: str
    mode: int
    size: int
    target: str
    inode: int
    holds: bool

    @property
    def name(self) -> str:
        """The path of the file; it is put together when it is needed. Raises PackageError if it is too long."""
        if len(self.folder) + len(self.base) > _LONGEST_PATH:
            raise PackageError(f"it has a path of more than the {_LONGEST_PATH} characters that are read")
        return self.folder + self.base


def payload_start(file: IO[bytes], size: int) -> int:
    """Return the offset of the payload."""
    header, length = _header(file, _behind_signature(file, size), size)
    return header + length


def architecture_of_rpm(file: IO[bytes], size: int) -> str:
    """Return the processor that the header names; empty if it names none."""
    start, length = _header(file, _behind_signature(file, size), size)
    file.seek(start)
    try:
        return _Tags(file.read(min(length, _HEADER_LIMIT))).text(_ARCH)
    except (KeyError, IndexError, ValueError, struct.error):
        return ""


def rpm_files(file: IO[bytes], size: int) -> tuple[RpmFile, ...]:
    """Return the files of the header in order. Raises PackageError if the header is incomplete."""
    start, length = _header(file, _behind_signature(file, size), size)
    if length > _HEADER_LIMIT:
        raise PackageError("the header of the RPM package is larger than is read")
    file.seek(start)
    try:
        return tuple(_files(_Tags(file.read(length))))
    except (KeyError, IndexError, ValueError, struct.error):
        raise PackageError("the header of the RPM package does not tell its files") from None


def _behind_signature(file: IO[bytes], size: int) -> int:
    start, length = _header(file, _LEAD, size)
    return start + length + -length % 8


def _header(file: IO[bytes], start: int, size: int) -> tuple[int, int]:
    """Return the offset and size of a header."""
    file.seek(start)
    introduction = file.read(_INTRODUCTION)
    if len(introduction) < _INTRODUCTION:
        raise PackageError("it is cut short")
    if not introduction.startswith(_MARK):
        raise PackageError("a header of the RPM package is damaged")
    entries, data = struct.unpack(">II", introduction[8:])
    length: int = _INTRODUCTION + entries * _ENTRY + data
    if start + length > size:
        raise PackageError("it is cut short")
    return start, length


class _Tags:
    """The content of a header, by tag number (RPM package format: Header)."""

    def __init__(self, data: bytes) -> None:
        (entries,) = struct.unpack(">I", data[8:12])
        index = data[_INTRODUCTION : _INTRODUCTION + entries * _ENTRY]
        self._store = data[_INTRODUCTION + entries * _ENTRY :]
        rows = struct.iter_unpack(">IIII", index)
        self._index = {tag: (kind, at, count) for tag, kind, at, count in rows if tag in _WANTED}

    def __contains__(self, tag: int) -> bool:
        return tag in self._index

    def numbers(self, tag: int) -> tuple[int, ...]:
        """Return the numbers of a tag."""
        kind, at, count = self._index[tag]
        return struct.unpack_from(f">{count}{_NUMBERS[kind]}", self._store, at)

    def text(self, tag: int) -> str:
        """Return the one string of a tag."""
        kind, at, _ = self._index[tag]
        if kind != _STRING:
            raise ValueError
        return self._store[at : self._store.index(b"\0", at)].decode("utf-8", "replace")

    def texts(self, tag: int) -> list[str]:
        """Return the strings of a tag."""
        kind, at, count = self._index[tag]
        if kind != _STRINGS:
            raise ValueError
        texts = self._store[at:].split(b"\0", count)[:count]
        return [text.decode("utf-8", "surrogateescape") for text in texts]


def _files(tags: _Tags) -> Iterator[RpmFile]:
    folders = tags.texts(_FOLDERS)
    names = list(zip(tags.numbers(_FOLDER_OF), tags.texts(_NAMES), strict=True))
    sizes = tags.numbers(_LONG_SIZES if _LONG_SIZES in tags else _SIZES)
    inodes = tags.numbers(_INODES)
    last = {inode: number for number, inode in enumerate(inodes)}
    rows = zip(names, tags.numbers(_MODES), sizes, tags.texts(_TARGETS), inodes, strict=True)
    for number, ((at, name), mode, size, target, inode) in enumerate(rows):
        yield RpmFile(folders[at], name, mode, size, target, inode, last[inode] == number)
