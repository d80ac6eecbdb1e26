"""Opens files and pipes that a user names, and waits for what others write to pipes and sockets, never for ever."""

import errno
import io
import os
import select
import stat
import time
from typing import Any

from refloader.host.opening import OPEN_FLAGS

_WAIT, _PAUSE = 1.0, 0.02
"""Seconds to wait for somebody who writes to a pipe, and between two looks."""


class _Pipe(io.FileIO):
    """A pipe that is open without blocking, and remembers whether somebody writes to it."""

    has_writer = False

    def readinto(self, buffer: Any, /) -> int | None:
        size: int | None = super().readinto(buffer)
        self.has_writer = size != 0  # None: nothing is there yet
        return size


def of_file_or_pipe(path: str) -> io.BufferedReader:
    """Open a regular file, or a pipe that somebody writes to, for reading.

    Raises:
        OSError: it cannot be opened, is a device or a folder, or a pipe without a writer for a second.
        ValueError: the path is not valid on any system.
    """
    descriptor = os.open(path, OPEN_FLAGS)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return open(descriptor, "rb")
    if not stat.S_ISFIFO(mode):
        os.close(descriptor)
        raise OSError(
            errno.EINVAL, os.strerror(errno.EISDIR) if stat.S_ISDIR(mode) else "it is a device", path
        )
    pipe = _Pipe(descriptor, "rb")
    file: io.BufferedReader = io.BufferedReader(pipe)
    for _ in range(round(_WAIT / _PAUSE)):
        file.peek(1)  # what is there already stays in the buffer
        if pipe.has_writer:
            os.set_blocking(descriptor, True)
            return file
        time.sleep(_PAUSE)
    file.close()
    raise OSError(errno.EPIPE, "nobody writes to this pipe", path)


def is_readable(descriptor: int, seconds: float = 0) -> bool:
    """True once a pipe or socket can be read without waiting, its end included; False after ``seconds``.

    The number of the descriptor does not matter. ``select`` raises ValueError for those from 1,024.
    """
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(seconds * 1000))
