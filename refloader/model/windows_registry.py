"""The Windows registry as data: keys, values, and where each was read. (For the Vulkan registry see ``registry``.)"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from refloader.model.reason import Span

MACHINE = "HKEY_LOCAL_MACHINE"
USER = "HKEY_CURRENT_USER"
USERS = "HKEY_USERS"

ADAPTERS = "{4d36e968-e325-11ce-bfc1-08002be10318}"
COMPONENTS = "{5c4c3332-344d-483c-8739-259e934c9cc8}"
"""The classes of display adapters and of software components, below SYSTEM\\CurrentControlSet\\Control\\Class."""

Data = int | str | tuple[str, ...] | bytes
"""DWORD and QWORD are int, SZ and EXPAND_SZ str, MULTI_SZ a tuple of str; every other type, or broken data, bytes."""


class ValueType(StrEnum):
    """The types of registry values, by their Windows names."""

    NONE = "REG_NONE"
    SZ = "REG_SZ"
    EXPAND_SZ = "REG_EXPAND_SZ"
    BINARY = "REG_BINARY"
    DWORD = "REG_DWORD"
    DWORD_BIG_ENDIAN = "REG_DWORD_BIG_ENDIAN"
    LINK = "REG_LINK"
    MULTI_SZ = "REG_MULTI_SZ"
    RESOURCE_LIST = "REG_RESOURCE_LIST"
    FULL_RESOURCE_DESCRIPTOR = "REG_FULL_RESOURCE_DESCRIPTOR"
    RESOURCE_REQUIREMENTS_LIST = "REG_RESOURCE_REQUIREMENTS_LIST"
    QWORD = "REG_QWORD"
    UNKNOWN = "an unknown type"


def stored(type: str, data: Data) -> bytes:
    """Return the bytes that Windows stores for the data of a value of this type."""
    match data:
        case bytes():
            return data
        case int():
            bits = 64 if type == ValueType.QWORD else 32
            return (data & (1 << bits) - 1).to_bytes(bits // 8, "little")
        case str():
            return f"{data}\0".encode("utf-16-le", "surrogatepass")
    return "".join(f"{each}\0" for each in (*data, "")).encode("utf-16-le", "surrogatepass")


@dataclass(frozen=True, slots=True)
class RegistryValue:
    """One value of a key. ``name`` is empty for the key's default value; ``span`` is its position in the source."""

    name: str
    type: ValueType
    data: Data
    span: Span


@dataclass(frozen=True, slots=True)
class RegistryKey:
    """A key with its values in the order of their enumeration.

    ``path`` is spelt as in the source, from the hive's full name down: ``HKEY_LOCAL_MACHINE\\SOFTWARE\\...``.
    """

    path: str
    values: tuple[RegistryValue, ...]
    span: Span

    def value(self, name: str) -> RegistryValue | None:
        """Return the value with this name (case-insensitive), or None."""
        folded = name.casefold()
        return next((each for each in self.values if each.name.casefold() == folded), None)


@dataclass(frozen=True, slots=True)
class Registry:
    """The keys by their case-folded paths. A missing key was not in the source, or is not relevant to a loader.

    ``source`` names the source for display: a file, or "this machine". ``whole`` are the case-folded paths of the
    keys that the source contains with everything below them (the exported keys of an export, the root of a hive);
    an empty path stands for the whole registry.
    """

    keys: Mapping[str, RegistryKey] = field(default_factory=lambda: MappingProxyType({}))
    source: str = ""
    whole: tuple[str, ...] = ("",)

    def covers(self, path: str) -> bool:
        """Return whether the source would contain the key if it existed."""
        folded = path.casefold()
        return any(not top or folded == top or folded.startswith(f"{top}\\") for top in self.whole)

    def key(self, path: str) -> RegistryKey | None:
        """Return the key at a path (case-insensitive), or None."""
        return self.keys.get(path.casefold())

    def below(self, path: str) -> Iterator[RegistryKey]:
        """Return the keys one level below a path, sorted by name."""
        start = f"{path.casefold()}\\"
        names = [each for each in self.keys if each.startswith(start) and "\\" not in each[len(start) :]]
        return (self.keys[name] for name in sorted(names))

    def __bool__(self) -> bool:
        return bool(self.keys)


def registry_of(keys: Iterable[RegistryKey], source: str, whole: tuple[str, ...] = ("",)) -> Registry:
    """Return a registry of these keys; the later of two keys with one path wins."""
    return Registry(MappingProxyType({key.path.casefold(): key for key in keys}), source, whole)
