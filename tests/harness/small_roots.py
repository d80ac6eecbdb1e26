"""Small root filesystems out of this machine's own C library, and ELF files that are only a header. Never a test."""

import os
import re
import shutil
import struct
import sys
from pathlib import Path

from refloader.host.machines.real import RealHost
from refloader.inspect.libraries.linking import Linker
from refloader.native.dropin import dropin_library
from refloader.sandbox.targets.roots import interpreter

LOADER = "/usr/lib/libvulkan.so.1"
_LIBRARIES = (
    "libc.so.6",
    "libm.so.6",
    "libpthread.so.0",
    "libdl.so.2",
    "librt.so.1",
    "libutil.so.1",
    "libgcc_s.so.1",
)
_BANNER = re.compile(rb"(GNU C Library [^\n\0]{0,200}?\bversion )(\d+\.\d+)")


def linker() -> str:
    """The path of the dynamic linker that this interpreter names."""
    return interpreter(os.path.realpath(sys.executable))


def small_root(folder: Path, version: bytes = b"") -> Path:
    """Fill a folder with the dynamic linker and the C library of this machine, which may state another version."""
    for path in (linker(), *filter(None, (Linker(RealHost({})).find(name, "") for name in _LIBRARIES))):
        place = folder / path[1:]
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
        place.chmod(0o755)
        if version and place.name == "libc.so.6":
            old = place.read_bytes()
            place.write_bytes(_BANNER.sub(lambda found: found[1] + version.ljust(len(found[2]), b"."), old))
    return folder


def with_loader(root: Path) -> Path:
    """Add the drop-in library as the loader of a root."""
    place = root / LOADER[1:]
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(dropin_library(), place)
    return root


def header(bits: int, machine: int) -> bytes:
    """The header of a shared library for a processor, by its number in ELF files."""
    start = b"\x7fELF" + bytes([bits // 32, 1, 1]) + bytes(9)
    return start + struct.pack("<HHI", 3, machine, 1) + bytes(64)
