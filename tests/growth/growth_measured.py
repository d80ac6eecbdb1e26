"""Measures what a command costs for inputs of three sizes, each twice the one before, and says how fast that grows.

Calls are counted, as their number is the same on every machine; memory at its peak too. Work that grows within one
call of C shows in the processor time alone, which is measured on larger inputs and again where it looks bad.
"""

import cProfile
import gc
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass

STEEPEST = 1.3
"""How much faster than its input anything may grow."""

TIMES = (8, 32)
"""How many times larger the inputs are on which time is measured, and on which it is where that looks bad."""

FAR = 16
"""How many times larger the inputs are on which calls are counted where an input of 2n takes fewer of them than n."""

_ATTEMPTS = 12
_FEW_CALLS, _FEW_BYTES, _FEW_SECONDS = 400, 600_000, 0.02
"""What is too little to be called growth: buffers that double, caches that fill, the other things a machine does."""


@dataclass(frozen=True)
class Growth:
    """What was measured for inputs of n, 2n and 4n, and the differences between them."""

    what: str
    values: tuple[float, float, float]
    least: float

    @property
    def ratio(self) -> float:
        """How much faster than linear the second step is: 1 for linear, 2 for quadratic. Start-up is in neither."""
        first, second, third = self.values
        if third - second <= self.least:
            return 0.0
        return (third - second) / (2 * max(second - first, self.least / 2))

    @property
    def falls(self) -> bool:
        """Whether 2n costs less than n: something is looked at in small inputs only, so that n says nothing of 2n."""
        return self.values[1] < self.values[0]

    def __str__(self) -> str:
        first, second, third = (f"{each:,.3f}".removesuffix(".000") for each in self.values)
        return f"{self.what} for n, 2n and 4n: {first}, {second}, {third}: {self.ratio:.2f} of linear"


def counted(runs: Sequence[Callable[[], None]]) -> tuple[Growth, Growth]:
    """The growth of the calls and of the memory of three runs. The first one is run before, to have all imported."""
    runs[0]()
    costs = [_counted(run) for run in runs]
    calls, peaks = zip(*costs, strict=True)
    return Growth("calls", tuple(calls), _FEW_CALLS), Growth("bytes at the peak", tuple(peaks), _FEW_BYTES)


def _counted(run: Callable[[], None]) -> tuple[int, int]:
    profile = cProfile.Profile()
    gc.collect()
    tracemalloc.start()
    try:
        profile.runcall(run)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return sum(entry.callcount for entry in profile.getstats()), peak


def timed(runs: Sequence[Callable[[], None]]) -> Growth:
    """The growth of the processor time of three runs: the least of what each took in a few attempts."""
    least = [float("inf")] * 3
    growth = Growth("seconds", (0.0, 0.0, 0.0), _FEW_SECONDS)
    for _ in range(_ATTEMPTS):
        least = [min(before, _timed(run)) for before, run in zip(least, runs, strict=True)]
        growth = Growth("seconds", (least[0], least[1], least[2]), _FEW_SECONDS)
        if growth.ratio <= STEEPEST:
            break
    return growth


def _timed(run: Callable[[], None]) -> float:
    gc.collect()
    gc.disable()
    start = time.process_time()
    try:
        run()
        return time.process_time() - start
    finally:
        gc.enable()
