"""Limits how often the manifests of one folder are found by several paths: links to it would multiply them."""

from collections.abc import Iterable

MOST_AGAIN = 2048
"""The most manifests that further paths of folders add. Those that systems have add a few."""

TOO_OFTEN = f"it was read by another path, and links have led to more than {MOST_AGAIN} manifests again"


def manifests_in(names: Iterable[str]) -> int:
    """Return how many of the names of a folder may be those of manifests."""
    return sum(name[-5:].lower() == ".json" for name in names)


class RepeatedFolders:
    """The paths by which each folder of a machine was listed. A path that was allowed once stays so."""

    def __init__(self) -> None:
        self._paths: dict[int, set[str]] = {}
        self._again = 0

    def are_too_many(self, folder: object, path: str, count: int) -> bool:
        """Return whether a folder with so many manifests is not to be listed by this path, after too many others.

        ``folder`` has to live as long as this object.
        """
        paths = self._paths.setdefault(id(folder), set())
        if path in paths:
            return False
        if paths and count:
            if self._again + count > MOST_AGAIN:
                return True
            self._again += count
        paths.add(path)
        return False
