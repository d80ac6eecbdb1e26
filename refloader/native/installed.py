"""Lists the folders that may contain this installation's built libraries. Never opens or builds a library.

In an editable installation, the libraries are in site-packages and the sources elsewhere, so both are searched.
"""

import os
import sysconfig
from functools import cache

import refloader.native
from refloader.native.target import inside


@cache
def folders(name: str) -> tuple[str, ...]:
    """Return the possible paths of a folder of ``refloader/native``, that next to the sources first."""
    target = inside()
    platlib = target.platlib if target else sysconfig.get_path("platlib")
    installed = os.path.join(platlib, "refloader", "native")
    return tuple(os.path.join(base, name) for base in (*refloader.native.__path__, installed))
