"""Registry keys as read from a hive or from the system's functions, before they are interpreted."""

from dataclasses import dataclass

from refloader.model.windows_registry import MACHINE, USER

RawData = bytes | int | str | tuple[str, ...]
"""The stored bytes, or the value that the system's functions have decoded from them."""

_SOFTWARE = (r"SOFTWARE\Khronos", r"SOFTWARE\WOW6432Node\Khronos")
WHOLE = {
    MACHINE: _SOFTWARE,
    USER: (*_SOFTWARE, *(rf"SOFTWARE\Classes\VirtualStore\MACHINE\{path}" for path in _SOFTWARE)),
}
"""By hive, the keys that are read with all their subkeys. Unprivileged installers write to the VirtualStore."""

DEPTH = 4
"""The depth to which subkeys of the keys in ``WHOLE`` are read."""

KEY_LIMIT = 20_000
"""The maximum number of keys read; further keys are ignored."""

VALUE_LIMIT = 10_000
"""The maximum number of values read of one key; further values are ignored."""

DATA_LIMIT = 1 << 18
"""The maximum number of bytes read of one value. Longer data names no manifest and is truncated."""


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
    """The keys that matter to a loader.

    ``damage`` describes what could not be read, ``notes`` other oddities. ``whole`` are the paths below which no keys
    are missing; an empty path means that none are missing at all.
    """

    keys: tuple[RawKey, ...]
    damage: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
