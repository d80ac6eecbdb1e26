"""Limits how often one folder or file is read by several paths: links to it would multiply what is in it."""

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


FREE_PATHS = 8
"""The paths by which any file is read."""

MOST_BYTES = 4 << 20
"""The most bytes that further paths of files add."""

TOO_MUCH = (
    f"it was read by {FREE_PATHS} other paths, and links have led to more than {MOST_BYTES >> 20} MiB again"
)


class RepeatedFiles:
    """The links by which each file of a machine was read. A path that was allowed once stays so."""

    def __init__(self) -> None:
        self._paths: dict[str, set[str]] = {}
        self._sizes: dict[str, int] = {}
        self._again = 0

    def are_too_many(self, file: str, path: str) -> bool:
        """Return whether a file is not to be read by this path, after too many others."""
        paths = self._paths.get(file)
        if paths is None or len(paths) < FREE_PATHS or path in paths:
            return False
        return self._again + self._sizes[file] > MOST_BYTES

    def add(self, file: str, path: str, size: int) -> None:
        """Record that a file of this size was read by a path that leads to it through a link."""
        paths = self._paths.setdefault(file, set())
        if path not in paths and len(paths) >= FREE_PATHS:
            self._again += size
        paths.add(path)
        self._sizes[file] = size
