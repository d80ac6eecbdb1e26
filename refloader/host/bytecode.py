"""Keeps the bytecode of refloader's modules among the user's caches, where each process would compile them anew.

A run of the suite has four processes of Python or more, and compiling what one of them imports takes as long as two
hundred cases. It is so where PYTHONDONTWRITEBYTECODE is set and pip has compiled nothing, as in a checkout.
"""

import os
import sys
from importlib.util import cache_from_source

from refloader.host import room
from refloader.host.cache_folder import cache_folder

_NONE_WRITTEN, _PLACE = "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"


def folder() -> str:
    """Return the folder for bytecode among the user's caches, or an empty string if nothing can be written there."""
    caches = cache_folder()
    if not caches:
        return ""
    place = os.path.join(caches, "bytecode")
    try:
        os.makedirs(place, mode=0o700, exist_ok=True)
    except OSError:
        return ""
    return place if room.problem(place) is None else ""  # a full disk would cut off what later runs read


def keep() -> None:
    """Keep the bytecode of what this process imports from now on, if none is kept otherwise."""
    if is_missed() and (place := folder()):
        sys.dont_write_bytecode, sys.pycache_prefix = False, place


def is_missed() -> bool:
    """Return whether modules are compiled in each process: their bytecode is not there, and none is written."""
    return (
        sys.pycache_prefix is None
        and sys.dont_write_bytecode
        and not os.path.exists(cache_from_source(__file__))
    )


def of_children() -> dict[str, str]:
    """Return the variables by which children of this process, started as Python, keep bytecode where it does."""
    if _NONE_WRITTEN in os.environ and sys.pycache_prefix and not sys.dont_write_bytecode:
        return {_NONE_WRITTEN: "", _PLACE: sys.pycache_prefix}
    return {}
