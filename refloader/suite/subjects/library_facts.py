"""Identifies the build of a library: digest, build id, names. Reads the file and never loads it."""

import os

from refloader.host.binaries.elf import build_id
from refloader.host.machines.real import RealHost
from refloader.model.library import Library
from refloader.sandbox.loader import identify_file


def library_facts(path: str) -> dict[str, object]:
    """Return path, sha256, size in bytes, build_id (hex), soname and needed (DT_NEEDED, in its order) of a library.

    Unknown facts are left out; the result for an empty path is empty.
    """
    if not path:
        return {}
    library = RealHost().library(path)
    read = library if isinstance(library, Library) else None
    found: dict[str, object] = {
        "path": path,
        "sha256": identify_file(path),
        "size": _size(path),
        "build_id": build_id(path),
        "soname": read.soname if read else "",
        "needed": list(read.needed) if read else [],
    }
    return {name: each for name, each in found.items() if each}


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0
