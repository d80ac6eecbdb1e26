"""Makes a run stoppable: SIGTERM and SIGHUP end it as Ctrl-C does, so that it cleans up.

Never ends a process and never writes.
"""

import signal
from collections.abc import Callable, Iterator
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

    with handled_by(stop):
        yield


def sender(stop: KeyboardInterrupt) -> str:
    """Return the name of the signal that stopped a run."""
    return str(stop.args[0]) if stop.args else "SIGINT"


@contextmanager
def handled_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Have the signals that end a run handled otherwise, but for those that are ignored. For the main thread only."""
    before = {each: signal.getsignal(each) for each in _SIGNALS}
    try:
        for each, now in before.items():
            if now is not signal.SIG_IGN:
                signal.signal(each, handler)
        yield
    finally:
        for each, now in before.items():
            signal.signal(each, now)
