"""A tree of folders put together from several: finds what lies at a path of it, every link resolved inside.

The parts are layers (unpacked layers of an image, the upper first) and mounts (``/app`` is another folder). What a
link points to is looked up in the tree again, so no link leads out of it.
"""

import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refloader.host.port import LINK_LIMIT, Failure, Kind, Trouble

WHITEOUT = ".wh."
"""How an image layer names what it removes from the layers under it (OCI image specification: Whiteouts)."""

_OPAQUE = ".wh..wh..opq"

Folding = Callable[[str], str]
"""What all spellings of one name have in common."""

Targets = Callable[[str], tuple[bool, Sequence[str]]]
"""What a link means: whether its path starts at the root, and the parts."""


@dataclass(slots=True, eq=False)
class Folder:
    """A folder of the tree: its name in the folder above, and the folders of this machine that make it up."""

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
    """A name in a folder that is no folder: a file, or nothing; ``place`` is where it would lie on this machine.

    A way that does not exist from there on is a name that is not there.
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
    """The tree. ``fold`` is given where letter case does not count, ``targets`` tells how links are written.

    What has been a folder is taken for one as long as the tree is asked.
    """

    def __init__(
        self,
        layers: Sequence[str],
        mounts: Mapping[tuple[str, ...], str],
        fold: Folding | None = None,
        targets: Targets | None = None,
    ) -> None:
        self.root = Folder("", None, tuple(layers))
        self.stacked = len(layers) > 1
        self._fold = fold
        self._targets = targets or _posix_target
        for parts in sorted(mounts, key=len):
            self._mount(parts, mounts[parts])

    def _mount(self, parts: tuple[str, ...], place: str) -> None:
        """Put a folder of this machine at a path; the folders on the way are made where they are not there."""
        here = self.root
        for part in parts[:-1]:
            found = self.find((*here.parts, part))
            if not isinstance(found, Folder):
                found = here.mounts.setdefault(self._same(part), Folder(part, here, ()))
            here = found
        here.mounts[self._same(parts[-1])] = Folder(parts[-1], here, (place,))

    def _same(self, name: str) -> str:
        return self._fold(name) if self._fold else name

    def find(self, parts: Sequence[str]) -> Folder | Member | Failure:
        """What the path of these parts leads to; a loop is a failure, and so is a way that does not exist."""
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
            target = _link_target(found.place) if found.kind is Kind.OTHER else None
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
        """A name in a folder: a folder, or else what is there without following a link."""
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
        for base in folder.places:
            if self.stacked and os.path.lexists(f"{base}/{WHITEOUT}{name}"):
                break
            place = f"{base}/{name}"
            try:
                status = os.lstat(place)
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
            return _nothing(folder, name)
        return folder.known.setdefault(same, Folder(name, folder, tuple(places)))

    def _spelling(self, folder: Folder, same: str) -> str | None:
        """How a name is written in the folder, where letter case does not count."""
        assert self._fold is not None
        if folder.spellings is None:
            folder.spellings = {}
            for each in _names(folder):
                folder.spellings.setdefault(self._fold(each), each)
        return folder.spellings.get(same)


def _names(folder: Folder) -> Iterator[str]:
    for place in folder.places:
        try:
            yield from sorted(os.listdir(place or "/"))
        except OSError:
            continue


def _nothing(folder: Folder, name: str) -> Member:
    """A name that is not in the folder; what is there and is not to be seen has no place."""
    place = f"{folder.places[0]}/{name}" if folder.places and "/" not in name else ""
    if "\0" not in place and os.path.lexists(place):
        place = ""
    return Member(folder, name, place, Kind.MISSING)


def hidden(folder: Folder, index: int, name: str) -> bool:
    """Whether a name that the layer of that number has in a folder is not to be seen in the tree."""
    if name.startswith(WHITEOUT):
        return True
    upper = folder.places[:index]
    return any(os.path.lexists(f"{place}/{each}") for place in upper for each in (name, f"{WHITEOUT}{name}"))


def _is_removal(status: os.stat_result) -> bool:
    """Whether it is the device of number 0 that overlay file systems write for a removed name."""
    return stat.S_ISCHR(status.st_mode) and status.st_rdev == 0


def _link_target(path: str) -> str | None:
    try:
        return os.readlink(path)
    except (OSError, ValueError):
        return None


def _posix_target(target: str) -> tuple[bool, Sequence[str]]:
    return target.startswith("/"), target.split("/")
