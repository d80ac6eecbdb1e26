"""Keys as a hive or the system's own functions give them, before anything is made of them."""

from dataclasses import dataclass

from refloader.model.windows_registry import MACHINE, USER

RawData = bytes | int | str | tuple[str, ...]
"""Bytes as they are stored, or what the system's functions have already made of them."""

_SOFTWARE = (r"SOFTWARE\Khronos", r"SOFTWARE\WOW6432Node\Khronos")
WHOLE = {
    MACHINE: _SOFTWARE,
    USER: (*_SOFTWARE, *(rf"SOFTWARE\Classes\VirtualStore\MACHINE\{path}" for path in _SOFTWARE)),
}
"""By hive: the keys that are read with all below them. The VirtualStore has what installers without rights wrote."""

DEPTH = 4
"""How deep keys are read below one of those."""

KEY_LIMIT = 20_000
"""Keys: what comes behind so many is not read."""

VALUE_LIMIT = 10_000
"""Values of one key: what comes behind so many is not read."""

DATA_LIMIT = 1 << 18
"""Bytes of one value: more name no manifests, and are cut off."""


@dataclass(frozen=True, slots=True)
class RawValue:
    """A value: its name, the number of its type, its data."""

    name: str
    number: int
    data: RawData


@dataclass(frozen=True, slots=True)
class RawKey:
    """A key by its full path, with its values in order."""

    path: str
    values: tuple[RawValue, ...]


@dataclass(frozen=True, slots=True)
class RawKeys:
    """The keys that matter to a loader. ``damage`` is what could not be read, ``notes`` what else was odd.

    ``whole`` are the paths below which nothing is missing, the empty one for all.
    """

    keys: tuple[RawKey, ...]
    damage: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
