"""What some hosts can tell beside the questions of the port, because it costs them less than asking for all of it."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from refloader.host.port import Failure, Host
from refloader.model.library import Library


@dataclass(frozen=True, slots=True)
class Members:
    """What is in a folder, told at once: the names in its order, and which of them are folders and no links."""

    names: tuple[str, ...]
    folders: frozenset[str]


@runtime_checkable
class Walkable(Protocol):
    """A host that tells at once what is in a folder and what of it are folders."""

    def members(self, path: str) -> Members | Failure:
        """The names, and those of folders."""
        ...


@runtime_checkable
class Linked(Protocol):
    """A host that tells what a library is linked with without reading its symbols."""

    def linked_with(self, path: str) -> Library | Failure:
        """The facts of the library, exports left out."""
        ...


def linked_with(host: Host, path: str) -> Library | Failure:
    """What a library is linked with, where the host tells that by itself; else all of its facts."""
    return host.linked_with(path) if isinstance(host, Linked) else host.library(path)


@runtime_checkable
class Shared(Protocol):
    """A host whose files are those of several people."""

    def leads_to_private(self, path: str) -> bool:
        """Whether a link on the way leads to a file that not every user may read."""
        ...


def leads_to_private(host: Host, path: str) -> bool:
    """The same of any host: in a tree or a package nothing is anybody's own."""
    return isinstance(host, Shared) and host.leads_to_private(path)
