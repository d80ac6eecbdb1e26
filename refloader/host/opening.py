"""Opens files of this machine without blocking, and converts operating system errors to failures."""

import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from refloader.host.port import Failure, Trouble

Answer = TypeVar("Answer")

_TROUBLES = {
    errno.ENOENT: Trouble.MISSING,
    errno.ENOTDIR: Trouble.MISSING,
    errno.EACCES: Trouble.DENIED,
    errno.EPERM: Trouble.DENIED,
    errno.ELOOP: Trouble.LOOP,
    errno.EISDIR: Trouble.NOT_A_FILE,
    errno.ENXIO: Trouble.NOT_A_FILE,  # a socket, or a device without a driver
}
# O_NONBLOCK: opening a FIFO without a writer would block forever. Windows has O_BINARY and O_NOINHERIT only.
OPEN_FLAGS = os.O_RDONLY
for _name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_BINARY", "O_NOINHERIT"):
    OPEN_FLAGS |= getattr(os, _name, 0)


def failure(error: OSError | ValueError) -> Failure:
    """Convert an error to a failure. Python raises ValueError for a path that cannot be passed to the system."""
    if isinstance(error, UnicodeError):
        return Failure(Trouble.OTHER, "the path holds half of a surrogate pair")
    if isinstance(error, ValueError):
        return Failure(Trouble.OTHER, "the path holds a NUL character")
    trouble = _TROUBLES.get(error.errno or 0)
    return Failure(trouble) if trouble else Failure(Trouble.OTHER, (error.strerror or "").lower())


_PATH = getattr(os, "O_PATH", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_MOST_DIGITS = 20  # of a descriptor; Python refuses to read thousands of them


def open_regular(path: str) -> int:
    """Open a regular file for reading, and nothing else: names come from the files and variables of others.

    Opening alone has effects: the kernel restarts the machine some time after its watchdog was opened, a tape is
    wound back, and who waits for a reader of a pipe takes this for one. So what the path leads to is looked at
    first. For what is called ``.json`` itself, with no link there, a quick look does, as there may be 100,000 of
    these: it is no device, even if somebody changes it between the look and the opening.

    Raises:
        OSError: it cannot be opened, or is no regular file.
        ValueError: the path is not valid on any system.
    """
    if _is_of_descriptor(path):
        return os.open(path, OPEN_FLAGS)
    if path.endswith(".json") and _NO_LINK and not stat.S_ISLNK(mode := os.lstat(path).st_mode):
        _refuse_others(mode, path)
        try:
            return os.open(path, OPEN_FLAGS | _NO_LINK)
        except OSError as error:
            if error.errno != errno.ELOOP:
                raise
    if not _PATH:
        _refuse_others(os.stat(path).st_mode, path)
        return os.open(path, OPEN_FLAGS)
    there = os.open(path, _PATH | os.O_CLOEXEC)
    try:
        _refuse_others(os.fstat(there).st_mode, path)
        return os.open(f"/proc/self/fd/{there}", OPEN_FLAGS)
    except FileNotFoundError:  # /proc is not mounted
        return os.open(path, OPEN_FLAGS)
    finally:
        os.close(there)


def path_of(descriptor: int) -> str:
    """Return a path that leads to the open file for this process and its children."""
    return f"/proc/{os.getpid()}/fd/{descriptor}" if sys.platform == "linux" else f"/dev/fd/{descriptor}"


def _is_of_descriptor(path: str) -> bool:
    """Return whether a path is of a file that this process has open: who opened it has looked what it is."""
    number = path.rpartition("/")[2]
    decimal = number.isdecimal() and len(number) < _MOST_DIGITS
    return decimal and path.startswith(("/proc/", "/dev/fd/")) and path == path_of(int(number))


def _refuse_others(mode: int, path: str) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.ENXIO, "it is no regular file", path)


def of_regular(path: str, use: Callable[[int], Answer | Failure]) -> Answer | Failure:
    """Open a regular file and return the result of ``use``; reject pipes, devices and folders without opening them.

    Return a failure for an OSError while the file is opened or used.
    """
    try:
        descriptor = open_regular(path)
    except (OSError, ValueError) as error:
        return failure(error)
    try:
        regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        return use(descriptor) if regular else Failure(Trouble.NOT_A_FILE)
    except OSError as error:
        return failure(error)
    finally:
        os.close(descriptor)


class Remembered(Generic[Answer]):
    """What was read of regular files, as long as they stay as they are: one command asks for some of them often.

    Of a file that was written just now nothing is kept, as the clock of a file system may not tell the next change.
    """

    def __init__(self, read: Callable[[int, str], Answer | Failure], most: int) -> None:
        """``read`` gets the open file and its path; of at most ``most`` files the answers are kept."""
        self._read, self._most = read, most
        self._known: dict[tuple[str | int, ...], Answer | Failure] = {}

    def of(self, path: str) -> Answer | Failure:
        """Return what was read of the file at a path, or why it cannot be opened."""
        return of_regular(path, lambda descriptor: self._of(descriptor, path))

    def _of(self, descriptor: int, path: str) -> Answer | Failure:
        file = os.fstat(descriptor)
        key = (path, file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns, file.st_ctime_ns)
        if key in self._known:
            return self._known[key]
        answer = self._read(descriptor, path)
        if time.time_ns() - max(file.st_mtime_ns, file.st_ctime_ns) > _SETTLED:
            if len(self._known) >= self._most:
                self._known.clear()
            self._known[key] = answer
        return answer


_SETTLED = 2_000_000_000
"""How many nanoseconds ago a file was last changed of which something is kept."""


def real_path(path: str) -> str:
    """Return the canonical path, or the path itself if a link on the way cannot be read."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


def reason_of(error: OSError | ValueError) -> str:
    """Return the message of an OSError without the path, or the whole message of a ValueError."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
