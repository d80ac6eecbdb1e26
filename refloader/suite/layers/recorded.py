"""The file of a recording: made before a program runs, cut off after it, read. What is in it is ``recording``'s."""

import os
import stat

from refloader.suite.running import recording
from refloader.suite.running.recording import Recording

CAPACITY = 256 << 20
"""The bytes that a recording may have; only those that are written take room on the disk."""


def begin(path: str, capacity: int = CAPACITY) -> None:
    """Make the file for what observers write. Raises OSError."""
    with open(path, "wb") as file:
        file.write(recording.empty(capacity))
        file.truncate(capacity)


def finish(path: str) -> None:
    """Cut off what nobody has written. A file that the program has spoilt stays as it is. Raises OSError."""
    with open(path, "r+b") as file:
        used = recording.used(file.read(recording.HEAD))
        if used < os.fstat(file.fileno()).st_size:
            file.truncate(used)


class NotARecordingError(ValueError):
    """A file that holds no recording. The text says why."""


def load(path: str) -> Recording:
    """What is recorded in a file, read to its end where it has one.

    Raises:
        OSError: the file cannot be read.
        NotARecordingError: it holds no recording.
    """
    # Opening a pipe that nobody writes to would wait for ever.
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise NotARecordingError("it is no regular file")
        head = file.read(recording.HEAD)
        if not recording.is_head(head):
            raise NotARecordingError("it is not what refloader exec --observe writes")
        written = min(recording.used(head), status.st_size)
        if written > CAPACITY:
            raise NotARecordingError(f"it is longer than the {CAPACITY >> 20} MiB that a recording can have")
        file.seek(0)
        return recording.read(file.read(written))
