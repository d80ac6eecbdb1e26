"""Finds refloader's folder among the user's caches. Creates nothing.

A user may run with the home of somebody else (sudo and su can keep HOME). That person could then lead what is
written elsewhere by a link, and leave bytecode there, which this user would run. So a folder is used only if no other
user but root can change the way to it, and else the one in the user's own home.
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
    if not asked or not hasattr(os, "geteuid") or no_other_leads(asked):
        return asked
    own = _below("", _own_home())
    return own if own and no_other_leads(own) else ""


def _below(caches: str, home: str) -> str:
    base = caches or (os.path.join(home, ".cache") if home.strip("/") else "")
    return os.path.join(base, _NAME) if os.path.isabs(base) else ""


def _own_home() -> str:
    import pwd

    with suppress(KeyError):
        return pwd.getpwuid(os.geteuid()).pw_dir
    return ""


def no_other_leads(path: str) -> bool:
    """Return True if only this user and root can change what an absolute path leads to: its folders, and its links.

    A folder that is missing can be made by whoever may write to the one above it. An ordinary user's own group may
    write: with a umask of 002, it is a group of this user alone. Whoever owns the root folder is root here.
    """
    trusted = {0, os.geteuid(), os.lstat("/").st_uid}
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
            if found.st_uid not in trusted:
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
                is_own = os.geteuid() != 0 and found.st_gid == os.getegid()
                others_make = bool(found.st_mode & (stat.S_IWOTH if is_own else _OTHERS_WRITE))
                if others_make and not found.st_mode & stat.S_ISVTX:
                    return False
        return not others_make
    return False
