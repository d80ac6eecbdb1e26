"""The graphics cards that texts name: who makes them, and which driver for Vulkan they have.

The table is ``cards.toml``. What tools list and what people say are read alike; the first row of a maker counts,
which is the most special one. A text that names cards of two makers shows no card: which of them a program takes is
not known.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from refloader.inspect.logs.surroundings.shown import Row, rows_of
from refloader.inspect.logs.surroundings.sought import Sought


@dataclass(frozen=True, slots=True)
class Card(Row):
    """A row of the table.

    ``maker`` is as lspci has it, ``driver`` what the driver is called, ``library`` that of Mesa's driver, ``mesa``
    and ``kernel`` are the first releases that drive the card, ``branch`` is NVIDIA's last one that knows it.
    ``option`` is what the kernel's command line has to have for it before Linux 6.19.
    ``limit`` is what its newest driver has less than programs want, ``windows`` what that on Windows has less,
    ``without`` says why no driver for Vulkan knows
    the card, and ``instead`` what helps there.
    """

    maker: str = ""
    driver: str = ""
    library: str = ""
    mesa: str = ""
    kernel: str = ""
    branch: str = ""
    option: str = ""
    limit: str = ""
    windows: str = ""
    without: str = ""
    instead: str = ""


_NEWER = "NVIDIA Turing and newer"
"""The row of cards that no older branch drives: beside one of them the newest driver is wanted."""


@dataclass(frozen=True, slots=True)
class Named:
    """A card that a text names: its row, its name in the text, and the line."""

    card: Card
    name: str
    line: int


@cache
def cards() -> tuple[Card, ...]:
    """Return the rows, in the order in which the first that holds counts."""
    return tuple(
        Card(**{**row, "words": tuple(row["words"]), "text": Sought(row["text"])}) for row in rows_of("card")
    )


def card_of(found: Mapping[int, int], texts: Mapping[int, str]) -> Named | None:
    """Return the card that a text names; None if it names none, or cards of several makers."""
    rows = sorted(found)
    makers = {cards()[index].maker for index in rows}
    if len(makers) != 1:
        return None
    newer = [index for index in rows if cards()[index].name == _NEWER]
    first = newer[0] if newer and cards()[rows[0]].branch else rows[0]
    return Named(cards()[first], texts[first], found[first])
