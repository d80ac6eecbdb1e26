"""Reads the members of a zip archive from its central directory, with Python's zipfile. Extracts nothing."""

import stat
import zipfile
from collections.abc import Iterator
from functools import partial
from typing import IO, cast

from refloader.host.archives.entries import SPECIAL_FILES, Entry, Sort
from refloader.host.archives.faults import Limits, PackageError
from refloader.host.archives.streams import Guarded, Stream

_DIRECTORY_LIMIT = 24 << 20
"""The maximum size of a central directory in bytes: enough for 200,000 members with names of 70 bytes."""
_TOO_LARGE = f"its directory takes more than the {_DIRECTORY_LIMIT >> 20} MiB that are read"
_END = b"PK\x05\x06"
_END_SIZE = 22
_ENCRYPTED = 0x1
_UNIX = 3
_TARGET_LIMIT = 1 << 16


class _Bounded:
    """A file that is read in parts of limited size.

    The directory is one part, and it is zipfile that decides where the directory is: several places of an archive
    can state its size.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        """Read a part. Raises PackageError if it is larger than a directory may be."""
        data = self._file.read(min(size, _DIRECTORY_LIMIT + 1) if size >= 0 else _DIRECTORY_LIMIT + 1)
        if len(data) > _DIRECTORY_LIMIT:
            raise PackageError(_TOO_LARGE)
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to another place of the file."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """Return the place in the file."""
        return self._file.tell()

    def seekable(self) -> bool:
        """Return True: packages are regular files."""
        return True


def open_zip(file: IO[bytes], size: int, limits: Limits) -> zipfile.ZipFile:
    """Open the archive. Raises PackageError if its directory is damaged, or its members exceed a limit or overlap."""
    _check_directory(file, size)
    try:
        archive = zipfile.ZipFile(cast(IO[bytes], _Bounded(file)))
    except PackageError:
        raise
    except Exception as error:  # zipfile raises whatever a hostile file leads it to
        raise PackageError(f"its directory is damaged ({str(error) or type(error).__name__})") from None
    infos = archive.infolist()
    unpacked = sum(each.file_size for each in infos)
    if unpacked > limits.unpacked:
        raise PackageError(
            f"it unpacks to {unpacked >> 20} MiB, more than the {limits.unpacked >> 20} that are read"
        )
    if unpacked > limits.ratio_from and unpacked > size * limits.ratio:
        raise PackageError(
            f"it unpacks to more than {limits.ratio} times its size, as bombs do: {size} bytes become {unpacked}"
        )
    if sum(each.compress_size for each in infos) > size:
        raise PackageError("its members overlap, as bombs do")
    return archive


def _check_directory(file: IO[bytes], size: int) -> None:
    start = max(0, size - _END_SIZE - 0xFFFF)
    file.seek(start)
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0:
        raise PackageError("it is cut short: a zip archive ends with its directory, and there is none")
    stated = int.from_bytes(tail[at + 12 : at + 16], "little")
    if min(stated, start + at) > _DIRECTORY_LIMIT:
        raise PackageError(_TOO_LARGE)


def zip_members(archive: zipfile.ZipFile, *, links: bool) -> Iterator[Entry]:
    """Yield the members in the order of the directory. ``links`` is true if installers create symbolic links."""
    for info in archive.infolist():
        yield _entry(archive, info, links)


def zip_member(archive: zipfile.ZipFile, name: str, *, links: bool) -> Entry:
    """Return the last member with that name. Raises PackageError if there is none."""
    try:
        return _entry(archive, archive.getinfo(name), links)
    except KeyError:
        raise PackageError("it is no longer in the package") from None


def _entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, links: bool) -> Entry:
    if info.filename.endswith("/"):
        return Entry(info.filename, Sort.FOLDER)
    mode = info.external_attr >> 16 if info.create_system == _UNIX else 0
    opener = partial(_open, archive, info)
    if links and stat.S_ISLNK(mode):
        target = read_member(opener, _TARGET_LIMIT).decode("utf-8", "surrogateescape")
        return Entry(info.filename, Sort.LINK, target=target)
    if stat.S_IFMT(mode) in SPECIAL_FILES:
        return Entry(info.filename, Sort.OTHER)
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFLNK):
        return Entry(info.filename, Sort.UNKNOWN)
    return Entry(info.filename, Sort.FILE, info.file_size, open=opener)


def read_member(opener: partial[Stream], limit: int) -> bytes:
    """Return the first bytes of a member; empty if it cannot be read."""
    try:
        return opener().read(limit)
    except PackageError:
        return b""


def _open(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Stream:
    if info.flag_bits & _ENCRYPTED:
        raise PackageError("it is encrypted")
    try:
        return Guarded(archive.open(info))
    except Exception as error:  # zipfile raises whatever a hostile file leads it to
        raise PackageError(f"it is damaged ({str(error) or type(error).__name__})") from None
