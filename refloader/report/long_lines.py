"""Computes UTF-16 columns and identities of lines that may be very long and may have many findings.

Callers pass the bytes of the line each time; results for the most recent lines are cached, so that each call costs
no more than for a short line.
"""

import hashlib
from functools import lru_cache

SHORT = 256
"""The most bytes of a line that is identified by its text; a longer one is identified by its digest."""

_STEP = 4096
"""The bytes between two positions at which the number of preceding UTF-16 code units is cached."""

_LINES = 16
"""The lines that are cached; few are enough, because findings come in the order of their locations."""


def utf16_units(line: bytes, count: int) -> int:
    """Return the UTF-16 code units in the first ``count`` bytes; invalid UTF-8 counts as replacement characters."""
    if count <= _STEP:
        return _units(line[: max(count, 0)])
    count = min(count, len(line))
    places, units = _landmarks(line)
    nearest = min(count // _STEP, len(places) - 1)
    nearest -= places[nearest] > count
    return units[nearest] + _units(line[places[nearest] : count])


@lru_cache(maxsize=_LINES)
def _landmarks(line: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return character boundaries in the line, one step apart, and the code units before each."""
    places, units = [0], [0]
    for at in range(_STEP, len(line), _STEP):
        place = _beginning(line, at)
        units.append(units[-1] + _units(line[places[-1] : place]))
        places.append(place)
    return tuple(places), tuple(units)


def _beginning(line: bytes, at: int) -> int:
    """Return the start of the character that contains a byte; the byte itself if it belongs to no character."""
    return next((each for each in range(at, at - 4, -1) if line[each] & 0xC0 != 0x80), at)


def _units(data: bytes) -> int:
    return len(data.decode("utf-8", "replace").encode("utf-16-le")) // 2


@lru_cache(maxsize=_LINES)
def known_by(line: bytes) -> str:
    """Return what identifies a line wherever it moves: its stripped text, or the digest of a long one."""
    text = line.strip()
    return text.decode("utf-8", "replace") if len(text) <= SHORT else hashlib.sha256(text).hexdigest()
