"""The container of a claim: a zip file in one fixed form, so that the same members give the same bytes. No I/O.

Any zip reader can open it. The reader here accepts only that form: no bytes before, between or after the members,
plain relative names in order, no links, and correct sizes. In a bundle that can be read, every byte is covered by a
name, a checksum, or the content of a member.
"""

import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from refloader.results.mistaken import is_page

FIRST = "claim.json"
"""The first member of every bundle; the others follow, sorted by name."""

MOST_MEMBERS = 4096
LARGEST = 1 << 30
"""The maximum size in bytes of a bundle, and of all its members unpacked."""

LARGEST_TEXT = 16 << 20
"""The maximum size in bytes of the first member, and of each expectation file."""

_FREE, _MOST_RATIO = 64 << 20, 150
"""The compression limit: members may unpack to ``_FREE`` bytes, plus ``_MOST_RATIO`` bytes per byte of the bundle."""

_LONGEST_NAME = 200
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)*", re.ASCII)

# PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_CENTRAL = struct.Struct("<4sHHHHHHIIIHHHHHII")
_END = struct.Struct("<4sHHHHIIH")
_VERSION, _DEFLATED, _DATE = 20, 8, 0x0021
"""Version 2.0; the method deflate; 1 January 1980, the earliest date of the format."""

_MADE_BY, _FILE = 3 << 8 | _VERSION, 0o100644 << 16
"""Made on Unix; a regular file with mode 0644."""

START = _LOCAL.size + len(FIRST)
"""The bytes at the start of a file that tell whether it may be a bundle."""

_PAGE = "; it is a page for readers, which proves nothing: ask for what refloader claim wrote"


class NotABundleError(Exception):
    """The data is not a claim bundle. The message is for the user."""


class DamagedError(Exception):
    """The data starts like a claim bundle but is damaged. The message is for the user."""


class TooLargeError(Exception):
    """The members are too many or too large for a bundle. The message is for the user."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """The position of a member: ``packed`` and ``size`` are in bytes, ``offset`` is that of its local header."""

    name: bytes
    crc: int
    packed: int
    size: int
    offset: int

    @property
    def start(self) -> int:
        return self.offset + _LOCAL.size + len(self.name)

    @property
    def end(self) -> int:
        return self.start + self.packed

    @property
    def local(self) -> bytes:
        """The local header, which precedes the content."""
        numbers = (_VERSION, 0, _DEFLATED, 0, _DATE, self.crc, self.packed, self.size, len(self.name), 0)
        return _LOCAL.pack(b"PK\3\4", *numbers) + self.name

    @property
    def central(self) -> bytes:
        """The entry in the central directory."""
        same = (_VERSION, 0, _DEFLATED, 0, _DATE, self.crc, self.packed, self.size, len(self.name))
        return _CENTRAL.pack(b"PK\1\2", _MADE_BY, *same, 0, 0, 0, 0, _FILE, self.offset) + self.name


def packed(members: Mapping[str, bytes]) -> bytes:
    """Return the bundle of these members, which must include ``FIRST``.

    Raises:
        TooLargeError: the bundle would exceed the limits of the reader.
        ValueError: a member's name is not allowed.
    """
    out, entries = bytearray(), list[_Entry]()
    for name in (FIRST, *sorted(members.keys() - {FIRST})):
        if not _is_name(name):
            raise ValueError(f"no name of a member: {name}")
        data = members[name]
        deflated = _deflated(data)
        entry = _Entry(name.encode(), zlib.crc32(data), len(deflated), len(data), len(out))
        entries.append(entry)
        out += entry.local + deflated
    out += _directory(entries, len(out))
    problem = _too_much(entries, len(out))
    if problem:
        raise TooLargeError(problem)
    return bytes(out)


def _deflated(data: bytes) -> bytes:
    making = zlib.compressobj(6, zlib.DEFLATED, -15)
    return making.compress(data) + making.flush()


def _directory(entries: list[_Entry], offset: int) -> bytes:
    rows = b"".join(entry.central for entry in entries)
    number = len(entries)
    return rows + _END.pack(b"PK\5\6", 0, 0, number, number, len(rows), offset, 0)


def _is_name(name: str) -> bool:
    return len(name) <= _LONGEST_NAME and _NAME.fullmatch(name) is not None


def _too_much(entries: list[_Entry], length: int) -> str:
    """Return which limit of the reader the bundle exceeds, or an empty string."""
    whole = sum(entry.size for entry in entries)
    if len(entries) > MOST_MEMBERS:
        return f"it has more than {MOST_MEMBERS} members"
    if max(whole, length) > LARGEST:
        return f"its members are {max(whole, length):,} bytes, and a bundle holds {LARGEST:,}"
    if whole > _FREE + length * _MOST_RATIO:
        return f"its {length:,} bytes would unpack to {whole:,}"
    return ""


def require_start(data: bytes) -> None:
    """Check the first ``START`` bytes of a bundle, or more. Raises NotABundleError."""
    if len(data) < START or data[:4] != b"PK\3\4" or data[_LOCAL.size : START] != FIRST.encode():
        hint = _PAGE if is_page(data) else ""
        raise NotABundleError(f"it does not begin as a claim bundle does, with {FIRST}{hint}")


class Bundle:
    """A bundle, whose members are unpacked one at a time on request.

    Raises:
        NotABundleError: the data is not a bundle.
        DamagedError: the data differs from the output of ``packed`` in more than the level of compression.
    """

    def __init__(self, data: bytes) -> None:
        require_start(data)
        self._data = data
        self._entries = self._read()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the members, in order."""
        return tuple(self._entries)

    def __contains__(self, name: str) -> bool:
        """True if there is a member of that name."""
        return name in self._entries

    def size(self, name: str) -> int:
        """Return the unpacked size of an existing member in bytes."""
        return self._entries[name].size

    def read(self, name: str) -> bytes:
        """Return the content of an existing member. Raises DamagedError."""
        entry = self._entries[name]
        opening = zlib.decompressobj(-15)
        try:
            found = opening.decompress(self._data[entry.start : entry.end], entry.size + 1)
        except zlib.error:
            raise DamagedError(f"{name}: what is packed is damaged") from None
        if not opening.eof or opening.unused_data or len(found) != entry.size:
            raise DamagedError(f"{name}: it is not as large as the bundle says")
        if zlib.crc32(found) != entry.crc:
            raise DamagedError(f"{name}: its checksum is another one")
        return found

    def _read(self) -> dict[str, _Entry]:
        entries = list(islice(self._walked(), MOST_MEMBERS + 1))
        problem = _too_much(entries, len(self._data))
        if problem:
            raise DamagedError(problem)
        if self._data[entries[-1].end :] != _directory(entries, entries[-1].end):
            raise DamagedError("its directory does not tell what is in it")
        return {entry.name.decode(): entry for entry in entries}

    def _walked(self) -> Iterator[_Entry]:
        """Yield the members from the start of the file; check the form and the order of each."""
        offset, before = 0, ""
        while self._data[offset : offset + 4] == b"PK\3\4":
            entry = self._entry(offset)
            name = entry.name.decode("ascii", "replace")
            if not _is_name(name) or entry.local != self._data[offset : entry.start]:
                raise DamagedError(f"the member at byte {offset} is not as a claim bundle has it")
            if offset and (name == FIRST or name <= before):
                raise DamagedError(f"the member at byte {offset} is out of order, or there twice")
            yield entry
            offset, before = entry.end, name if offset else ""

    def _entry(self, offset: int) -> _Entry:
        if offset + _LOCAL.size > len(self._data):
            raise DamagedError("it ends in the middle of a member")
        crc, size_packed, size, length, _ = _LOCAL.unpack_from(self._data, offset)[6:]
        start = offset + _LOCAL.size
        entry = _Entry(self._data[start : start + length], crc, size_packed, size, offset)
        if len(entry.name) < length or entry.end > len(self._data):
            raise DamagedError("it ends in the middle of a member")
        return entry
