"""A host for a staging tree, as if it were installed: every path is looked up below one folder.

Symbolic links, including absolute ones, are resolved inside that folder and never lead out of it.
"""

import os
import re
from collections.abc import Mapping, Sequence

from refloader.host.machines.inside import Folder, Inside, Member
from refloader.host.machines.tree import TreeHost
from refloader.host.no_links import Unlinked
from refloader.host.port import Failure
from refloader.model.platform import LINUX, Platform
from refloader.model.system import System

_OF_A_PROCESS = re.compile("/proc/[0-9]+/root")


class RootHost(TreeHost):
    """The tree below ``root`` as a separate machine, with the user's variables (none by default).

    ``maps`` are folders from elsewhere on this machine, by their path in the tree. ``under`` are further folders
    below the root, the uppermost first, as the unpacked layers of an image are. ``at`` is the path in the tree where
    ``root`` is mounted; if it is not ``/``, the tree has no content but that folder, the maps and ``under``.
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
        self.root = _real(root)
        self.layout = layout
        folders = {_parts(at): root, **{_parts(prefix): place for prefix, place in (maps or {}).items()}}
        mounts = {parts: os.path.realpath(place).rstrip("/") for parts, place in folders.items() if parts}
        lower = [os.path.realpath(each).rstrip("/") for each in under]
        self._is_plain = not mounts and not lower
        # The default file system of macOS is case-insensitive.
        fold = _without_case if platform.system is System.MACOS else None
        self._tree = Inside(lower if _parts(at) else [self.root, *lower], mounts, fold)

    @property
    def is_plain(self) -> bool:
        """Whether all files of the tree lie below ``root`` under the paths that they have in the tree."""
        return self._is_plain

    def find(self, path: str) -> Folder | Member | Failure:
        """Resolve a path inside the tree."""
        return self._tree.find_path(path)

    def disk(self, path: str) -> Unlinked:
        """Return what opens the files of the tree."""
        return self._tree.disk

    def written(self, parts: Sequence[str], path: str) -> str:
        """Join the parts with slashes, from the root."""
        return "/" + "/".join(parts)


def _real(root: str) -> str:
    """Return the folder with links followed; the root of a process is no link that has a text to follow."""
    return root if _OF_A_PROCESS.fullmatch(root) else os.path.realpath(root).rstrip("/")


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part for part in path.split("/") if part not in ("", "."))


def _without_case(name: str) -> str:
    if name.isascii():
        return name.lower()
    import unicodedata  # names beyond ASCII are rare

    return unicodedata.normalize("NFD", name).casefold()
