"""The file of a recording: made before a program runs, cut off after it. What is in it is ``recording``'s."""

import os

from refloader.harness.layers import recording

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
