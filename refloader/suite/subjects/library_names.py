"""Tells libraries from manifests where a user names either. Never touches a file."""

import os

_SUFFIX, _INSIDE = ".so", ".so."


def is_library(path: str) -> bool:
    """Whether a path names a library and no manifest, by the look of its name: ``libx.so``, ``libx.so.1.2``."""
    name = os.path.basename(path)
    return name.endswith(_SUFFIX) or _INSIDE in name
