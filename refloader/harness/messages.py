"""What a loader said to its user: the lines on both standard streams (AMB-LOG-STREAM). Never compares wording."""

import re
from collections.abc import Sequence

from refloader.harness.observation import Observation

_WORDS = "(?:ERROR|WARNING|INFO|DEBUG|PERF|LAYER|DRIVER)"
_PREFIX = re.compile(rf"\[Vulkan Loader\] {_WORDS}(?: \| {_WORDS})*:")
_LEVELS = re.compile(rf"(?:\[Vulkan Loader\] )?({_WORDS}(?: \| {_WORDS})*):")


def lines(seen: Observation) -> tuple[str, ...]:
    """What was written, without empty lines."""
    return tuple(line for line in (seen.stdout + seen.stderr).splitlines() if line.strip())


def naming(seen: Observation, *names: str) -> tuple[str, ...]:
    """The lines that hold every one of these names."""
    return tuple(line for line in lines(seen) if all(name in line for name in names))


def told(seen: Observation, *names: str) -> tuple[str, ...]:
    """These names if there is a line that holds every one of them, else nothing."""
    return names if naming(seen, *names) else ()


def first_words(seen: Observation) -> set[str]:
    """The words for kinds of message with which lines begin ("ERROR", "LAYER"), whatever stands before them."""
    found = (_LEVELS.match(line) for line in lines(seen))
    return {word for match in found if match for word in match[1].split(" | ")}


def without_prefix(seen: Observation) -> tuple[str, ...]:
    """The lines that do not begin as DEBUG-LOG-04 says."""
    return tuple(line for line in lines(seen) if not _PREFIX.match(line))


def in_turn(said: Sequence[str], names: Sequence[str]) -> list[str]:
    """Those of the names that end a line of their own, in the order in which they first do."""
    ends = (next((name for name in names if line.endswith(name)), "") for line in said)
    return [name for name in dict.fromkeys(ends) if name]
