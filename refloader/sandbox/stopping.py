"""Makes a run stoppable: SIGTERM and SIGHUP end it as Ctrl-C does, so that it cleans up.

Never ends a process and never writes.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stoppable() -> Iterator[None]:
    """Raise KeyboardInterrupt, with the signal's name, at the first of the signals; ignore later ones.

    A signal that is ignored on entry, as under nohup, stays ignored. For the main thread only.
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
