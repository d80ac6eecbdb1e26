"""A package file: which format it has, and its members from front to back, however they are packed."""

import os
import stat
import weakref
import zipfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import IO

from refloader.host.archives import layouts
from refloader.host.archives.ar_members import data_of_deb
from refloader.host.archives.cpio_members import cpio_members, is_numbered, numbered_members
from refloader.host.archives.detect import COMPRESSED, HEAD, Format, foreign, format_of
from refloader.host.archives.entries import Entry
from refloader.host.archives.faults import Limits, PackageError
from refloader.host.archives.layout import Layout
from refloader.host.archives.rpm_payload import payload_start, rpm_files
from refloader.host.archives.streams import Counted, Section, unpacked
from refloader.host.archives.tar_members import tar_members
from refloader.host.archives.zip_members import open_zip, zip_member, zip_members
from refloader.host.opening import OPEN_FLAGS, reason_of

_CONDA = ("pkg-", ".tar.zst")


class Package:
    """A package of this machine. ``layout`` is None where only the names of its members tell."""

    def __init__(self, path: str, limits: Limits) -> None:
        self.path = path
        self._limits = limits
        self.layout: Layout | None = None
        self.zipped = False
        self.direct = False
        """Whether ``member`` can be asked, as of a zip archive; any other has to be read from its front."""
        self._links = True
        self._archive_at_hand: zipfile.ZipFile | None = None

    @property
    def strict(self) -> bool:
        """Whether it is an archive for no system in particular, whose names have to mean the same everywhere."""
        return self.layout is None

    def entries(self) -> Generator[Entry, None, None]:
        """The members in order; PackageError where it goes wrong, whatever the bytes are.

        Whoever stops early closes it, and the file with it.
        """
        with _faults(), self._opened() as file:
            yield from self._members(file, os.fstat(file.fileno()).st_size)

    def member(self, name: str) -> Entry:
        """The last member of a name, of a package that is ``direct``; PackageError as above.

        The archive stays open, so that a directory of many thousand members is read once for all that are asked for.
        """
        with _faults():
            if self._archive_at_hand is None:
                file = self._opened()
                weakref.finalize(self, file.close)
                self._archive_at_hand = open_zip(file, os.fstat(file.fileno()).st_size, self._limits)
            return zip_member(self._archive_at_hand, name, links=self._links)

    def _opened(self) -> IO[bytes]:
        descriptor = os.open(self.path, OPEN_FLAGS)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return os.fdopen(descriptor, "rb")
        os.close(descriptor)
        raise PackageError("it is no regular file")

    def _members(self, file: IO[bytes], size: int) -> Iterator[Entry]:
        head = file.read(HEAD)
        form = format_of(head)
        if form is Format.ZIP:
            return self._zip(file, size)
        if form is Format.AR:
            self.layout = layouts.DEBIAN
            data = data_of_deb(file)
            if data.start + data.size > size:
                raise PackageError("it is cut short")
            return self._stored(file, data.start, data.size)
        if form is Format.RPM:
            self.layout = layouts.RPM
            start = payload_start(file, size)
            payload = self._stream(file, start, size - start)
            if is_numbered(payload.peek(HEAD)):
                return numbered_members(payload, partial(rpm_files, file, size))
            return self._archive(payload)
        if form is None and not _is_old_tar(head):
            raise PackageError(_unknown(head))
        return self._stored(file, 0, size)

    def _zip(self, file: IO[bytes], size: int) -> Iterator[Entry]:
        self.zipped = True
        archive = open_zip(file, size, self._limits)
        inner = [info for info in archive.infolist() if _is_conda(info.filename)]
        if len(inner) == 1 and "metadata.json" in archive.namelist():
            self.layout = layouts.CONDA
            packed = inner[0].file_size
            return self._archive(unpacked(archive.open(inner[0]), Format.ZSTD, packed, self._limits))
        self.direct = True
        self._links = not any(
            name.endswith(".dist-info/WHEEL") for name in archive.namelist()
        )  # installers make none
        return zip_members(archive, links=self._links)

    def _stored(self, file: IO[bytes], start: int, size: int) -> Iterator[Entry]:
        """The members of an archive in a part of the file, compressed or not."""
        return self._archive(self._stream(file, start, size))

    def _stream(self, file: IO[bytes], start: int, size: int) -> Counted:
        """A part of the file as it was before it was compressed, if it was."""
        head = Section(file, start, size).read(HEAD)
        form = format_of(head)
        section = Section(file, start, size)
        if form in COMPRESSED:
            return unpacked(section, form, size, self._limits)
        return Counted(section, 0, self._limits)

    def _archive(self, stream: Counted) -> Iterator[Entry]:
        head = stream.peek(HEAD)
        form = format_of(head)
        if form is Format.CPIO:
            return cpio_members(stream)
        if form is Format.TAR or _is_old_tar(head):
            return tar_members(stream)
        if form is not None:
            raise PackageError(f"{form} is packed in it: unpack that and judge it by itself")
        raise PackageError("what is packed in it is no archive")


@contextmanager
def _faults() -> Iterator[None]:
    """Whatever goes wrong within is a PackageError."""
    try:
        yield
    except PackageError:
        raise
    except (OSError, ValueError) as error:
        raise PackageError(f"it cannot be read ({reason_of(error).lower()})") from None
    except Exception as error:  # the parsers raise whatever a hostile file leads them to
        raise PackageError(f"it is damaged ({type(error).__name__})") from None


def _is_old_tar(head: bytes) -> bool:
    """Whether it may be a tar archive that has no mark, as those of before 1988 and empty ones."""
    return len(head) == HEAD and (not head.strip(b"\0") or head[148:156].strip(b"\0 ").isdigit())


def _unknown(head: bytes) -> str:
    words = foreign(head)
    if words:
        return f"it is {words}, which is not read: unpack it and judge the folder"
    return "it is named as a package and is none that is known" if head else "it is empty"


def _is_conda(name: str) -> bool:
    return name.startswith(_CONDA[0]) and name.endswith(_CONDA[1])
