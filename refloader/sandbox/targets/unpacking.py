"""Unpacks an archive into a folder that nobody else writes to. Nothing is ever written outside of the folder.

Names are taken as a container runtime takes them: from the top of the folder, through links that are resolved inside
it. A name with ``..`` ends the unpacking. Devices and pipes are left out (what they replace is gone), and so are
owners, set-user-ID bits and files of unknown types. How much is unpacked is limited for all layers of an image
together: one may be listed many times.
"""

import errno
import os
import shutil
import stat
from contextlib import closing, suppress

from refloader.host.archives.entries import Entry, Sort
from refloader.host.archives.faults import Limits, PackageError
from refloader.host.archives.names import plain_name
from refloader.host.archives.package import Package
from refloader.model.text import quote
from refloader.sandbox.targets.faults import TargetError

LIMITS = Limits(members=1_000_000, unpacked=16 << 30, ratio=1000)
"""How much of an archive is unpacked: the largest images for GPUs have some 10 GB."""

_WHITEOUT, _OPAQUE = ".wh.", ".wh..wh..opq"
_MOST_LINKS = 40
_DEEPEST, _MOST_STEPS = 256, 1024
"""The folders above a file, and the steps to them with those of links: each step is a question to the system."""
_CHUNK = 1 << 20
_PERMISSIONS, _FOLDER_OF_OURS, _FILE_OF_OURS = 0o777, 0o700, 0o600


class Room:
    """How much may still be unpacked: members and bytes."""

    def __init__(self) -> None:
        self._members, self._bytes = LIMITS.members, LIMITS.unpacked

    def take(self, members: int, size: int) -> None:
        """Take some of it. Raises PackageError if it is used up."""
        self._members -= members
        self._bytes -= size
        if self._members < 0:
            raise PackageError(f"it has more than the {LIMITS.members} members that are read")
        if self._bytes < 0:
            raise PackageError(f"it unpacks to more than the {LIMITS.unpacked >> 30} GiB that are read")


def unpack(
    path: str, folder: str, *, whiteouts: bool = False, what: str = "", room: Room | None = None
) -> None:
    """Unpack an archive into a folder, over what is there.

    ``whiteouts`` is true for a layer of an image, which removes files of the layers below it. ``what`` is the name of
    the archive in messages, its path by default. ``room`` is what it shares with other layers.

    Raises:
        TargetError: the archive is damaged, too large or names a path outside of the folder.
        OSError: there is no room.
    """
    what = what or path
    room = room or Room()
    target = _Folder(folder, room, whiteouts=whiteouts)
    try:
        with closing(Package(path, LIMITS).entries()) as entries:
            for entry in entries:
                room.take(1, 0)
                _put(target, entry)
    except PackageError as error:
        raise TargetError(f"{quote(what)}: {error}") from error


def _put(target: "_Folder", entry: Entry) -> None:
    try:
        target.put(entry)
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise PackageError(f"{quote(entry.name)} is longer than a file system takes") from error


class _Folder:
    """The folder, and what this archive has written there."""

    def __init__(self, folder: str, room: Room, *, whiteouts: bool) -> None:
        self._top = os.path.realpath(folder)
        self._room = room
        self._whiteouts = whiteouts
        self._written: dict[str, set[str]] = {}
        """What this layer has, and the folders on the way: names by their folder. Empty without whiteouts."""
        self._cleared: set[str] = set()
        """Folders that have nothing of the layers below any more."""

    def put(self, entry: Entry) -> None:
        """Write one member. Raises PackageError, OSError."""
        name = self._plain(entry.name)
        if not name:
            return
        parent, _, last = name.rpartition("/")
        folder = self._inside(parent)
        if self._whiteouts and last.startswith(_WHITEOUT):
            self._hide(folder, last)
            return
        place = os.path.join(folder, last)
        if entry.sort is Sort.FOLDER:
            self._folder(place, entry.mode)
        elif entry.sort is not Sort.UNKNOWN:
            self._make_way(place)
            if entry.sort is not Sort.OTHER:
                self._write(entry, place)
        if self._whiteouts:
            self._note(folder, last)

    def _plain(self, name: str) -> str:
        plain = plain_name(name, strict=False)
        if plain is not None and not plain.path:
            raise PackageError(f"{plain.odd}: {quote(name)}")
        return plain.path if plain else ""

    def _write(self, entry: Entry, place: str) -> None:
        if entry.sort is Sort.LINK:
            if not entry.target or "\0" in entry.target:
                raise PackageError(f"the link {quote(entry.name)} leads nowhere")
            os.symlink(entry.target, place)
        elif entry.sort is Sort.HARD_LINK:
            self._link(entry, place)
        else:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            with open(os.open(place, flags, _FILE_OF_OURS), "wb") as file:
                stream = entry.open()
                while data := stream.read(_CHUNK):
                    self._room.take(0, len(data))
                    file.write(data)
                os.fchmod(file.fileno(), entry.mode & _PERMISSIONS | _FILE_OF_OURS)

    def _link(self, entry: Entry, place: str) -> None:
        parent, _, last = self._plain(entry.target).rpartition("/")
        source = os.path.join(self._inside(parent), last)
        if not last or not os.path.lexists(source) or stat.S_ISDIR(os.lstat(source).st_mode):
            raise PackageError(
                f"the hard link {quote(entry.name)} is to {quote(entry.target)}, which is no file of it"
            )
        os.link(source, place, follow_symlinks=False)

    def _folder(self, place: str, mode: int) -> None:
        if os.path.islink(place) or not os.path.isdir(place):
            self._make_way(place)
            os.mkdir(place)
        os.chmod(place, mode & _PERMISSIONS | _FOLDER_OF_OURS)

    def _note(self, folder: str, name: str) -> None:
        """Note that this layer has the name, and the folders that lead to it."""
        while name not in (known := self._written.setdefault(folder, set())):
            known.add(name)
            if folder == self._top:
                return
            folder, _, name = folder.rpartition("/")

    def _hide(self, folder: str, last: str) -> None:
        """Remove what a whiteout removes: what the layers below have of one entry, or of all of them."""
        if last == _OPAQUE:
            self._clear(folder)
        elif (name := last.removeprefix(_WHITEOUT)) not in ("", ".", ".."):
            self._hide_entry(folder, name)

    def _hide_entry(self, folder: str, name: str) -> None:
        place = os.path.join(folder, name)
        if name not in self._written.get(folder, ()):
            _remove(place)
        elif os.path.isdir(place) and not os.path.islink(place):
            self._clear(place)

    def _clear(self, folder: str) -> None:
        """Remove what the layers below have in a folder. It is listed once, however many whiteouts it has."""
        if folder in self._cleared:
            return
        self._cleared.add(folder)
        for name in os.listdir(folder):
            self._hide_entry(folder, name)

    def _make_way(self, place: str) -> None:
        if os.path.lexists(place):
            _remove(place)

    def _inside(self, path: str) -> str:
        """Return the real path of a folder of the tree, which is made if it is missing. Raises PackageError."""
        here, links, steps = self._top, 0, 0
        waiting = list(reversed([part for part in path.split("/") if part]))
        while waiting:
            name = waiting.pop()
            steps += 1
            if steps > _MOST_STEPS or here.count("/") - self._top.count("/") >= _DEEPEST:
                raise PackageError(f"{quote(path)} leads through more folders than are followed")
            if name in ("", "."):
                continue
            if name == "..":
                here = os.path.dirname(here) if here != self._top else here
                continue
            place = os.path.join(here, name)
            if os.path.islink(place):
                links += 1
                if links > _MOST_LINKS:
                    raise PackageError(f"links to {quote(path)} lead in a circle")
                target = os.readlink(place)
                here = self._top if target.startswith("/") else here
                waiting += reversed(target.split("/"))
                continue
            if not os.path.isdir(place):
                self._make_way(place)
                os.mkdir(place)
            here = place
        return here


def _remove(place: str) -> None:
    if os.path.isdir(place) and not os.path.islink(place):
        shutil.rmtree(place)
        return
    with suppress(FileNotFoundError):
        os.unlink(place)
