"""Starts the user's program once and says whether it failed. The program is the user's own: it runs as the user, with
the user's environment and files, and not in the sandbox. Every process of it is ended before the next start, on
Linux also those that left its session.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import IO

from refloader.bisect.pictures import Picture, picture_at
from refloader.sandbox.isolation import process_tree

_LONGEST_LINE = 65536
_OF_A_SHELL, _MOST_SIGNALS = 128, 64
_LINUX = sys.platform == "linux"
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PATIENCE = 2.0
"""The seconds in which processes are to end after SIGTERM, and in which their last output is read."""


@dataclass(frozen=True, slots=True)
class Failing:
    """What counts as failing: an exit code that is not 0, or what the options say.

    ``timeout`` counts as failing, ``survives`` (still running after so many seconds) as working. A line of the
    output that has one of the words ``passed_over`` counts for nothing.
    """

    output: re.Pattern[str] | None = None
    timeout: float | None = None
    survives: float | None = None
    picture: str = ""
    passed_over: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Start:
    """One start of the program. ``how`` says in words how it ended; ``way`` is equal for failures of one kind.

    ``otherwise`` is whether it failed in another way than the one that is searched for, which is no failure here.
    """

    failed: bool
    how: str
    way: str
    seconds: float
    picture: Picture | None = None
    otherwise: bool = False


def start(
    command: Sequence[str], variables: Mapping[str, str], failing: Failing, good: Picture | None = None
) -> Start:
    """Start the program and wait for its end. ``good`` is the picture that it is to write.

    Raises OSError if there is no such program; a KeyboardInterrupt ends the program first.
    """
    before, others = _stamp(failing.picture), process_tree.children() if _LINUX else frozenset()
    began = time.monotonic()
    if _LINUX:
        process_tree.adopt_orphans()
    process = subprocess.Popen(
        command,
        env=dict(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if failing.output else subprocess.DEVNULL,
        stderr=subprocess.STDOUT if failing.output else subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=process_tree.die_with_parent if _LINUX else None,
    )
    try:
        reader = _Reader(process.stdout, failing) if failing.output and process.stdout else None
        status = _wait(process, failing.survives or failing.timeout)
    finally:
        _end(process)
        if _LINUX:
            process_tree.end_children(others)
            process_tree.adopt_orphans(wanted=False)
    matched = reader.matched() if reader is not None else ""
    picture = picture_at(failing.picture) if _stamp(failing.picture) != before else None
    seconds = time.monotonic() - began
    failed, how, way = _judged(status, matched, picture, good, failing)
    if reader is not None and reader.passed_over and not failed:
        how += f"; a line that names {' or '.join(sorted(reader.passed_over))} counts for nothing"
    return Start(failed, how, way, seconds, picture)


def _stamp(path: str) -> tuple[int, ...]:
    """Return what changes if a file is written; empty if there is none."""
    with suppress(OSError):
        status = os.stat(path)
        return (status.st_ino, status.st_mtime_ns, status.st_size)
    return ()


def _judged(
    status: int | None, matched: str, picture: Picture | None, good: Picture | None, failing: Failing
) -> tuple[bool, str, str]:
    """Return whether a start failed, how it ended, and the kind of that failure."""
    if status is None and failing.survives is None:
        return True, f"still running after {failing.timeout:g} s", "time"
    ended = "still running" if status is None else _ending(status)
    if failing.output is not None and matched:
        return True, f"printed {matched.strip()!r}", "output"
    if failing.output is not None:
        return False, f"{ended}, without that output", ""
    if status:
        return True, ended, "signal" if _is_signal(status) else ended
    if not failing.picture:
        return False, ended, ""
    if picture is None:
        return True, f"{ended}, and wrote no {failing.picture}", "no picture"
    if good is not None and not picture.is_like(good):
        return True, f"{ended}, with another picture", "picture"
    return False, f"{ended}, with the right picture" if good is not None else ended, ""


def _is_signal(status: int) -> bool:
    """Return whether a signal ended the program, or one in a shell that tells it as 128 + n."""
    return status < 0 or _OF_A_SHELL < status <= _OF_A_SHELL + _MOST_SIGNALS


def _ending(status: int) -> str:
    if status >= 0:
        return f"exit code {status}"
    with suppress(ValueError):
        return f"ended by {signal.Signals(-status).name}"
    return f"ended by signal {-status}"


def _wait(process: "subprocess.Popen[bytes]", limit: float | None) -> int | None:
    """Return the exit status; None if the program still runs at the limit."""
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        return None


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End every process that is left of the program."""
    _signal(process, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)
    _signal(process, signal.SIGKILL)
    process.wait()


def _signal(process: "subprocess.Popen[bytes]", number: int) -> None:
    """Send a signal to the processes of the program's group, if there are any left."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


class _Reader:
    """Reads what the program prints, and remembers the first line that matches and counts. Keeps nothing else.

    ``passed_over`` are the words for which lines that match do not count.
    """

    def __init__(self, stream: IO[bytes], failing: Failing) -> None:
        self._stream, self._failing = stream, failing
        self._found = ""
        self.passed_over = frozenset[str]()
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def matched(self) -> str:
        """Return the line that matched, empty if none did. A process that left the group is not waited for."""
        self._thread.join(_PATIENCE)
        return self._found

    def _read(self) -> None:
        pattern = self._failing.output or _WORD
        with suppress(OSError, ValueError), self._stream:
            while line := self._stream.readline(_LONGEST_LINE):
                text = line.decode("utf-8", "replace")
                if not self._found and pattern.search(text):
                    named = self._failing.passed_over.intersection(_WORD.findall(text))
                    self.passed_over |= named
                    self._found = "" if named else text.rstrip("\r\n") or " "
