"""Finds the reference loader's drop-in library in this installation. Never opens or builds it."""

import os
import shlex

from refloader.native.installed import folders, install_command
from refloader.native.structures import LoaderError

LIBRARY = "libvulkan.so.1"
VIOLATORS = "violators"
"""The folder, next to the library, with the variant that contains mutants."""


def dropin_folder() -> str:
    """Return the folder with libvulkan.so.1 and libvulkan.so, both the reference loader.

    Raises:
        LoaderError: this installation was built without it; the message says why.
    """
    for folder in folders("lib"):
        if os.path.isfile(os.path.join(folder, LIBRARY)):
            return folder
    raise LoaderError(f"the reference loader's library was not built: {_why_not()}")


def dropin_library() -> str:
    """Return the path of the reference loader's libvulkan.so.1. Raises LoaderError if it was not built."""
    return os.path.join(dropin_folder(), LIBRARY)


def violating_library() -> str:
    """Return the path of the variant that contains the mutants (refloader/selftest/mutants). Raises LoaderError.

    It behaves as the reference unless a file next to it, named like it with the suffix ``.violate``, names a mutant.
    """
    library = os.path.join(dropin_folder(), VIOLATORS, LIBRARY)
    if os.path.isfile(library):
        return library
    raise LoaderError("the reference loader's variant with violators was not built")


def _why_not() -> str:
    for folder in folders("lib"):
        try:
            with open(os.path.join(folder, "why-not.txt"), encoding="utf-8") as file:
                return " ".join(file.read().split())
        except OSError:
            continue
    return f"the native parts are not installed: {shlex.join(install_command())}"
