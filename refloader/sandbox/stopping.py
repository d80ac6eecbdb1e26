"""Lets a run be stopped: SIGTERM and SIGHUP end it as a Ctrl-C does, so that everything is put away.

Never ends a process and never writes.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stoppable() -> Iterator[None]:
    """Within, the first of the signals raises KeyboardInterrupt with its name; later ones change nothing.

    A signal that is ignored, as under nohup, stays ignored. For the main thread only.
    """
    told = False

    def stop(number: int, _frame: FrameType | None) -> None:
        nonlocal told
        if not told:
            told = True
            raise KeyboardInterrupt(signal.Signals(number).name)

    before = {each: signal.getsignal(each) for each in _SIGNALS}
    try:
        for each, handler in before.items():
            if handler is not signal.SIG_IGN:
                signal.signal(each, stop)
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
