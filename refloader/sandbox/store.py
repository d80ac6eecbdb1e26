"""Writes a scenario's files into the fork server's store, links the libraries in, and removes everything again.

Runs in the fork server and imports only the standard library and modules that do the same. All paths are relative to
the store, which is the working folder: ``tree`` holds a scenario's files under their virtual paths, ``own`` is the
folder that the loader can write to.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple, TypeAlias, Union

from refloader.sandbox.isolation import process_tree
from refloader.sandbox.isolation.limits import LOW_PORTS, ORDINARY, SECOND

TREE, OWN, PROGRAMS = "tree", "own", "programs"
TRACE = "own/trace"
RECORDING = "own/recording"
HOME = "own/home"
_MOCKS = "mocks"
_TRACE_LIMIT = 4 << 20
_CAPABILITIES_V2, _EFFECTIVE = 0x02000000, 1
_MODES = {"none": 0o755, "emulated": 0o755, "setgid": 0o2755, "setuid": 0o4755, "capabilities": 0o755}

_OWNERS = {"setuid": (SECOND, ORDINARY), "setgid": (ORDINARY, SECOND)}
"""User and group of the setuid and setgid programs: never root."""

_ROOM, _MOST = 1 << 30, 100_000
"""Maximum number of bytes and files that a loader may write if no file system limits its folder."""

_SHARED_ROOM = 4 * _ROOM
"""A run is ended if the file system has lost more bytes than this since it began, whatever process wrote them."""

_OPEN = 0o777
"""Mode of the folders that a loader writes to."""

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

_USED = 16
"""Offset, in a recording's head, of the number of bytes in use (``native/include/recording.h``)."""

Library = tuple[str, str, bytes | None]
"""The virtual path, the key of the mock, and the content of the flags file beside it, or None for no such file."""


class Copy(NamedTuple):
    """A hard link to a file of the store."""

    source: str


class Executable(bytes):
    """The content of a file that is written with execute permission."""


Entry: TypeAlias = Union[bytes, str, Copy, "dict[str, Entry]"]
"""An entry of a folder: a file's content, a symbolic link's target, a hard link, or a folder."""


class Store:
    """The store of one fork server. If ``protected``, it has size limits and loaders can write to ``own`` only."""

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
        """Store the mock libraries, each of which the harness sends only once."""
        self._mocks.update(mocks)

    def write(
        self,
        files: Mapping[str, "bytes | Copy"],
        libraries: Sequence[Library],
        links: Mapping[str, str],
    ) -> None:
        """Write all files. Where the file system allows, folders list their entries in the order given.

        Raises:
            OSError: a file cannot be written; ``clear`` removes those written before.
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
        """Return the path, in the store, of a copy of the interpreter that the kernel starts with this privilege.

        Raises:
            OSError: the store's file system does not allow such a file.
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
        """Return the names, in readdir order, in each folder at or below the points that has several entries."""
        folders = (folder[len(TREE) :] for folder in self._several)
        return {folder: tuple(os.listdir(TREE + folder)) for folder in folders if _is_under(folder, points)}

    def trace(self) -> bytes:
        """Return what the mocks wrote, or nothing if the loader left something other than a regular file."""
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
        """Create an empty folder that a program can write to.

        The mode is set at creation: a later chmod by name could hit another file put in the folder's place.
        """
        masked = os.umask(0)
        try:
            os.mkdir(HOME, _OPEN)
        finally:
            os.umask(masked)

    @contextmanager
    def recording(self, head: bytes, capacity: int) -> Iterator[Callable[[], bytes]]:
        """Create a file of ``capacity`` bytes for mapping, and yield a function that reads its used part.

        Without a head, no file is created. The function reads through the original file descriptor, because a program
        may put another file at the path.
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
        """True if a loader has written too much. False in a protected store, whose file system has a limit."""
        return not self.protected and (not _fits(OWN, [_ROOM, _MOST]) or self._is_used_up())

    def _is_used_up(self) -> bool:
        """True if deleted files that are still open use up the space: only the loss of free space reveals them."""
        gone = self._free - _free()
        return gone > _SHARED_ROOM or (gone > _ROOM and process_tree.written() > _ROOM)

    def clear(self) -> None:
        """Remove everything that the fork server and the loader have written. Raises OSError."""
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

    def _fill(self, top: str, content: "dict[str, Entry]") -> None:
        """Write a folder's entries, and those of its folders, which may be deeper than calls can nest."""
        waiting = [(top, content)]
        while waiting:
            folder, entries = waiting.pop()
            if len(entries) > 1:
                self._several.append(folder)
            ordered = reversed(entries.items()) if self._backwards else entries.items()
            for name, entry in ordered:
                path = f"{folder}/{name}"
                if isinstance(entry, dict):
                    if path not in self._known:
                        os.mkdir(path)
                        self._made.append(path)
                    waiting.append((path, entry))
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
        """Return a file of its own for each use: two links to one file would share their globals in a process."""
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
    """True if the file system lists the newest entry first."""
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
    """Return the number of free bytes on the file system where loaders write."""
    status = os.statvfs(OWN)
    return status.f_bavail * status.f_frsize


def _fits(folder: str, left: list[int], parent: int | None = None) -> bool:
    """Subtract a folder's bytes and files from ``left``; False if less than nothing remains.

    Works by file descriptors, so that a link in the place of a folder does not lead elsewhere. Files that a loader
    hides from the count, in a folder that can be entered but not listed or is nested too deeply, also give False.
    """
    try:
        descriptor = os.open(folder, _FOLDER, dir_fd=parent)
    except PermissionError:
        return not os.access(folder, os.X_OK, dir_fd=parent)
    except OSError as error:  # a process is changing it
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
    """Remove the content of a folder, whatever the modes of its folders. Raises OSError or RecursionError.

    Works by file descriptors, so that a process that still changes the folder does not lead it elsewhere.
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
    """Empty the folder that a loader writes to, remove its extended attributes and restore its mode."""
    folder = _opened(OWN)
    try:
        _empty(folder)
        with suppress(OSError):  # the file system has no extended attributes
            for name in os.listxattr(folder):
                with suppress(OSError):  # an attribute of the kernel's own
                    os.removexattr(folder, name)
        os.fchmod(folder, _OPEN)
    finally:
        os.close(folder)


def _opened(name: str, parent: int | None = None) -> int:
    """Open a folder, whatever its mode, and return the file descriptor."""
    folder = os.open(name, os.O_PATH | _FOLDER, dir_fd=parent)
    try:
        os.chmod(f"/proc/self/fd/{folder}", stat.S_IRWXU)
        return os.open(".", _FOLDER, dir_fd=folder)
    finally:
        os.close(folder)
