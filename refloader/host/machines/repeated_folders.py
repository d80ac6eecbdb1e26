"""Limits how often one folder or file is read by several paths: links to it would multiply what is in it.

What is small is free, as the link itself takes as much: a tree may have hundreds of profiles that link to the same
few manifests. The path without a link is always allowed.
"""

from collections.abc import Iterable

from refloader.host.port import Failure, Trouble

FREE_LINKS = 3
"""The paths with links by which any folder is listed."""

FREE_MANIFESTS = 16
"""The manifests that any further path of a folder may add."""

MOST_AGAIN = 2048
"""The most manifests beyond these that further paths of folders add."""

_TOO_OFTEN = f"the same folder was read by other paths, and links have led to {MOST_AGAIN} manifests again"


def manifests_in(names: Iterable[str]) -> int:
    """Return how many of the names of a folder may be those of manifests."""
    return sum(name[-5:].lower() == ".json" for name in names)


class RepeatedFolders:
    """The paths by which each folder of a machine was listed. A path that was allowed once stays so."""

    def __init__(self) -> None:
        self._paths: dict[int, set[str]] = {}
        self._again = 0

    def refusal(self, folder: object, path: str, count: int) -> Failure | None:
        """Return why a folder with so many manifests is not listed by this path, which leads through a link.

        ``folder`` has to live as long as this object.
        """
        paths = self._paths.setdefault(id(folder), set())
        if path in paths:
            return None
        charge = max(0, count - FREE_MANIFESTS) if len(paths) >= FREE_LINKS else 0
        if charge and self._again + charge > MOST_AGAIN:
            return Failure(Trouble.UNKNOWN, _TOO_OFTEN)
        self._again += charge
        paths.add(path)
        return None


FREE_PATHS = 8
"""The paths by which any file is read."""

FREE_BYTES = 16 << 10
"""The bytes that any further path of a file may add."""

MOST_BYTES = 8 << 20
"""The most bytes beyond these that further paths of files add."""

_LIKE_A_MANIFEST = (b"layer", b"ICD", b"file_format_version", b"\0")
_OF_OTHERS = 64
"""How many bytes of a file that has nothing of a manifest count as one: it is read, and no more is done with it."""

_TOO_MUCH = (
    f"the same file was read by {FREE_PATHS} other paths, and links have led to {MOST_BYTES >> 20} MiB again"
)


class RepeatedFiles:
    """The links by which each file of a machine was read. A path that was allowed once stays so."""

    def __init__(self) -> None:
        self._paths: dict[str, set[str]] = {}
        self._charges: dict[str, int] = {}
        self._again = 0

    def refusal(self, file: str, path: str) -> Failure | None:
        """Return why a file is not read by this path, after too many others."""
        paths = self._paths.get(file)
        if paths is None or len(paths) < FREE_PATHS or path in paths:
            return None
        charge = self._charges[file]
        return Failure(Trouble.UNKNOWN, _TOO_MUCH) if charge and self._again + charge > MOST_BYTES else None

    def add(self, file: str, path: str, data: bytes) -> None:
        """Record what was read of a file by a path that leads to it through a link."""
        paths = self._paths.setdefault(file, set())
        if path in paths:
            return
        if file not in self._charges:
            divisor = 1 if any(each in data for each in _LIKE_A_MANIFEST) else _OF_OTHERS
            self._charges[file] = max(0, len(data) - FREE_BYTES) // divisor
        if len(paths) >= FREE_PATHS:
            self._again += self._charges[file]
        paths.add(path)
