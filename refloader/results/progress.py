"""How far a run is, as it is heard by who waits for it. Never judges and never prints.

The process that runs the tests writes a line of JSON for each step into a pipe (``counting``); the one that started
it reads them beside its waiting.
"""

import json
import os
import select
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

_TICK = 0.1
"""Seconds after which the reader looks whether it is still wanted."""

_REPEATED = 1.0
"""Seconds of silence after which the last step is reported again: a case that takes long still shows."""

_CHUNK = 65536


@dataclass(frozen=True, slots=True)
class Progress:
    """``done`` of ``total`` cases have come to their end, ``failed`` of them badly; ``case`` was the last.

    ``step`` names what is done before the first case or after the last one. ``running`` is the case that has been
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
        """Whether all cases have ended, so that what remains are steps."""
        return 0 < self.total <= self.done


Tell = Callable[[Progress], None]


class Steps:
    """Passes progress on, and can add a step to what was passed on last; does nothing where nobody listens."""

    def __init__(self, tell: Tell | None) -> None:
        self._tell = tell
        self._last = Progress(0, 0, 0)
        self.tell = None if tell is None else self._pass_on

    def begin(self, name: str) -> None:
        """A step that is no case begins."""
        if self.tell is not None:
            self.tell(replace(self._last, case="", step=name, running=""))

    def _pass_on(self, progress: Progress) -> None:
        self._last = progress
        if self._tell is not None:
            self._tell(progress)


@contextmanager
def hearing(tell: Tell | None) -> Iterator[int]:
    """The descriptor that counting writes to, while somebody wants to be told; -1 where nobody does.

    ``tell`` is called in a thread of its own, and no more once the context is left.
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


def _hear(reading: int, tell: Tell, ended: threading.Event) -> None:
    rest, last, when = b"", Progress(0, 0, 0), time.monotonic()
    while True:
        is_last = ended.is_set()
        while select.select([reading], [], [], 0 if is_last else _TICK)[0]:
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
    """What a line says; nothing where it is torn."""
    try:
        body: Any = json.loads(line)
        return Progress(*body)
    except (ValueError, TypeError):
        return None
