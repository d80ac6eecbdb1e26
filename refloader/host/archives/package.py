"""Opens a package file: recognises its format, unpacks it as a stream, and yields its members in order."""

import os
import re
import weakref
import zipfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import IO

from refloader.host.archives import layouts
from refloader.host.archives.ar_members import ar_members, data_of_deb
from refloader.host.archives.cpio_members import cpio_members, is_numbered, numbered_members
from refloader.host.archives.detect import COMPRESSED, HEAD, Format, foreign, format_of
from refloader.host.archives.entries import Entry
from refloader.host.archives.faults import Limits, NoReaderError, PackageError
from refloader.host.archives.layout import Layout
from refloader.host.archives.rpm_payload import architecture_of_rpm, payload_start, rpm_files
from refloader.host.archives.streams import Counted, Section, unpacked
from refloader.host.archives.tar_members import tar_members
from refloader.host.archives.zip_members import open_zip, zip_member, zip_members
from refloader.host.opening import open_regular, reason_of

_CONTROL_LIMIT = 1 << 20
_CONDA = ("pkg-", ".tar.zst")


class Package:
    """A package file on this machine. ``layout`` is None if the format alone does not decide it."""

    def __init__(self, path: str, limits: Limits) -> None:
        self.path = path
        self._limits = limits
        self.layout: Layout | None = None
        self.zipped = False
        self.direct = False
        """True for a zip archive, whose members ``member`` can open directly; others are read sequentially."""
        self.architecture = ""
        """The processor that the package says it is for, as its format calls it; empty if it does not."""
        self._links = True
        self._archive_at_hand: zipfile.ZipFile | None = None

    @property
    def strict(self) -> bool:
        """True for an archive that is for no particular system, whose names must mean the same on every system."""
        return self.layout is None

    def entries(self) -> Generator[Entry, None, None]:
        """Yield the members in order. Raises only PackageError, whatever the content of the file.

        Close the generator to stop early; that also closes the file.
        """
        with _faults(), self._opened() as file:
            yield from self._members(file, os.fstat(file.fileno()).st_size)

    def member(self, name: str) -> Entry:
        """Return the last member with that name, of a ``direct`` package. Raises only PackageError.

        The archive stays open, so that its directory, which may be large, is read once for all members.
        """
        with _faults():
            if self._archive_at_hand is None:
                file = self._opened()
                weakref.finalize(self, file.close)
                self._archive_at_hand = open_zip(file, os.fstat(file.fileno()).st_size, self._limits)
            return zip_member(self._archive_at_hand, name, links=self._links)

    def _opened(self) -> IO[bytes]:
        return os.fdopen(open_regular(self.path), "rb")

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
            self.architecture = self._architecture_of_deb(file, size)
            return self._stored(file, data.start, data.size)
        if form is Format.RPM:
            self.layout = layouts.RPM
            start = payload_start(file, size)
            self.architecture = architecture_of_rpm(file, size)
            payload = self._stream(file, start, size - start)
            if is_numbered(payload.peek(HEAD)):
                return numbered_members(payload, partial(rpm_files, file, size))
            return self._archive(payload)
        if form is None and not _is_old_tar(head):
            raise _unknown(head)
        return self._stored(file, 0, size)

    def _architecture_of_deb(self, file: IO[bytes], size: int) -> str:
        """Return the architecture in the control file of a Debian package; empty if that cannot be read."""
        try:
            with _faults():
                part = next(each for each in ar_members(file) if each.name.startswith("control.tar"))
                members = self._stored(file, part.start, min(part.size, size - part.start))
                control = next(each for each in members if each.name.removeprefix("./") == "control")
                text = control.open().read(_CONTROL_LIMIT).decode("utf-8", "replace")
        except (StopIteration, PackageError):
            return ""
        found = re.search(r"^Architecture:[ \t]*([\w-]+)[ \t]*$", text, re.MULTILINE | re.IGNORECASE)
        return found[1] if found else ""

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
        )  # wheel installers create no links
        return zip_members(archive, links=self._links)

    def _stored(self, file: IO[bytes], start: int, size: int) -> Iterator[Entry]:
        """Return the members of the archive in a part of the file, which may be compressed."""
        return self._archive(self._stream(file, start, size))

    def _stream(self, file: IO[bytes], start: int, size: int) -> Counted:
        """Return a part of the file as a stream, decompressed if necessary."""
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
    """Convert every exception raised in the context to a PackageError."""
    try:
        yield
    except PackageError:
        raise
    except (OSError, ValueError) as error:
        raise PackageError(f"it cannot be read ({reason_of(error).lower()})") from None
    except Exception as error:  # the parsers raise whatever a hostile file leads them to
        raise PackageError(f"it is damaged ({type(error).__name__})") from None


def _is_old_tar(head: bytes) -> bool:
    """Return True if it may be a tar archive without a mark: one from before 1988, or an empty one."""
    return len(head) == HEAD and (not head.strip(b"\0") or head[148:156].strip(b"\0 ").isdigit())


def _unknown(head: bytes) -> PackageError:
    """Return what to raise for a file without the mark of a package that is read."""
    words = foreign(head)
    if words:
        return NoReaderError(f"it is {words}, which is not read: unpack it and judge the folder")
    if not head:
        return PackageError("it is empty")
    return PackageError(
        "it has the file name of a package and the content of something else: build or download it again"
    )


def _is_conda(name: str) -> bool:
    return name.startswith(_CONDA[0]) and name.endswith(_CONDA[1])
