"""Temporary folders that are locked while their owner lives, and the removal of those whose owner was killed.

A folder is ours if its name carries a check of itself, it belongs to this user, and it lies directly in the folder
for temporary ones. It is abandoned if no process holds its lock and it has not changed for a minute. The first
folder that a process makes in a place removes the abandoned ones there. Nothing here follows a link or enters a
mount, and what cannot be removed stays without a word.
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
"""Seconds without a change after which a folder without a lock is abandoned: its owner takes the lock at once."""

_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789_"
_CHANCE, _CHECK = 5, 3
_TRIES = 100
_OCTAL = re.compile(rb"\\([0-7]{3})")
_LINUX = sys.platform == "linux"


class TemporaryFolder:
    """A new folder that only this user can read; as a context manager it gives the path and removes the folder.

    A child that was forked neither holds its lock nor removes it.

    Raises:
        OSError: it cannot be made.
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
        """Remove it with all that is in it, as far as that is possible; again is nothing."""
        if self._owner != os.getpid():
            return
        _removed(self.path)
        descriptor = _locks.pop(self.path, None)
        if descriptor is not None:
            os.close(descriptor)


def remove_abandoned(place: str, now: float | None = None) -> None:
    """Remove our folders in a place that no process holds any more. ``now`` is as time.time() gives it."""
    if not _LINUX:
        return  # elsewhere there is no way to see that a folder is on another mount
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
    """Whether a folder of this name was made here: the end of the name follows from its beginning."""
    given = name.removeprefix(PREFIX)
    return name.startswith(PREFIX) and len(given) == _CHANCE + _CHECK and given == _checked(given[:_CHANCE])


_locks: dict[str, int] = {}
"""The descriptors by which this process holds its folders."""

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
    """Hold a folder for as long as this process lives; some file systems lock none, and then none is removed."""
    if sys.platform == "win32":
        return
    import fcntl

    with suppress(OSError):
        _locks[path] = descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)


def _release_in_child() -> None:
    """In a forked child: the locks are its parent's, and end with it."""
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
    """Remove all in an open folder, however deep, with few descriptors: what is deeper is first moved to the top."""
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
    """Remove the files of a folder, and have its folders wait at the top."""
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
    """Let the owner into a folder, whatever its mode; False for what is on another mount."""
    with _opened(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, parent) as folder:
        if _mount_of(folder) != mount:
            return False
        if os.fstat(folder).st_mode & stat.S_IRWXU != stat.S_IRWXU:
            os.chmod(f"/proc/self/fd/{folder}", stat.S_IRWXU)
        return True


def _mount_of(descriptor: int) -> bytes:
    """The kernel's number of the mount on which an open file is, which tells bind mounts apart too."""
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
