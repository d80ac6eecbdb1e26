"""Opens a results file and gives its lines. Never makes sense of one; a file may hold anything and be of any size."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gzip import GzipFile
from typing import BinaryIO, TypeAlias

LONGEST = 1 << 26
"""Bytes of a line at most: one of a run has some hundred thousand, and what is no results file can be one line."""

Heard: TypeAlias = Callable[[int], None]
"""Takes how many bytes of a file have been read."""

_OFTEN = 256
"""Lines between two words on that."""

_GZIP = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@contextmanager
def opened(path: str, heard: Heard | None = None) -> Iterator[Iterator[bytes]]:
    """The lines of a file, which may be compressed by gzip, with their line breaks. A byte order mark is left out.

    ``heard`` is told now and then how many bytes of the file have been read, where the file is no pipe.

    Raises:
        OSError: the file cannot be read, or what is compressed is damaged. Raised by the lines, too.
        ValueError: a line is too long (raised by the lines), or the path is one that no system can hold.
    """
    with open(path, "rb") as file:
        if file.peek(len(_GZIP)).startswith(_GZIP):
            with gzip.open(file) as unpacked:
                yield _told(_unpacked(unpacked), file, heard) if heard else _unpacked(unpacked)
        else:
            yield _told(_lines(file), file, heard) if heard else _lines(file)


def _told(lines: Iterator[bytes], file: BinaryIO, heard: Heard) -> Iterator[bytes]:
    """The same lines, with a word on how far it is."""
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


def _unpacked(file: GzipFile) -> Iterator[bytes]:
    try:
        yield from _lines(file)
    except EOFError:  # a run that has no end, as any that was cut
        return
    except (zlib.error, gzip.BadGzipFile) as error:
        raise OSError(0, "it is compressed by gzip and damaged") from error
