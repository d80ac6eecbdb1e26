"""Opens files of this machine without blocking, and converts operating system errors to failures."""

import errno
import os
import stat
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


def of_regular(path: str, use: Callable[[int], Answer | Failure]) -> Answer | Failure:
    """Open a regular file and return the result of ``use``; reject pipes, devices and folders without blocking.

    Return a failure for an OSError while the file is opened or used.
    """
    try:
        descriptor = os.open(path, OPEN_FLAGS)
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
