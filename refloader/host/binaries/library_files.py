"""Reads the static facts of a library file in the format that its first bytes indicate. Never loads the file."""

import os

from refloader.host.opening import Remembered
from refloader.host.port import Failure, Trouble
from refloader.model.library import Library
from refloader.model.magic import Magic, magic_of

_ENOUGH = 512


def read_library_file(path: str) -> Library | Failure:
    """Return the facts of the file at the path; pipes, devices and folders are rejected without blocking."""
    return _LIBRARIES.of(path)


def _read(descriptor: int, path: str) -> Library | Failure:
    """Read the facts with the parser of the file's format. Parsers are slow to import, so they are imported here."""
    magic = magic_of(os.read(descriptor, _ENOUGH))
    if magic is Magic.ELF:
        from refloader.host.binaries.elf import read_descriptor

        return read_descriptor(descriptor, path)
    if magic in (Magic.PE, Magic.MACHO):
        from refloader.host.binaries.pe_and_mach_o import MOST_BYTES, read_foreign

        size = os.fstat(descriptor).st_size
        if size > MOST_BYTES:
            return Failure(Trouble.TOO_LARGE, f"{size} bytes, more than the {MOST_BYTES} that are read")
        return read_foreign(path, magic)
    return Failure(Trouble.OTHER, str(magic))


_LIBRARIES = Remembered(_read, 16)
"""A run of the suite asks for the facts of one library several times, and a driver's tables take long to read."""
