"""The progress of a run, for the process that waits for it. Gives no verdict and prints nothing.

The process that runs the tests writes a line of JSON for each step into a pipe (``refloader.suite.run.counting``);
the process that started it reads the lines in a thread.
"""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from refloader.host.pipes import is_readable

_TICK = 0.1
"""Seconds between two checks of whether the reader has to end."""

_REPEATED = 1.0
"""Seconds without a line after which the last progress is reported again, so that a long case stays visible."""

_CHUNK = 65536


@dataclass(frozen=True, slots=True)
class Progress:
    """``done`` of ``total`` cases have ended, and ``failed`` cases have failed; ``case`` was the last to be reported.

    ``step`` names the activity before the first case or after the last one. ``running`` is the case that has been
    running longest, since ``since`` on the monotonic clock, which all processes of a machine share.
    """

    done: int
    total: int
    failed: int
    case: str = ""
    step: str = ""
    running: str = ""
    since: float = 0.0

    @property
    def is_over(self) -> bool:
        """True if all cases have ended, so that only steps remain."""
        return 0 < self.total <= self.done


OnProgress = Callable[[Progress], None]


class Steps:
    """Passes progress on to ``tell`` and can report a step in addition. Does nothing if ``tell`` is None."""

    def __init__(self, tell: OnProgress | None) -> None:
        self._tell = tell
        self._last = Progress(0, 0, 0)
        self.tell = None if tell is None else self._pass_on

    def begin(self, name: str) -> None:
        """Report that a step which is not a case begins."""
        if self.tell is not None:
            self.tell(replace(self._last, case="", step=name, running=""))

    def _pass_on(self, progress: Progress) -> None:
        self._last = progress
        if self._tell is not None:
            self._tell(progress)


@contextmanager
def hearing(tell: OnProgress | None) -> Iterator[int]:
    """Provide the file descriptor to which the test process writes its progress; -1 if ``tell`` is None.

    ``tell`` is called in a separate thread, and no longer after the context has ended.
    """
    if tell is None:
        yield -1
        return
    reading, writing = os.pipe()
    ended = threading.Event()
    reader = threading.Thread(target=_hear, args=(reading, tell, ended), daemon=True)
    reader.start()
    try:
        yield writing
    finally:
        ended.set()
        reader.join()
        os.close(reading)
        os.close(writing)


def _hear(reading: int, tell: OnProgress, ended: threading.Event) -> None:
    rest, last, when = b"", Progress(0, 0, 0), time.monotonic()
    while True:
        is_last = ended.is_set()
        while is_readable(reading, 0 if is_last else _TICK):
            *lines, rest = (rest + os.read(reading, _CHUNK)).split(b"\n")
            if lines and (told := _understood(lines[-1])):
                last, when = told, time.monotonic()
                tell(told)
        if is_last:
            return
        if time.monotonic() - when >= _REPEATED:
            when = time.monotonic()
            tell(last)


def _understood(line: bytes) -> Progress | None:
    """Return the progress in a line; None if the line is torn."""
    try:
        body: Any = json.loads(line)
        return Progress(*body)
    except (ValueError, TypeError):
        return None
