"""The programs that use Vulkan: by which words a text shows one, and which switches of its own it has.

The table is ``programs.toml``. A loader has no such switches: they help where a card or its driver lacks what the
program needs, or where it takes another device than it should.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from refloader.inspect.logs.surroundings.shown import Row, rows_of
from refloader.inspect.logs.surroundings.sought import Sought


@dataclass(frozen=True, slots=True)
class Program(Row):
    """A row of the table: what has the program draw ``without`` Vulkan, and what chooses its ``device``."""

    without: str = ""
    device: str = ""


@cache
def programs() -> tuple[Program, ...]:
    """Return the rows: what is more special stands first."""
    return tuple(
        Program(**{**row, "words": tuple(row["words"]), "text": Sought(row["text"])})
        for row in rows_of("program")
    )


def program_of(found: Collection[int]) -> Program | None:
    """Return the first row of those that a text shows; None if it shows none."""
    return programs()[min(found)] if found else None
