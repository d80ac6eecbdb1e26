"""Where the payload of an RPM package begins: behind a lead and two headers, of which only the sizes are read."""

import struct
from typing import IO

from refloader.host.archives.faults import PackageError

_LEAD = 96
_MARK = b"\x8e\xad\xe8"
_INTRODUCTION = 16
_ENTRY = 16


def payload_start(file: IO[bytes], size: int) -> int:
    """The place of the payload's first byte."""
    after_signature = _after_header(file, _LEAD, size)
    return _after_header(file, after_signature + -after_signature % 8, size)


def _after_header(file: IO[bytes], start: int, size: int) -> int:
    file.seek(start)
    introduction = file.read(_INTRODUCTION)
    if len(introduction) < _INTRODUCTION:
        raise PackageError("it is cut short")
    if not introduction.startswith(_MARK):
        raise PackageError("a header of the RPM package is damaged")
    entries, data = struct.unpack(">II", introduction[8:])
    end: int = start + _INTRODUCTION + entries * _ENTRY + data
    if end > size:
        raise PackageError("it is cut short")
    return end
