"""Distinguishes libraries from manifests by the paths that a user names. Never touches a file."""

import os

_SUFFIX, _INSIDE = ".so", ".so."


def is_library(path: str) -> bool:
    """Return whether a path names a library and no manifest, by the file name: ``libx.so``, ``libx.so.1.2``."""
    name = os.path.basename(path)
    return name.endswith(_SUFFIX) or _INSIDE in name
