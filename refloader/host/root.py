"""A staging tree seen as if it were installed: every path is looked up under one folder, links included.

Symbolic links, absolute ones above all, are resolved inside the root and never lead out of it.
"""

import os
from collections.abc import Mapping

from refloader.host.port import SIZE_LIMIT, Content, Failure, Host, Kind, Listing, Trouble
from refloader.host.real import RealHost
from refloader.model.library import Library
from refloader.model.platform import LINUX, Platform

_LINK_LIMIT = 40


class RootHost:
    """The tree below ``root`` as a machine of its own, with the variables it is given (none by default)."""

    def __init__(
        self,
        root: str,
        variables: Mapping[str, str] | None = None,
        *,
        elevated: bool = False,
        executable: str = "",
        word_size: int = 64,
        platform: Platform = LINUX,
    ) -> None:
        self.root = os.path.realpath(root).rstrip("/")
        self._base: Host = RealHost(variables or {}, elevated=elevated, executable=executable)
        self._word_size = word_size
        self._platform = platform

    def variables(self) -> Mapping[str, str]:
        """The variables given."""
        return self._base.variables()

    def elevated(self) -> bool:
        """As given."""
        return self._base.elevated()

    def executable(self) -> str:
        """As given: a path inside the tree."""
        return self._base.executable()

    def word_size(self) -> int:
        """As given."""
        return self._word_size

    def platform(self) -> Platform:
        """As given."""
        return self._platform

    def kind(self, path: str) -> Kind:
        """What is at the path inside the tree."""
        inside = self.outside_path(path)
        return Kind.MISSING if inside is None else self._base.kind(inside)

    def list(self, path: str) -> Listing | Failure:
        """The names in a folder of the tree."""
        inside = self.outside_path(path)
        return Failure(Trouble.LOOP) if inside is None else self._base.list(inside)

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The content of a file of the tree."""
        inside = self.outside_path(path)
        return Failure(Trouble.LOOP) if inside is None else self._base.read(inside, limit)

    def head(self, path: str, size: int) -> Content | Failure:
        """The first bytes of a file of the tree."""
        inside = self.outside_path(path)
        return Failure(Trouble.LOOP) if inside is None else self._base.head(inside, size)

    def machine(self) -> str:
        """Nobody knows where a staging tree will be installed."""
        return ""

    def real_path(self, path: str) -> str:
        """The canonical path inside the tree."""
        inside = self.outside_path(path)
        return path if inside is None else inside.removeprefix(self.root) or "/"

    def library(self, path: str) -> Library | Failure:
        """The facts of a library file of the tree."""
        inside = self.outside_path(path)
        return Failure(Trouble.LOOP) if inside is None else self._base.library(inside)

    def outside_path(self, path: str) -> str | None:
        """Where a path of the tree lies on this machine, every link resolved inside; None for a loop."""
        pending = [part for part in reversed(path.split("/")) if part not in ("", ".")]
        current, links = self.root, 0
        while pending:
            part = pending.pop()
            if part == "..":
                current = current.rpartition("/")[0] if current != self.root else current
                continue
            step = f"{current}/{part}"
            target = _link_target(step)
            if target is None:
                current = step
                continue
            links += 1
            if links > _LINK_LIMIT:
                return None
            if target.startswith("/"):
                current = self.root
            pending += [part for part in reversed(target.split("/")) if part not in ("", ".")]
        return current or "/"


def _link_target(path: str) -> str | None:
    try:
        return os.readlink(path)
    except (OSError, ValueError):
        return None
