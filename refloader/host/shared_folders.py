"""Finds what a path leads to for writing, without trusting what other users put into a folder for everybody.

In a folder such as /tmp, anybody can put a link, a pipe or a file at the name that somebody else is about to write
to: root would overwrite what the link leads to, or write to a file that its owner changes meanwhile. Linux can be
set to refuse this (``fs.protected_symlinks``, ``protected_fifos``, ``protected_regular``), but is not everywhere.
"""

import errno
import os
import stat

_SHARED = stat.S_ISVTX | stat.S_IWOTH
_MOST_LINKS = 40
_MAGIC = "/proc/"
"""Below it are links that lead to open files, which have no other path."""

_NEW = os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def place_of(path: str) -> str:
    """Return the path that is left once each link on the way is followed; what it names may be missing.

    Raises:
        PermissionError: a link belongs to another user and is in a folder that everybody may write to.
        OSError: there are too many links.
    """
    if not hasattr(os, "geteuid"):
        return os.path.realpath(path)
    here, links = "/", 0
    rest = (path if path.startswith("/") else os.path.join(os.getcwd(), path)).split("/")[::-1]
    while rest:
        name = rest.pop()
        if name in ("", os.curdir):
            continue
        place = os.path.dirname(here) if name == os.pardir else os.path.join(here, name)
        found = _status(place)
        if found is None or place.startswith(_MAGIC):
            return os.path.join(place, *(each for each in rest[::-1] if each))
        if not stat.S_ISLNK(found.st_mode):
            here = place
            continue
        _refuse_a_strangers(place, found.st_uid, "a link")
        links += 1
        if links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
        target = os.readlink(place)
        here = "/" if target.startswith("/") else here
        rest += target.split("/")[::-1]
    return here


def open_to_write(path: str) -> int:
    """Open a file and empty it, as ``open(path, "wb")`` does, but nothing that a stranger put into a shared folder.

    Raises:
        OSError: it cannot be opened.
        ValueError: the path is not valid on any system.
    """
    place = place_of(path)
    found = _status(place)
    if found is not None:
        _refuse_a_strangers(place, found.st_uid, "a file")  # opening a pipe waits, so it is asked before
    descriptor = os.open(place, _NEW | (0 if place.startswith(_MAGIC) else _NO_LINK), 0o666)
    try:
        status = os.fstat(descriptor)
        if not place.startswith(_MAGIC):
            _refuse_a_strangers(place, status.st_uid, "a file")
        if stat.S_ISREG(status.st_mode):
            os.ftruncate(descriptor, 0)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def is_of_a_stranger(place: str, owner: int) -> bool:
    """Return whether the folder is for everybody, and what stands there belongs neither to us nor to its owner."""
    if not hasattr(os, "geteuid"):
        return False
    folder = os.stat(os.path.dirname(place))
    return folder.st_mode & _SHARED == _SHARED and owner not in (os.geteuid(), folder.st_uid)


def _refuse_a_strangers(place: str, owner: int, what: str) -> None:
    if is_of_a_stranger(place, owner):
        why = f"it is {what} of user {owner} in a folder that everybody may write to"
        raise PermissionError(errno.EACCES, why, place)


def _status(place: str) -> os.stat_result | None:
    try:
        return os.lstat(place)
    except (FileNotFoundError, NotADirectoryError):
        return None
