"""The registry of Windows as data: keys, values and where each was read. Not the registry of Vulkan."""

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
"""DWORD and QWORD are numbers, SZ and EXPAND_SZ text, MULTI_SZ several texts, the rest (and what is broken) bytes."""


class ValueType(StrEnum):
    """The types of values, by the names that Windows gives them."""

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


@dataclass(frozen=True, slots=True)
class RegistryValue:
    """One value of a key. ``name`` is empty for the key's default value; ``span`` is where it was read."""

    name: str
    type: ValueType
    data: Data
    span: Span


@dataclass(frozen=True, slots=True)
class RegistryKey:
    """A key with its values in the order in which they were read, which is that of the enumeration.

    ``path`` is spelt as it was read, from the hive's full name down: ``HKEY_LOCAL_MACHINE\\SOFTWARE\\...``.
    """

    path: str
    values: tuple[RegistryValue, ...]
    span: Span

    def value(self, name: str) -> RegistryValue | None:
        """The value of that name, letter case aside."""
        folded = name.casefold()
        return next((each for each in self.values if each.name.casefold() == folded), None)


@dataclass(frozen=True, slots=True)
class Registry:
    """Keys by their folded paths. What is not there was not in the source, or of no interest to a loader.

    ``source`` names where it comes from, for people: a file, or "this machine". ``whole`` are the folded paths of the
    keys that the source holds with all that is below them: an export has what somebody exported, a hive all of its
    own; an empty path stands for everything.
    """

    keys: Mapping[str, RegistryKey] = field(default_factory=lambda: MappingProxyType({}))
    source: str = ""
    whole: tuple[str, ...] = ("",)

    def covers(self, path: str) -> bool:
        """Whether the source would hold a key if it were there."""
        folded = path.casefold()
        return any(not top or folded == top or folded.startswith(f"{top}\\") for top in self.whole)

    def key(self, path: str) -> RegistryKey | None:
        """The key at a path, letter case aside."""
        return self.keys.get(path.casefold())

    def below(self, path: str) -> Iterator[RegistryKey]:
        """The keys one level below a path, in the order of their names as numbers and texts."""
        start = f"{path.casefold()}\\"
        names = [each for each in self.keys if each.startswith(start) and "\\" not in each[len(start) :]]
        return (self.keys[name] for name in sorted(names))

    def __bool__(self) -> bool:
        return bool(self.keys)


def registry_of(keys: Iterable[RegistryKey], source: str, whole: tuple[str, ...] = ("",)) -> Registry:
    """A registry of these keys; of two with one path the later one."""
    return Registry(MappingProxyType({key.path.casefold(): key for key in keys}), source, whole)
