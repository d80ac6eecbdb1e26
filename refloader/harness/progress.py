"""How far a run is, as it is heard by who waits for it. Never judges and never prints.

The process that runs the tests writes a line of JSON for each step into a pipe (``counting``); the one that started
it reads them beside its waiting.
"""

import json
import os
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_TICK = 0.1
"""Seconds after which the reader looks whether it is still wanted."""

_CHUNK = 65536


@dataclass(frozen=True, slots=True)
class Progress:
    """``done`` of ``total`` cases have come to their end, ``failed`` of them badly; ``case`` was the last."""

    done: int
    total: int
    failed: int
    case: str = ""


Tell = Callable[[Progress], None]


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
    rest = b""
    while True:
        is_last = ended.is_set()
        while select.select([reading], [], [], 0 if is_last else _TICK)[0]:
            *lines, rest = (rest + os.read(reading, _CHUNK)).split(b"\n")
            if lines and (told := _understood(lines[-1])):
                tell(told)
        if is_last:
            return


def _understood(line: bytes) -> Progress | None:
    """What a line says; nothing where it is torn."""
    try:
        body: Any = json.loads(line)
        done, total, failed, case = body
    except ValueError:
        return None
    return Progress(done, total, failed, case)
