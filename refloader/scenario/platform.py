"""The system on which a scenario takes place, apart from its files and variables. Does not inspect this machine."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refloader.model.paths import POSIX_PATHS, PathRules
from refloader.model.platform import Device, Platform
from refloader.model.reason import Span
from refloader.model.system import System
from refloader.model.text import quote
from refloader.model.windows_registry import (
    Data,
    Registry,
    RegistryKey,
    RegistryValue,
    ValueType,
    registry_of,
)

HIVES = ("HKEY_LOCAL_MACHINE", "HKEY_CURRENT_USER")

_OWNERS: Mapping[str, System] = {
    "registry": System.WINDOWS,
    "devices": System.WINDOWS,
    "packages": System.WINDOWS,
    "adapters": System.WINDOWS,
    "bundle": System.MACOS,
    "debuggable": System.ANDROID,
    "native_libraries": System.ANDROID,
}
"""The only system to which each of these members applies."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of the Windows registry: its key's full path, its name ("": the default value), type and data."""

    key: str
    name: str
    type: str
    data: Data


@dataclass(frozen=True, slots=True)
class HostPlatform:
    """The system, the application's pointer size (``bits``), and the members of ``Platform`` as plain values."""

    system: System = System.LINUX
    bits: int = 64
    registry: tuple[Entry, ...] = ()
    devices: tuple[Device, ...] = ()
    packages: tuple[str, ...] = ()
    bundle: str = ""
    debuggable: bool = False
    native_libraries: tuple[str, ...] = ()
    adapters: tuple[int, ...] = ()
    word_size: int = 64

    @property
    def paths(self) -> PathRules:
        """The syntax of the system's paths."""
        return self.system.paths

    @property
    def working_folder(self) -> str:
        """The folder to which a relative path in a variable is relative."""
        return r"C:\world" if self.system is System.WINDOWS else "/world"

    def platform(self) -> Platform:
        """Return the system as the core takes it. A Windows without entries has an empty registry."""
        return Platform(
            system=self.system,
            registry=_registry(self.registry) if self.system is System.WINDOWS else None,
            devices=self.devices,
            packages=self.packages,
            bundle=self.bundle,
            debuggable=self.debuggable,
            native_libraries=self.native_libraries,
            adapters=self.adapters,
            word_size=self.word_size,
        )

    def problems(self) -> Iterator[str]:
        """Yield the reasons why such a system cannot exist."""
        for bits in (self.bits, self.word_size):
            if bits not in (32, 64):
                yield f"there are no pointers of {bits} bits"
        for name, owner in _OWNERS.items():
            if getattr(self, name) and self.system is not owner:
                yield f"{name} are of {owner}, and the scenario is on {self.system}"
        for entry in self.registry:
            if entry.key.split("\\")[0] not in HIVES:
                yield f"the key {quote(entry.key)} begins with none of {', '.join(HIVES)}"
            if entry.type not in set(ValueType):
                yield f"there is no type of registry values called {quote(entry.type)}"
        for path in (*self.packages, *self.native_libraries, *([self.bundle] if self.bundle else [])):
            if not is_plain(path, self.paths):
                yield f"{quote(path)} is not a plain absolute path"


def _registry(entries: Sequence[Entry]) -> Registry:
    """Return the registry with these entries, grouped by key, in their order."""
    keys: dict[str, list[Entry]] = {}
    for entry in entries:
        keys.setdefault(entry.key.casefold(), []).append(entry)
    return registry_of((_key(rows) for rows in keys.values()), "the scenario")


def _key(entries: Sequence[Entry]) -> RegistryKey:
    """Return the key with these values; a later value of the same name replaces an earlier one."""
    path = entries[0].key
    values = {each.name.casefold(): _value(each) for each in entries}
    return RegistryKey(path, tuple(values.values()), Span(path))


def _value(entry: Entry) -> RegistryValue:
    return RegistryValue(entry.name, ValueType(entry.type), entry.data, Span(entry.key))


# ---- paths ------------------------------------------------------------------------------------------------


def is_plain(path: str, paths: PathRules) -> bool:
    """True if the path is absolute, names something below the root, and no part is empty, ``.`` or ``..``."""
    if paths is POSIX_PATHS:
        return path.startswith("/") and _NOT_PLAIN.search(path) is None
    parts = path.split(paths.separator)
    return (
        paths.is_full(path)
        and paths.plain(path) == path
        and len(parts) > 1
        and parts[-1] != ""
        and not {".", ".."} & {*parts}
    )


_NOT_PLAIN = re.compile(r"/\.?\.?(?:/|\Z)")
"""Matches a part of a path that is empty, ``.`` or ``..``."""


def in_tree(path: str, system: System) -> str:
    """Return the path in ``tree/``: ``C/x`` for ``C:\\x``, ``UNC/server/share`` for ``\\\\server\\share``."""
    if system is not System.WINDOWS:
        return path
    whole = f"UNC\\{path[2:]}" if path.startswith("\\\\") else path.replace(":", "", 1)
    return "/" + whole.replace("\\", "/")


def from_tree(path: str, system: System) -> str:
    """Return the virtual path for a path in ``tree/``; empty if no virtual path corresponds to it."""
    if system is not System.WINDOWS:
        return path
    top, _, rest = path[1:].partition("/")
    local = rest.replace("/", "\\")
    if top == "UNC":
        return f"\\\\{local}"
    return f"{top}:\\{local}" if len(top) == 1 and top.isascii() and top.isalpha() else ""


# ---- as JSON ----------------------------------------------------------------------------------------------


def body_of(situation: HostPlatform) -> dict[str, Any]:
    """Return the ``platform`` object of a scenario, without the members that have their default value."""
    usual = HostPlatform()
    names = (
        name for name in HostPlatform.__dataclass_fields__ if getattr(situation, name) != getattr(usual, name)
    )
    return {name: _plain(getattr(situation, name)) for name in names}


def _plain(value: Any) -> Any:
    match value:
        case Entry():
            return {"key": value.key, "name": value.name, "type": value.type, "data": _plain(value.data)}
        case Device():
            rest = {"component": value.component, "luid": value.luid}
            return {"key": value.key, **{name: each for name, each in rest.items() if each}}
        case bytes():
            return {"hex": value.hex()}
        case tuple():
            return [_plain(each) for each in value]
        case System():
            return value.value
    return value
