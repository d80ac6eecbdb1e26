"""Writes small ELF files of any class and byte order, for tests of reading them. Never reads one."""

import struct
from collections.abc import Sequence
from typing import NamedTuple

BASE = 0x10000
"""The address at which the file's first byte would be mapped."""

GLOBAL, WEAK, LOCAL, UNIQUE = 1, 2, 0, 10
DEFAULT, HIDDEN, PROTECTED = 0, 2, 3


class Symbol(NamedTuple):
    """One dynamic symbol; section 0 means that it is not defined here."""

    name: str
    section: int = 1
    binding: int = GLOBAL
    visibility: int = DEFAULT


def elf(
    symbols: Sequence[Symbol] = (),
    *,
    wide: bool = True,
    order: str = "<",
    table: str = "gnu",
    kind: int = 3,
    machine: int = 62,
    soname: str = "",
    needed: Sequence[str] = (),
    rpath: str = "",
    runpath: str = "",
    tags: Sequence[tuple[int, int]] = (),
    needs: Sequence[tuple[str, str]] = (),
    defines: Sequence[str] = (),
) -> bytes:
    """A file of one PT_LOAD over everything and PT_DYNAMIC at the end; ``table`` is gnu, sysv or empty.

    ``tags`` are put in front of the others, so that they win over them. ``needs`` are versions of symbols, each with
    the library that has to define it; ``defines`` are the versions that the file defines.
    """
    head = 64 + 2 * 56 if wide else 52 + 2 * 32
    texts = [*(s.name for s in symbols), soname, *needed, rpath, runpath]
    texts += [*(text for need in needs for text in need), *defines]
    names = b"\0" + b"".join(text.encode() + b"\0" for text in texts)
    rows = b"".join(_symbol(symbol, names, wide, order) for symbol in [Symbol("", 0, LOCAL), *symbols])
    strings = head + len(rows)
    hashes = strings + len(names)
    hashes += -hashes % 8
    hashed = _hash(table, len(symbols), wide, order)
    hashed += b"\0" * (-len(hashed) % 8)
    wanted, given = _needs(needs, names, order), _definitions(defines, names, order)
    versions = hashes + len(hashed)
    hashed += wanted + given
    start = hashes + len(hashed)
    found: list[tuple[int, int]] = [*tags, (5, BASE + strings), (10, len(names)), (6, BASE + head)]
    found += [
        (11, 24 if wide else 16),
        *(((0x6FFFFEF5 if table == "gnu" else 4), BASE + hashes),) * bool(table),
    ]
    found += [(0x6FFFFFFE, BASE + versions), (0x6FFFFFFF, len(needs))] if needs else []
    found += [(0x6FFFFFFC, BASE + versions + len(wanted)), (0x6FFFFFFD, len(defines))] if defines else []
    found += [(14, _place(names, soname))] if soname else []
    found += [(1, _place(names, each)) for each in needed]
    found += [(tag, _place(names, text)) for tag, text in ((15, rpath), (29, runpath)) if text]
    dynamic = b"".join(struct.pack(order + ("qQ" if wide else "iI"), *tag) for tag in [*found, (0, 0)])
    body = rows + names + b"\0" * (hashes - strings - len(names)) + hashed + dynamic
    return (
        _header(wide, order, kind, machine) + _segments(wide, order, head, body, start, len(dynamic)) + body
    )


def _place(names: bytes, text: str) -> int:
    return names.index(b"\0" + text.encode() + b"\0") + 1


def _symbol(symbol: Symbol, names: bytes, wide: bool, order: str) -> bytes:
    name = _place(names, symbol.name) if symbol.name else 0
    info = symbol.binding << 4 | 2
    if wide:
        return struct.pack(order + "IBBHQQ", name, info, symbol.visibility, symbol.section, 0, 0)
    return struct.pack(order + "IIIBBH", name, 0, 0, info, symbol.visibility, symbol.section)


def _needs(needs: Sequence[tuple[str, str]], names: bytes, order: str) -> bytes:
    """The records of the versions that are needed, one for each."""
    rows = b""
    for index, (version, file) in enumerate(needs):
        last = index == len(needs) - 1
        rows += struct.pack(order + "HHIII", 1, 1, _place(names, file), 16, 0 if last else 32)
        rows += struct.pack(order + "IHHII", 0, 0, 2 + index, _place(names, version), 0)
    return rows


def _definitions(defines: Sequence[str], names: bytes, order: str) -> bytes:
    """The records of the versions that are defined."""
    rows = b""
    for index, version in enumerate(defines):
        last = index == len(defines) - 1
        rows += struct.pack(order + "HHHHIII", 1, 0, 2 + index, 1, 0, 20, 0 if last else 28)
        rows += struct.pack(order + "II", _place(names, version), 0)
    return rows


def _hash(table: str, count: int, wide: bool, order: str) -> bytes:
    if table == "sysv":
        return struct.pack(f"{order}{3 + count + 1}I", 1, count + 1, *range(count + 1), 0)
    if table == "gnu":
        chain = [*([2] * (count - 1)), 3][:count]
        return struct.pack(
            f"{order}4I{'Q' if wide else 'I'}{1 + count}I", 1, 1, 1, 0, 0, min(count, 1), *chain
        )
    return b""


def _header(wide: bool, order: str, kind: int, machine: int) -> bytes:
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1 if order == "<" else 2, 1]) + bytes(9)
    form, start, size = ("HHIQQQIHHHHHH", 64, 56) if wide else ("HHIIIIIHHHHHH", 52, 32)
    return ident + struct.pack(order + form, kind, machine, 1, 0, start, 0, 0, start, size, 2, 0, 0, 0)


def _segments(wide: bool, order: str, head: int, body: bytes, start: int, size: int) -> bytes:
    rows = [(1, 0, BASE, head + len(body)), (2, start, BASE + start, size)]
    if wide:
        return b"".join(struct.pack(order + "IIQQQQQQ", t, 5, o, a, a, n, n, 8) for t, o, a, n in rows)
    return b"".join(struct.pack(order + "IIIIIIII", t, o, a, a, n, n, 5, 4) for t, o, a, n in rows)
