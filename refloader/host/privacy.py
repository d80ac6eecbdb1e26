"""Decides which files users may open, and which links lead to private files. Does not open files."""

import os
import stat
import sys
from itertools import islice

from refloader.host.opening import real_path

_CAPABILITIES = "security.capability"


def is_everybodys(path: str) -> bool:
    """True if every user can read the file or enter the folder at its path, or if it does not exist."""
    folder = real_path(path)
    if not os.path.exists(folder):
        return True
    if not os.stat(folder).st_mode & (stat.S_IXOTH if os.path.isdir(folder) else stat.S_IROTH):
        return False
    while folder != "/":
        folder = os.path.dirname(folder)
        if not os.stat(folder).st_mode & stat.S_IXOTH:
            return False
    return True


def open_to_all(folder: str, most: int) -> list[str]:
    """Return the files of a folder that every user can read, links aside; none where it has more entries."""
    try:
        with os.scandir(folder) as entries:
            found = [*islice(entries, most + 1)]
        files = sorted(each.path for each in found if each.is_file(follow_symlinks=False))
    except OSError:
        return []
    return [path for path in files if len(found) <= most and is_everybodys(path)]


def who_alone(path: str, *, writing: bool) -> str:
    """Say who alone may read a file, write to it, or enter a folder, by its mode; empty if others may as well.

    The members of a group other than root's are not known, so that a file that a group may open is open to somebody.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return ""
    if os.name != "posix":
        return ""
    mode, is_folder = status.st_mode, stat.S_ISDIR(status.st_mode)
    if writing:
        return "" if mode & (0o011 if is_folder else 0o066) else "only its owner"
    return alone_by_mode(mode, is_folder=is_folder, is_roots=status.st_gid == 0)


def alone_by_mode(mode: int, *, is_folder: bool, is_roots: bool) -> str:
    """Say the same of a mode that an archive has; ``is_roots`` is whether the group is root's."""
    if not mode & (0o011 if is_folder else 0o044):
        return "only its owner"
    others = stat.S_IXOTH if is_folder else stat.S_IROTH
    return "only root and its group" if is_roots and not mode & others else ""


def group_alone(path: str) -> int | None:
    """Return the group whose members alone may read and write a file besides its owner; None if others may too."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    by_group = status.st_mode & 0o060 == 0o060
    return status.st_gid if os.name == "posix" and by_group and not status.st_mode & stat.S_IROTH else None


def privilege_of(path: str, *, own: bool) -> str:
    """Say what gives processes of a program elevated privileges: a bit of its mode, or capabilities; else empty.

    With ``own`` they are started by the user of this process, else by somebody who does not own the program.
    """
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return ""
    if os.name != "posix" or not stat.S_ISREG(found.st_mode):
        return ""
    if found.st_mode & stat.S_ISUID and not (own and found.st_uid == os.getuid()):
        return "the set-user-ID bit"
    executable_by_group = stat.S_ISGID | stat.S_IXGRP  # without the second, the first asks for locks
    if found.st_mode & executable_by_group == executable_by_group and not (
        own and found.st_gid == os.getgid()
    ):
        return "the set-group-ID bit"
    is_linux = sys.platform == "linux"
    if is_linux and _CAPABILITIES in _attributes(path) and not (own and os.getuid() == 0):
        return "capabilities (setcap)"
    return ""


def _attributes(path: str) -> list[str]:
    try:
        return os.listxattr(path)
    except OSError:
        return []


def leads_to_private(path: str) -> bool:
    """True if the path goes through a link, and not every user of the machine may read the file at its end.

    The author of a package can add a link to a file that he cannot read. Links in the root folder do not count: they
    belong to the machine.
    """
    if os.name != "posix" or "\0" in path:
        return False
    place = ""
    for name in os.path.join(os.getcwd(), path).split("/")[1:]:
        folder, place = place, f"{place}/{name}"
        if folder and os.path.islink(place):
            return not is_everybodys(path)
    return False
