"""Lists the folders that may contain this installation's built libraries. Never opens or builds a library.

They come with the package ``refloader_native``. In an editable installation, the libraries are in site-packages and
the sources elsewhere, so both are searched.
"""

import os
import sysconfig
from functools import cache
from importlib.util import find_spec

import refloader.native
from refloader.native.target import inside

PACKAGE = "refloader_native"
INSTALL = "pip install 'refloader[conform]'"
"""The command that brings the built parts and what runs the suite."""

_MARKS = ("libvulkan.so.1", "why-not.txt")
"""What a build leaves in ``lib``: the library, or the reason why there is none."""


@cache
def folders(name: str) -> tuple[str, ...]:
    """Return the possible paths of a folder of built parts, that of ``refloader_native`` first."""
    target = inside()
    platlib = target.platlib if target else sysconfig.get_path("platlib")
    installed = os.path.join(platlib, "refloader", "native")
    found = find_spec(PACKAGE)
    apart = tuple(found.submodule_search_locations or ()) if found else ()
    return tuple(os.path.join(base, name) for base in (*apart, *refloader.native.__path__, installed))


def has_built_parts() -> bool:
    """Return whether a build has been installed, even one that left out what it could not build."""
    return any(os.path.isfile(os.path.join(folder, mark)) for folder in folders("lib") for mark in _MARKS)
