"""Tells from the first bytes of a file what kind of content it holds. Reads no file."""

from enum import StrEnum


class Magic(StrEnum):
    """Kinds of content, in words that complete "it is"."""

    ELF = "an ELF file"
    PE = "a Windows library or program"
    MACHO = "a Mach-O file"
    SCRIPT = "a script"
    POINTER = "a pointer of Git LFS, which stands for the file"
    TEXT = "a text file"
    ARCHIVE = "an archive"
    EMPTY = "an empty file"
    OTHER = "a file of an unknown kind"


_MACHO = frozenset({b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"})
_UNIVERSAL = frozenset({b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbf"})
MOST_ARCHITECTURES = 40
"""In a universal file; a class file of Java, which begins alike, has its version there, 45 or more."""

_ARCHIVES = (
    *(b"!<arch>\n", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd", b"BZh"),
    *(b"\xed\xab\xee\xdb", b"MSCF", b"7z\xbc\xaf\x27\x1c", b"xar!"),
)
_TAR_MARK, _TAR = b"ustar", slice(257, 262)
_CONTROLS = frozenset({*range(9), *range(14, 27), *range(28, 32), 127})


def magic_of(head: bytes) -> Magic:
    """What a file that begins with these bytes holds; some hundred of them tell more than four do."""
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
    """Whether the bytes are the begin of a Mach-O file for several architectures."""
    return head[:4] in _UNIVERSAL and 0 < int.from_bytes(head[4:8], "big") <= MOST_ARCHITECTURES


def _text(head: bytes) -> Magic:
    if not head:
        return Magic.EMPTY
    if head[:2] == b"#!":
        return Magic.SCRIPT
    if head.startswith(b"version https://git-lfs"):
        return Magic.POINTER
    wide = head[:2] in (b"\xff\xfe", b"\xfe\xff")  # UTF-16 by its mark
    return Magic.TEXT if wide or _CONTROLS.isdisjoint(head) else Magic.OTHER
