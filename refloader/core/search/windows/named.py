"""Decides which files the keys and values of a registry name, and reports what is wrong with the other values."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from refloader.core.search.windows.keys import key_at
from refloader.core.search.windows.values import (
    OBSERVED,
    behind,
    device_names,
    ends_the_key,
    in_file,
    key_names,
)
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.environment import Environment
from refloader.model.place import SETTINGS_FILE, Form, Place, Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.text import quote
from refloader.model.windows_paths import WINDOWS_PATHS
from refloader.model.windows_registry import RegistryKey, RegistryValue, ValueType
from refloader.rules import decides, rule

_SETTINGS = rule("SETTINGS-02")


@dataclass(frozen=True, slots=True)
class CheckedValue:
    """One checked registry value of a place: the files that a loader opens because of it, and the findings."""

    value: RegistryValue
    files: tuple[str, ...]
    reasons: tuple[Reason, ...]


@decides("DISC-WINDOWS-03", "DISC-WINDOWS-09", "DISC-DRIVER-WINDOWS-01", "DISC-DRIVER-WINDOWS-03")
def checked_values(environment: Environment, place: Place) -> tuple[CheckedValue, ...]:
    """Check the values of a KEY or VALUE place, in the order of the registry; none if the key does not exist.

    In the SOFTWARE keys, the name of a value is the path; in the device keys, its data is the path.
    """
    if place.form is Form.VALUE:
        value = _device_value(environment, place)
        return (CheckedValue(value, *device_names(value, place.use)),) if value is not None else ()
    key = key_at(environment, place.path)
    return _of_key(_Same(key), place.use) if key is not None else ()


class _Same:
    """A key that compares by identity: comparing all its values would take as long as checking them."""

    __slots__ = ("key",)

    def __init__(self, key: RegistryKey) -> None:
        self.key = key

    def __hash__(self) -> int:
        return id(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.key is self.key


@lru_cache(maxsize=16)
def _of_key(same: _Same, use: Use) -> tuple[CheckedValue, ...]:
    """Check the values of a key, once for all plans made with one registry."""
    return tuple(values_of(same.key, use))


def values_of(key: RegistryKey, use: Use) -> Iterator[CheckedValue]:
    """Yield the checked values of a SOFTWARE key, and warn of those behind one at which observed loaders stop."""
    end: RegistryValue | None = None
    for each in key.values:
        files, reasons = _named(each, use)
        yield CheckedValue(each, files, (*reasons, behind(each, end, use)) if end and files else reasons)
        end = end or (each if ends_the_key(each) else None)


def _up_to_a_long_one(found: Iterable[CheckedValue], use: Use) -> Iterator[CheckedValue]:
    """Yield the values of a SOFTWARE key; those after one with more data than a DWORD name nothing."""
    end: RegistryValue | None = None
    for each in found:
        if end is None:
            yield each
        elif each.files:
            yield CheckedValue(each.value, (), (replace(behind(each.value, end, use), rejects=True),))
        end = end or (each.value if ends_the_key(each.value) else None)


def _named(value: RegistryValue, use: Use) -> tuple[tuple[str, ...], tuple[Reason, ...]]:
    return settings_names(value) if use is Use.SETTINGS else key_names(value, use)


def named_files(
    environment: Environment, place: Place, age: Age = DOCUMENTED
) -> tuple[tuple[str, ...], tuple[Reason, ...]]:
    """Return the paths that a KEY or VALUE place names, in order, and the findings about its values."""
    found: Iterable[CheckedValue] = checked_values(environment, place)
    if place.form is Form.KEY and age.has(Trait.LONG_VALUE_ENDS_KEY):
        found = _up_to_a_long_one(found, place.use)
    plain = environment.paths.plain
    files = tuple(plain(file) for each in found for file in each.files)
    return files, tuple(reason for each in found for reason in each.reasons)


@decides("SETTINGS-02", "AMB-WIN-SETTINGS-DATA")
def settings_names(value: RegistryValue) -> tuple[tuple[str, ...], tuple[Reason, ...]]:
    """Check a value under LoaderSettings: a DWORD of any number whose name is the path of a settings file."""
    suggestion, rejects = f"C:\\folder\\{SETTINGS_FILE}", True
    if value.type is not ValueType.DWORD:
        rejects = ends_the_key(value)
        done = "read neither it nor the values after it" if rejects else "use it all the same"
        fact, suggestion = (
            f"{quote(value.name)} is a {value.type}, not a REG_DWORD; {OBSERVED} {done}",
            "a REG_DWORD",
        )
    elif WINDOWS_PATHS.split(value.name)[1].casefold() != SETTINGS_FILE:
        fact = f"{quote(value.name)} is not the path of a file called {SETTINGS_FILE}"
    elif not WINDOWS_PATHS.is_full(value.name):
        fact = f"{quote(value.name)} is not a full path"
    else:
        return (value.name,), ()
    where = in_file(value)
    return (), (Reason(_SETTINGS, Severity.WARNING, value.name, fact, where, suggestion, rejects=rejects),)


def origins(environment: Environment, place: Place) -> Mapping[str, InFile]:
    """Return the position of the first value that names each file of a place."""
    plain = environment.paths.plain
    found: dict[str, InFile] = {}
    for each in checked_values(environment, place):
        for file in each.files:
            found.setdefault(plain(file), in_file(each.value))
    return found


def led_nowhere(reason: Reason, place: Place, where: InFile) -> Reason:
    """Return the reason for a file that cannot be read, attributed to the registry value that names it."""
    unread = replace(reason.unread, source=place.path) if reason.unread is not None else None
    fact = unread.sentence(reason.subject) if unread is not None else reason.fact
    return replace(reason, fact=fact, where=where, unread=unread)


def _device_value(environment: Environment, place: Place) -> RegistryValue | None:
    """Return the value that a device place names, key and value name case-insensitive, or None."""
    path, _, name = place.path.rpartition("\\")
    key = key_at(environment, path)
    return key.value(name) if key is not None else None
