"""Decides which loader messages VK_LOADER_DEBUG and a settings file enable. Does not print messages."""

from collections.abc import Iterable

from refloader.core.editions import traits
from refloader.model.edition import Edition
from refloader.rules import decides

KINDS = ("error", "warn", "info", "debug", "layer", "driver")
_LEVELS = {
    "error": ("error",),
    "warn": ("error", "warn"),
    "info": ("error", "warn", "info"),
    "debug": ("error", "warn", "info", "debug"),
    "all": ("error", "warn", "info", "debug"),
}


@decides("DEBUG-LOG-01", "DEBUG-LOG-02")
def message_kinds(value: str | None, edition: Edition) -> frozenset[str]:
    """Return the kinds of message that VK_LOADER_DEBUG enables.

    2018 and 2022: a level, which includes the more severe ones. 2026: a comma-separated list of independent options;
    ``all`` includes every other one; ``implem`` and ``icd`` are older words for ``driver``; the beginning of a word
    stands for the first that begins so, as in the field. Unknown words are ignored.
    """
    facts = traits(edition)
    if not value or not facts.knows_debug:
        return frozenset()
    words = value.split(",")
    if facts.debug_is_cumulative:
        return frozenset(kind for word in words for kind in _LEVELS.get(word, ()))
    return listed_kinds(map(_whole, words))


_OPTIONS = ("error", "warn", "info", "perf", "debug", "layer", "driver", "implem", "icd", "all")


_OLDEST = "icd"
"""A word for ``driver`` that the variable has had longer, and a settings file never."""


def _whole(word: str) -> str:
    found = next((option for option in _OPTIONS if word and option.startswith(word)), word)
    return "driver" if found == _OLDEST else found


_OLDER = {"implem": "driver"}


@decides("SETTINGS-01")
def listed_kinds(words: Iterable[str]) -> frozenset[str]:
    """Return the kinds of message that independent words enable: those of the variable, or of stderr_log."""
    named = {_OLDER.get(word, word) for word in words}
    return frozenset(kind for kind in KINDS if kind in named or "all" in named)
