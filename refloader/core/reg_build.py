"""Puts a registry together from keys, values and deletions in the order in which they are read."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from refloader.model.reason import InFile, Reason, Severity, Span
from refloader.model.text import quote, some
from refloader.model.windows_registry import (
    MACHINE,
    USER,
    USERS,
    Registry,
    RegistryKey,
    RegistryValue,
    registry_of,
)
from refloader.rules import rule

_CURRENT = "CurrentControlSet"
_SETS = f"{MACHINE}\\SYSTEM\\".casefold()
_NOBODY = ("s-1-5-18", "s-1-5-19", "s-1-5-20", ".default")
"""Users below HKEY_USERS whom no person logs in as."""


@dataclass(slots=True)
class _Key:
    path: str
    span: Span
    values: dict[str, RegistryValue] = field(default_factory=dict)


class RegistryBuilder:
    """Takes what exports and hives hold, in order: what comes later adds, replaces and deletes.

    A value that is set again keeps its place among the others, as in a registry. ``whole`` are the paths below which
    all is known, as far as whoever reads something knows.
    """

    def __init__(self) -> None:
        self._keys: dict[str, _Key] = {}
        self.deletions = 0
        self.whole: list[str] = []

    @property
    def size(self) -> int:
        """How many keys there are."""
        return len(self._keys)

    def add_key(self, path: str, span: Span) -> str:
        """Have a key, and give the name under which values are added to it."""
        folded = path.casefold()
        self._keys.setdefault(folded, _Key(path, span))
        return folded

    def set_value(self, key: str, value: RegistryValue) -> None:
        """Give a value to a key that is there."""
        self._keys[key].values[value.name.casefold()] = value

    def delete_value(self, key: str, name: str) -> None:
        """Take a value from a key."""
        self.deletions += 1
        self._keys[key].values.pop(name.casefold(), None)

    def delete_key(self, path: str) -> None:
        """Take a key away with all below it."""
        self.deletions += 1
        folded = path.casefold()
        for each in [each for each in self._keys if each == folded or each.startswith(f"{folded}\\")]:
            del self._keys[each]

    def registry(self, source: str, user: str | None = "") -> tuple[Registry, tuple[Reason, ...]]:
        """What has come together. ``user`` is a SID whose keys stand for HKEY_CURRENT_USER.

        Empty is for the only user that there is, None leaves all where they are.
        """
        keys, reasons = self._of_current_set()
        if user is not None:
            keys, more = _as_current_user(keys, user)
            reasons += more
        return registry_of(keys, source, tuple(each.casefold() for each in self.whole)), tuple(reasons)

    def _finished(self) -> list[RegistryKey]:
        return [RegistryKey(key.path, tuple(key.values.values()), key.span) for key in self._keys.values()]

    def _of_current_set(self) -> tuple[list[RegistryKey], list[Reason]]:
        """The keys with one set of control keys, called the current one; others are copies that no loader reads."""
        keys = self._finished()
        sets = {name.casefold(): name for key in keys if (name := _control_set(key.path))}
        others = sorted(name for name in sets if name != _CURRENT.casefold())
        if not others:
            return keys, []
        if _CURRENT.casefold() in sets:
            return [key for key in keys if (_control_set(key.path) or _CURRENT).casefold() not in others], []
        chosen, reasons = self._chosen(others)
        kept = [key for key in keys if (_control_set(key.path) or chosen).casefold() == chosen]
        return [_in_set(key) for key in kept], reasons

    def _chosen(self, sets: list[str]) -> tuple[str, list[Reason]]:
        select = self._keys.get(f"{_SETS}select")
        current = select.values.get("current") if select else None
        if current is not None and isinstance(current.data, int):
            name = f"controlset{current.data:03d}"
            if name in sets:
                return name, []
        if len(sets) == 1:
            return sets[0], []
        fact = f"nothing says which of {some(sets, 4)} is the current one: {sets[0]} is taken"
        return sets[0], [Reason(rule("DISC-WINDOWS-07"), Severity.NOTE, sets[0], fact)]


def _control_set(path: str) -> str:
    """The name of the set of control keys that a path leads through, as written; empty where it does not."""
    if not path.casefold().startswith(_SETS):
        return ""
    name = path[len(_SETS) :].partition("\\")[0]
    return name if "controlset" in name.casefold() else ""


def _in_set(key: RegistryKey) -> RegistryKey:
    name = _control_set(key.path)
    if not name:
        return key
    start = len(_SETS)
    return RegistryKey(f"{key.path[:start]}{_CURRENT}{key.path[start + len(name) :]}", key.values, key.span)


def _as_current_user(keys: list[RegistryKey], user: str) -> tuple[list[RegistryKey], list[Reason]]:
    """The keys with those of one user under HKEY_CURRENT_USER, unless that is there already."""
    if any(key.path.casefold().startswith(f"{USER}\\".casefold()) for key in keys) and not user:
        return keys, []
    users = dict.fromkeys(_users(keys))
    if user and user.casefold() not in users:
        fact = f"there are no keys of the user {quote(user)}" + (
            f", but of {some(list(users))}" if users else ""
        )
        return keys, [Reason(rule("DISC-WINDOWS-01"), Severity.WARNING, user, fact)]
    if not user and len(users) > 1:
        fact = (
            f"there are keys of {len(users)} users ({some(list(users))}): none is taken for the current one"
        )
        return keys, [Reason(rule("DISC-WINDOWS-01"), Severity.WARNING, USERS, fact, remedy="choose one")]
    if not users:
        return keys, []
    chosen = user.casefold() or next(iter(users))
    moved = [_of_user(key, chosen) for key in keys]
    span = next(key.span for key in moved if key.path.startswith(f"{USER}\\"))
    fact = f"the keys of {chosen} below {USERS} are taken for {USER}"
    return moved, [Reason(rule("DISC-WINDOWS-01"), Severity.NOTE, chosen, fact, InFile(span.path, span.line))]


def _users(keys: list[RegistryKey]) -> Iterator[str]:
    start = f"{USERS}\\".casefold()
    for key in keys:
        folded = key.path.casefold()
        if folded.startswith(start):
            name = folded[len(start) :].partition("\\")[0]
            if name not in _NOBODY and not name.endswith("_classes"):
                yield name


def _of_user(key: RegistryKey, user: str) -> RegistryKey:
    start = f"{USERS}\\{user}\\"
    if not key.path.casefold().startswith(start.casefold()):
        return key
    return RegistryKey(f"{USER}\\{key.path[len(start) :]}", key.values, key.span)
