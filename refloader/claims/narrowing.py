"""Determines from a command line of ``conform`` which parts of the suite the run left out. Runs nothing."""

import shlex
from collections.abc import Iterator, Sequence

from refloader.model.text import visible

_ALONE = frozenset({"--keep-scenarios", "--verbose", "--quiet", "-v", "-q"})
"""The options without a value. ``_MAYBE`` are options with an optional value, which is assumed to be absent."""

_MAYBE = frozenset({"--update-expect", "--together"})
_WITHOUT_LEAVING_OUT = {"--profile": "full", "--shard": "1/1"}
_LEFT_OUT = {
    "--rule": "only rules of {} were judged",
    "--case": "only the case {} was judged",
    "--edition": "everything was judged by edition {} alone",
    "--profile": "only the first of each test's variants was judged (--profile {})",
    "--scenario": "loaders were judged by the user's own scenarios in {} and by nothing else",
    "--shard": "",  # the merge reports missing parts
    "--together": "layers were judged together, not each alone",
}
PARTIAL = "partial: "
"""The prefix of each sentence."""


def narrowed(command: str) -> tuple[str, ...]:
    """Return a sentence for each option that left something out, in the order of the command line."""
    found: dict[str, list[str]] = {}
    for option, value in _options(_words(command)):
        if _LEFT_OUT.get(option) and _WITHOUT_LEAVING_OUT.get(option) != value:
            found.setdefault(option, []).append(value)
    return tuple(PARTIAL + _LEFT_OUT[option].format(", ".join(values)) for option, values in found.items())


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # unbalanced quotes in an edited command line
        return command.split()


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the options of a command line with their values; the value is empty if there is none."""
    left = list(reversed(words))
    while left:
        name, equals, value = left.pop().partition("=")
        if not name.startswith("-") or name == "-":
            continue
        takes = not equals and name not in _ALONE | _MAYBE
        yield name, visible(left.pop() if takes and left else value)
