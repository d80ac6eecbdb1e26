"""Reads Windows registries from exports, hives, or the machine itself. Holds no rules."""

import importlib
from collections.abc import Sequence

from refloader.core.search.windows.roles import devices_of
from refloader.host.machines.real import RealHost
from refloader.host.port import Content, Failure, Host, Kind, Listing
from refloader.host.registry.raw_keys import RawKeys
from refloader.inspect.registry.build import RegistryBuilder
from refloader.inspect.registry.data import type_of, typed
from refloader.inspect.registry.file import read_reg
from refloader.model.reason import InFile, Reason, Severity, Span
from refloader.model.text import quote, some
from refloader.model.windows_registry import Registry, RegistryValue
from refloader.rules import rule

__all__ = [
    "FILE_LIMIT",
    "HIVE",
    "MissingExtraError",
    "NotWindowsError",
    "devices_of",
    "feed",
    "is_registry_file",
    "live_registry",
    "looks_like_registry",
    "machines_hives",
    "not_of_a_registry",
    "own_hives",
    "read_registry",
    "unread",
    "users_hives",
]

FILE_LIMIT = 1 << 29
"""The most bytes of an export or hive. The export of a whole machine has about 300 MB."""

_CONFIG, _MACHINES, _USERS = "C:\\Windows\\System32\\config", ("SOFTWARE", "SYSTEM"), "C:\\Users"
THIS_MACHINE = "this machine"
HIVE = b"regf"
"""The first bytes of a hive."""


class MissingExtraError(Exception):
    """The package that reads hives is not installed; the text says how to install it."""


class NotWindowsError(Exception):
    """This machine has no registry."""


def read_registry(
    paths: Sequence[str], user: str = "", *, host: Host | None = None
) -> tuple[Registry, tuple[Reason, ...]]:
    """Return the registry that exports and hives form together; a later one adds to the earlier ones, or deletes.

    ``user`` is a SID: the keys of that user below HKEY_USERS become HKEY_CURRENT_USER; if it is empty, the keys of
    the only user that there is. A file that cannot be read adds a finding and no keys.
    """
    machine = host or RealHost()
    builder = RegistryBuilder()
    reasons: list[Reason] = []
    for path in paths:
        answer = machine.read(path, FILE_LIMIT)
        reasons += [unread(path, answer)] if isinstance(answer, Failure) else feed(answer.data, path, builder)
    registry, more = builder.registry(some(list(paths)), user)
    return registry, (*reasons, *more)


def feed(data: bytes, path: str, builder: RegistryBuilder) -> tuple[Reason, ...]:
    """Add the content of an export or hive, and return the findings about it. Raises MissingExtraError."""
    if data.startswith(HIVE):
        from refloader.host.registry import hive  # few inputs are hives

        if not hive.can_read_hives():
            raise MissingExtraError(hive.MISSING)
        return _put(hive.hive_keys(data), path, builder)
    return read_reg(data, path, builder)


def _put(found: RawKeys, path: str, builder: RegistryBuilder) -> tuple[Reason, ...]:
    """Add raw keys with their data converted to the types, and return the damage and notes as findings."""
    span = Span(path)
    builder.whole += found.whole
    for key in found.keys:
        name = builder.add_key(key.path, span)
        for value in key.values:
            kind = type_of(value.number)
            data = typed(kind, value.data) if isinstance(value.data, bytes) else value.data
            builder.set_value(name, RegistryValue(value.name, kind, data, span))
    told = ((Severity.ERROR, found.damage), (Severity.NOTE, found.notes))
    why = rule("DISC-WINDOWS-03")
    return tuple(Reason(why, weight, path, fact, InFile(path)) for weight, facts in told for fact in facts)


def own_hives(host: Host) -> tuple[str, ...]:
    """Return the hives of the Windows installation in a tree: the machine's, and the user's if there is only one."""
    users = users_hives(host)
    return (*machines_hives(host), *(users if len(users) == 1 else ()))


def machines_hives(host: Host) -> tuple[str, ...]:
    """Return the hives of the machine, from their fixed location."""
    paths = [f"{_CONFIG}\\{name}" for name in _MACHINES]
    return tuple(path for path in paths if host.kind(path) is Kind.FILE)


def users_hives(host: Host) -> tuple[str, ...]:
    """Return the hives of the users, one for each."""
    users = host.list(_USERS)
    names = sorted(users.names) if isinstance(users, Listing) else ()
    paths = [f"{_USERS}\\{name}\\NTUSER.DAT" for name in names]
    return tuple(path for path in paths if host.kind(path) is Kind.FILE)


def unread(path: str, failure: Failure) -> Reason:
    """Return the finding on a file that could not be read."""
    fact = f"{quote(path)} cannot be read: {failure.detail or failure.trouble}"
    return Reason(rule("DISC-WINDOWS-03"), Severity.ERROR, path, fact, InFile(path))


def is_hive(path: str) -> bool:
    """True if a file begins as a hive does."""
    answer = RealHost().head(path, len(HIVE))
    return isinstance(answer, Content) and answer.data == HIVE


def not_of_a_registry(path: str) -> str:
    """Return what is wrong with a file that begins neither as an export nor as a hive does; else empty."""
    answer = RealHost().head(path, 128)
    if isinstance(answer, Failure) or looks_like_registry(answer.data):
        return ""
    return f"{quote(path)} does not begin as an export of a registry does: the registry editor imports nothing of it"


def is_registry_file(path: str, host: Host) -> bool:
    """True if a file is an export, by its name, or a hive, by its first bytes."""
    if path.lower().endswith(".reg"):
        return True
    if path.lower().endswith(".json"):
        return False
    head = host.head(path, len(HIVE))
    return isinstance(head, Content) and head.data == HIVE


def looks_like_registry(data: bytes) -> bool:
    """True if bytes begin as a hive or an export does."""
    start = data[:64].replace(b"\0", b"").lstrip(b"\xff\xfe\xef\xbb\xbf \t\r\n").upper()
    return data.startswith(HIVE) or start.startswith(
        (b"WINDOWS REGISTRY EDITOR", b"REGEDIT4", b"[HK", b"[-HK")
    )


def live_registry() -> tuple[Registry, tuple[Reason, ...]]:
    """Read the registry of this machine. Raises NotWindowsError."""
    try:
        winreg = importlib.import_module("winreg")
    except ImportError:
        raise NotWindowsError("this machine has no registry: it does not run Windows") from None
    from refloader.host.registry.winreg_live import live_keys  # Windows only

    builder = RegistryBuilder()
    reasons = _put(live_keys(winreg), THIS_MACHINE, builder)
    registry, more = builder.registry(THIS_MACHINE, None)
    return registry, (*reasons, *more)
