"""Finds which freedom of the documents a loader used, where it did not do what was predicted.

Each variant of the reference (``refloader.selftest.variants``) takes one: another reading of an ambiguity, or what no
document speaks of. The prediction is made again with each that is decided in the core, then with several of those
that change it. That happens in a child process, so that nothing of it stays.
"""

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from itertools import combinations
from typing import Any
from unittest.mock import MagicMock

from refloader.campaign.search import Search
from refloader.host.forked import run_forked
from refloader.predict.differential import Difference
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario
from refloader.selftest.mutants.patches import Patch
from refloader.selftest.reaching import caches
from refloader.selftest.variants.marks import STANDS
from refloader.selftest.variants.registry import variants

Differ = Callable[[], tuple[Difference, ...]]

_EDGE = "refloader.dropin.python._edge"
"""The module that only the drop-in library has. Nothing of it is called where something is only predicted."""
_CORE = ("refloader.core.", "refloader.engine", "refloader.protocol")
_MOST = 6
"""The most liberties that are tried together, of those that change the prediction: each two, each three and so on."""
_LIMIT = 60.0
"""The seconds after which no liberty is taken to explain anything."""


def readings_behind(search: Search, scenario: Scenario, seen: Observation) -> tuple[str, ...]:
    """Return the fewest variants of the reference that together do what was seen; empty if none do."""

    def differ() -> tuple[Difference, ...]:
        compared = search.compared(scenario, seen)
        return compared.differences if compared.prediction.observation.ended == "ok" else _UNKNOWN

    (ended,) = run_forked([("readings", lambda: _explaining(differ))], workers=1, limit=_LIMIT)
    return tuple(ended.answer or ())


def described(name: str) -> str:
    """Return in a sentence what a variant does, after the rule or ambiguity that leaves it open."""
    variant = variants()[name]
    return f"{variant.rests_on or 'the documents are silent'}: {variant.does.rstrip('.')}"


_UNKNOWN = (Difference("result", "not predicted", "", ""),)
"""What stands for the differences from a prediction that covers nothing."""


def _explaining(differ: Differ) -> tuple[str, ...]:
    names, kept = _of_the_core(), caches()
    plain = differ()
    moving = []
    for name in names:
        found = _under((name,), differ, kept)
        if not found:
            return (name,)
        if found not in (plain, _UNKNOWN):
            moving.append(name)
    for size in range(2, min(len(moving), _MOST) + 1):
        for together in combinations(moving[:_MOST], size):
            if _are_apart(together) and not _under(together, differ, kept):
                return together
    return ()


def _of_the_core() -> list[str]:
    """Import the variants and return the names of those that the core decides."""
    sys.modules.setdefault(_EDGE, MagicMock())
    package = "refloader.selftest.variants"
    for file in sorted(files(package).iterdir(), key=lambda each: each.name):
        if file.name.endswith(".py"):
            importlib.import_module(f"{package}.{file.name[:-3]}")
    return [
        name
        for name, pairs in STANDS.items()
        if any(getattr(target, "__module__", "").startswith(_CORE) for target, _ in pairs)
    ]


def _are_apart(names: Sequence[str]) -> bool:
    """Return whether no two of these variants replace one function."""
    targets = [id(target) for name in names for target, _ in STANDS[name]]
    return len(targets) == len({*targets})


def _under(names: Sequence[str], differ: Differ, kept: Sequence[Any]) -> tuple[Difference, ...]:
    """Return the differences from the prediction for a loader that takes these liberties; ``kept`` are the caches."""
    with _taken(names, kept):
        try:
            return differ()
        except Exception:  # a variant that needs the library cannot be predicted
            return _UNKNOWN


@contextmanager
def _taken(names: Sequence[str], kept: Sequence[Any]) -> Iterator[None]:
    patch = Patch(pair for name in names for pair in STANDS[name])
    patch.apply()
    for each in kept:
        each.cache_clear()
    try:
        yield
    finally:
        patch.undo()
        for each in kept:
            each.cache_clear()
