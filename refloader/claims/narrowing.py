"""Reads off a command line what a run of ``conform`` left out of the suite. Never runs one."""

import shlex
from collections.abc import Iterator, Sequence

from refloader.model.text import visible

_ALONE = frozenset({"--keep-scenarios", "--verbose", "--quiet", "-v", "-q"})
"""Options that have no value; those after which one may be left out are read as if it had been."""

_MAYBE = frozenset({"--update-expect", "--together"})
_WITHOUT_LEAVING_OUT = {"--profile": "full", "--shard": "1/1"}
_LEFT_OUT = {
    "--rule": "only rules of {} were judged",
    "--case": "only the case {} was judged",
    "--edition": "everything was judged by edition {} alone",
    "--profile": "only the first of each test's variants was judged (--profile {})",
    "--scenario": "loaders were judged by the user's own scenarios in {} and by nothing else",
    "--shard": "",  # told by whoever knows the other parts
    "--together": "layers were judged together, not each alone",
}
PARTIAL = "partial: "
"""What each of the sentences begins with."""


def narrowed(command: str) -> tuple[str, ...]:
    """A sentence for each option that left something out, in the order of the line."""
    found: dict[str, list[str]] = {}
    for option, value in _options(_words(command)):
        if _LEFT_OUT.get(option) and _WITHOUT_LEAVING_OUT.get(option) != value:
            found.setdefault(option, []).append(value)
    return tuple(PARTIAL + _LEFT_OUT[option].format(", ".join(values)) for option, values in found.items())


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a line that somebody wrote by hand
        return command.split()


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The options of a line with their values, an empty one where there is none."""
    left = list(reversed(words))
    while left:
        name, equals, value = left.pop().partition("=")
        if not name.startswith("-") or name == "-":
            continue
        takes = not equals and name not in _ALONE | _MAYBE
        yield name, visible(left.pop() if takes and left else value)
