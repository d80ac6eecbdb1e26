"""Writes small macOS libraries, for tests of reading them. Never reads one."""

import struct
from collections.abc import Sequence

X86_64, ARM64, I386 = 0x01000007, 0x0100000C, 7
DYLIB, BUNDLE, PROGRAM = 6, 8, 2
_ID, _LOAD, _RPATH, _SYMTAB, _SEGMENT_64, _SEGMENT = 0xD, 0xC, 0x8000001C, 2, 0x19, 1
_DYLD_INFO, _WEAK = 0x80000022, 0x80000018


def macho(
    exports: Sequence[str] = (),
    *,
    machine: int = ARM64,
    kind: int = DYLIB,
    name: str = "@rpath/libsmall.dylib",
    needed: Sequence[str] = (),
    weak: Sequence[str] = (),
    rpath: Sequence[str] = (),
    trie: bool = False,
) -> bytes:
    """A file with load commands and a table of symbols; with ``trie`` what it exports stands in a trie alone."""
    wide = machine >> 24 == 1
    start = 32 if wide else 28
    loads = [_library(_ID, name)] if name else []
    loads += [_library(_LOAD, each) for each in needed] + [_library(_WEAK, each) for each in weak]
    loads += [_padded(struct.pack("<III", _RPATH, 0, 12) + each.encode() + b"\0") for each in rpath]
    room = (72 if wide else 56) + 24 + (48 if trie else 0)
    at = -(-(start + sum(map(len, loads)) + room) // 16) * 16
    table, count, strings = _symbols([] if trie else exports, wide)
    tree = _trie(exports) if trie else b""
    tail = table + strings + tree
    loads.append(_linkedit(wide, at, len(tail)))
    loads.append(struct.pack("<IIIIII", _SYMTAB, 24, at, count, at + len(table), len(strings)))
    if trie:
        place = at + len(table) + len(strings)
        loads.append(struct.pack("<12I", _DYLD_INFO, 48, *[0] * 8, place, len(tree)))
    commands = b"".join(loads)
    magic = 0xFEEDFACF if wide else 0xFEEDFACE
    header = struct.pack("<7I", magic, machine, 0, kind, len(loads), len(commands), 0x85)
    return (header.ljust(start, b"\0") + commands).ljust(at, b"\0") + tail


def fat(*parts: tuple[int, bytes], count: int | None = None) -> bytes:
    """A universal file of parts by machine; ``count`` is what it says of their number."""
    rows, body, at = [], b"", 4096
    for machine, data in parts:
        rows.append(struct.pack(">5I", machine, 0, at + len(body), len(data), 12))
        body += data + bytes(-len(data) % 4096)
    head = struct.pack(">II", 0xCAFEBABE, len(parts) if count is None else count) + b"".join(rows)
    return head.ljust(4096, b"\0") + body


def _padded(command: bytes) -> bytes:
    """A command with its size in it."""
    whole = command + bytes(-len(command) % 8)
    return whole[:4] + struct.pack("<I", len(whole)) + whole[8:]


def _library(command: int, name: str) -> bytes:
    return _padded(struct.pack("<6I", command, 0, 24, 0, 0x10000, 0x10000) + name.encode() + b"\0")


def _linkedit(wide: bool, at: int, size: int) -> bytes:
    if wide:
        row = struct.pack(
            "<II16sQQQQIIII", _SEGMENT_64, 72, b"__LINKEDIT", 0x4000, 0x4000, at, size, 1, 1, 0, 0
        )
    else:
        row = struct.pack("<II16sIIIIIIII", _SEGMENT, 56, b"__LINKEDIT", 0x4000, 0x4000, at, size, 1, 1, 0, 0)
    return row


def _symbols(exports: Sequence[str], wide: bool) -> tuple[bytes, int, bytes]:
    """Defined and undefined symbols with one that is private, how many they are, and their names."""
    strings, rows = b"\0", b""
    every = [*((name, 0x0F) for name in exports), ("malloc", 0x01), ("inner", 0x0E)]
    for name, kind in every:
        section = 0 if kind == 0x01 else 1
        rows += struct.pack("<IBBH" + ("Q" if wide else "I"), len(strings), kind, section, 0, 0)
        strings += b"_" + name.encode() + b"\0"
    return rows, len(every), strings + bytes(-len(strings) % 8)


def _trie(exports: Sequence[str]) -> bytes:
    """A root with one edge for each name, at most 255 of them, and a leaf for each."""
    edges = [b"_" + name.encode() + b"\0" for name in exports]
    first = 2 + sum(len(edge) + 5 for edge in edges)
    root = bytes([0, len(edges)])
    for number, edge in enumerate(edges):
        root += edge + _uleb(first + 4 * number)
    return root + b"\x02\x00\x00\x00" * len(edges)  # flags, address, no edges


def _uleb(number: int) -> bytes:
    """The number in five bytes."""
    return bytes([number >> shift & 0x7F | 0x80 for shift in (0, 7, 14, 21)]) + bytes([number >> 28 & 0x7F])
