"""Measures how slow this machine currently is, so that timeouts can be extended on slow or busy machines.

Sets no timeout itself.
"""

import math
import os
import time

PATIENCE = "REFLOADER_PATIENCE"
"""The environment variable with the factor by which the user extends all timeouts."""

MOST = 100.0
"""The maximum factor."""

_ROUNDS = 50_000
_USUAL = 0.007
"""The seconds that the rounds may take before a machine counts as slow: twice what an idle machine of 2023 takes."""

_TRIES = 3
_FRESH = 30.0
"""The seconds for which a measurement is valid."""


class _Measured:
    """The last measurement, and until when it is valid."""

    slowness = 1.0
    until = -math.inf


def allowed(seconds: float) -> float:
    """Return a timeout, multiplied by this machine's slowness."""
    return seconds * slowness()


def longest(timeout: float, times: float) -> float:
    """Return the most seconds that a timeout can become where waiting for processors is not counted.

    That is so many times the timeout of a machine that is not slow. ``timeout`` itself, which ``allowed`` returned,
    has been multiplied by the slowness already: the two factors are not multiplied with one another.
    """
    return timeout * max(1.0, times / slowness())


def slowness() -> float:
    """Return the factor by which timeouts are extended: that of ``PATIENCE`` if set, otherwise the measured one."""
    if given := _given():
        return given
    if time.monotonic() > _Measured.until:
        _Measured.slowness = min(max(1.0, _median_time() / _USUAL), MOST)
        _Measured.until = time.monotonic() + _FRESH
    return _Measured.slowness


def factor(text: str) -> float:
    """Parse a factor. Raises ValueError, whose message gives the valid range."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 1 <= value <= MOST:
        raise ValueError(f"it has to be a number from 1 to {MOST:g}")
    return value


def _given() -> float:
    """Return the factor that ``PATIENCE`` sets; 0 if it is not set or invalid."""
    try:
        return factor(os.environ.get(PATIENCE, ""))
    except ValueError:
        return 0.0


def _median_time() -> float:
    """Return the median wall-clock time of the rounds, which shows both a slow processor and a busy one."""
    times = []
    for _ in range(_TRIES):
        started = time.perf_counter()
        total = 0
        for number in range(_ROUNDS):
            total += number * number % 7
        times.append(time.perf_counter() - started)
    return sorted(times)[_TRIES // 2]
