"""Writes small Windows libraries and programs, for tests of reading them. Never reads one."""

import struct
from collections.abc import Sequence

AMD64, I386, ARM64 = 0x8664, 0x14C, 0xAA64
_BASE, _ALIGNED, _AT = 0x1000, 0x200, 0x80
_EXECUTABLE, _DLL = 0x0002, 0x2000


def pe(
    exports: Sequence[str] = (),
    *,
    machine: int = AMD64,
    dll: bool = True,
    name: str = "small.dll",
    needed: Sequence[str] = (),
    start: int = _AT,
    count: int | None = None,
) -> bytes:
    """A file of one section with an export table, if it exports anything, and an import table.

    ``start`` is where its header lies (e_lfanew), ``count`` what the export table says of the number of names.
    """
    wide = machine != I386
    size = (112 if wide else 96) + 16 * 8
    head = start + 24 + size + 40
    raw = -(-head // _ALIGNED) * _ALIGNED
    body = bytearray()
    directories = [_export_table(body, sorted(exports), name, count) if exports else (0, 0)]
    directories.append(_import_table(body, needed, wide) if needed else (0, 0))
    padded = bytes(body) + bytes(-len(body) % _ALIGNED)
    kind = _EXECUTABLE | (_DLL if dll else 0)
    coff = struct.pack("<4sHHIIIHH", b"PE\0\0", machine, 1, 0, 0, 0, size, kind)
    section = struct.pack(
        "<8sIIIIIIHHI", b".rdata", len(body), _BASE, len(padded), raw, 0, 0, 0, 0, 0x40000040
    )
    dos = (b"MZ" + bytes(58) + struct.pack("<I", start)).ljust(start, b"\0")
    whole = dos + coff + _optional(wide, raw, len(padded), directories) + section
    return whole.ljust(raw, b"\0") + padded


def _optional(wide: bool, raw: int, size: int, directories: Sequence[tuple[int, int]]) -> bytes:
    first = struct.pack("<HBBIIIII", 0x20B if wide else 0x10B, 14, 0, 0, size, 0, 0, _BASE)
    first += struct.pack("<Q", 0x180000000) if wide else struct.pack("<II", _BASE, 0x10000000)
    image = _BASE + -(-max(size, 1) // 0x1000) * 0x1000
    middle = struct.pack("<IIHHHHHHIIIIHH", 0x1000, _ALIGNED, 6, 0, 0, 0, 6, 0, 0, image, raw, 0, 3, 0)
    sizes = struct.pack("<4Q" if wide else "<4I", 0x100000, 0x1000, 0x100000, 0x1000)
    rows = [*directories, *[(0, 0)] * (16 - len(directories))]
    return (
        first
        + middle
        + sizes
        + struct.pack("<II", 0, 16)
        + b"".join(struct.pack("<II", *row) for row in rows)
    )


def _put(body: bytearray, data: bytes) -> int:
    """Where the data will be mapped, after adding it."""
    body += bytes(-len(body) % 8)
    place = _BASE + len(body)
    body += data
    return place


def _export_table(body: bytearray, names: Sequence[str], name: str, count: int | None) -> tuple[int, int]:
    table = _put(body, bytes(40))
    own = _put(body, name.encode() + b"\0")
    texts = [_put(body, each.encode() + b"\0") for each in names]
    functions = _put(body, struct.pack(f"<{len(names)}I", *[_BASE] * len(names)))
    pointers = _put(body, struct.pack(f"<{len(names)}I", *texts))
    ordinals = _put(body, struct.pack(f"<{len(names)}H", *range(len(names))))
    said = len(names) if count is None else count
    row = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, own, 1, said, said, functions, pointers, ordinals)
    body[table - _BASE : table - _BASE + 40] = row
    return table, _BASE + len(body) - table


def _import_table(body: bytearray, needed: Sequence[str], wide: bool) -> tuple[int, int]:
    rows = []
    for each in needed:
        hint = _put(body, b"\0\0Sleep\0")
        own = _put(body, each.encode() + b"\0")
        thunks = struct.pack("<QQ" if wide else "<II", hint, 0)
        rows.append(struct.pack("<IIIII", _put(body, thunks), 0, 0, own, _put(body, thunks)))
    return _put(body, b"".join(rows) + bytes(20)), 20 * (len(rows) + 1)
