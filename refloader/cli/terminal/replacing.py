"""Puts a text into a file so that nothing the user had is lost. Knows nothing of what is written."""

import os
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress

from refloader.sandbox.stopping import stoppable


def put(path: str, text: str | Iterable[str]) -> None:
    """Put a text, or its pieces, into a file as UTF-8, as ``put_bytes`` does."""
    _put(path, (each.encode("utf-8") for each in ((text,) if isinstance(text, str) else text)))


def put_among(folder: str, name: str, text: str | Iterable[str]) -> None:
    """The same of a file among others in a folder of results; a link or pipe that stands there gives way to it.

    A folder may come with somebody's project, and what a link in it leads to is none of the results.
    """
    path = os.path.join(folder, name)
    if os.path.islink(path) or (
        os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
    ):
        os.unlink(path)
    put(path, text)


def put_bytes(path: str, data: bytes) -> None:
    """Put bytes into a file in one step: until it is done, and if it fails, the file is what it was.

    Links are followed, permissions stay, and owners do where we may say so. Another name of the same file (a hard
    link) keeps what it had. What is no ordinary file, a pipe or a device, is written to as it is. In a folder where
    no file can be made the file itself is written to, and put back if that fails. SIGINT and SIGTERM raise
    KeyboardInterrupt and leave nothing behind.

    Raises:
        OSError: it cannot be written.
        ValueError: no system can hold such a path.
        KeyboardInterrupt: a signal came before it was done.
    """
    _put(path, (data,))


def _put(path: str, data: Iterable[bytes]) -> None:
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:
            file.writelines(data)
        return
    place = os.path.realpath(path)
    if os.path.exists(place) and not os.access(place, os.W_OK):
        raise PermissionError(13, "Permission denied", path)
    with stoppable():
        try:
            descriptor, temporary = tempfile.mkstemp(prefix=".refloader-", dir=os.path.dirname(place))
        except OSError:
            if not os.path.exists(place):
                raise
            _write_over(place, b"".join(data))
        else:
            _replace(place, descriptor, temporary, data)


def _replace(place: str, descriptor: int, temporary: str, data: Iterable[bytes]) -> None:
    """Write the neighbour of a file, and put it in its place."""
    try:
        with open(descriptor, "wb") as file:
            file.writelines(data)
            file.flush()
            os.fsync(descriptor)
        _make_alike(temporary, place)
        os.replace(temporary, place)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _write_over(place: str, data: bytes) -> None:
    """Write into a file that is there, and put back what it had where that goes wrong."""
    with open(place, "r+b", buffering=0) as file:
        before = file.read()
        try:
            _fill(file.fileno(), data)
        except BaseException:
            _fill(file.fileno(), before)
            raise


def _fill(descriptor: int, data: bytes) -> None:
    """Make a file hold this and nothing else. What it is longer by stays until all is written."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]
    os.ftruncate(descriptor, len(data))
    os.fsync(descriptor)


def _make_alike(temporary: str, place: str) -> None:
    """Give a new file the owner and the permissions of the one that it replaces, or those of any new one here."""
    try:
        found = os.stat(place)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        return
    with suppress(PermissionError):
        os.chown(temporary, found.st_uid, found.st_gid)
    os.chmod(temporary, stat.S_IMODE(found.st_mode))
