"""Temporary folders that are locked while their owner runs, and the removal of folders whose owner was killed.

A folder belongs to refloader if its name ends in a valid checksum, this user owns it, and it is directly in the
parent folder for temporary folders. It is abandoned if no process holds its lock and it has not changed for a minute.
When a process creates its first folder in a parent folder, it removes the abandoned folders there. This module never
follows a symbolic link or enters another mount, and it ignores whatever it cannot remove.
"""

import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PREFIX = "refloader-"
MINUTE = 60.0
"""The seconds without a change after which an unlocked folder is abandoned. An owner locks its folder immediately."""

_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789_"
_CHANCE, _CHECK = 5, 3
_TRIES = 100
_OCTAL = re.compile(rb"\\([0-7]{3})")
_LINUX = sys.platform == "linux"


class TemporaryFolder:
    """A new folder that only this user can read; as a context manager it returns the path and removes the folder.

    A forked child process neither holds the lock nor removes the folder.

    Raises:
        OSError: the folder cannot be created.
    """

    def __init__(self, parent: str | None = None) -> None:
        place = os.path.abspath(tempfile.gettempdir() if parent is None else parent)
        _clean_once(place)
        self.path = _made(place)
        self._owner = os.getpid()
        _lock(self.path)

    def __enter__(self) -> str:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.remove()

    def remove(self) -> None:
        """Remove the folder and its content, ignoring errors. A second call does nothing."""
        if self._owner != os.getpid():
            return
        _removed(self.path)
        descriptor = _locks.pop(self.path, None)
        if descriptor is not None:
            os.close(descriptor)


def remove_abandoned(place: str, now: float | None = None) -> None:
    """Remove refloader's abandoned folders directly in ``place``. ``now`` is a value of time.time()."""
    if not _LINUX:
        return  # other systems offer no way to detect that a folder is on another mount
    before = (time.time() if now is None else now) - MINUTE
    with suppress(OSError), _opened(place, os.O_RDONLY | os.O_DIRECTORY) as parent:
        with os.scandir(parent) as entries:
            names = [entry.name for entry in entries if is_own_name(entry.name)]
        mounts = _mount_points() if names else ()
        for name in names:
            path = os.path.join(os.path.realpath(place), name)
            if not any(mount == path or mount.startswith(path + os.sep) for mount in mounts):
                with suppress(OSError):
                    _remove_if_abandoned(parent, name, before)


def is_own_name(name: str) -> bool:
    """Return True if the name is one that this module creates: the prefix, random characters and their checksum."""
    given = name.removeprefix(PREFIX)
    return name.startswith(PREFIX) and len(given) == _CHANCE + _CHECK and given == _checked(given[:_CHANCE])


_locks: dict[str, int] = {}
"""The file descriptors that hold this process's locks, by the path of the folder."""

_cleaned: set[str] = set()


def _clean_once(place: str) -> None:
    if place not in _cleaned:
        _cleaned.add(place)
        remove_abandoned(place)


def _checked(chance: str) -> str:
    value, check = zlib.crc32(chance.encode("utf-8", "surrogateescape")), ""
    for _ in range(_CHECK):
        value, digit = divmod(value, len(_DIGITS))
        check += _DIGITS[digit]
    return chance + check


def _made(place: str) -> str:
    for _ in range(_TRIES):
        chance = "".join(secrets.choice(_DIGITS) for _ in range(_CHANCE))
        path = os.path.join(place, PREFIX + _checked(chance))
        with suppress(FileExistsError):
            os.mkdir(path, 0o700)
            return path
    raise FileExistsError(f"{place} has no free name for a temporary folder")


def _lock(path: str) -> None:
    """Lock a folder for the lifetime of this process.

    Errors are ignored: on a file system without locks, abandoned folders are not removed either.
    """
    if sys.platform == "win32":
        return
    import fcntl

    with suppress(OSError):
        _locks[path] = descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)


def _release_in_child() -> None:
    """Close the inherited descriptors in a forked child, so that only the parent holds the locks."""
    while _locks:
        with suppress(OSError):
            os.close(_locks.popitem()[1])


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_release_in_child)


def _remove_if_abandoned(parent: int, name: str, before: float) -> None:
    import fcntl

    found = os.stat(name, dir_fd=parent, follow_symlinks=False)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mtime > before:
        return
    with _opened(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, parent) as folder:
        if not os.path.samestat(found, os.fstat(folder)) or _mount_of(folder) != _mount_of(parent):
            return
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _empty(folder)
        os.rmdir(name, dir_fd=parent)


def _removed(path: str) -> None:
    if not _LINUX:
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):
        with _opened(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW) as folder:
            _empty(folder)
        os.rmdir(path)


def _empty(top: int) -> None:
    """Remove the content of an open folder of any depth; subfolders are moved to the top to use few descriptors."""
    mount, waiting = _mount_of(top), list[str]()
    _clear(top, top, mount, waiting)
    while waiting:
        name = waiting.pop()
        with suppress(OSError):
            with _opened(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, top) as folder:
                if _mount_of(folder) == mount:
                    _clear(folder, top, mount, waiting)
            os.rmdir(name, dir_fd=top)


def _clear(folder: int, top: int, mount: bytes, waiting: list[str]) -> None:
    """Remove the files of a folder, move its subfolders to ``top``, and append their names to ``waiting``."""
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in found:
        with suppress(OSError):
            if not is_folder:
                os.unlink(name, dir_fd=folder)
            elif _made_passable(name, folder, mount):
                moved = name if folder == top else secrets.token_hex(8)
                os.rename(name, moved, src_dir_fd=folder, dst_dir_fd=top)
                waiting.append(moved)


def _made_passable(name: str, parent: int, mount: bytes) -> bool:
    """Give the owner full access to a folder; return False if it is on another mount."""
    with _opened(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, parent) as folder:
        if _mount_of(folder) != mount:
            return False
        if os.fstat(folder).st_mode & stat.S_IRWXU != stat.S_IRWXU:
            os.chmod(f"/proc/self/fd/{folder}", stat.S_IRWXU)
        return True


def _mount_of(descriptor: int) -> bytes:
    """Return the kernel's mount id of an open file, which also distinguishes bind mounts."""
    with open(f"/proc/self/fdinfo/{descriptor}", "rb") as file:
        return next(line for line in file if line.startswith(b"mnt_id:"))


def _mount_points() -> tuple[str, ...]:
    with open("/proc/self/mountinfo", "rb") as file:
        fields = (line.split(b" ", 5)[4] for line in file)
        return tuple(
            os.fsdecode(_OCTAL.sub(lambda found: bytes([int(found[1], 8)]), field)) for field in fields
        )


@contextmanager
def _opened(path: str, flags: int, parent: int | None = None) -> Iterator[int]:
    descriptor = os.open(path, flags | os.O_CLOEXEC, dir_fd=parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
