"""Limits the processor time for checking one run: a library can write a recording that takes hours to check.

A recording is some megabytes of calls and handles, and third-party code can write into it what it likes. The checks
search it again and again; forged records can occupy them for hours, and delay the verdicts on all other subjects.
"""

import math
import signal
import threading
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from types import FrameType

from refloader.host.pace import allowed

SECONDS = 10.0
"""The processor time in seconds for all checks of one run. The largest run of the suite takes one second."""

_MOST = 1024
_spent: dict[Hashable, float] = {}
"""The processor time that the checks of the last runs took so far."""


class LateError(Exception):
    """The checks have used up their time. The text says so."""

    def __init__(self) -> None:
        super().__init__(f"what was recorded cannot be judged within {SECONDS:g} s")


@contextmanager
def in_time(run: Hashable) -> Iterator[None]:
    """Limit the processor time of checks on a run; ``run`` identifies the run.

    Only the main thread of a process can be interrupted; the block is not limited on other threads.

    Raises:
        LateError: the time is used up, by this block or by earlier ones.
    """
    left = allowed(SECONDS) - _spent.get(run, 0.0)
    if left <= 0:
        raise LateError
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    started = time.process_time()
    before = signal.signal(signal.SIGVTALRM, _late)
    signal.setitimer(signal.ITIMER_VIRTUAL, left)
    is_late = False
    try:
        yield
    except LateError:
        is_late = True
        raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
        if len(_spent) >= _MOST:
            _spent.clear()
        spent = _spent.get(run, 0.0) + time.process_time() - started
        _spent[run] = math.inf if is_late else spent


def _late(number: int, frame: FrameType | None) -> None:
    raise LateError
