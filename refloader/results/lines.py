"""Opens a results file and yields its lines without parsing them. The file may contain anything, of any size."""

import gzip
import math
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gzip import GzipFile
from typing import BinaryIO, TypeAlias

from refloader.host.pipes import of_file_or_pipe

LONGEST = 1 << 26
"""The maximum length of a line in bytes. The longest lines of a run have some hundred thousand."""

DENSEST, ROOM = 200, 1 << 24
"""A file by gzip unpacks to at most so many times its size, or to the second number of bytes if that is more. Results
unpack to about 30 times their size; gzip can do 1,000."""

_SHORTEST = 64
"""What a line counts at least there: empty ones take time as well, and a result is longer."""

Heard: TypeAlias = Callable[[int], None]
"""A callback that receives the number of bytes of a file that have been read."""

_OFTEN = 256
"""The number of lines between two calls of the callback."""

_GZIP = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@contextmanager
def opened(path: str, heard: Heard | None = None) -> Iterator[Iterator[bytes]]:
    """Open a file, compressed by gzip or not, for iteration over its lines with their line breaks.

    A byte order mark is dropped. ``heard`` is called at intervals, unless the file is a pipe.

    Raises:
        OSError: the file cannot be read, or its gzip data is damaged. The iterator raises it as well.
        ValueError: the path is invalid, or a line or the file is too long (raised by the iterator).
    """
    with of_file_or_pipe(path) as file:
        if file.peek(len(_GZIP)).startswith(_GZIP):
            with gzip.open(file) as unpacked:
                lines = _unpacked(unpacked, _most(file))
                yield _told(lines, file, heard) if heard else lines
        else:
            yield _told(_lines(file), file, heard) if heard else _lines(file)


def _told(lines: Iterator[bytes], file: BinaryIO, heard: Heard) -> Iterator[bytes]:
    """Yield the same lines, and call ``heard`` at intervals."""
    for number, line in enumerate(lines, start=1):
        if not number % _OFTEN and file.seekable():
            heard(file.tell())
        yield line


def _lines(file: BinaryIO | GzipFile) -> Iterator[bytes]:
    first = file.readline(LONGEST)
    yield _short(first.removeprefix(_BYTE_ORDER_MARK))
    while line := file.readline(LONGEST):
        yield _short(line)


def _short(line: bytes) -> bytes:
    if len(line) >= LONGEST:
        raise ValueError(f"not a results file: a line of it has more than {LONGEST >> 20} MiB")
    return line


def _most(file: BinaryIO) -> float:
    """Return the bytes to which a file may unpack; what comes by a pipe has no size."""
    status = os.fstat(file.fileno())
    return max(DENSEST * status.st_size, ROOM) if stat.S_ISREG(status.st_mode) else math.inf


def _unpacked(file: GzipFile, most: float) -> Iterator[bytes]:
    try:
        for line in _lines(file):
            most -= max(len(line), _SHORTEST)
            if most < 0:
                raise ValueError(f"not a results file: it unpacks to more than {DENSEST} times its size")
            yield line
    except EOFError:  # a truncated file is read as a run without a footer
        return
    except (zlib.error, gzip.BadGzipFile) as error:
        raise OSError(0, "it is compressed by gzip and damaged") from error
