"""Builds a registry from keys, values and deletions, in the order in which they are read."""

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
"""The keys below HKEY_USERS that belong to no person: service accounts, and the default."""


@dataclass(slots=True)
class _Key:
    path: str
    span: Span
    values: dict[str, RegistryValue] = field(default_factory=dict)


class RegistryBuilder:
    """Collects the content of exports and hives, in order: later content adds, replaces and deletes.

    A value that is set again keeps its position among the others, as in a registry. ``whole`` are the paths of the
    keys whose complete content was read; the readers of exports and hives add them.
    """

    def __init__(self) -> None:
        self._keys: dict[str, _Key] = {}
        self.deletions = 0
        self.whole: list[str] = []

    @property
    def size(self) -> int:
        """The number of keys."""
        return len(self._keys)

    def add_key(self, path: str, span: Span) -> str:
        """Add a key if it is missing, and return the name by which ``set_value`` and ``delete_value`` refer to it."""
        folded = path.casefold()
        self._keys.setdefault(folded, _Key(path, span))
        return folded

    def set_value(self, key: str, value: RegistryValue) -> None:
        """Set a value of an existing key."""
        self._keys[key].values[value.name.casefold()] = value

    def delete_value(self, key: str, name: str) -> None:
        """Delete a value of a key."""
        self.deletions += 1
        self._keys[key].values.pop(name.casefold(), None)

    def delete_key(self, path: str) -> None:
        """Delete a key and all keys below it."""
        self.deletions += 1
        folded = path.casefold()
        for each in [each for each in self._keys if each == folded or each.startswith(f"{folded}\\")]:
            del self._keys[each]

    def registry(self, source: str, user: str | None = "") -> tuple[Registry, tuple[Reason, ...]]:
        """Return the registry, and notes on the choices made. The keys of ``user``, a SID, become HKEY_CURRENT_USER.

        An empty ``user`` chooses the only user that there is; None leaves the keys of all users where they are.
        """
        chosen, said = self._current_set()
        keys = [_in_set(key, chosen) for key in self._finished() if _control_set(key.path) in ("", chosen)]
        whole = {_moved(path, f"{_SETS}{chosen}", f"{_SETS}{_CURRENT}") for path in self.whole}
        sid, more = ("", ()) if user is None else _current_user(keys, user)
        if sid:
            keys = [_renamed(key, f"{USERS}\\{sid}", USER) for key in keys]
            whole |= {_moved(path, f"{USERS}\\{sid}", USER) for path in whole}
            whole |= {USER for path in whole if path.casefold() == USERS.casefold()}
        return registry_of(keys, source, tuple(sorted(each.casefold() for each in whole))), (*said, *more)

    def _finished(self) -> list[RegistryKey]:
        return [RegistryKey(key.path, tuple(key.values.values()), key.span) for key in self._keys.values()]

    def _current_set(self) -> tuple[str, tuple[Reason, ...]]:
        """Return the control set that is in use, with notes; empty if there is none. The others are copies."""
        sets = sorted({name for path in self._keys if (name := _control_set(path))})
        if not sets or _CURRENT.casefold() in sets:
            return _CURRENT.casefold() if sets else "", ()
        select = self._keys.get(f"{_SETS}select")
        current = select.values.get("current") if select else None
        if current is not None and isinstance(current.data, int):
            name = f"controlset{current.data:03d}"
            if name in sets:
                return name, ()
        if len(sets) == 1:
            return sets[0], ()
        fact = f"nothing says which of {some(sets, 4)} is the current one: {sets[0]} is taken"
        where = _at(next(key.span for path, key in self._keys.items() if _control_set(path) == sets[0]))
        return sets[0], (Reason(rule("DISC-WINDOWS-07"), Severity.NOTE, sets[0], fact, where),)


def _at(span: Span) -> InFile:
    return InFile(span.path, span.line, span.column)


def _control_set(path: str) -> str:
    """Return the case-folded name of the control set in a path; empty if the path is not in one."""
    folded = path.casefold()
    name = folded[len(_SETS) :].partition("\\")[0] if folded.startswith(_SETS) else ""
    return name if "controlset" in name else ""


def _in_set(key: RegistryKey, chosen: str) -> RegistryKey:
    return (
        _renamed(key, f"{_SETS}{chosen}", f"{MACHINE}\\SYSTEM\\{_CURRENT}") if _control_set(key.path) else key
    )


def _renamed(key: RegistryKey, old: str, new: str) -> RegistryKey:
    path = _moved(key.path, old, new)
    return key if path == key.path else RegistryKey(path, key.values, key.span)


def _moved(path: str, old: str, new: str) -> str:
    """Replace ``old``, ignoring letter case, by ``new`` in a path that is or begins with it; return others as is."""
    folded, before = f"{path.casefold()}\\", f"{old.casefold()}\\"
    if not folded.startswith(before):
        return path
    return new + path[len(before) - 1 :]


def _current_user(keys: list[RegistryKey], user: str) -> tuple[str, tuple[Reason, ...]]:
    """Return the SID whose keys become HKEY_CURRENT_USER, with notes; empty if there is no such user.

    Without ``user``, it is also empty if HKEY_CURRENT_USER has keys already.
    """
    why = rule("DISC-WINDOWS-01")
    if not user and any(key.path.casefold().startswith(f"{USER}\\".casefold()) for key in keys):
        return "", ()
    users = {sid: _at(span) for sid, span in reversed(list(_users(keys)))}
    names = some(list(reversed(users)))
    if user and user.casefold() not in users:
        fact = f"there are no keys of the user {quote(user)}" + (f", but of {names}" if users else "")
        where = _at(keys[0].span) if keys else None
        return "", (Reason(why, Severity.WARNING, user, fact, where),)
    if not user and len(users) > 1:
        fact = f"there are keys of {len(users)} users ({names}): none is taken for the current one"
        where = next(reversed(users.values()))
        return "", (Reason(why, Severity.WARNING, USERS, fact, where, "choose one"),)
    if not users:
        return "", ()
    chosen = user.casefold() or next(iter(users))
    fact = f"the keys of {chosen} below {USERS} are taken for {USER}"
    return chosen, (Reason(why, Severity.NOTE, chosen, fact, users[chosen]),)


def _users(keys: list[RegistryKey]) -> Iterator[tuple[str, Span]]:
    """Yield the user of each key below HKEY_USERS, with the location of the key."""
    start = f"{USERS}\\".casefold()
    for key in keys:
        folded = key.path.casefold()
        if folded.startswith(start):
            name = folded[len(start) :].partition("\\")[0]
            if name not in _NOBODY and not name.endswith("_classes"):
                yield name, key.span
