"""Reads the members of a tar archive sequentially, with Python's tarfile. Extracts nothing."""

import re
import tarfile
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from refloader.host.archives.entries import Entry, Sort
from refloader.host.archives.faults import PackageError
from refloader.host.archives.streams import Counted, Guarded, Stream

_LONG = (
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
)
_HEADER_LIMIT = 1 << 20
"""The maximum size of a name or of attributes that precede a member; tarfile holds them in memory."""
_GLOBAL_LIMIT = 1000
_SIZE_LIMIT = 1 << 38
_BLOCK = 512
_LENGTH = re.compile(rb"([0-9]{1,20}) ")
_SPARSE = frozenset({"GNU.sparse.map", "GNU.sparse.size", "GNU.sparse.major"})
_SPARSE_LIMIT = 1000
"""The maximum number of blocks, of 21 entries each, in the map of a sparse file. Such files are skipped, not read."""


class _Info(tarfile.TarInfo):
    """A header that rejects what tarfile would read without a limit or mistake for the end of the archive."""

    _sparse_structs: tuple[object, bool, int]

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Any:
        """Parse the header in a block. Raises PackageError if it is damaged."""
        return _parsed(partial(super().frombuf, buf, encoding, errors))

    @classmethod
    def _frombuf(cls, buf: bytes, encoding: str, errors: str, **options: Any) -> Any:
        """Do the same for Python 3.13.5 and other releases of 2025 and later, which call this in its stead."""
        return _parsed(partial(super()._frombuf, buf, encoding, errors, **options))  # type: ignore[misc]

    def _block(self, count: int) -> Any:
        """Return the room that so many bytes take; newer releases of Python end the archive if it is negative."""
        _check_bytes(count)
        return super()._block(count)  # type: ignore[misc]

    def _proc_member(self, archive: tarfile.TarFile) -> Any:
        _check_size(self)
        if self.type in _LONG and self.size > _HEADER_LIMIT:
            raise PackageError(f"a name or its attributes take {self.size} bytes, more than are read")
        if self.type == tarfile.XGLTYPE:
            known = archive.pax_headers
            if len(known) > _GLOBAL_LIMIT or sum(map(len, known.values())) + self.size > _HEADER_LIMIT:
                raise PackageError("it has more attributes for the whole archive than are read")
        return super()._proc_member(archive)  # type: ignore[misc]

    def _proc_pax(self, archive: Any) -> Any:
        """Read the attributes before a member, in linear time: Python before 3.11.10 takes hours for long numbers."""
        data = archive.fileobj.read(self._block(self.size))[: self.size]
        if len(data) < self.size:
            raise PackageError("it is cut short")
        own = dict(_attributes(data))
        if self.type == tarfile.XGLTYPE:
            archive.pax_headers.update(own)
        attributes = {**archive.pax_headers, **own}
        try:
            member = self.fromtarfile(archive)
        except tarfile.HeaderError as error:
            raise tarfile.SubsequentHeaderError(str(error)) from None  # type: ignore[attr-defined]
        if _SPARSE & attributes.keys():
            member.sparse = b""
        if self.type != tarfile.XGLTYPE:
            self._apply(attributes, member, archive)
        return member

    def _apply(self, attributes: dict[str, str], member: Any, archive: Any) -> None:
        """Give a member its attributes. One that changes its size moves the header that follows."""
        member._apply_pax_info(attributes, archive.encoding, archive.errors)
        member.offset = self.offset
        if "size" in attributes:
            has_content = member.isreg() or member.type not in tarfile.SUPPORTED_TYPES
            archive.offset = member.offset_data + (member._block(member.size) if has_content else 0)

    def _proc_sparse(self, archive: Any) -> Any:
        _, more, size = self._sparse_structs
        blocks = 0
        while more:
            block = archive.fileobj.read(_BLOCK)
            blocks += 1
            if len(block) < _BLOCK or blocks > _SPARSE_LIMIT:
                raise PackageError("the map of a sparse file is cut short, or larger than is read")
            more = bool(block[504])
        self.offset_data = archive.fileobj.tell()
        archive.offset = self.offset_data + self._block(self.size)
        self.size, self.sparse = size, b""
        return self


def tar_members(stream: Counted) -> Iterator[Entry]:
    """Yield the members in order. Raises PackageError for a damaged archive."""
    with tarfile.open(fileobj=stream, mode="r|", tarinfo=_Info, bufsize=_BLOCK * 512) as archive:  # type: ignore[call-overload]
        end = 0
        while (info := _next(archive)) is not None:
            archive.members.clear()  # tarfile would hold every header in memory
            if not info.issparse():
                _check_size(info)  # pax attributes may override the size in the header
            end = info.offset_data + (info.size if info.isreg() and not info.issparse() else 0)
            yield _entry(archive, info)
        if end > stream.total:
            raise PackageError("it is cut short")


def _attributes(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield names and values of attributes (pax, "Extended Header"). Raises PackageError if they are damaged."""
    at = 0
    while at < len(data) and data[at]:
        length = _LENGTH.match(data, at)
        end = at + int(length[1]) if length else 0
        record = data[length.end() : end] if length else b""
        name, equals, value = record.partition(b"=")
        if not equals or end > len(data) or not value.endswith(b"\n"):
            raise PackageError("the attributes of a member are damaged")
        yield name.decode("utf-8", "surrogateescape"), value[:-1].decode("utf-8", "surrogateescape")
        at = end


def _next(archive: tarfile.TarFile) -> tarfile.TarInfo | None:
    try:
        return archive.next()
    except tarfile.ReadError as error:
        cut = "end of data" in str(error)
        raise PackageError("it is cut short" if cut else f"it is damaged ({error})") from None


def _parsed(parse: Callable[[], Any]) -> Any:
    try:
        return parse()
    except tarfile.HeaderError as error:
        if isinstance(error, (tarfile.EmptyHeaderError, tarfile.EOFHeaderError)):  # type: ignore[attr-defined]
            raise
        raise PackageError(f"a header is damaged ({error})") from None


def _check_size(info: tarfile.TarInfo) -> None:
    """Reject an invalid size: tarfile does not notice the end of the stream and would skip bytes forever."""
    _check_bytes(info.size)


def _check_bytes(size: int) -> None:
    if not 0 <= size <= _SIZE_LIMIT:
        raise PackageError(f"a member states a size of {size} bytes")


def _entry(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Entry:
    if info.isreg():
        return Entry(
            info.name,
            Sort.FILE,
            info.size,
            open=partial(_open, archive, info),
            mode=info.mode,
            is_roots=info.gid == 0,
        )
    if info.isdir():
        return Entry(info.name, Sort.FOLDER, mode=info.mode, is_roots=info.gid == 0)
    if info.issym():
        return Entry(info.name, Sort.LINK, target=info.linkname)
    if info.islnk():
        return Entry(info.name, Sort.HARD_LINK, target=info.linkname)
    return Entry(info.name, Sort.OTHER if info.isdev() else Sort.UNKNOWN)


def _open(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Stream:
    if info.issparse():
        raise PackageError("it is stored as a sparse file, which is not read")
    file = archive.extractfile(info)  # opens a stream and writes nothing
    if file is None:
        raise PackageError("it is no regular file")
    return Guarded(file)
