"""Builds a recorded machine from a pasted log: a file, or standard input."""

import sys
import zlib

from refloader.host.machines.real import RealHost
from refloader.host.port import Content, Failure, Trouble
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.line_prefixes import text_of
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.system_information import log_of_report
from refloader.inspect.logs.wholes.log_machine import machine_of
from refloader.model.recorded import Recorded

NOTHING = "nothing in it is of a loader or of vulkaninfo: run the program with VK_LOADER_DEBUG=all"

LOG_LIMIT = 1 << 23
"""The most bytes of a log; a run with all messages prints about 200 kB."""


class LogError(Exception):
    """The log cannot be read, or has no output of a loader or of vulkaninfo."""


def read_log(path: str) -> Recorded:
    """Return the machine that a log describes; ``-`` is standard input. Raises LogError."""
    return recorded_of(_standard_input() if path == "-" else _file(path))


def recorded_of(data: bytes) -> Recorded:
    """Return the machine that a log describes. Raises LogError if it has no output of a loader or of vulkaninfo."""
    log = read(text_of(data))
    if not (log.searches or log.manifests or log.inserted or log.versions or log.available or log.devices):
        raise LogError(NOTHING)
    return machine_of(log)


def log_at(path: str) -> Log:
    """Return the facts in a log; ``-`` is standard input. Raises LogError if it cannot be read."""
    text = text_of(_standard_input() if path == "-" else _file(path))
    return log_of_report(text) or read(text)


def _file(path: str) -> bytes:
    answer = RealHost().read(path, LOG_LIMIT)
    if isinstance(answer, Failure):
        gone = "there is no such file" if answer.trouble is Trouble.MISSING else ""
        part = _A_PART if answer.trouble is Trouble.TOO_LARGE else ""
        raise LogError((gone or answer.detail or str(answer.trouble)) + part)
    assert isinstance(answer, Content)
    return unpacked(answer.data)


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise LogError("standard input is closed")
    data = sys.stdin.buffer.read(LOG_LIMIT + 1)
    if len(data) > LOG_LIMIT:
        raise LogError(_TOO_MUCH)
    return unpacked(data)


_GZIP = b"\x1f\x8b"
_CUT = "; cut out the part in which the program starts and fails, for example: "
_A_PART = f"{_CUT}head -c 8M FILE > PART"
_TOO_MUCH = f"more than the {LOG_LIMIT} bytes that are read{_A_PART}"
_TOO_MUCH_INSIDE = (
    f"unpacked, more than the {LOG_LIMIT} bytes that are read{_CUT}zcat FILE | head -c 8M > PART"
)


def unpacked(data: bytes) -> bytes:
    """Return the content of a log that gzip has compressed; any other as it is. Raises LogError."""
    if not data.startswith(_GZIP):
        return data
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        text = unpack.decompress(data, LOG_LIMIT + 1)
    except zlib.error as problem:
        raise LogError(f"it is compressed and damaged: {problem}") from None
    if len(text) > LOG_LIMIT:
        raise LogError(_TOO_MUCH_INSIDE)
    return text
