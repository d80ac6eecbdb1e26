"""How slow this machine is now, so that limits of time give a slow or busy one longer. Sets no limit itself."""

import math
import os
import time

PATIENCE = "REFLOADER_PATIENCE"
"""The variable by which somebody says how many times longer than usual everything may take."""

MOST = 100.0
"""More than that is no limit any more."""

_ROUNDS = 50_000
_USUAL = 0.007
"""Seconds for these rounds up to which a machine is not slow: twice what one of 2023 takes when it is idle."""

_TRIES = 3
_FRESH = 30.0
"""Seconds for which a measurement holds."""


class _Measured:
    """What was measured last, and when."""

    slowness = 1.0
    until = -math.inf


def allowed(seconds: float) -> float:
    """As much time as usual on a usual machine, and longer on a slow one."""
    return seconds * slowness()


def slowness() -> float:
    """How many times longer than usual everything takes here: what PATIENCE says, else what was measured."""
    if given := _given():
        return given
    if time.monotonic() > _Measured.until:
        _Measured.slowness = min(max(1.0, _median_time() / _USUAL), MOST)
        _Measured.until = time.monotonic() + _FRESH
    return _Measured.slowness


def factor(text: str) -> float:
    """The factor that a text stands for. Raises ValueError, which says what it may be."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 1 <= value <= MOST:
        raise ValueError(f"it has to be a number from 1 to {MOST:g}")
    return value


def _given() -> float:
    """What PATIENCE says; 0 where it says nothing that makes sense."""
    try:
        return factor(os.environ.get(PATIENCE, ""))
    except ValueError:
        return 0.0


def _median_time() -> float:
    """What the rounds take by the clock on the wall: it tells a slow processor and a shared one alike."""
    times = []
    for _ in range(_TRIES):
        started = time.perf_counter()
        total = 0
        for number in range(_ROUNDS):
            total += number * number % 7
        times.append(time.perf_counter() - started)
    return sorted(times)[_TRIES // 2]
