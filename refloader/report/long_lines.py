"""What many findings ask of one line of a file, which may be endless: each answer takes no longer than a short line.

Whoever asks hands over the same bytes again, of which the last few are known.
"""

import hashlib
from functools import lru_cache

SHORT = 256
"""Bytes of a line that stand for themselves; a longer one is known by its digest."""

_STEP = 4096
"""Bytes from one place to the next at which the UTF-16 code units before it are remembered."""

_LINES = 16
"""Lines that are remembered: findings come in the order of their places."""


def utf16_units(line: bytes, count: int) -> int:
    """The UTF-16 code units of the first bytes of a line; what is no UTF-8 counts as its replacement."""
    if count <= _STEP:
        return _units(line[: max(count, 0)])
    count = min(count, len(line))
    places, units = _landmarks(line)
    nearest = min(count // _STEP, len(places) - 1)
    nearest -= places[nearest] > count
    return units[nearest] + _units(line[places[nearest] : count])


@lru_cache(maxsize=_LINES)
def _landmarks(line: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places in a line where a character begins, a step apart, and the code units before each."""
    places, units = [0], [0]
    for at in range(_STEP, len(line), _STEP):
        place = _beginning(line, at)
        units.append(units[-1] + _units(line[places[-1] : place]))
        places.append(place)
    return tuple(places), tuple(units)


def _beginning(line: bytes, at: int) -> int:
    """The start of the character around a byte; the byte itself where it belongs to none."""
    return next((each for each in range(at, at - 4, -1) if line[each] & 0xC0 != 0x80), at)


def _units(data: bytes) -> int:
    return len(data.decode("utf-8", "replace").encode("utf-16-le")) // 2


@lru_cache(maxsize=_LINES)
def known_by(line: bytes) -> str:
    """What stays the same when a line moves: its text without the blanks around it, or the digest of a long one."""
    text = line.strip()
    return text.decode("utf-8", "replace") if len(text) <= SHORT else hashlib.sha256(text).hexdigest()
