"""Writes small hives: base block, one bin, cells for keys, values, data and lists of keys."""

import struct
from collections.abc import Mapping

Values = Mapping[str, tuple[int, bytes]]
"""By name: the number of the type, and the data."""

Tree = Mapping[str, "Tree | tuple[int, bytes]"]
"""By name: a key's keys, and its values."""

_NONE = 0xFFFFFFFF
_COMPRESSED_KEY, _ROOT = 0x20, 0x04
_SEGMENT = 16344


def hive(tree: Tree, *, dirty: bool = False, lists: str = "lf") -> bytes:
    """A hive with these keys below its root. ``dirty`` was not written to its end; ``lists`` is lf, li or ri."""
    cells = _Cells(lists)
    root = cells.key("ROOT", tree, _ROOT | _COMPRESSED_KEY)
    size = -(-(32 + len(cells.data)) // 4096) * 4096
    head = struct.pack("<4sIIQIIIIIII", b"regf", 8, 7 if dirty else 8, 0, 1, 5, 0, 1, root, size, 1)
    checked = head + "test".encode("utf-16-le").ljust(64, b"\0") + bytes(396)
    checksum = 0
    for (word,) in struct.iter_unpack("<I", checked):
        checksum ^= word
    block = (checked + struct.pack("<I", checksum)).ljust(4096, b"\0")
    free = struct.pack("<i", size - 32 - len(cells.data)) if size - 32 > len(cells.data) else b""
    bin_head = struct.pack("<4sIIQQI", b"hbin", 0, size, 0, 0, 0)
    return block + (bin_head + bytes(cells.data) + free).ljust(size, b"\0")


class _Cells:
    """The cells of the only bin, each at an offset from the bin's start. The root's cell is the first."""

    def __init__(self, lists: str) -> None:
        self.data = bytearray()
        self.lists = lists

    def reserve(self, size: int) -> int:
        """Room for a cell with that much in it, used."""
        offset = 32 + len(self.data)
        whole = -(-(size + 4) // 8) * 8
        self.data += struct.pack("<i", -whole) + bytes(whole - 4)
        return offset

    def put(self, content: bytes, offset: int | None = None) -> int:
        """A cell with a content."""
        where = self.reserve(len(content)) if offset is None else offset
        start = where - 32 + 4
        self.data[start : start + len(content)] = content
        return where

    def key(self, name: str, tree: Tree, flags: int = _COMPRESSED_KEY) -> int:
        """A key with all in it."""
        compressed = name.isascii()
        spelt = name.encode("ascii" if compressed else "utf-16-le")
        offset = self.reserve(76 + len(spelt))
        below = {each: content for each, content in tree.items() if not isinstance(content, tuple)}
        values = {each: content for each, content in tree.items() if isinstance(content, tuple)}
        listed = self.list_of([self.key(each, content) for each, content in below.items()])
        named = [self.value(each, *content) for each, content in values.items()]
        value_list = self.put(struct.pack(f"<{len(named)}I", *named)) if named else _NONE
        flags = flags if compressed else flags & ~_COMPRESSED_KEY
        counts = (len(below), 0, listed, _NONE, len(named), value_list, _NONE, _NONE)
        head = struct.pack("<2sHQII8I5I", b"nk", flags, 0, 0, 0, *counts, 0, 0, 0, 0, 0)
        self.put(head + struct.pack("<HH", len(spelt), 0) + spelt, offset)
        return offset

    def list_of(self, keys: list[int]) -> int:
        """The list of the keys below one."""
        if not keys:
            return _NONE
        if self.lists == "lf":
            pairs = b"".join(struct.pack("<I4s", key, b"    ") for key in keys)
            return self.put(struct.pack("<2sH", b"lf", len(keys)) + pairs)
        plain = self.put(struct.pack(f"<2sH{len(keys)}I", b"li", len(keys), *keys))
        return plain if self.lists == "li" else self.put(struct.pack("<2sHI", b"ri", 1, plain))

    def value(self, name: str, kind: int, data: bytes) -> int:
        """A value: up to four bytes lie in the place of the offset, a great many in segments."""
        compressed = name.isascii()
        spelt = name.encode("ascii" if compressed else "utf-16-le")
        if len(data) <= 4:
            size, where = len(data) | 0x80000000, int.from_bytes(data.ljust(4, b"\0"), "little")
        else:
            size, where = len(data), self.segments(data) if len(data) > _SEGMENT else self.put(data)
        return self.put(struct.pack("<2sHIIIHH", b"vk", len(spelt), size, where, kind, compressed, 0) + spelt)

    def segments(self, data: bytes) -> int:
        """Data that is too long for one cell."""
        parts = [self.put(data[at : at + _SEGMENT]) for at in range(0, len(data), _SEGMENT)]
        listed = self.put(struct.pack(f"<{len(parts)}I", *parts))
        return self.put(struct.pack("<2sHI", b"db", len(parts), listed))
