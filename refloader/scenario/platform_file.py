"""Reads the ``platform`` object of a ``scenario.json``. Does not inspect this machine."""

from collections.abc import Mapping
from typing import Any

from refloader.model.platform import Device
from refloader.model.system import System
from refloader.model.text import quote
from refloader.model.windows_registry import Data
from refloader.scenario.located import Located
from refloader.scenario.platform import Entry, HostPlatform

_OF_ENTRIES = frozenset({"key", "name", "type", "data"})
_OF_DEVICES = frozenset({"key", "component", "luid"})


def host_platform(said: Located) -> HostPlatform:
    """Return the system that the object describes. Raises ScenarioError with path, line and column."""
    members = said.known_members(frozenset(_READERS))
    return HostPlatform(**{key: _READERS[key](member) for key, member in members.items()})


def _system(said: Located) -> System:
    if said.typed(str) not in set(System):
        raise said.error(f"{quote(str(said.value))} is none of {', '.join(System)}")
    return System(said.typed(str))


def _entry(said: Located) -> Entry:
    members = said.known_members(_OF_ENTRIES)
    for name in ("key", "data"):
        if name not in members:
            raise said.error(f"{said.name} has no key {quote(name)}")
    texts = {name: members[name].typed(str) for name in ("key", "name", "type") if name in members}
    data = _data(members["data"])
    kind = "REG_DWORD" if isinstance(data, int) else "REG_SZ"
    return Entry(**{"name": "", "type": kind, **texts}, data=data)


def _data(said: Located) -> Data:
    """Return a number, a string, several strings, or the bytes of ``{"hex": "..."}``."""
    if isinstance(said.value, list):
        return said.words()
    if isinstance(said.value, dict):
        text = said.known_members(frozenset({"hex"})).get("hex", said).typed(str)
        try:
            return bytes.fromhex(text)
        except ValueError as error:
            raise said.error(f"{quote(text)} is not hexadecimal") from error
    return said.typed(int) if isinstance(said.value, int) else said.typed(str)


def _device(said: Located) -> Device:
    members = said.known_members(_OF_DEVICES)
    if "key" not in members:
        raise said.error(f"{said.name} has no key {quote('key')}")
    component = members["component"].typed(bool) if "component" in members else False
    return Device(
        members["key"].typed(str), component, members["luid"].typed(int) if "luid" in members else None
    )


_READERS: Mapping[str, Any] = {
    "system": _system,
    "bits": lambda said: said.typed(int),
    "registry": lambda said: tuple(map(_entry, said.items())),
    "devices": lambda said: tuple(map(_device, said.items())),
    "packages": Located.words,
    "bundle": lambda said: said.typed(str),
    "debuggable": lambda said: said.typed(bool),
    "native_libraries": Located.words,
    "adapters": lambda said: tuple(each.typed(int) for each in said.items()),
    "word_size": lambda said: said.typed(int),
}
