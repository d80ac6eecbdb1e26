"""Sequential streams: parts of a file and decompressed data, with limits on how many bytes they produce."""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable
from importlib import import_module
from typing import IO, Any, Protocol

from refloader.host.archives.detect import Format
from refloader.host.archives.faults import Limits, NoReaderError, PackageError

_CHUNK = 1 << 18
_XZ_MEMORY = 192 << 20
"""The memory limit in bytes for unpacking xz; ``xz -9`` needs 65 MiB."""

BROKEN = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)
"""The exceptions that the standard library's decompressors raise for invalid data."""


class Stream(Protocol):
    """A stream that is read sequentially."""

    def read(self, size: int = -1, /) -> bytes:
        """Read at most ``size`` bytes; return none at the end."""
        ...


class Guarded:
    """The content of a member; exceptions of the underlying library become PackageError."""

    def __init__(self, file: Stream) -> None:
        self._file = file

    def read(self, size: int = -1, /) -> bytes:
        """Read at most ``size`` bytes."""
        try:
            return self._file.read(size)
        except PackageError:
            raise
        except Exception as error:  # zipfile and tarfile raise whatever a hostile file leads them to
            raise PackageError(f"it is damaged ({str(error) or type(error).__name__})") from None


class Section:
    """A part of an open, seekable file."""

    def __init__(self, file: IO[bytes], start: int, size: int) -> None:
        self._file = file
        self._at = start
        self._left = size

    def read(self, size: int = -1, /) -> bytes:
        """Read at most ``size`` bytes of the part."""
        wanted = self._left if size < 0 else min(size, self._left)
        self._file.seek(self._at)
        data = self._file.read(wanted)
        self._at += len(data)
        self._left -= len(data)
        return data


class Counted:
    """A stream that counts its bytes and raises PackageError if they exceed the limits.

    ``packed`` is the size before decompression, or 0 if the source is not compressed.
    """

    def __init__(self, source: Stream, packed: int, limits: Limits) -> None:
        self._source = source
        self._packed = packed
        self._limits = limits
        self._ahead = b""
        self.total = 0

    def peek(self, size: int) -> bytes:
        """Return the next bytes without consuming them."""
        while len(self._ahead) < size and (more := self._take(size - len(self._ahead))):
            self._ahead += more
        return self._ahead[:size]

    def read(self, size: int = -1, /) -> bytes:
        """Read ``size`` bytes, fewer only at the end."""
        data = self._ahead[:size] if size >= 0 else self._ahead
        self._ahead = self._ahead[len(data) :]
        parts = [data]
        left = size - len(data) if size >= 0 else _CHUNK
        while left > 0 and (more := self._take(min(left, _CHUNK))):
            parts.append(more)
            left -= len(more) if size >= 0 else 0
        data = b"".join(parts)
        self.total += len(data)
        return data

    def exactly(self, size: int) -> bytes:
        """Read exactly ``size`` bytes. Raises PackageError if the stream ends earlier."""
        data = self.read(size)
        if len(data) < size:
            raise PackageError("it is cut short")
        return data

    def skip(self, size: int) -> None:
        """Skip ``size`` bytes."""
        while size > 0:
            size -= len(self.exactly(min(size, _CHUNK)))

    def _take(self, size: int) -> bytes:
        try:
            data = self._source.read(size)
        except EOFError:
            raise PackageError("it is cut short") from None
        except BROKEN as error:
            raise PackageError(f"what is packed is damaged ({_words(error)})") from None
        except Exception as error:  # zstandard's exception class, which exists only if zstandard is installed
            raise PackageError(f"what is packed is damaged ({type(error).__name__})") from None
        self._check(self.total + len(self._ahead) + len(data))
        return data

    def _check(self, total: int) -> None:
        limits = self._limits
        if total > limits.unpacked:
            raise PackageError(f"it unpacks to more than {limits.unpacked >> 20} MiB")
        if self._packed and total > limits.ratio_from and total > self._packed * limits.ratio:
            raise PackageError(
                f"it unpacks to more than {limits.ratio} times its size, as bombs do: {self._packed} bytes "
                f"have become {total}"
            )


def _words(error: BaseException) -> str:
    return str(error).lower().rstrip(".") or type(error).__name__


class _Xz:
    """Decompresses xz or lzma data, with a limit on the memory that a hostile header can request."""

    def __init__(self, source: Stream, form: int) -> None:
        self._source = source
        self._form = form
        self._unpack = self._new()

    def _new(self) -> lzma.LZMADecompressor:
        return lzma.LZMADecompressor(self._form, memlimit=_XZ_MEMORY)

    def read(self, size: int = -1, /) -> bytes:
        """Read at most ``size`` bytes, across all streams of the file."""
        while True:
            if self._unpack.eof:
                rest = (self._unpack.unused_data or self._source.read(_CHUNK)).lstrip(b"\0")
                if not rest:
                    return b""
                self._unpack = self._new()
            elif self._unpack.needs_input:
                rest = self._source.read(_CHUNK)
                if not rest:
                    raise EOFError
            else:
                rest = b""
            data = self._unpack.decompress(rest, size)
            if data:
                return data


def _zstd(source: Stream) -> Stream:
    try:
        opened: Stream = import_module("compression.zstd").ZstdFile(source)  # Python 3.14 and later
        return opened
    except ImportError:
        pass
    try:
        zstandard: Any = import_module("zstandard")
    except ImportError:
        wanted = "pip install zstandard, or Python 3.14"
        raise NoReaderError(
            f"it is packed with zstd, and refloader has nothing that reads this: {wanted}"
        ) from None
    reader: Stream = zstandard.ZstdDecompressor().stream_reader(source, read_across_frames=True)
    return reader


_UNPACKERS: dict[Format, Callable[[Any], Stream]] = {
    Format.GZIP: lambda source: gzip.GzipFile(fileobj=source, mode="rb"),
    Format.BZIP2: lambda source: bz2.BZ2File(source),
    Format.XZ: lambda source: _Xz(source, lzma.FORMAT_XZ),
    Format.LZMA: lambda source: _Xz(source, lzma.FORMAT_ALONE),
    Format.ZSTD: _zstd,
}


def unpacked(source: Stream, form: Format, packed: int, limits: Limits) -> Counted:
    """Return the decompressed data of a stream with that format and size, with limits."""
    return Counted(_UNPACKERS[form](source), packed, limits)
