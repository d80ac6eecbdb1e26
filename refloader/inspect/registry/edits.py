"""Edits registry values in memory, and builds the Windows command lines with the same effect. Runs no command."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType

from refloader.host import shell
from refloader.model.reason import Span
from refloader.model.windows_registry import Data, Registry, RegistryKey, RegistryValue, ValueType


@dataclass(frozen=True, slots=True)
class RegistryEdit:
    """Sets one value of one key, or removes it if ``type`` is None."""

    key: str
    name: str
    type: ValueType | None = None
    data: Data = ""

    @property
    def command(self) -> str:
        """The Windows command line that makes the change; empty if it cannot be quoted safely."""
        texts = (self.key, self.name, self.data) if isinstance(self.data, str) else (self.key, self.name)
        if any(not shell.is_whole_on_windows(text) or text.endswith("\\") for text in texts):
            return ""
        key = _short(self.key)
        if self.type is None:
            return f'reg delete "{key}" /v "{self.name}" /f'
        if self.type is ValueType.DWORD and isinstance(self.data, int):
            return f'reg add "{key}" /v "{self.name}" /t REG_DWORD /d {self.data} /f'
        if self.type is ValueType.SZ and isinstance(self.data, str):
            return f'reg add "{key}" /v "{self.name}" /t REG_SZ /d "{self.data}" /f'
        return ""


_SHORT = {"HKEY_LOCAL_MACHINE": "HKLM", "HKEY_CURRENT_USER": "HKCU"}


def _short(key: str) -> str:
    hive, slash, rest = key.partition("\\")
    return f"{_SHORT.get(hive.upper(), hive)}{slash}{rest}"


def turned_on(key: str, name: str) -> RegistryEdit:
    """Return the edit that makes a key name a manifest that loaders follow (DISC-WINDOWS-03)."""
    return RegistryEdit(key, name, ValueType.DWORD, 0)


def edited_registry(registry: Registry, edits: Iterable[RegistryEdit]) -> Registry:
    """Return the registry after some edits. Missing keys are created."""
    keys = dict(registry.keys)
    for edit in edits:
        folded = edit.key.casefold()
        key = keys.get(folded) or RegistryKey(edit.key, (), Span(""))
        keys[folded] = RegistryKey(key.path, _values(key, edit), key.span)
    return replace(registry, keys=MappingProxyType(keys))


def _values(key: RegistryKey, edit: RegistryEdit) -> tuple[RegistryValue, ...]:
    """Return the values of a key after one edit; a value that is set again keeps its position."""
    old = key.value(edit.name)
    if edit.type is None:
        return tuple(each for each in key.values if each is not old)
    new = RegistryValue(edit.name, edit.type, edit.data, old.span if old else Span(""))
    if old is None:
        return (*key.values, new)
    return tuple(new if each is old else each for each in key.values)
