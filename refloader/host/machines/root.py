"""A staging tree seen as if it were installed: every path is looked up under one folder, links included.

Symbolic links, absolute ones above all, are resolved inside the root and never lead out of it.
"""

import os
import unicodedata
from collections.abc import Mapping, Sequence

from refloader.host.machines.inside import Folder, Inside, Member
from refloader.host.machines.tree import TreeHost
from refloader.host.port import Failure
from refloader.model.platform import LINUX, Platform
from refloader.model.system import System


class RootHost(TreeHost):
    """The tree below ``root`` as a machine of its own, with the variables it is given (none by default).

    ``maps`` are folders that lie elsewhere on this machine, by their path in the tree; ``under`` more folders under
    the root, the upper first, as the unpacked layers of an image are. ``at`` is where in the tree the folder itself
    lies, if it is not the root: then there is nothing but it and the maps.
    """

    def __init__(
        self,
        root: str,
        variables: Mapping[str, str] | None = None,
        *,
        elevated: bool = False,
        executable: str = "",
        word_size: int = 64,
        platform: Platform = LINUX,
        maps: Mapping[str, str] | None = None,
        under: Sequence[str] = (),
        at: str = "/",
        layout: str = "",
    ) -> None:
        super().__init__(
            variables, elevated=elevated, executable=executable, word_size=word_size, platform=platform
        )
        self.root = os.path.realpath(root).rstrip("/")
        self.layout = layout
        folders = {_parts(at): root, **{_parts(prefix): place for prefix, place in (maps or {}).items()}}
        mounts = {parts: os.path.realpath(place).rstrip("/") for parts, place in folders.items() if parts}
        lower = [os.path.realpath(each).rstrip("/") for each in under]
        # The file system that macOS makes does not tell letter cases apart.
        fold = _without_case if platform.system is System.MACOS else None
        self._tree = Inside(lower if _parts(at) else [self.root, *lower], mounts, fold)

    def find(self, path: str) -> Folder | Member | Failure:
        """What the path leads to inside the tree."""
        return self._tree.find(path.split("/"))

    def written(self, parts: Sequence[str], path: str) -> str:
        """With slashes, from the root."""
        return "/" + "/".join(parts)


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part for part in path.split("/") if part not in ("", "."))


def _without_case(name: str) -> str:
    return name.lower() if name.isascii() else unicodedata.normalize("NFD", name).casefold()
