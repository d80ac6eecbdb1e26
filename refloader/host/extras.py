"""Optional queries that some hosts answer more cheaply than the equivalent queries of the port."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from typing import Protocol, cast, runtime_checkable

from refloader.host.port import Failure, Host
from refloader.model.library import Library, Symbols


@dataclass(frozen=True, slots=True)
class Members:
    """The content of a folder: the names in listing order, and which of them are folders (symbolic links are not)."""

    names: tuple[str, ...]
    folders: frozenset[str]


@runtime_checkable
class Walkable(Protocol):
    """A host that lists the names in a folder, and which of them are folders, in one query."""

    def members(self, path: str) -> Members | Failure:
        """The names in the folder, and which of them are folders."""
        ...


@runtime_checkable
class Around(Protocol):
    """A host of which only some files are known: those outside of the search were found by looking around."""

    def found_around(self) -> tuple[str, ...]:
        """The paths of these files, in the order in which they were found."""
        ...


@runtime_checkable
class Linked(Protocol):
    """A host that reads the linking facts of a library without reading its symbols."""

    def linked_with(self, path: str) -> Library | Failure:
        """The facts of the library without its exports."""
        ...


def linked_with(host: Host, path: str) -> Library | Failure:
    """Return the facts of a library without its exports if the host supports that query, otherwise all its facts."""
    return cast(Linked, host).linked_with(path) if _answers(type(host), Linked) else host.library(path)


@cache
def _answers(kind: Hashable, query: type) -> bool:
    """Return whether hosts of a class answer a query. Asked of each host, it takes a tenth of the time of a lint."""
    return issubclass(cast(type, kind), query)


@runtime_checkable
class Symbolic(Protocol):
    """A host that reads the symbols on which the loading of a library depends."""

    def symbols(self, path: str) -> Symbols | Failure:
        """What the library exports, and what other libraries have to define."""
        ...

    def symbol_names(self, path: str) -> bytes:
        """All names of its symbols, each with a NUL behind it; empty if they are not known."""
        ...


def symbols(host: Host, path: str) -> Symbols | None:
    """The same of any host; None if they are not known."""
    base = getattr(host, "base", host)
    found = cast(Symbolic, base).symbols(path) if _answers(base.__class__, Symbolic) else None
    return found if isinstance(found, Symbols) else None


def symbol_names(host: Host, path: str) -> bytes:
    """The same of any host; empty if they are not known."""
    base = getattr(host, "base", host)
    return cast(Symbolic, base).symbol_names(path) if _answers(base.__class__, Symbolic) else b""


@runtime_checkable
class Cached(Protocol):
    """A host that has the cache of its dynamic linker."""

    def linker_cache(self) -> bytes:
        """The content of /etc/ld.so.cache; empty if there is none."""
        ...


def linker_cache(host: Host) -> bytes:
    """The same of any host; empty if it has none, as a snapshot."""
    base = getattr(host, "base", host)
    return base.linker_cache() if isinstance(base, Cached) else b""


CACHE, CACHE_LIMIT = "/etc/ld.so.cache", 16 << 20
"""Where ldconfig writes which libraries there are, and how much of it is read."""


@runtime_checkable
class Shared(Protocol):
    """A host whose files are those of several people."""

    def leads_to_private(self, path: str) -> bool:
        """Whether a link on the way leads to a file that not every user may read."""
        ...


def leads_to_private(host: Host, path: str) -> bool:
    """The same of any host: in a tree or a package nothing is anybody's own."""
    return _answers(type(host), Shared) and cast(Shared, host).leads_to_private(path)


@runtime_checkable
class Raising(Protocol):
    """A host that knows which programs get elevated privileges when they are started."""

    def privilege_of(self, program: str) -> str:
        """What gives its processes elevated privileges; empty if nothing does."""
        ...


def privilege_of(host: Host, program: str) -> str:
    """The same of any host; empty if it knows of no modes."""
    return cast(Raising, host).privilege_of(program) if _answers(type(host), Raising) else ""


@runtime_checkable
class Guarded(Protocol):
    """A host that knows who may open its files."""

    def closed_to(self, path: str, *, writing: bool = False) -> str:
        """Who alone may open the file, if not every user may who needs it; else empty."""
        ...


def closed_to(host: Host, path: str, *, writing: bool = False) -> str:
    """The same of any host; empty if it knows of no owners."""
    base = getattr(host, "base", host)
    return cast(Guarded, base).closed_to(path, writing=writing) if _answers(base.__class__, Guarded) else ""


def closed_at(host: Host, path: str) -> str:
    """Return the first folder on the way to a file that is closed to others than its owner, else the file itself."""
    parts = [part for part in path.rstrip("/").split("/") if part != "."]
    if len(parts) > _MOST_STEPS:
        return path
    folders = ("/".join(parts[:end]) for end in range(2, len(parts)))
    return next((folder for folder in folders if closed_to(host, folder).startswith("only ")), path)


_MOST_STEPS = 64
"""The most steps of a path whose folders are asked for, each with those above it; no folder lies that deep."""


@runtime_checkable
class Grouped(Protocol):
    """A host that knows the groups of its files, and not who is in them."""

    def group_alone(self, path: str) -> int | None:
        """The group whose members alone may read and write the file besides its owner; None if others may as well."""
        ...


def group_alone(host: Host, path: str) -> int | None:
    """The same of any host; None if it knows of no groups."""
    base = getattr(host, "base", host)
    return cast(Grouped, base).group_alone(path) if _answers(base.__class__, Grouped) else None


@runtime_checkable
class Mounted(Protocol):
    """A host that knows how the file systems of its files are mounted."""

    def is_noexec(self, path: str) -> bool:
        """Whether the file's file system is mounted with noexec, so that no library of it can be loaded."""
        ...


def is_noexec(host: Host, path: str) -> bool:
    """The same of any host; false if it knows of no mounts."""
    base = getattr(host, "base", host)
    return _answers(base.__class__, Mounted) and cast(Mounted, base).is_noexec(path)


def lacks_libraries(host: Host) -> bool:
    """Return whether a host has the files of packages and no shared library, so that others have to bring theirs.

    A machine may have many missing libraries: a protocol takes a tenth of the time of a lint of these.
    """
    return bool(getattr(getattr(host, "base", host), "lacks_libraries", False))
