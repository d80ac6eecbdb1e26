"""The file of a recording: created before a program runs, truncated after it, loaded. ``recording`` parses it."""

import os
import stat

from refloader.host.shared_folders import open_to_write
from refloader.suite.sessions import recording
from refloader.suite.sessions.recording import Recording

CAPACITY = 256 << 20
"""The size of a recording in bytes; only the written part takes space on the disk."""


def begin(path: str, capacity: int = CAPACITY) -> None:
    """Create the file that observers write to. Raises OSError."""
    with open(open_to_write(path), "wb") as file:
        file.write(recording.empty(capacity))
        file.truncate(capacity)


def finish(path: str) -> None:
    """Truncate the file after its written part. Without a valid header it stays as it is. Raises OSError."""
    with open(path, "r+b") as file:
        used = recording.used(file.read(recording.HEAD))
        if used < os.fstat(file.fileno()).st_size:
            file.truncate(used)


class NotARecordingError(ValueError):
    """The file holds no recording. The text says why."""


def load(path: str) -> Recording:
    """Return the recording in a file.

    Raises:
        OSError: the file cannot be read.
        NotARecordingError: it holds no recording.
    """
    # Without O_NONBLOCK, opening a pipe without a writer blocks for ever.
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
