"""Files of a machine in memory by Windows' path rules: any spelling of a path finds what is there. Reads no disk."""

import ntpath
from collections.abc import Iterable, Mapping

from refloader.model.windows_paths import WINDOWS_PATHS

_LINK_LIMIT = 63
"""Reparse points that Windows follows in one path."""


class Spellings:
    """The paths of a machine as they were given, with the folders on the way to them.

    ``folders`` has the names in each folder, in the order in which they were given.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self.folders: dict[str, dict[str, None]] = {}
        self._spelt: dict[str, str] = {}
        for path in paths:
            self._add(path)

    def there(self, path: str) -> str:
        """The path as it was given; itself where nothing is there."""
        return self._spelt.get(WINDOWS_PATHS.identity(path), path)

    def _add(self, path: str) -> None:
        """Note a path, and each folder above it with what is in it."""
        spelt = self._spelt.setdefault(WINDOWS_PATHS.identity(path), path)
        parent, name = _parent(spelt)
        if not parent:
            return
        parent = self._spelt.get(WINDOWS_PATHS.identity(parent), parent)
        names = self.folders.setdefault(parent, {})
        known = name in names
        names[name] = None
        if not known:
            self._add(parent)

    def resolved(self, path: str, links: Mapping[str, str], working_directory: str) -> str | None:
        """The path as it was given, links followed; None for a loop. Dots are taken out first, as Windows does."""
        for _ in range(_LINK_LIMIT):
            path = ntpath.normpath(ntpath.join(working_directory, path))
            further = self._without_link(path, links)
            if further is None:
                return self.there(path)
            path = further
        return None

    def _without_link(self, path: str, links: Mapping[str, str]) -> str | None:
        """The path with its first link replaced by what that leads to; None where it has none."""
        if not links:
            return None
        heads = [path]
        while (parent := _parent(heads[0])[0]) and parent != heads[0]:
            heads.insert(0, parent)
        for head in heads:
            target = links.get(self.there(head))
            if target is not None:
                return ntpath.join(_parent(head)[0], target) + path[len(head) :]
        return None


def _parent(path: str) -> tuple[str, str]:
    """The folder, which of a drive ends in a backslash, and the name; no folder for a drive or a server."""
    folder, name = WINDOWS_PATHS.split(path)
    if not name or not folder.strip("\\"):
        return "", name
    return (f"{folder}\\" if folder[-1] == ":" else folder), name
