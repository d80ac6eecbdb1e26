"""Reads ar archives, as far as Debian packages need it (deb(5))."""

from collections.abc import Iterator
from typing import IO, NamedTuple

from refloader.host.archives.faults import PackageError
from refloader.model.text import visible

_START = 8
_HEADER = 60
_MOST = 100
"""The maximum number of members read; a Debian package has three, and perhaps a signature."""


class ArMember(NamedTuple):
    """The name of a member, and the position and size of its content in the file."""

    name: str
    start: int
    size: int


def ar_members(file: IO[bytes]) -> Iterator[ArMember]:
    """Yield the members in order. Raises PackageError for a damaged archive."""
    at = _START
    for _ in range(_MOST):
        file.seek(at)
        header = file.read(_HEADER)
        if not header:
            return
        if len(header) < _HEADER or header[58:] != b"`\n" or not header[48:58].strip().isdigit():
            raise PackageError("a header of its ar archive is damaged")
        size = int(header[48:58])
        name = header[:16].decode("ascii", "replace").rstrip().removesuffix("/")
        yield ArMember(name, at + _HEADER, size)
        at += _HEADER + size + size % 2
    raise PackageError(f"its ar archive has more than {_MOST} members")


def data_of_deb(file: IO[bytes]) -> ArMember:
    """Return the member with the files that a Debian package installs. Raises PackageError if there is none."""
    found = ""
    for number, member in enumerate(ar_members(file)):
        if number == 0 and member.name != "debian-binary":
            raise PackageError("it is an ar archive and no Debian package: debian-binary does not come first")
        if member.name == "data.tar" or member.name.startswith("data.tar."):
            return member
        found = member.name
    raise PackageError(f"it is cut short: there is no data.tar after {visible(found) or 'its first bytes'}")
