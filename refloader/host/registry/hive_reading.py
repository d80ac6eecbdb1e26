"""The subprocess that reads a hive and prints its keys as JSON. Started by ``hive``, with limits."""

import base64
import json
import os
import re
import struct
import sys
from collections.abc import Iterator
from typing import Any, cast

from regipy.registry import NKRecord, RegistryHive
from regipy.structs import REGF_HEADER_SIZE, VALUE_KEY

from refloader.host.registry.raw_keys import DATA_LIMIT, DEPTH, KEY_LIMIT, VALUE_LIMIT, WHOLE
from refloader.model.windows_registry import ADAPTERS, COMPONENTS, MACHINE, USER

_INLINE = 1 << 31
_SEGMENT = 0x3FD8
_NOBODYS = "it holds none of the keys that a loader reads: neither SOFTWARE, nor SYSTEM, nor a user's hive"
_NUMBERED = re.compile(r"\d{4}")
_SET = re.compile(r"ControlSet\d{3}", re.IGNORECASE)


class _CutShortError(Exception):
    """There is less data of a value than it says. Never propagates out of this module."""


class Reading:
    """The reader of one hive, with what it has read so far."""

    def __init__(self, hive: Any) -> None:
        self.hive = hive
        self.keys: list[tuple[str, list[tuple[str, int, str]]]] = []
        self.damage: list[str] = []
        self.notes: list[str] = []
        self.whole: list[str] = []

    def read(self) -> None:
        """Read every key that matters to a loader, after recognising which hive it is."""
        header = self.hive.header
        self._check_length(header.hive_bins_data_size)
        if header.primary_sequence_num != header.secondary_sequence_num:
            self.notes.append(
                "the hive was not written to its end: what is in its transaction logs is not looked at"
            )
        names = {name.casefold(): record for name, record in self._subkeys(self.hive.root)}
        if "software" in names and "select" not in names:
            self.whole.append(USER)
            self._software(self.hive.root, USER, "SOFTWARE")
        elif "select" in names or any(_SET.fullmatch(name) for name in names):
            self.whole.append(rf"{MACHINE}\SYSTEM")
            self._system(names)
        elif names.keys() & {"microsoft", "classes", "khronos", "wow6432node"}:
            self.whole.append(rf"{MACHINE}\SOFTWARE")
            self._software(self.hive.root, MACHINE, "")
        elif not self.damage:
            self.notes.append(_NOBODYS)

    def _check_length(self, stated: int) -> None:
        """Report a hive that is shorter than its header says: what is missing may be keys that matter."""
        there = self.hive._stream.seek(0, os.SEEK_END) - REGF_HEADER_SIZE
        if there < stated:
            self._damaged(f"it is cut short: {max(there, 0)} bytes of keys, and its header says {stated}")

    def _software(self, root: Any, hive: str, top: str) -> None:
        """Read the keys below SOFTWARE. In a user's hive, SOFTWARE is a key; the machine's hive starts below it."""
        for path in WHOLE[hive]:
            inside = path if top else path.removeprefix("SOFTWARE\\")
            record = self._at(root, inside.split("\\"))
            if record is not None:
                self._whole(record, f"{hive}\\{path}", DEPTH)

    def _system(self, names: dict[str, Any]) -> None:
        if "select" in names:
            self._key(names["select"], rf"{MACHINE}\SYSTEM\Select")
        for name in sorted(each for each in names if _SET.fullmatch(each)):
            classes = self._at(names[name], ["Control", "Class"])
            for guid, record in self._subkeys(classes) if classes is not None else ():
                if guid.casefold() in (ADAPTERS, COMPONENTS):
                    self._devices(record, rf"{MACHINE}\SYSTEM\{name}\Control\Class\{guid}")

    def _devices(self, record: Any, path: str) -> None:
        for number, device in self._subkeys(record):
            if _NUMBERED.fullmatch(number):
                self._key(device, f"{path}\\{number}")

    def _at(self, record: Any, names: list[str]) -> Any:
        for name in names:
            found = (each for called, each in self._subkeys(record) if called.casefold() == name.casefold())
            record = next(found, None)
            if record is None:
                return None
        return record

    def _whole(self, record: Any, path: str, depth: int) -> None:
        self._key(record, path)
        for name, below in self._subkeys(record) if depth and len(self.keys) < KEY_LIMIT else ():
            self._whole(below, f"{path}\\{name}", depth - 1)

    def _subkeys(self, record: Any) -> Iterator[tuple[str, Any]]:
        """Return the subkeys of a key with their names. Subkeys that follow damaged data are lost."""
        found: list[Any] = []
        try:
            for each in record.iter_subkeys():
                found.append(each)
                if len(found) >= KEY_LIMIT:
                    self._damaged(f"more than {KEY_LIMIT} keys below one: the rest is not read")
                    break
            else:
                if len(found) < record.subkey_count:  # regipy skips a subkey list of an unknown kind
                    self._damaged(f"the keys below {_name(record)!r} cannot all be read")
        except Exception as error:  # the parser may raise anything on a damaged file
            self._damaged(f"the keys below {_name(record)!r} cannot all be read: {type(error).__name__}")
        return ((_name(each), each) for each in found if isinstance(each, NKRecord))

    def _key(self, record: Any, path: str) -> None:
        if len(self.keys) >= KEY_LIMIT:
            self._damaged(f"more than {KEY_LIMIT} keys matter to a loader: the rest is not read")
            return
        values: list[tuple[str, int, str]] = []
        self.keys.append((path, values))
        if record.values_count > VALUE_LIMIT:
            self._damaged(f"{path} has {record.values_count} values: only the first {VALUE_LIMIT} are read")
        try:
            values += self._values(record)
        except Exception as error:  # the parser may raise anything on a damaged file
            self._damaged(f"the values of {path} cannot all be read: {type(error).__name__}")

    def _values(self, record: Any) -> Iterator[tuple[str, int, str]]:
        stream = self.hive._stream
        for index in range(min(record.values_count, VALUE_LIMIT)):
            stream.seek(REGF_HEADER_SIZE + 4 + record.header.values_list_offset + 4 * index)
            (offset,) = struct.unpack("<I", stream.read(4))
            stream.seek(REGF_HEADER_SIZE + 4 + offset)
            value = VALUE_KEY.parse_stream(stream)
            data = self._data(value.data_size, value.data_offset)
            number = int(value.data_type)
            yield _text(value.name, value.flags.VALUE_COMP_NAME), number, base64.b64encode(data).decode()

    def _data(self, size: int, offset: int) -> bytes:
        """Return the data of a value: stored inline (up to four bytes), in one cell, or in several segments."""
        if size & _INLINE:
            return struct.pack("<I", offset)[: min(size & ~_INLINE, 4)]
        size = min(size, DATA_LIMIT)
        if size <= _SEGMENT or self._cell(offset, 2) != b"db":
            return self._cell(offset, size)
        count, segments = struct.unpack("<2xHI", self._cell(offset, 8))
        sizes = [min(_SEGMENT, size - at) for at in range(0, size, _SEGMENT)]
        if count < len(sizes):
            raise _CutShortError
        listed = struct.iter_unpack("<I", self._cell(segments, 4 * len(sizes)))
        return b"".join(self._cell(each, part) for (each,), part in zip(listed, sizes, strict=True))

    def _cell(self, offset: int, size: int) -> bytes:
        self.hive._stream.seek(REGF_HEADER_SIZE + 4 + offset)
        found = bytes(self.hive._stream.read(size))
        if len(found) < size:
            raise _CutShortError
        return found

    def _damaged(self, fact: str) -> None:
        if len(self.damage) < 20:
            self.damage.append(fact)


def _name(record: Any) -> str:
    return _text(record.header.key_name_string, record.header.flags.KEY_COMP_NAME)


def _text(name: bytes, compressed: bool) -> str:
    return name.decode("latin-1") if compressed else name.decode("utf-16-le", "replace")


def main(path: str) -> None:
    """Print the keys of a hive, and its damage, as JSON."""
    answer: dict[str, Any] = {"keys": [], "damage": [], "notes": [], "whole": []}
    try:
        reading = Reading(cast(Any, RegistryHive)(path))
        reading.read()
        whole = [] if reading.damage else reading.whole
        answer = {"keys": reading.keys, "damage": reading.damage, "notes": reading.notes, "whole": whole}
    except Exception:  # the parser may raise anything on a damaged file, which tells a user nothing
        answer["damage"] = ["it is damaged, or no hive: copy it from the machine again"]
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
