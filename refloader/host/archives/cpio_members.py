"""Reads cpio archives in the "new" formats sequentially, as the payload of RPM packages.

In a payload with files larger than 4 GiB, and in every payload of newer packages, a member's header contains only a
number; the header of the RPM package has the other facts.
"""

import re
import stat
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from refloader.host.archives.entries import SPECIAL_FILES, Entry, Sort
from refloader.host.archives.faults import PackageError
from refloader.host.archives.rpm_payload import RpmFile
from refloader.host.archives.streams import Counted

_MARKS = (b"070701", b"070702")
_NUMBERED = b"07070X"
_NUMBERED_HEADER = 14
_HEADER = 110
_NAME_LIMIT = 1 << 16
_TARGET_LIMIT = 1 << 16
_NAMES_LIMIT, _LENGTH_LIMIT = 100_000, 32 << 20
"""The most names of files whose content comes later, and the most characters of all of them."""
_END = b"TRAILER!!!"
_DIGITS = re.compile(rb"[0-9A-Fa-f]+")
"""What numbers consist of. Python would also read a sign, and a size below zero is one without an end."""
_DAMAGED = "a header of its cpio payload is damaged"


class _Header(NamedTuple):
    number: int
    mode: int
    links: int
    size: int
    name_size: int


class _Content:
    """The content of one member. Reading the next member skips the rest of it."""

    def __init__(self, stream: Counted, size: int) -> None:
        self._stream = stream
        self.left = size

    def read(self, size: int = -1, /) -> bytes:
        """Read at most ``size`` bytes of the member."""
        wanted = self.left if size < 0 else min(size, self.left)
        data = self._stream.exactly(wanted)
        self.left -= len(data)
        return data


class _Waiting:
    """The names of files whose content comes later, by inode number."""

    def __init__(self) -> None:
        self.names: dict[int, list[str]] = {}
        self._left, self._room = _NAMES_LIMIT, _LENGTH_LIMIT

    def add(self, number: int, name: str) -> None:
        """Add a name. Raises PackageError if there are too many."""
        self._left -= 1
        self._room -= len(name)
        if self._left < 0 or self._room < 0:
            raise PackageError("it has more names of files that come later than are read")
        self.names.setdefault(number, []).append(name)


def cpio_members(stream: Counted) -> Iterator[Entry]:
    """Yield the members in order. Of a file's hard links, the last has the content, so the others follow it."""
    waiting = _Waiting()
    while True:
        header = _header(stream.exactly(_HEADER))
        name = _name(stream, header)
        if name == _END.decode():
            break
        content = _Content(stream, header.size)
        if stat.S_ISREG(header.mode) and header.links > 1 and not header.size:
            waiting.add(header.number, name)
            continue
        yield _entry(name, header, content)
        stream.skip(content.left + -header.size % 4)
        if header.links > 1 and header.size:
            others = waiting.names.pop(header.number, [])
            yield from (Entry(other, Sort.HARD_LINK, target=name) for other in others)
    for names in waiting.names.values():
        yield from (Entry(name, Sort.FILE, open=lambda: _Content(stream, 0)) for name in names)


def is_numbered(head: bytes) -> bool:
    """Return True if the members' headers contain only numbers that refer to the header of the RPM package."""
    return head.startswith(_NUMBERED)


def numbered_members(stream: Counted, files: Callable[[], Sequence[RpmFile]]) -> Iterator[Entry]:
    """Yield the members in order. ``files`` returns the files in the header of the RPM package."""
    known = files()
    waiting = _Waiting()
    while is_numbered(stream.peek(len(_NUMBERED))):
        file = _numbered(stream.exactly(_NUMBERED_HEADER), known)
        stream.skip(-_NUMBERED_HEADER % 4)
        if stat.S_ISREG(file.mode) and not file.holds:
            waiting.add(file.inode, file.name)
            continue
        size = file.size if stat.S_ISREG(file.mode) or stat.S_ISLNK(file.mode) else 0
        content = _Content(stream, size)
        yield _entry(file.name, _Header(file.inode, file.mode, 1, size, 0), content)
        stream.skip(content.left + -size % 4)
        if stat.S_ISREG(file.mode):
            others = waiting.names.pop(file.inode, [])
            yield from (Entry(other, Sort.HARD_LINK, target=file.name) for other in others)
    if not stream.peek(6).startswith(_MARKS):  # the trailer has the usual header
        raise PackageError("it is cut short")


def _numbered(data: bytes, known: Sequence[RpmFile]) -> RpmFile:
    number = data[len(_NUMBERED) :]
    if not _DIGITS.fullmatch(number) or int(number, 16) >= len(known):
        raise PackageError(_DAMAGED)
    return known[int(number, 16)]


def _header(data: bytes) -> _Header:
    if not data.startswith(_MARKS) or not _DIGITS.fullmatch(data, 6):
        raise PackageError(_DAMAGED)
    fields = [int(data[at : at + 8], 16) for at in range(6, _HEADER, 8)]
    return _Header(fields[0], fields[1], fields[4], fields[6], fields[11])


def _name(stream: Counted, header: _Header) -> str:
    if not 0 < header.name_size <= _NAME_LIMIT:
        raise PackageError(f"a name takes {header.name_size} bytes, more than are read")
    data = stream.exactly(header.name_size)
    stream.skip(-(_HEADER + header.name_size) % 4)
    return data.split(b"\0")[0].decode("utf-8", "surrogateescape")


def _entry(name: str, header: _Header, content: _Content) -> Entry:
    if stat.S_ISREG(header.mode):
        return Entry(name, Sort.FILE, header.size, open=lambda: content, mode=stat.S_IMODE(header.mode))
    if stat.S_ISDIR(header.mode):
        return Entry(name, Sort.FOLDER, mode=stat.S_IMODE(header.mode))
    if stat.S_ISLNK(header.mode):
        target = content.read(min(header.size, _TARGET_LIMIT))
        return Entry(name, Sort.LINK, target=target.decode("utf-8", "surrogateescape"))
    return Entry(name, Sort.OTHER if stat.S_IFMT(header.mode) in SPECIAL_FILES else Sort.UNKNOWN)
