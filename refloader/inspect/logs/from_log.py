"""Reads a pasted log, a file or standard input, and builds a recorded machine from it."""

import contextlib
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from refloader.host.machines.real import RealHost
from refloader.host.port import Content, Failure, Trouble
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.line_prefixes import text_of
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.system_information import log_of_report
from refloader.inspect.logs.wholes.log_machine import machine_of
from refloader.model.recorded import Recorded

NOTHING = "nothing in it is of a loader or of vulkaninfo: run the program with VK_LOADER_DEBUG=all"
EMPTY = "the log is empty; a loader prints to standard error: VK_LOADER_DEBUG=all PROGRAM > FILE 2>&1"

LOG_LIMIT = 1 << 23
"""The most bytes of a log that is read as a whole; a run with all messages prints about 200 kB."""
HALF = LOG_LIMIT // 2
"""How much of the beginning and of the end of a larger one is read."""
_MOST, _PIECE = 1 << 32, 1 << 20
_START = re.compile(rb"Vulkan Loader Version \d")
_OF_LOADER = re.compile(rb"\[Vulkan Loader\]|^(?:LAYER|DRIVER): | \| (?:LAYER|DRIVER): ", re.MULTILINE)
_NEAR, _START_LIMIT = 1 << 14, 1 << 18
"""How near to what is left out lines of a loader are, if they may go on there, and how much a start of one prints."""


class LogError(Exception):
    """The log cannot be read, or has no output of a loader or of vulkaninfo."""


def read_log(path: str) -> Recorded:
    """Return the machine that a log describes; ``-`` is standard input. Raises LogError."""
    log = read(text_of(whole_of(_pieces(path))))
    if not (log.searches or log.manifests or log.inserted or log.versions or log.available or log.devices):
        raise LogError(NOTHING if log.lines else EMPTY)
    return machine_of(log)


def log_at(path: str) -> Log:
    """Return the facts in a log; ``-`` is standard input. Raises LogError if it cannot be read.

    Of a large one, the first and the last ``HALF`` bytes are read.
    """
    head, skipped, tail = ends_of(_unpacked(_pieces(path)))
    if not skipped:
        text = text_of(head + tail)
        return log_of_report(text) or read(text)
    head, cut = _before_last_start(head)
    dropped, tail = _from_first_start(tail)
    before, skipped = _ends_in(head), skipped + cut + dropped
    # An empty line stands for those that are left out, so that nothing goes on behind them.
    log = read(text_of(head + b"\n" + tail), (before + 1, skipped - 1))
    log.unread = before + 1, before + skipped
    return log


def _before_last_start(head: bytes) -> tuple[bytes, int]:
    """Return a beginning without the last start of a loader, if it may go on in what is left out; and its lines."""
    low = max(0, len(head) - _START_LIMIT)
    starts = [*_START.finditer(head, low)] if _OF_LOADER.search(head[-_NEAR:]) else []
    at = head.rfind(b"\n", 0, starts[-1].start()) + 1 if starts else len(head)
    return head[:at], _ends_in(head[at:])


def _from_first_start(tail: bytes) -> tuple[int, bytes]:
    """Return the lines of a start of a loader whose beginning is left out, and the end of a text without them."""
    first = _OF_LOADER.search(tail, 0, _NEAR)
    start = _START.search(tail, 0, 2 * _NEAR) if first is not None else None
    at = tail.rfind(b"\n", 0, start.start()) + 1 if start is not None else 0
    return _ends_in(tail[:at]), tail[at:]


def whole_of(pieces: Iterator[bytes]) -> bytes:
    """Return the content of a log of up to ``LOG_LIMIT`` bytes. Raises LogError if it has more."""
    first = next(pieces, b"")
    data = bytearray()
    for piece in _unpacked(chain([first], pieces)):
        data += piece
        if len(data) > LOG_LIMIT:
            raise LogError(_TOO_MUCH_INSIDE if first.startswith(_GZIP) else _TOO_MUCH)
    return bytes(data)


def ends_of(pieces: Iterable[bytes]) -> tuple[bytes, int, bytes]:
    """Return the whole lines at the beginning of a text, how many follow that are left out, and those at its end.

    None is left out of up to ``LOG_LIMIT`` bytes. Raises LogError if the text is too large for any answer, or large
    and in an encoding in which bytes do not show where lines end.
    """
    head, tail, size, skipped = bytearray(), bytearray(), 0, 0
    for piece in pieces:
        size += len(piece)
        room = HALF - len(head)
        head += piece[:room]
        tail += piece[room:]
        if size > LOG_LIMIT and (b"\0" in head[:1000] or head.startswith((b"\xff\xfe", b"\xfe\xff"))):
            raise LogError(_TOO_MUCH)
        if size > _MOST:
            raise LogError(f"more than {_MOST} bytes{_A_PART}")
        if len(tail) > 4 * HALF:
            skipped += _cut(tail, len(tail) - HALF)
    if size <= LOG_LIMIT:
        return bytes(head + tail), 0, b""
    end = tail.find(b"\n", max(0, len(tail) - HALF - 1)) + 1
    skipped += _cut(tail, end) if end else _ends_in(tail) + 1  # the last line is longer than what is read
    return bytes(head[: head.rfind(b"\n") + 1]), skipped, bytes(tail) if end else b""


def _cut(tail: bytearray, at: int) -> int:
    """Remove what stands before an offset, and return how many lines end in it."""
    at -= tail[at - 1 : at] == b"\r"
    lines = _ends_in(tail[:at])
    del tail[:at]
    return lines


def _ends_in(data: bytes | bytearray) -> int:
    """Return how many lines end in a part of a text."""
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")


def _pieces(path: str) -> Iterator[bytes]:
    """Yield the bytes of a log, however large it is."""
    answer = RealHost().read(path, LOG_LIMIT) if path != "-" else None
    if isinstance(answer, Content):
        yield answer.data
    elif isinstance(answer, Failure) and answer.trouble is not Trouble.TOO_LARGE:
        raise LogError(_failure(answer))
    elif answer is None and sys.stdin is None:
        raise LogError("standard input is closed")
    else:
        with contextlib.ExitStack() as stack:
            stream = sys.stdin.buffer if answer is None else stack.enter_context(Path(path).open("rb"))
            while piece := stream.read(_PIECE):
                yield piece


def _unpacked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the content of a log that gzip has compressed, a piece at a time; any other as it is."""
    first = next(pieces, b"")
    if not first.startswith(_GZIP):
        yield first
        yield from pieces
        return
    try:
        yield from _members(chain([first], pieces))
    except zlib.error as problem:
        raise LogError(f"it is compressed and damaged: {problem}") from None


def _members(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield what gzip has compressed: several members stand in logs that were joined."""
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    for piece in pieces:
        left = piece
        while left:
            yield unpack.decompress(left, _PIECE)
            left = unpack.unconsumed_tail
            if unpack.eof and unpack.unused_data.startswith(_GZIP):
                left = unpack.unused_data
                unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)


def _failure(answer: Failure) -> str:
    gone = "there is no such file" if answer.trouble is Trouble.MISSING else ""
    part = _A_PART if answer.trouble is Trouble.TOO_LARGE else ""
    return (gone or answer.detail or str(answer.trouble)) + part


_GZIP = b"\x1f\x8b"
_CUT = "; cut out the part in which the program starts and fails, for example: "
_A_PART = f"{_CUT}head -c 8M FILE > PART"
_TOO_MUCH = f"more than the {LOG_LIMIT} bytes that are read{_A_PART}"
_TOO_MUCH_INSIDE = (
    f"unpacked, more than the {LOG_LIMIT} bytes that are read{_CUT}zcat FILE | head -c 8M > PART"
)
