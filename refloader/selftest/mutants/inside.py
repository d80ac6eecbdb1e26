"""Runs inside the drop-in library's build with violators: makes it what the file beside it names."""

from refloader.dropin.python import _edge
from refloader.selftest.mutants.calls.every import PLACES, load
from refloader.selftest.mutants.marks import REPLACEMENTS
from refloader.selftest.mutants.patches import Patch
from refloader.selftest.variants.marks import JOINT, STANDS


def _begin() -> str:
    name = _edge.violator()
    *known, last = name.split(JOINT)
    for each in (*known, last):
        for number in PLACES.get(each, ()):
            load(number)
    pairs = REPLACEMENTS[name][0] if name in REPLACEMENTS else []
    for each in known:
        # A build that is older than the variant fails here. The reference would pass in the variant's stead.
        pairs = [*pairs, *STANDS[each]]
    pairs = [*pairs, *STANDS.get(last, [])]
    Patch(pairs).apply()
    return name


NAME = _begin()
"""The violator, or variants with a plus sign behind each; empty for none. A violator in C is left to it."""
