"""Keeps the judging of one run to a time of the processor: what a library wrote into it may be made to take for ever.

A recording is some megabytes of calls and handles that third-party code can write as it likes. Judges look things up
in it again and again, and what no program does can keep them for hours, and with them the verdicts of all others.
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
"""What all judges together get for one run. The largest run of the suite takes them one."""

_MOST = 1024
_spent: dict[Hashable, float] = {}
"""What the judges had of a run so far, for the last runs."""


class LateError(Exception):
    """The judges have had their time. The text says so."""

    def __init__(self) -> None:
        super().__init__(f"what was recorded cannot be judged within {SECONDS:g} s")


@contextmanager
def in_time(run: Hashable) -> Iterator[None]:
    """Within, judge what was seen of a run, which is told from others by this.

    Only the first thread of a process can be interrupted; another one gets as long as it takes.

    Raises:
        LateError: the time is over, or was before.
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
