"""Finds the names that are nearly a given one, in a time that has a limit whatever the names are, and names alike."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from heapq import nlargest

STEPS = 2_000_000
"""How many pairs of letters are compared at the most: some 70,000 usual names, or 50 of 190 equal letters."""


def near_names(name: str, names: Iterable[str], most: int, cutoff: float, steps: int = STEPS) -> list[str]:
    """Return up to ``most`` names whose likeness to ``name`` is ``cutoff`` or more, the likest first.

    The same as ``difflib.get_close_matches``, which takes the product of the lengths, or more, for each name that has
    about the same letters. Once that adds up to ``steps``, no further name is compared.
    """
    found: list[tuple[float, str]] = []
    matcher = SequenceMatcher[str](None, "", name)
    for each in names:
        matcher.set_seq1(each)
        if matcher.real_quick_ratio() < cutoff:
            continue
        steps -= len(each)
        if steps < 0:
            break
        if matcher.quick_ratio() < cutoff:
            continue
        steps -= len(each) * len(name)
        if steps < 0:
            break
        if (likeness := matcher.ratio()) >= cutoff:
            found.append((likeness, each))
    return [each for _, each in nlargest(most, found)]


def without_processor(name: str) -> str:
    """Return the name of a manifest without the processor that some releases of Mesa put into it."""
    return re.sub(r"\.(?:x86_64|i[3-6]86|aarch64|armv?\w*|riscv64|ppc64le)(?=\.json$)", "", name.lower())
