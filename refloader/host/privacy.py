"""Tells what every user of this machine may read, and where a link leads to what is somebody's own. Opens nothing."""

import os
import stat


def is_everybodys(path: str) -> bool:
    """Whether any user can read a file or enter a folder at its path, or it is there for no user."""
    folder = _real_path(path)
    if not os.path.exists(folder):
        return True
    if not os.stat(folder).st_mode & (stat.S_IXOTH if os.path.isdir(folder) else stat.S_IROTH):
        return False
    while folder != "/":
        folder = os.path.dirname(folder)
        if not os.stat(folder).st_mode & stat.S_IXOTH:
            return False
    return True


def leads_to_private(path: str) -> bool:
    """Whether there is a link on the way to a file, and not every user of the machine may read what it leads to.

    Whoever packed a link need not have been allowed to read it. Links in the root folder are the machine's own.
    """
    if os.name != "posix" or "\0" in path:
        return False
    place = ""
    for name in os.path.join(os.getcwd(), path).split("/")[1:]:
        folder, place = place, f"{place}/{name}"
        if folder and os.path.islink(place):
            return not is_everybodys(path)
    return False


def _real_path(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path
