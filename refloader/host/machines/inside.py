"""Resolves paths in a folder tree that is assembled from several folders of this machine.

The tree consists of layers (the unpacked layers of an image, the uppermost first) and mounts (for example, another
folder as ``/app``). The target of every symbolic link is looked up in the tree, so no link leads out of it; what was
resolved is opened without following one, so that neither does a link that comes in between.
"""

import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refloader.host.no_links import Unlinked
from refloader.host.port import LINK_LIMIT, Failure, Kind, Trouble

WHITEOUT = ".wh."
"""The prefix by which an image layer marks what it removes from lower layers (OCI image specification: Whiteouts)."""

_OPAQUE = ".wh..wh..opq"

Folding = Callable[[str], str]
"""Maps all spellings of a name to the same string."""

Targets = Callable[[str], tuple[bool, Sequence[str]]]
"""Parses the target of a link: returns whether it starts at the root, and the parts of the path."""


@dataclass(slots=True, eq=False)
class Folder:
    """A folder of the tree: its name in the parent folder, and the folders of this machine that it consists of."""

    name: str
    above: "Folder | None"
    places: tuple[str, ...]
    mounts: dict[str, "Folder"] = field(default_factory=dict)
    known: dict[str, "Folder"] = field(default_factory=dict)
    spellings: dict[str, str] | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The names from the root down to it."""
        parts: list[str] = []
        here: Folder | None = self
        while here is not None and here.above is not None:
            parts.append(here.name)
            here = here.above
        return tuple(reversed(parts))


@dataclass(slots=True)
class Member:
    """A name in a folder that is not a folder: a file, or nothing. ``place`` is its path on this machine, or empty.

    If a path ends early because a folder is missing, ``name`` is the rest of the path and ``kind`` is MISSING.
    """

    folder: Folder
    name: str
    place: str
    kind: Kind

    @property
    def parts(self) -> tuple[str, ...]:
        """The names from the root down to it."""
        return (*self.folder.parts, *self.name.split("/"))


class Inside:
    """The tree. ``fold`` is set for case-insensitive trees; ``targets`` parses link targets (default: POSIX paths).

    A folder that was found once is cached, so it counts as a folder even if it is removed later.
    """

    def __init__(
        self,
        layers: Sequence[str],
        mounts: Mapping[tuple[str, ...], str],
        fold: Folding | None = None,
        targets: Targets | None = None,
    ) -> None:
        self.disk = Unlinked((*layers, *mounts.values()))
        self.root = Folder("", None, tuple(layers))
        self.stacked = len(layers) > 1
        self._above: tuple[str, Folder] = ("", self.root)
        self._fold = fold
        self._targets = targets or _posix_target
        for parts in sorted(mounts, key=len):
            self._mount(parts, mounts[parts])

    def _mount(self, parts: tuple[str, ...], place: str) -> None:
        """Mount a folder of this machine at a path of the tree; missing parent folders are added."""
        here = self.root
        for part in parts[:-1]:
            found = self.find((*here.parts, part))
            if not isinstance(found, Folder):
                found = here.mounts.setdefault(self._same(part), Folder(part, here, ()))
            here = found
        here.mounts[self._same(parts[-1])] = Folder(parts[-1], here, (place,))

    def _same(self, name: str) -> str:
        return self._fold(name) if self._fold else name

    def find_path(self, path: str) -> Folder | Member | Failure:
        """Resolve a path with slashes, as ``find`` does; fast for the names of one folder, one after the other."""
        above, _, name = path.rpartition("/")
        if name in ("", ".", ".."):
            return self.find(path.split("/"))
        known, folder = self._above
        if above != known:
            found = self.find(above.split("/"))
            if not isinstance(found, Folder) or "/".join(("", *found.parts)) != above:
                return self.find(path.split("/"))
            folder = found
            self._above = (above, folder)  # no link leads there, so it stays known
        member = self._child(folder, name)
        if isinstance(member, Member) and member.kind is Kind.OTHER:  # it may be a link
            return self.find(path.split("/"))
        return member

    def find(self, parts: Sequence[str]) -> Folder | Member | Failure:
        """Resolve a path, links followed. Return a failure for a link loop or an unreadable folder.

        A path that does not exist gives a ``Member`` of kind MISSING.
        """
        pending, here, links = list(reversed(parts)), self.root, 0
        while pending:
            part = pending.pop()
            if part in ("", "."):
                continue
            if part == "..":
                here = here.above or here
                continue
            found = self._child(here, part)
            if isinstance(found, Folder):
                here = found
                continue
            if isinstance(found, Failure):
                return found
            target = self._link_target(found.place) if found.kind is Kind.OTHER else None
            if target is None:
                rest = [part for part in reversed(pending) if part not in ("", ".")]
                return _nothing(found.folder, "/".join((found.name, *rest))) if rest else found
            links += 1
            if links > LINK_LIMIT:
                return Failure(Trouble.LOOP)
            from_root, more = self._targets(target)
            here = self.root if from_root else here
            pending += reversed(more)
        return here

    def _child(self, folder: Folder, name: str) -> Folder | Member | Failure:
        """Look up a name in a folder without following a link."""
        same = self._same(name)
        known = folder.mounts.get(same) or folder.known.get(same)
        if known is not None:
            return known
        if self._fold is not None:
            spelling = self._spelling(folder, same)
            if spelling is None:
                return _nothing(folder, name)
            name = spelling
        places: list[str] = []
        absent = 0
        for base in folder.places:
            if self.stacked and os.path.lexists(f"{base}/{WHITEOUT}{name}"):
                break
            place = f"{base}/{name}"
            try:
                status = self.disk.status(base, name)
            except FileNotFoundError:
                absent += 1
                continue
            except PermissionError:
                return Failure(Trouble.DENIED)
            except (OSError, ValueError):
                continue
            if not stat.S_ISDIR(status.st_mode):
                if places or name.startswith(WHITEOUT) or (self.stacked and _is_removal(status)):
                    break
                return Member(folder, name, place, Kind.FILE if stat.S_ISREG(status.st_mode) else Kind.OTHER)
            places.append(place)
            if self.stacked and os.path.lexists(f"{place}/{_OPAQUE}"):
                break
        if not places:
            return _nothing(folder, name, absent=absent == len(folder.places))
        return folder.known.setdefault(same, Folder(name, folder, tuple(places)))

    def _spelling(self, folder: Folder, same: str) -> str | None:
        """Return how the folder spells a name, given in folded form; None if it has no such name."""
        assert self._fold is not None
        if folder.spellings is None:
            folder.spellings = {}
            for each in self._names(folder):
                folder.spellings.setdefault(self._fold(each), each)
        return folder.spellings.get(same)

    def _names(self, folder: Folder) -> Iterator[str]:
        for place in folder.places:
            names = self.disk.in_folder(place, lambda path: sorted(os.listdir(path)))
            yield from () if isinstance(names, Failure) else names

    def _link_target(self, place: str) -> str | None:
        folder, _, name = place.rpartition("/")
        try:
            return self.disk.target(folder, name)
        except (OSError, ValueError):
            return None


def _nothing(folder: Folder, name: str, *, absent: bool = False) -> Member:
    """Return a missing member. Its place is empty if this machine has a file there that the tree hides.

    ``absent`` says that the places of the folder were asked, and that none has the name.
    """
    place = f"{folder.places[0]}/{name}" if folder.places and "/" not in name else ""
    if not absent and "\0" not in place and os.path.lexists(place):
        place = ""
    return Member(folder, name, place, Kind.MISSING)


def hidden(folder: Folder, index: int, name: str) -> bool:
    """Return True if an upper layer, or a whiteout, hides the name that layer ``index`` has in the folder."""
    if name.startswith(WHITEOUT):
        return True
    upper = folder.places[:index]
    return any(os.path.lexists(f"{place}/{each}") for place in upper for each in (name, f"{WHITEOUT}{name}"))


def _is_removal(status: os.stat_result) -> bool:
    """Return True for the character device 0/0 by which overlay file systems mark a removed name."""
    return stat.S_ISCHR(status.st_mode) and status.st_rdev == 0


def _posix_target(target: str) -> tuple[bool, Sequence[str]]:
    return target.startswith("/"), target.split("/")
