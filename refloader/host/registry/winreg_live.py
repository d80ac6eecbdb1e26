"""Reads the registry of this Windows machine with the standard library's ``winreg``.

Always opens the 64-bit view, so that a 32-bit Python reads the same keys.
"""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from refloader.host.registry.raw_keys import (
    DATA_LIMIT,
    DEPTH,
    KEY_LIMIT,
    VALUE_LIMIT,
    WHOLE,
    RawData,
    RawKey,
    RawKeys,
    RawValue,
)
from refloader.model.windows_registry import ADAPTERS, COMPONENTS, MACHINE

_CLASSES = r"SYSTEM\CurrentControlSet\Control\Class"
_NUMBERED = re.compile(r"\d{4}")


def live_keys(winreg: ModuleType | Any) -> RawKeys:
    """Return the keys of this machine that matter to a loader. ``winreg`` is the standard library's module."""
    return _Reading(winreg).read()


class _Reading:
    def __init__(self, winreg: Any) -> None:
        self.winreg = winreg
        self.keys: list[RawKey] = []
        self.damage: list[str] = []

    def read(self) -> RawKeys:
        for hive, paths in WHOLE.items():
            for path in paths:
                self._whole(hive, path, DEPTH)
        for guid in (ADAPTERS, COMPONENTS):
            for number in self._names(MACHINE, rf"{_CLASSES}\{guid}"):
                if _NUMBERED.fullmatch(number):
                    self._key(MACHINE, rf"{_CLASSES}\{guid}\{number}")
        return RawKeys(tuple(self.keys), tuple(self.damage), whole=() if self.damage else ("",))

    def _whole(self, hive: str, path: str, depth: int) -> None:
        if not self._key(hive, path) or not depth:
            return
        for name in self._names(hive, path):
            self._whole(hive, f"{path}\\{name}", depth - 1)

    def _key(self, hive: str, path: str) -> bool:
        """Read the values of a key. Return False if it does not exist or cannot be opened."""
        opened = self._open(hive, path)
        if opened is None:
            return False
        with opened:
            if len(self.keys) < KEY_LIMIT:
                self.keys.append(RawKey(f"{hive}\\{path}", tuple(self._values(opened, f"{hive}\\{path}"))))
            else:
                self._limited("the registry", f"keys that matter to a loader: only the first {KEY_LIMIT}")
        return True

    def _names(self, hive: str, path: str) -> list[str]:
        opened = self._open(hive, path)
        if opened is None:
            return []
        with opened:
            names = list(_until_error(self.winreg.EnumKey, opened, KEY_LIMIT + 1))
        if len(names) > KEY_LIMIT:
            self._limited(f"{hive}\\{path}", f"keys: only the first {KEY_LIMIT}")
        return names[:KEY_LIMIT]

    def _values(self, opened: Any, path: str) -> Iterator[RawValue]:
        for index, (name, data, number) in enumerate(
            _until_error(self.winreg.EnumValue, opened, VALUE_LIMIT + 1)
        ):
            if index == VALUE_LIMIT:
                self._limited(path, f"values: only the first {VALUE_LIMIT}")
                return
            yield RawValue(name, number, _raw(data))

    def _limited(self, path: str, what: str) -> None:
        """Report, once, that not all of a key is read."""
        fact = f"{path} has more {what} are read"
        if fact not in self.damage:
            self.damage.append(fact)

    def _open(self, hive: str, path: str) -> Any:
        access = self.winreg.KEY_READ | self.winreg.KEY_WOW64_64KEY
        try:
            return self.winreg.OpenKey(getattr(self.winreg, hive), path, 0, access)
        except FileNotFoundError:
            return None
        except OSError as error:
            self.damage.append(f"{hive}\\{path} cannot be read: {(error.strerror or str(error)).lower()}")
            return None


def _until_error(enumerate_one: Any, opened: Any, limit: int) -> Iterator[Any]:
    """Yield the items of a winreg enumeration, which ends with an OSError."""
    for index in range(limit):
        try:
            yield enumerate_one(opened, index)
        except OSError:
            return


def _raw(data: Any) -> RawData:
    """Convert data from winreg, which is an int, a str, a list of str, bytes, or None for empty data."""
    if isinstance(data, list):
        return tuple(str(each) for each in data)
    if isinstance(data, bytes):
        return data[:DATA_LIMIT]
    return data if isinstance(data, int | str) else b""
