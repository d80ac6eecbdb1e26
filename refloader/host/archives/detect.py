"""Recognises packages by their first bytes or, less reliably, by their file names. Reads only the first bytes."""

import os
import re
from collections.abc import Set
from enum import StrEnum

from refloader.host.opening import open_regular

HEAD = 512
"""The number of bytes needed for recognition: the mark of a tar archive is at offset 257."""


class Format(StrEnum):
    """The format in which a package stores its members. The values are for messages."""

    AR = "an ar archive"
    RPM = "an RPM package"
    ZIP = "a zip archive"
    TAR = "a tar archive"
    CPIO = "a cpio archive"
    GZIP = "a gzip file"
    XZ = "an xz file"
    BZIP2 = "a bzip2 file"
    ZSTD = "a zstd file"
    LZMA = "an lzma file"


COMPRESSED = frozenset({Format.GZIP, Format.XZ, Format.BZIP2, Format.ZSTD, Format.LZMA})
_AR, _THIN_AR, _DEBIAN = b"!<arch>\n", b"!<thin>\n", b"debian-binary"
_MARKS = (
    (_AR, Format.AR),
    (b"\xed\xab\xee\xdb", Format.RPM),
    (b"PK\x03\x04", Format.ZIP),
    (b"PK\x05\x06", Format.ZIP),  # an empty one
    (b"\x1f\x8b", Format.GZIP),
    (b"\xfd7zXZ\0", Format.XZ),
    (b"BZh", Format.BZIP2),
    (b"\x28\xb5\x2f\xfd", Format.ZSTD),
    (b"070701", Format.CPIO),
    (b"070702", Format.CPIO),
    (b"\x5d\x00\x00", Format.LZMA),
)
_FOREIGN = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Windows Installer package (.msi)"),
    (b"MSCF", "a cabinet file"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"xar!", "a macOS installer package"),
    (b"hsqs", "a SquashFS image, as snaps are"),
    (b"flatpak\0", "a Flatpak bundle"),
)
_PACKED_LAYER = re.compile(r"(?:[^/]+/)?layer\.tar|[0-9a-f]{64}\.tar")
"""The name of a layer in what ``docker save`` and ``podman save`` write; in an OCI layout, it is a blob."""

_APP_IMAGES = (b"AI\1", b"AI\2")
"""What follows the identification of ELF in an AppImage, in bytes that ELF leaves to its users."""

_SUFFIXES = (
    *(".deb", ".udeb", ".ddeb", ".rpm", ".zip", ".whl", ".nupkg", ".conda", ".apk", ".aab", ".tar"),
    *(".msix", ".appx", ".msixbundle", ".appxbundle", ".tgz", ".tbz2", ".txz", ".tzst"),
    *(
        ".tar.gz",
        ".tar.xz",
        ".tar.bz2",
        ".tar.zst",
        ".tar.lzma",
        ".msi",
        ".cab",
        ".7z",
        ".rar",
        ".snap",
        ".flatpak",
    ),
)


def format_of(head: bytes) -> Format | None:
    """Return the format that the first bytes of a file indicate; None if it is neither a package nor part of one."""
    if head[257:262] == b"ustar":
        return Format.TAR
    return next((each for mark, each in _MARKS if head.startswith(mark)), None)


def foreign(head: bytes) -> str:
    """Describe a package in an unsupported format; empty for any other file."""
    if head.startswith(b"\x7fELF") and head[8:11] in _APP_IMAGES:
        return "an AppImage"
    return next((words for mark, words in _FOREIGN if head.startswith(mark)), "")


def named_as_package(name: str) -> bool:
    """Return True if the file name has a suffix of packages."""
    return name.lower().endswith(_SUFFIXES)


def is_package(path: str) -> bool:
    """Return True for a regular file with the first bytes or the suffix of a package. Does not block on a pipe."""
    head = _head(path)
    if head is None:
        return False
    known = format_of(head)
    certain = known is not None and known is not Format.LZMA  # other files may start with its mark
    return certain or bool(foreign(head)) or named_as_package(path)


def is_static_library(path: str) -> bool:
    """Return True for an archive of object files. A Debian package is such an archive, too, of other files."""
    head = None if named_as_package(path) else _head(path)
    return head is not None and head.startswith((_AR, _THIN_AR)) and not head.startswith(_AR + _DEBIAN)


def _head(path: str) -> bytes | None:
    """Return the first bytes of a regular file; None if it is none or cannot be read."""
    try:
        descriptor = open_regular(path)
    except (OSError, ValueError):
        return None
    try:
        return os.read(descriptor, HEAD)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def is_image(names: Set[str]) -> bool:
    """True if an archive with members of these names is a container image, whose layers are packed in it."""
    if "oci-layout" in names:
        return any(name.startswith("blobs/") for name in names)
    return "manifest.json" in names and any(_PACKED_LAYER.fullmatch(name) for name in names)
