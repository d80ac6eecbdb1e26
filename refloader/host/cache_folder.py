"""Finds refloader's folder among the user's caches. Creates nothing.

Root may run with the home of somebody else (sudo keeps HOME). That user could then lead what root writes elsewhere
by a link, so root uses a folder only if no other user can change the way to it, and else the one in root's own home.
"""

import os
import stat
from contextlib import suppress

_NAME = "refloader"
_MOST_LINKS = 40
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> str:
    """Return the path of refloader's folder among the user's caches, or an empty string if there is none."""
    asked = _below(os.environ.get("XDG_CACHE_HOME", ""), os.path.expanduser("~"))
    if not asked or not _is_root() or leads_only_where_root_says(asked):
        return asked
    own = _below("", _home_of_root())
    return own if own and leads_only_where_root_says(own) else ""


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _below(caches: str, home: str) -> str:
    base = caches or (os.path.join(home, ".cache") if home.strip("/") else "")
    return os.path.join(base, _NAME) if os.path.isabs(base) else ""


def _home_of_root() -> str:
    import pwd

    with suppress(KeyError):
        return pwd.getpwuid(0).pw_dir
    return ""


def leads_only_where_root_says(path: str) -> bool:
    """Return True if only root can change what an absolute path leads to: its folders, and the links among them.

    A folder that is missing can be made by whoever may write to the one above it.
    """
    here, others_make, links = "/", False, 0
    rest = path.split("/")[::-1]
    with suppress(OSError):
        while rest:
            name = rest.pop()
            if name in ("", "."):
                continue
            here = os.path.dirname(here) if name == ".." else os.path.join(here, name)
            try:
                found = os.lstat(here)
            except FileNotFoundError:
                return not others_make and ".." not in rest
            if found.st_uid != 0:
                return False
            if stat.S_ISLNK(found.st_mode):
                links += 1
                target = os.readlink(here)
                here = "/" if target.startswith("/") else os.path.dirname(here)
                others_make = False
                rest += target.split("/")[::-1]
                if links > _MOST_LINKS:
                    return False
            else:
                others_make = bool(found.st_mode & _OTHERS_WRITE)
                if others_make and not found.st_mode & stat.S_ISVTX:
                    return False
        return not others_make
    return False
