"""Runs inside the drop-in library's variant with violators: makes it the one that the file beside it names."""

from refloader.dropin.python import _edge
from refloader.selftest.mutants.calls.every import EVERY
from refloader.selftest.mutants.marks import REPLACEMENTS
from refloader.selftest.mutants.patches import Patch


def _begin() -> str:
    name = _edge.violator()
    if name in REPLACEMENTS and EVERY:
        for target, stand in REPLACEMENTS[name][0]:
            Patch(target, stand).apply()
    return name


NAME = _begin()
"""The violator; empty for none. One that is decided in C is left to it."""
