"""How paths are written on Windows: drives, shares, two separators, no difference between letter cases."""

import re
from collections.abc import Sequence

from refloader.model.paths import PathRules

_FULL = re.compile(r"[A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/]")
"""A drive and a folder, or a share of a machine (also ``\\\\?\\`` and ``\\\\.\\``)."""
_HEAD = re.compile(r"[A-Za-z]:[\\/]?|[\\/]{1,2}(?=[^\\/]|\Z)")
_ROOT = re.compile(r"[a-z]:\\?|\\\\[^\\]+\\[^\\]+\\?|\\")
"""What dots never lead out of: a drive, a share."""
_SEPARATORS = re.compile(r"[\\/]+")


class WindowsPaths(PathRules):
    """As on Windows. A path may be written with either separator; the backslash is the usual one."""

    separators = "\\/"
    list_separator = ";"

    def is_full(self, path: str) -> bool:
        """Whether it has a drive and a root, or names a share."""
        return _FULL.match(path) is not None

    def has_folder(self, path: str) -> bool:
        """Whether it holds a separator or a drive."""
        return "\\" in path or "/" in path or path[1:2] == ":"

    def is_anchored(self, path: str) -> bool:
        """Whether it begins with a drive or a separator (2016: Properly-Installed ICDs, on relative pathnames)."""
        return path[:1] in ("\\", "/") or path[1:2] == ":"

    def is_manifest(self, path: str) -> bool:
        """Letter case does not count."""
        return path[-5:].lower() == ".json"

    def manifests(self, folder: str, names: Sequence[str]) -> list[str]:
        """By the rules of this system."""
        return [self.join(folder, name) for name in names if self.is_manifest(name)]

    def split(self, path: str) -> tuple[str, str]:
        """At the last separator of either kind."""
        at = max(path.rfind(each) for each in self.separators)
        return (path[:at], path[at + 1 :]) if at >= 0 else ("", path)

    def join(self, folder: str, name: str) -> str:
        """With a backslash."""
        return f"{folder.rstrip(self.separators)}\\{name}"

    def local(self, path: str) -> str:
        """With backslashes."""
        return path.replace("/", "\\")

    def plain(self, path: str) -> str:
        """Backslashes only, none doubled but at the start of a share, none at the end but after a drive."""
        if "/" not in path and "\\\\" not in path and path[-1:] != "\\":
            return path
        drive = _HEAD.match(path)
        start = drive[0].replace("/", "\\") if drive else ""
        rest = "\\".join([part for part in _SEPARATORS.split(path[len(start) :]) if part])
        return start + rest

    def identity(self, path: str) -> str:
        """The plain path without letter case, dots and the prefix of paths that are taken as they are."""
        plain = self.plain(path).casefold()
        if plain.startswith(_VERBATIM):
            rest = plain[len(_VERBATIM) :]
            return f"\\\\{rest[4:]}" if rest.startswith("unc\\") else rest
        return _without_dots(plain) if "\\." in plain or plain[:1] == "." else plain


_VERBATIM = "\\\\?\\"


def _without_dots(plain: str) -> str:
    """Dots resolved in the text, as Windows does before it looks at a disk; never above the drive or share.

    What a relative path begins with stays: where it leads depends on the working folder.
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
