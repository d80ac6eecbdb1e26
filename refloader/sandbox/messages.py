"""The messages that a loader printed, on both standard streams (AMB-LOG-STREAM). Never compares wording."""

import re
from collections.abc import Sequence

from refloader.scenario.observation import Observation

_WORDS = "(?:ERROR|WARNING|INFO|DEBUG|PERF|LAYER|DRIVER)"
_PREFIX = re.compile(rf"\[Vulkan Loader\]\s+{_WORDS}(?:\s*\|\s*{_WORDS})*\s*:")
_DOUBLED = re.compile(r"(?<!:)//+")
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+")
_LEVELS = re.compile(rf"(?:\[Vulkan Loader\])?\s*({_WORDS}(?:\s*\|\s*{_WORDS})*)\s*:")


def lines(seen: Observation) -> tuple[str, ...]:
    """Return the lines of both streams, without empty ones.

    Separators that a loader doubles, as the documents' own fallbacks do ("/usr/share/" and "/vulkan"), are one.
    """
    written = (*seen.stdout.splitlines(), *seen.stderr.splitlines())
    return tuple(_DOUBLED.sub("/", line) for line in written if line.strip())


def naming(seen: Observation, *names: str) -> tuple[str, ...]:
    """Return the lines that contain every one of these names."""
    return tuple(line for line in lines(seen) if all(name in line for name in names))


def without_numbers(said: Sequence[str]) -> tuple[str, ...]:
    """Return the lines without their numbers, as of a process or of a time, which differ from run to run."""
    return tuple(_NUMBER.sub("", line) for line in said)


def named_in(seen: Observation, *names: str) -> tuple[str, ...]:
    """Return these names if a line contains every one of them, else nothing."""
    return names if naming(seen, *names) else ()


def kinds(said: Sequence[str]) -> list[set[str]]:
    """Return the kinds ("ERROR", "LAYER") of each line that begins with some, with or without a prefix."""
    found = (_LEVELS.match(line) for line in said)
    return [{word.strip() for word in match[1].split("|")} for match in found if match]


def without_prefix(seen: Observation) -> tuple[str, ...]:
    """Return the lines without the prefix that DEBUG-LOG-04 requires."""
    return tuple(line for line in lines(seen) if not _PREFIX.match(line))


def without_kind(seen: Observation) -> tuple[str, ...]:
    """Return the lines that begin neither with that prefix nor with the words of their kind alone."""
    return tuple(line for line in without_prefix(seen) if not _LEVELS.match(line))


def in_turn(said: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the names that were written, by first occurrence. No name may be part of another."""
    whole = "\n".join(said)
    return sorted((name for name in names if name in whole), key=whole.index)
