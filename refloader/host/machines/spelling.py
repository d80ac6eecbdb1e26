"""Looks up the files of a machine in memory by Windows' path rules, in any spelling. Does not open files."""

import ntpath
from collections.abc import Iterable, Mapping

from refloader.model.windows_paths import WINDOWS_PATHS

_LINK_LIMIT = 63
"""The maximum number of reparse points that Windows follows in one path."""


class Spellings:
    """The paths of a machine in their original spelling, with all their parent folders.

    ``folders`` maps each folder to the names in it, in the order of the paths.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self.folders: dict[str, dict[str, None]] = {}
        self._spelt: dict[str, str] = {}
        for path in paths:
            self._add(path)

    def there(self, path: str) -> str:
        """Return the path in its original spelling, or unchanged if the machine does not have it."""
        return self._spelt.get(WINDOWS_PATHS.identity(path), path)

    def _add(self, path: str) -> None:
        """Add a path, and its parent folders with the names in them."""
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
        """Return the path in its original spelling, links followed; None for a loop.

        ``.`` and ``..`` are removed before links are followed, as on Windows.
        """
        for _ in range(_LINK_LIMIT):
            path = ntpath.normpath(ntpath.join(working_directory, path))
            further = self._without_link(path, links)
            if further is None:
                return self.there(path)
            path = further
        return None

    def _without_link(self, path: str, links: Mapping[str, str]) -> str | None:
        """Return the path with its first link replaced by the link's target; None if the path contains no link."""
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
    """Return the parent folder and the name. Drives and servers have no parent; a drive ends in a backslash."""
    folder, name = WINDOWS_PATHS.split(path)
    if not name or not folder.strip("\\"):
        return "", name
    return (f"{folder}\\" if folder[-1] == ":" else folder), name
