"""Replaces the content of files without losing the old content on failure. Independent of what is written."""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress

from refloader.host.shared_folders import is_of_a_stranger, open_to_write, place_of
from refloader.host.stopping import stoppable

_PREFIX = ".refloader-"
"""The beginning of the names of temporary files."""

_PERMISSIONS = 0o777
_BY_DESCRIPTOR = os.chmod in os.supports_fd


def put(path: str, text: str | Iterable[str]) -> None:
    """Write a text, or its pieces, to a file as UTF-8, as ``put_bytes`` does."""
    _put(path, _encoded(text))


def _encoded(text: str | Iterable[str]) -> Iterator[bytes]:
    return (each.encode("utf-8") for each in ((text,) if isinstance(text, str) else text))


def put_among(folder: str, name: str, text: str | Iterable[str]) -> None:
    """The same of a file among others in a folder of results; a link or pipe that stands there gives way to it.

    A folder may come with somebody's project, and what a link in it leads to is none of the results. Somebody who
    may write to the folder can put a link there at any moment: no step of this follows one.
    """
    place = os.path.join(os.path.realpath(folder), name)
    if not os.path.islink(place):
        _refuse_read_only(place)
    import tempfile  # here, as most runs write no file

    with stoppable():
        descriptor, temporary = tempfile.mkstemp(prefix=_PREFIX, dir=os.path.dirname(place))
        _replace(place, descriptor, temporary, _encoded(text))


def put_bytes(path: str, data: bytes) -> None:
    """Replace the content of a file in one step: until that is complete, and if it fails, the file is unchanged.

    Links are followed, but not those of others in a folder such as /tmp; permissions are kept, and so is the owner
    where permitted. Other hard links keep the old content. A pipe or a device is written to directly. If no temporary
    file can be created in the folder, the file is overwritten in place, and restored on failure. SIGINT and SIGTERM
    raise KeyboardInterrupt and leave no temporary file behind.

    Raises:
        OSError: the file cannot be written.
        ValueError: the path is not valid on any system.
        KeyboardInterrupt: a signal arrived before the file was complete.
    """
    _put(path, (data,))


def _put(path: str, data: Iterable[bytes]) -> None:
    if os.path.exists(path) and not os.path.isfile(path):
        with open(open_to_write(path), "wb") as file:
            file.writelines(data)
        return
    place = place_of(path)
    _refuse_read_only(place)
    import tempfile  # here, as most runs write no file

    with stoppable():
        try:
            descriptor, temporary = tempfile.mkstemp(prefix=_PREFIX, dir=os.path.dirname(place))
        except OSError:
            if not os.path.exists(place):
                raise
            _write_over(place, b"".join(data))
        else:
            _replace(place, descriptor, temporary, data)


def _refuse_read_only(place: str) -> None:
    if os.path.exists(place) and not os.access(place, os.W_OK):
        raise PermissionError(13, "Permission denied", place)


def _replace(place: str, descriptor: int, temporary: str, data: Iterable[bytes]) -> None:
    """Write a temporary file beside the target, and rename it to the target."""
    try:
        with open(descriptor, "wb") as file:
            file.writelines(data)
            file.flush()
            os.fsync(descriptor)
            # By descriptor where the system can: whoever owns the folder may put a link at the temporary name.
            _make_alike(descriptor if _BY_DESCRIPTOR else temporary, place)
        os.replace(temporary, place)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _write_over(place: str, data: bytes) -> None:
    """Overwrite an existing file in place, and restore its content on failure."""
    with open(place, "r+b", buffering=0) as file:
        before = file.read()
        try:
            _fill(file.fileno(), data)
        except BaseException:
            _fill(file.fileno(), before)
            raise


def _fill(descriptor: int, data: bytes) -> None:
    """Set the content of a file. The file is truncated only after all data is written."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]
    os.ftruncate(descriptor, len(data))
    os.fsync(descriptor)


def _make_alike(new: int | str, place: str) -> None:
    """Give a new file the owner and permissions of the one it replaces, or else the default permissions.

    It gets the default ones too where a stranger has put a file into a shared folder before.
    """
    try:
        found = os.lstat(place)
        is_file = stat.S_ISREG(found.st_mode)
        is_file = is_file and not is_of_a_stranger(place, found.st_uid)
    except FileNotFoundError:
        is_file = False
    if not is_file:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(new, 0o666 & ~mask)
        return
    with suppress(PermissionError):
        os.chown(new, found.st_uid, found.st_gid)
    os.chmod(new, found.st_mode & _PERMISSIONS)
