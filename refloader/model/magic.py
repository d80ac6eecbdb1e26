"""Detects the kind of content of a file from its first bytes. Reads no file."""

import re
from enum import StrEnum


class Magic(StrEnum):
    """Kinds of content, in words that complete "it is"."""

    ELF = "an ELF file"
    PE = "a Windows library or program"
    MACHO = "a Mach-O file"
    SCRIPT = "a script"
    POINTER = "a pointer of Git LFS, which stands for the file"
    PAGE = "a page of the web (HTML)"
    TEXT = "a text file"
    ARCHIVE = "an archive"
    EMPTY = "an empty file"
    OTHER = "a file of an unknown kind"


_MACHO = frozenset({b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"})
_UNIVERSAL = frozenset({b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbf"})
MOST_ARCHITECTURES = 40
"""The most architectures in a universal file. Java class files begin alike, with their version (45 or more) there."""

_ARCHIVES = (
    *(b"!<arch>\n", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd", b"BZh"),
    *(b"\xed\xab\xee\xdb", b"MSCF", b"7z\xbc\xaf\x27\x1c", b"xar!"),
)
_TAR_MARK, _TAR = b"ustar", slice(257, 262)
_PAGE = re.compile(rb"\s*<(?:!doctype|html|head|\?xml|svg)", re.IGNORECASE)
_CONTROLS = frozenset({*range(9), *range(14, 27), *range(28, 32), 127})


def magic_of(head: bytes) -> Magic:
    """Return the kind of content of a file that begins with these bytes. Some kinds need more than 256 of them."""
    if head[:4] == b"\x7fELF":
        return Magic.ELF
    if head[:2] == b"MZ":
        return Magic.PE
    if head[:4] in _MACHO or is_universal(head):
        return Magic.MACHO
    if head.startswith(_ARCHIVES) or head[_TAR] == _TAR_MARK:
        return Magic.ARCHIVE
    return _text(head)


def is_universal(head: bytes) -> bool:
    """Return whether a file that begins with these bytes is a Mach-O file for several architectures."""
    return head[:4] in _UNIVERSAL and 0 < int.from_bytes(head[4:8], "big") <= MOST_ARCHITECTURES


def is_page(head: bytes) -> bool:
    """Whether a file is a page of the web, as a browser saves it in the place of the file itself."""
    return _PAGE.match(head) is not None


def _text(head: bytes) -> Magic:
    if not head:
        return Magic.EMPTY
    if head[:2] == b"#!":
        return Magic.SCRIPT
    if head.startswith(b"version https://git-lfs"):
        return Magic.POINTER
    if is_page(head):
        return Magic.PAGE
    wide = head[:2] in (b"\xff\xfe", b"\xfe\xff")  # a UTF-16 byte order mark
    return Magic.TEXT if wide or _CONTROLS.isdisjoint(head) else Magic.OTHER
