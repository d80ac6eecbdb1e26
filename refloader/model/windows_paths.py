"""The path rules of Windows: drives, shares, two separators, case-insensitive names."""

import re
from collections.abc import Sequence

from refloader.model.paths import PathRules

_FULL = re.compile(r"[A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/]")
"""The start of an absolute path: a drive and its root, or a share (also ``\\\\?\\`` and ``\\\\.\\``)."""
_HEAD = re.compile(r"[A-Za-z]:[\\/]?|[\\/]{1,2}(?=[^\\/]|\Z)")
_ROOT = re.compile(r"[a-z]:\\?|\\\\[^\\]+\\[^\\]+\\?|\\")
"""The root that ``..`` cannot leave: a drive or a share."""
_SEPARATORS = re.compile(r"[\\/]+")


class WindowsPaths(PathRules):
    """The path rules of Windows. Both separators are read; the backslash is written."""

    separators = "\\/"
    list_separator = ";"

    def is_full(self, path: str) -> bool:
        """Return whether the path has a drive and a root, or names a share."""
        return _FULL.match(path) is not None

    def has_folder(self, path: str) -> bool:
        """Return whether the path has a separator or a drive."""
        return "\\" in path or "/" in path or path[1:2] == ":"

    def is_anchored(self, path: str) -> bool:
        """Return whether it begins with a drive or separator (2016: Properly-Installed ICDs, relative pathnames)."""
        return path[:1] in ("\\", "/") or path[1:2] == ":"

    def is_manifest(self, path: str) -> bool:
        """Return whether the name ends in .json, in any letter case."""
        return path[-5:].lower() == ".json"

    def manifests(self, folder: str, names: Sequence[str]) -> list[str]:
        """Return the paths of the names in a folder that end in .json, in any letter case."""
        return [self.join(folder, name) for name in names if self.is_manifest(name)]

    def split(self, path: str) -> tuple[str, str]:
        """Split at the last separator of either kind."""
        at = max(path.rfind(each) for each in self.separators)
        return (path[:at], path[at + 1 :]) if at >= 0 else ("", path)

    def join(self, folder: str, name: str) -> str:
        """Join with a backslash."""
        return f"{folder.rstrip(self.separators)}\\{name}"

    def local(self, path: str) -> str:
        """Return the path with backslashes instead of slashes."""
        return path.replace("/", "\\")

    def plain(self, path: str) -> str:
        """Return the path with single backslashes only, and none at the end.

        The two at the start of a share and the one after a drive stay.
        """
        if "/" not in path and "\\\\" not in path and path[-1:] != "\\":
            return path
        drive = _HEAD.match(path)
        start = drive[0].replace("/", "\\") if drive else ""
        rest = "\\".join([part for part in _SEPARATORS.split(path[len(start) :]) if part])
        return start + rest

    def identity(self, path: str) -> str:
        """Return the plain path in lower case, with dots resolved; of a verbatim path only the prefix is removed."""
        plain = self.plain(path).casefold()
        if plain.startswith(_VERBATIM):
            rest = plain[len(_VERBATIM) :]
            return f"\\\\{rest[4:]}" if rest.startswith("unc\\") else rest
        return _without_dots(plain) if "\\." in plain or plain[:1] == "." else plain


_VERBATIM = "\\\\?\\"


def _without_dots(plain: str) -> str:
    """Resolve ``.`` and ``..`` in the text, as Windows does before it accesses a disk. The root cannot be left.

    Leading ``..`` of a relative path stay, because they depend on the working directory.
    """
    root = _ROOT.match(plain)
    start = root[0] if root else ""
    kept: list[str] = []
    for part in plain[len(start) :].split("\\"):
        if part == ".." and kept and kept[-1] != "..":
            kept.pop()
        elif part != "." and (part != ".." or "\\" not in start):
            kept.append(part)
    return start + "\\".join(kept)


WINDOWS_PATHS = WindowsPaths()
