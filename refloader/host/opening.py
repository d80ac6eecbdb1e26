"""How files of this machine are opened, and what its errors mean. Opens nothing itself."""

import errno
import os

from refloader.host.port import Failure, Trouble

_TROUBLES = {
    errno.ENOENT: Trouble.MISSING,
    errno.ENOTDIR: Trouble.MISSING,
    errno.EACCES: Trouble.DENIED,
    errno.EPERM: Trouble.DENIED,
    errno.ELOOP: Trouble.LOOP,
    errno.EISDIR: Trouble.NOT_A_FILE,
    errno.ENXIO: Trouble.NOT_A_FILE,  # a socket, or a device without a driver
}
# O_NONBLOCK: opening a FIFO that nobody writes to would hang for ever. Windows has O_BINARY and none of the others.
OPEN_FLAGS = os.O_RDONLY
for _name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_BINARY", "O_NOINHERIT"):
    OPEN_FLAGS |= getattr(os, _name, 0)


def failure(error: OSError | ValueError) -> Failure:
    """The value for an error of the operating system; a path that cannot be passed on is a ValueError."""
    if isinstance(error, UnicodeError):
        return Failure(Trouble.OTHER, "the path holds half of a surrogate pair")
    if isinstance(error, ValueError):
        return Failure(Trouble.OTHER, "the path holds a NUL character")
    trouble = _TROUBLES.get(error.errno or 0)
    return Failure(trouble) if trouble else Failure(Trouble.OTHER, (error.strerror or "").lower())


def reason_of(error: OSError | ValueError) -> str:
    """What an error of the operating system says to people, without the path; of a ValueError all that it says."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
