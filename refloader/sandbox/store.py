"""Writes a scenario's files into the station's store, links the libraries in, and clears all of it again.

Runs in the child and imports the standard library only. All paths are relative to the store, which is the working
folder: ``tree`` holds what a scenario puts under virtual paths, ``own`` is the loader's to write to.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple, TypeAlias, Union

from refloader.sandbox import lineage
from refloader.sandbox.limits import LOW_PORTS, ORDINARY, SECOND

TREE, OWN, PROGRAMS = "tree", "own", "programs"
TRACE = "own/trace"
RECORDING = "own/recording"
HOME = "own/home"
_MOCKS = "mocks"
_TRACE_LIMIT = 4 << 20
_CAPABILITIES_V2, _EFFECTIVE = 0x02000000, 1
_MODES = {"none": 0o755, "setgid": 0o2755, "setuid": 0o4755, "capabilities": 0o755}

_OWNERS = {"setuid": (SECOND, ORDINARY), "setgid": (ORDINARY, SECOND)}
"""User and group of the programs that start as somebody else: never root."""

_ROOM, _MOST = 1 << 30, 100_000
"""Bytes and files that a loader may write where its folder has no limit of its own."""

_SHARED_ROOM = 4 * _ROOM
"""Bytes that the file system may have lost since a run began before it is ended, whoever wrote them."""

_OPEN = 0o777
"""Rights of the folders that a loader writes to."""

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

_USED = 16
"""Where a recording's head says how many of its bytes are in use (``native/include/recording.h``)."""

Library = tuple[str, str, bytes | None]
"""Virtual path, key of the mock, and the text of the flags beside it, None for a library without any."""


class Copy(NamedTuple):
    """One more name of a file of the store."""

    source: str


class Executable(bytes):
    """What is in a library or program, which can be executed."""


Entry: TypeAlias = Union[bytes, str, Copy, "dict[str, Entry]"]
"""What a folder can hold: a file with these bytes, a link to this target, a copy, or a folder."""


class Store:
    """The store of one station. ``protected``: it has limits, and no loader can write to it but in ``own``."""

    def __init__(self, places: Sequence[str], *, protected: bool) -> None:
        self._places = places
        self.protected = protected
        self._mocks: dict[str, bytes] = {}
        self._copies: dict[str, int] = {}
        self._written: list[str] = []
        self._made: list[str] = []
        self._several: list[str] = []
        self._free = 0
        for name in (_MOCKS, OWN, PROGRAMS):
            os.makedirs(name, exist_ok=True)
        os.chmod(OWN, _OPEN)
        self._make_places()
        self._known = frozenset(folder for place in places for folder in _upward(TREE + place))
        self._backwards = _lists_backwards()

    def learn(self, mocks: Mapping[str, bytes]) -> None:
        """Keep the mock libraries that the parent sends once."""
        self._mocks.update(mocks)

    def write(
        self,
        files: Mapping[str, "bytes | Copy"],
        libraries: Sequence[Library],
        links: Mapping[str, str],
    ) -> None:
        """Put everything in its place; where the file system allows, folders list their entries in this order.

        Raises:
            OSError: what was written by then is cleared as well.
        """
        self._free = 0 if self.protected else _free()
        entries: dict[str, Entry] = {}
        used: dict[str, int] = {}
        for path, mock, flags in libraries:
            _put(entries, path, self._library(mock, used.get(mock, 0)))
            used[mock] = used.get(mock, 0) + 1
            if flags is not None:
                _put(entries, f"{path}.flags", flags)
        for path, content in (*files.items(), *links.items()):
            _put(entries, path, content)
        self._fill(TREE, entries)

    def program(self, kind: str, interpreter: str) -> str:
        """The copy of the interpreter that the kernel starts with this privilege, relative to the store.

        Raises:
            OSError: the store's file system does not take it.
        """
        path = f"{PROGRAMS}/{kind}"
        if not os.path.lexists(path):
            with open(interpreter, "rb") as original, open(path + ".new", "wb") as copy:
                copy.write(original.read())
            if kind in _OWNERS:
                os.chown(path + ".new", *_OWNERS[kind])
            os.chmod(path + ".new", _MODES[kind])
            if kind == "capabilities":
                words = (_CAPABILITIES_V2 | _EFFECTIVE, 1 << LOW_PORTS, 0, 0, 0)
                value = b"".join(word.to_bytes(4, "little") for word in words)
                os.setxattr(path + ".new", "security.capability", value)
            os.rename(path + ".new", path)
        return path

    def listings(self, points: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The names in each folder at or below the points that has several, in readdir order."""
        folders = (folder[len(TREE) :] for folder in self._several)
        return {folder: tuple(os.listdir(TREE + folder)) for folder in folders if _is_under(folder, points)}

    def trace(self) -> bytes:
        """What the mocks wrote; nothing where the loader left something else than a file."""
        try:
            descriptor = os.open(TRACE, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return b""
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                return b""
            return os.read(descriptor, min(status.st_size, _TRACE_LIMIT))
        finally:
            os.close(descriptor)

    def make_home(self) -> None:
        """Have an empty folder that a program can write to.

        It has its rights from the start: by name they would be given to whatever somebody puts in its place.
        """
        masked = os.umask(0)
        try:
            os.mkdir(HOME, _OPEN)
        finally:
            os.umask(masked)

    @contextmanager
    def recording(self, head: bytes, capacity: int) -> Iterator[Callable[[], bytes]]:
        """A file of ``capacity`` bytes to be mapped, none without a head; what it gives reads the part in use.

        It is read through the descriptor it was made with: whoever writes may put something else at its path.
        """
        if not head:
            yield lambda: b""
            return
        descriptor = os.open(RECORDING, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            os.fchmod(descriptor, 0o666)
            os.ftruncate(descriptor, capacity)
            os.pwrite(descriptor, head, 0)
            yield lambda: _used_part(descriptor, capacity)
        finally:
            os.close(descriptor)

    @property
    def is_full(self) -> bool:
        """Whether a loader has written more than its folder is to hold. A folder in a store has that limit itself."""
        return not self.protected and (not _fits(OWN, [_ROOM, _MOST]) or self._is_used_up())

    def _is_used_up(self) -> bool:
        """Whether files without a name take the room: what they hold can be seen by what is gone only."""
        gone = self._free - _free()
        return gone > _SHARED_ROOM or (gone > _ROOM and lineage.written() > _ROOM)

    def clear(self) -> None:
        """Remove what was written, by the station and by the loader. Raises OSError."""
        if self.protected:
            for path in self._written:
                os.unlink(path)
            for path in reversed(self._made):
                os.rmdir(path)
        else:
            empty(TREE)
            self._make_places()
        _empty_own()
        self._written.clear()
        self._made.clear()
        self._several.clear()

    def _make_places(self) -> None:
        for place in self._places:
            os.makedirs(TREE + place, exist_ok=True)

    def _fill(self, folder: str, entries: "dict[str, Entry]") -> None:
        if len(entries) > 1:
            self._several.append(folder)
        ordered = reversed(entries.items()) if self._backwards else entries.items()
        for name, entry in ordered:
            path = f"{folder}/{name}"
            if isinstance(entry, dict):
                if path not in self._known:
                    os.mkdir(path)
                    self._made.append(path)
                self._fill(path, entry)
            elif isinstance(entry, bytes):
                self._file(path, entry)
            else:
                if isinstance(entry, Copy):
                    os.link(entry.source, path)
                else:
                    os.symlink(entry, path)
                self._written.append(path)

    def _file(self, path: str, data: bytes) -> None:
        mode = 0o755 if isinstance(data, Executable) else 0o644
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        self._written.append(path)
        try:
            while data:
                data = data[os.write(descriptor, data) :]
        finally:
            os.close(descriptor)

    def _library(self, mock: str, number: int) -> "bytes | Copy":
        """Two names of one file would share their globals within a process, so there is a file for each use."""
        if not self.protected:
            return Executable(self._mocks[mock])
        copy = f"{_MOCKS}/{mock}.{number}"
        if self._copies.get(mock, 0) <= number:
            with open(copy, "wb") as file:
                os.fchmod(file.fileno(), 0o755)  # some are programs
                file.write(self._mocks[mock])
            self._copies[mock] = number + 1
        return Copy(copy)


def _used_part(descriptor: int, capacity: int) -> bytes:
    used = int.from_bytes(os.pread(descriptor, 8, _USED), "little")
    return os.pread(descriptor, min(used, capacity), 0)


def _put(entries: "dict[str, Entry]", path: str, entry: Entry) -> None:
    *folders, name = path[1:].split("/")
    for folder in folders:
        below = entries.setdefault(folder, {})
        assert isinstance(below, dict), "no scenario has a file that holds another"
        entries = below
    entries[name] = entry


def _lists_backwards() -> bool:
    """Whether the file system lists what was made last first."""
    for name in ("first", "second", "third"):
        os.mkdir(f"{OWN}/{name}")
    names = os.listdir(OWN)
    for name in names:
        os.rmdir(f"{OWN}/{name}")
    return names == ["third", "second", "first"]


def _is_under(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def _upward(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def _free() -> int:
    """The bytes that are free where loaders write."""
    status = os.statvfs(OWN)
    return status.f_bavail * status.f_frsize


def _fits(folder: str, left: list[int], parent: int | None = None) -> bool:
    """Whether what is in a folder has room in what is ``left`` of bytes and files, which is counted down.

    By descriptors: whoever puts a link in the place of a folder leads this nowhere else. Who hides files from being
    counted, in a folder that can be entered but not listed or far down, has no room.
    """
    try:
        descriptor = os.open(folder, _FOLDER, dir_fd=parent)
    except PermissionError:
        return not os.access(folder, os.X_OK, dir_fd=parent)
    except OSError as error:  # it is being changed
        return error.errno != errno.EMFILE
    try:
        with os.scandir(descriptor) as entries:
            for entry in entries:
                left[0] -= entry.stat(follow_symlinks=False).st_blocks * 512
                left[1] -= 1
                if min(left) < 0:
                    return False
                if entry.is_dir(follow_symlinks=False) and not _fits(entry.name, left, descriptor):
                    return False
    except RecursionError:
        return False
    except OSError as error:
        return error.errno != errno.EMFILE
    finally:
        os.close(descriptor)
    return True


def empty(folder: str) -> None:
    """Remove all that is in a folder, whatever rights it was left with. Raises OSError or RecursionError.

    By descriptors: who still changes what is in it leads this nowhere else.
    """
    descriptor = os.open(folder, _FOLDER)
    try:
        _empty(descriptor)
    finally:
        os.close(descriptor)


def _empty(folder: int) -> None:
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in found:
        if is_folder:
            below = _opened(name, folder)
            try:
                _empty(below)
            finally:
                os.close(below)
            os.rmdir(name, dir_fd=folder)
        else:
            os.unlink(name, dir_fd=folder)


def _empty_own() -> None:
    """Have the folder that a loader writes to as it was made: its owner may change more than what is in it."""
    folder = _opened(OWN)
    try:
        _empty(folder)
        with suppress(OSError):  # the file system has no such attributes
            for name in os.listxattr(folder):
                with suppress(OSError):  # the kernel's own
                    os.removexattr(folder, name)
        os.fchmod(folder, _OPEN)
    finally:
        os.close(folder)


def _opened(name: str, parent: int | None = None) -> int:
    """A folder, open, whatever rights it was left with."""
    folder = os.open(name, os.O_PATH | _FOLDER, dir_fd=parent)
    try:
        os.chmod(f"/proc/self/fd/{folder}", stat.S_IRWXU)
        return os.open(".", _FOLDER, dir_fd=folder)
    finally:
        os.close(folder)
