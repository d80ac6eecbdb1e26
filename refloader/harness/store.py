"""Writes a scenario's files into the station's store, links the libraries in, and clears all of it again.

Runs in the child and imports the standard library only. All paths are relative to the store, which is the working
folder: ``tree`` holds what a scenario puts under virtual paths, ``own`` is the loader's to write to.
"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence

from refloader.harness.limits import NICE, READ_ANY_FILE

TREE, OWN, PROGRAMS = "tree", "own", "programs"
TRACE = "own/trace"
_MOCKS = "mocks"
_TRACE_LIMIT = 4 << 20
_CAPABILITIES_V2, _EFFECTIVE = 0x02000000, 1
_MODES = {"none": 0o755, "setgid": 0o2755, "setuid": 0o4755, "capabilities": 0o755}

Library = tuple[str, str, bytes]
"""Virtual path, key of the mock, and the text of the flags beside it."""


class Store:
    """The store of one station. ``protected`` says that no loader can write to it but in ``own``."""

    def __init__(self, places: Sequence[str], *, protected: bool) -> None:
        self._places = places
        self._protected = protected
        self._mocks: dict[str, bytes] = {}
        self._copies: dict[str, int] = {}
        self._written: list[str] = []
        self._made: list[str] = []
        self._known: set[str] = set()
        self._entries: dict[str, int] = {}
        for name in (_MOCKS, OWN, PROGRAMS):
            os.makedirs(name, exist_ok=True)
        os.chmod(OWN, 0o777)
        self._make_places()

    def learn(self, mocks: Mapping[str, bytes]) -> None:
        """Keep the mock libraries that the parent sends once."""
        self._mocks.update(mocks)

    def write(
        self, files: Mapping[str, bytes], libraries: Sequence[Library], links: Mapping[str, str]
    ) -> None:
        """Put everything in its place. Raises OSError; what was written by then is cleared as well."""
        for path, data in files.items():
            self._file(path, data)
        used: dict[str, int] = {}
        for path, mock, flags in libraries:
            self._library(path, mock, used.get(mock, 0))
            used[mock] = used.get(mock, 0) + 1
            self._file(f"{path}.flags", flags)
        for path, target in links.items():
            real = self._new(path)
            os.symlink(target, real)
            self._written.append(real)

    def program(self, kind: str, interpreter: str) -> str:
        """The copy of the interpreter that the kernel starts with this privilege, relative to the store.

        Raises:
            OSError: the store's file system does not take it.
        """
        path = f"{PROGRAMS}/{kind}"
        if not os.path.lexists(path):
            with open(interpreter, "rb") as original, open(path + ".new", "wb") as copy:
                copy.write(original.read())
            os.chmod(path + ".new", _MODES[kind])
            if kind == "capabilities":
                words = (_CAPABILITIES_V2 | _EFFECTIVE, 1 << NICE | 1 << READ_ANY_FILE, 0, 0, 0)
                value = b"".join(word.to_bytes(4, "little") for word in words)
                os.setxattr(path + ".new", "security.capability", value)
            os.rename(path + ".new", path)
        return path

    def link(self, path: str, source: str) -> None:
        """Put one more name of a file of the store at a virtual path."""
        real = self._new(path)
        os.link(source, real)
        self._written.append(real)

    def listings(self, points: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The names in each folder at or below the points that has several, in readdir order."""
        return {
            folder[len(TREE) :]: tuple(os.listdir(folder))
            for folder, count in self._entries.items()
            if count > 1 and _is_under(folder[len(TREE) :], points)
        }

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

    def clear(self) -> None:
        """Remove what was written, by the station and by the loader. Raises OSError."""
        if self._protected:
            for path in self._written:
                os.unlink(path)
            for path in reversed(self._made):
                os.rmdir(path)
        else:
            empty(TREE)
        empty(OWN)
        self._written.clear()
        self._made.clear()
        self._make_places()

    def _make_places(self) -> None:
        if not self._known or not self._protected:
            for place in self._places:
                os.makedirs(TREE + place, exist_ok=True)
        self._known = {folder for place in self._places for folder in _upward(TREE + place)}
        self._entries = dict.fromkeys((TREE + place for place in self._places), 0)

    def _file(self, path: str, data: bytes) -> None:
        real = self._new(path)
        descriptor = os.open(real, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        self._written.append(real)
        try:
            while data:
                data = data[os.write(descriptor, data) :]
        finally:
            os.close(descriptor)

    def _library(self, path: str, mock: str, number: int) -> None:
        """Two names of one file would share their globals within a process, so there is a file for each use."""
        if not self._protected:
            self._file(path, self._mocks[mock])
            return
        copy = f"{_MOCKS}/{mock}.{number}"
        if self._copies.get(mock, 0) <= number:
            with open(copy, "wb") as file:
                file.write(self._mocks[mock])
            self._copies[mock] = number + 1
        self.link(path, copy)

    def _new(self, path: str) -> str:
        """The real path of something that is about to be written."""
        real = TREE + path
        folder = real[: real.rindex("/")]
        if folder not in self._known:
            self._make(folder)
        if folder in self._entries:
            self._entries[folder] += 1
        return real

    def _make(self, folder: str) -> None:
        above = folder[: folder.rindex("/")]
        if above not in self._known:
            self._make(above)
        os.mkdir(folder)
        self._known.add(folder)
        self._made.append(folder)
        self._entries[folder] = 0
        if above in self._entries:
            self._entries[above] += 1


def _is_under(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def _upward(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def empty(folder: str) -> None:
    """Remove all that is in a folder. Raises OSError or RecursionError."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                empty(entry.path)
                os.rmdir(entry.path)
            else:
                os.unlink(entry.path)
