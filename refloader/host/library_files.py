"""Reads the static facts of a library file of any system, by what its first bytes say it is. Never loads it."""

import os
import stat

from refloader.host.opening import OPEN_FLAGS, failure
from refloader.host.port import Failure, Trouble
from refloader.model.library import Library
from refloader.model.magic import Magic, magic_of

_ENOUGH = 512


def read_library_file(path: str) -> Library | Failure:
    """The facts of the file at the path; pipes, devices and folders are refused without waiting."""
    try:
        descriptor = os.open(path, OPEN_FLAGS)
    except (OSError, ValueError) as error:
        return failure(error)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return Failure(Trouble.NOT_A_FILE)
        magic = magic_of(os.read(descriptor, _ENOUGH))
        return _read(descriptor, path, magic)
    except OSError as error:
        return failure(error)
    finally:
        os.close(descriptor)


def _read(descriptor: int, path: str, magic: Magic) -> Library | Failure:
    """Parsers are rarely needed and slow to import."""
    if magic is Magic.ELF:
        from refloader.host.elf import read_stream

        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            return read_stream(stream, path)
    if magic in (Magic.PE, Magic.MACHO):
        from refloader.host.binaries import MOST_BYTES, read_foreign

        size = os.fstat(descriptor).st_size
        if size > MOST_BYTES:
            return Failure(Trouble.TOO_LARGE, f"{size} bytes, more than the {MOST_BYTES} that are read")
        return read_foreign(path, magic)
    return Failure(Trouble.OTHER, str(magic))
