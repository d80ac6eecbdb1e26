"""Runs inside the drop-in library's variant with violators: makes it the one that the file beside it names."""

from refloader.runtime import _edge
from refloader.violators.calls.every import EVERY
from refloader.violators.marks import REPLACEMENTS
from refloader.violators.patches import Patch


def _begin() -> str:
    name = _edge.violator()
    if name in REPLACEMENTS and EVERY:
        for target, stand in REPLACEMENTS[name][0]:
            Patch(target, stand).apply()
    return name


NAME = _begin()
"""The violator; empty for none. One that is decided in C is left to it."""
