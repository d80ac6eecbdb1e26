"""Decides where a wheel installs its members (binary distribution format: The .dist-info and .data directories)."""

import re
from functools import partial

from refloader.host.archives.layout import Layout
from refloader.model.system import System

_TAG = re.compile(rb"^Tag:[ \t]*+(\S++)[ \t]*+\r?$", re.MULTILINE)
_PLATFORM = re.compile(rb"([a-z]++)[a-z0-9_.]*+")
_SYSTEMS = {
    b"win": System.WINDOWS,
    b"macosx": System.MACOS,
    b"linux": System.LINUX,
    b"manylinux": System.LINUX,
    b"musllinux": System.LINUX,
    b"android": System.ANDROID,
}
_PREFIX = "usr/local"
"""The assumed sys.prefix: that of an installation for all users, where loaders search."""
_WINDOWS_PREFIX = "Python"


def wheel_layout(wheel: bytes) -> Layout:
    """Return the layout of a wheel from its WHEEL file. A wheel for any system gets the layout for Linux."""
    tags = {match[1].rpartition(b"-") for match in _TAG.finditer(wheel)}
    platforms = {match[1] for head, _, last in tags if head and (match := _PLATFORM.fullmatch(last))}
    system = next((_SYSTEMS[each] for each in sorted(platforms) if each in _SYSTEMS), None)
    if system is System.WINDOWS:
        place = partial(_place, prefix=_WINDOWS_PREFIX, packages=f"{_WINDOWS_PREFIX}/Lib/site-packages")
        return Layout("a wheel", place, False, system)
    place = partial(_place, prefix=_PREFIX, packages=f"{_PREFIX}/lib/python3/site-packages")
    return Layout("a wheel", place, True, system)


def _place(path: str, *, prefix: str, packages: str) -> str | None:
    top, _, rest = path.partition("/")
    if not top.endswith(".data") or not rest:
        return f"{packages}/{path}"
    scheme, _, inside = rest.partition("/")
    if not inside:
        return None
    if scheme in ("purelib", "platlib"):
        return f"{packages}/{inside}"
    folder = {"data": prefix, "scripts": f"{prefix}/bin", "headers": f"{prefix}/include"}.get(scheme)
    return f"{folder}/{inside}" if folder else None
