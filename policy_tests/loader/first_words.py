"""The first words of dispatchable objects, and what the documents leave open of them. Holds no test."""

from collections.abc import Mapping

MAGIC = 0x01CDC0DE
"""ICD_LOADER_MAGIC, which a driver leaves in the low half of the word."""

ONE_TABLE = (
    "OBJMODEL-01, which says what the table of a device or an instance is used for: that its objects do not begin "
    "with copies of that table is what the advice to layers expects, which finds their data by its address"
)
"""No sentence says that a queue begins with the very word that its device begins with."""

_LOW = 0xFFFF_FFFF


def unmarked(words: Mapping[str, int | None]) -> list[str]:
    """Return the objects whose first word cannot be a loader's table: it is not there, 0, or the magic number."""
    return [name for name, word in words.items() if not word or word & _LOW == MAGIC]
