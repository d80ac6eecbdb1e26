"""A host for a folder that represents the drives of a Windows machine.

Paths may use any letter case and both separators; none leads out of the folder.
"""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from refloader.host.machines.inside import Folder, Inside, Member
from refloader.host.machines.tree import TreeHost
from refloader.host.no_links import Unlinked
from refloader.host.port import Failure, Trouble
from refloader.model.platform import Platform
from refloader.model.system import System

_WINDOWS = Platform(System.WINDOWS)
_OF_A_DRIVE = {"windows", "users", "programdata", "program files", "program files (x86)"}
_DRIVE_FOLDER = re.compile(r"(?:drive_)?([a-z]):?", re.IGNORECASE)
_VERBATIM = re.compile(r"[\\/]{2}[?.]\\|\\\?\?\\")
_DRIVE = re.compile(r"([A-Za-z]):(?=[\\/]|\Z)")
_UNKNOWN = Failure(Trouble.UNKNOWN)


class WindowsRootHost(TreeHost):
    """The drives below ``root``, with the user's variables (none by default).

    The folder is drive C: if it looks like one (it contains Windows, Users, Program Files...), or if it contains no
    folder that is named like a drive: ``C``, ``C:`` or ``drive_c``. Next to drive folders, a folder ``UNC`` contains
    servers, and each server its shares. Paths on other drives and shares are unknown, not missing. ``maps`` are
    folders from elsewhere on this machine, by their path in the tree.
    """

    def __init__(
        self,
        root: str,
        variables: Mapping[str, str] | None = None,
        *,
        elevated: bool = False,
        executable: str = "",
        word_size: int = 64,
        platform: Platform = _WINDOWS,
        maps: Mapping[str, str] | None = None,
    ) -> None:
        system = platform if platform.system is System.WINDOWS else replace(platform, system=System.WINDOWS)
        super().__init__(
            variables, elevated=elevated, executable=executable, word_size=word_size, platform=system
        )
        self.root = os.path.realpath(root).rstrip("/")
        drives = _drives(self.root)
        self.layout = f"drives {', '.join(drives)}" if list(drives.values()) != [self.root] else ""
        mounts: dict[str, dict[tuple[str, ...], str]] = {}
        for prefix, place in (maps or {}).items():
            volume, parts = _parsed(prefix) or ("", [])
            mounts.setdefault(volume, {})[tuple(parts)] = os.path.realpath(place).rstrip("/")
        for volume in mounts:
            whole = mounts[volume].pop((), None)
            if volume and (whole or volume not in drives):
                drives[volume] = whole or ""
        self._volumes = {
            volume: Inside([place] if place else [], mounts.get(volume, {}), fold, _Targets(volume, place))
            for volume, place in drives.items()
        }

    def drives(self) -> tuple[str, ...]:
        """Return the root folders of the known drives."""
        return tuple(f"{volume}\\" for volume in self._volumes if volume != _SHARES)

    def find(self, path: str) -> Folder | Member | Failure:
        """Resolve a path. On a drive or share that the folder does not have, the answer is UNKNOWN."""
        if "\0" in path:
            return Failure(Trouble.OTHER, "the path holds a NUL character")
        parsed = _parsed(path)
        if parsed is None or parsed[0] not in self._volumes:
            return _UNKNOWN
        volume, parts = parsed
        tree = self._volumes[volume]
        if volume == _SHARES and not isinstance(tree.find(parts[:2]), Folder):
            return _UNKNOWN
        return tree.find(parts)

    def disk(self, path: str) -> Unlinked:
        """Return what opens the files of the drive or share."""
        parsed = _parsed(path)
        return self._volumes[parsed[0] if parsed else "C:"].disk

    def written(self, parts: Sequence[str], path: str) -> str:
        """Join the parts with backslashes, after the drive or share prefix of ``path``."""
        parsed = _parsed(path)
        volume = parsed[0] if parsed else "C:"
        return ("\\\\" if volume == _SHARES else f"{volume}\\") + "\\".join(parts)


_SHARES = "UNC"


def _drives(root: str) -> dict[str, str]:
    """Return the folders of the drives by name (``C:``), and the folder of shares as ``UNC``."""
    try:
        with os.scandir(root) as every:
            names = sorted(each.name for each in every if each.is_dir(follow_symlinks=False))
    except OSError:
        names = []
    found = {f"{match[1].upper()}:": name for name in names if (match := _DRIVE_FOLDER.fullmatch(name))}
    if not found or not _OF_A_DRIVE.isdisjoint(name.lower() for name in names):
        return {"C:": root}
    shares = next((name for name in names if name.lower() == "unc"), None)
    if shares is not None:
        found[_SHARES] = shares
    return {volume: f"{root}/{name}" for volume, name in found.items()}


def _parsed(path: str) -> tuple[str, list[str]] | None:
    """Split a path into its drive (or ``UNC`` for a share) and its names; None if the path has no valid prefix.

    A path without a drive is on drive C:. The names are normalised as text, as Windows does before the lookup: ``..``
    removes the name before it, and trailing dots and spaces are removed. The names of a verbatim path are not
    normalised; only ``.`` and ``..`` are dropped.
    """
    verbatim = _VERBATIM.match(path)
    rest = path[verbatim.end() :] if verbatim else path.replace("/", "\\")
    drive = _DRIVE.match(rest)
    if drive:
        return f"{drive[1].upper()}:", _names(rest[drive.end() :], plain=not verbatim)
    if verbatim:
        return (_SHARES, _names(rest[4:], plain=False)) if rest[:4].upper() == "UNC\\" else None
    if rest.startswith("\\\\"):
        return _SHARES, _names(rest, plain=True)
    return None if rest[1:2] == ":" else ("C:", _names(rest, plain=True))


def _names(text: str, *, plain: bool) -> list[str]:
    names: list[str] = []
    for part in text.split("\\"):
        if not plain:
            names += [part] if part not in ("", ".", "..") else []
        elif part == "..":
            del names[-1:]
        elif name := part.rstrip(". "):
            names.append(name)
    return names


def fold(name: str) -> str:
    """Map all spellings of a name to one: uppercase each character whose uppercase form is a single character."""
    if name.isascii():
        return name.upper()
    return "".join(upper if len(upper := each.upper()) == 1 else each for each in name)


class _Targets:
    """Parses the link targets of one drive, as tools that unpack or mount images write junctions."""

    def __init__(self, volume: str, place: str) -> None:
        self._volume = volume
        self._place = place

    def __call__(self, target: str) -> tuple[bool, Sequence[str]]:
        """Return whether the target starts at the root of the drive, and its names.

        A target on another drive gives a name that does not exist.
        """
        if self._place and (target == self._place or target.startswith(f"{self._place}/")):
            return True, target[len(self._place) :].split("/")
        text = target.replace("\\", "/").removeprefix("/??/").removeprefix("//?/")
        drive = _DRIVE.match(text)
        if drive is None:
            return text.startswith("/"), text.split("/")
        own = f"{drive[1].upper()}:" == self._volume
        return True, text[drive.end() :].split("/") if own else ["?"]
