"""Says why nothing more can be written to a folder, and what to do about it; and whether memory ran out."""

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import PurePath

_PROBE = 1 << 18
"""The bytes that are written to find out. The results of a case have a few thousand."""

_REASONS = {
    errno.ENOSPC: "its file system is full",
    errno.EDQUOT: "this user's quota on its file system is used up",
    errno.EROFS: "its file system is read-only",
    errno.EACCES: "this user may not write to it",
    errno.EPERM: "this user may not write to it",
    errno.ENOENT: "it is missing",
    errno.ENOTDIR: "it is no folder",
}


def problem_of(folder: str, error: OSError) -> str:
    """Return a clause on an error of writing to a folder."""
    why = _REASONS.get(error.errno or 0) or (error.strerror or str(error))
    return f"nothing more can be written to {folder}: {why}"


def temporary_problem(error: OSError, folder: str = "") -> str:
    """Return what to do about an error in the folder for temporary files."""
    if folder or (error.filename and error.errno in _REASONS):
        where = folder or str(PurePath(os.fspath(error.filename)).parent)
        return f"{problem_of(where, error)}; make room there, or set TMPDIR to another folder"
    return "no folder for temporary files can be written to; set TMPDIR to one that has room"


def ended_for_memory() -> int:
    """Return how many processes the kernel has ended for want of memory; 0 where it does not say so."""
    with suppress(OSError, ValueError), open("/proc/vmstat", encoding="ascii") as file:
        return next((int(line.split()[1]) for line in file if line.startswith("oom_kill ")), 0)
    return 0


def problem(folder: str) -> OSError | None:
    """Write some data to the folder, and return the error if it fails."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_PROBE))
            file.flush()
    except OSError as error:
        return error
    return None
