"""Reads the static facts of Windows and macOS libraries in a subprocess, which may crash. Never loads a library.

The parser, lief, is native code, so the subprocess has limits on time, memory and output against hostile files.
One subprocess reads many files and is replaced when it ends.
"""

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from refloader.host.pace import allowed
from refloader.host.port import Failure, Trouble
from refloader.model.library import Format, Library
from refloader.model.magic import Magic

_SECONDS = 10.0
"""The timeout of a child for one file, including its start."""

_OF_THE_PROCESSOR = 2
"""The factor from ``_SECONDS`` to the child's limit of CPU time, so that the parent's timeout comes first."""

_MOST_ANSWER = 32 << 20
"""The maximum size of one answer in bytes."""

MOST_BYTES = 256 << 20
"""The maximum size of a file that is read. No library of a loader, driver or layer is larger."""

_PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pe_and_mach_o_child.py")
_KINDS = {Magic.PE: "a Windows library", Magic.MACHO: "a macOS library"}


class Reader:
    """Asks a child process, which is started on first use and replaced when it ends."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-P", _PROGRAM)) -> None:
        self._command = command
        self._child: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._lock = threading.Lock()
        self.started = 0
        """The number of children started so far."""
        self.late = 0.0
        """The timeout in seconds if the last answer did not come within it, otherwise 0."""

    def ask(self, path: str) -> dict[str, Any] | None:
        """Return the child's answer about the file at a path; None if the child ended or gave no valid answer."""
        with self._lock:
            line = self._answer(json.dumps(os.path.abspath(path)).encode() + b"\n")
            try:
                answer = json.loads(line) if line.endswith(b"\n") else None
            except ValueError:
                answer = None
            if not isinstance(answer, dict):
                self._end()
                return None
            return answer

    def close(self) -> None:
        """Kill the child, if there is one."""
        with self._lock:
            self._end()

    def _answer(self, question: bytes) -> bytes:
        try:
            child = self._running()
        except OSError:  # the system cannot start another process
            return b""
        assert child.stdin is not None
        assert child.stdout is not None
        self.late, seconds = 0.0, allowed(_SECONDS)

        def give_up() -> None:
            self.late = seconds
            child.kill()

        patience = threading.Timer(seconds, give_up)
        patience.start()
        try:
            child.stdin.write(question)
            child.stdin.flush()
            return child.stdout.readline(_MOST_ANSWER)
        except OSError:  # the child ended before it received the question
            return b""
        finally:
            patience.cancel()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._owner != os.getpid():  # the child belongs to the process from which this one was forked
            self._child = None
        if self._child is None or self._child.poll() is not None:
            self._end()
            seconds = round(_OF_THE_PROCESSOR * allowed(_SECONDS))
            self._child = subprocess.Popen(
                [*self._command, str(seconds)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            self._owner, self.started = os.getpid(), self.started + 1
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None or self._owner != os.getpid():
            return
        child.kill()
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                with suppress(OSError):  # flushing unsent data to the dead child fails
                    stream.close()
        child.wait()


READER = Reader()
"""The reader that this process uses."""

atexit.register(READER.close)


def read_foreign(path: str, magic: Magic, reader: Reader = READER) -> Library | Failure:
    """Return the facts of a PE or Mach-O file; ``magic`` says which of the two it is."""
    if find_spec("lief") is None:
        detail = f"{_KINDS[magic]}; pip install lief to look at it"
        return Failure(Trouble.NO_READER, detail)
    answer = reader.ask(path)
    if answer is None and reader.late:
        late = f"{_KINDS[magic]} that was not read within {reader.late:.0f} s, on a machine as busy as now"
        return Failure(Trouble.LATE, late)
    if answer is None:
        return Failure(Trouble.OTHER, f"{_KINDS[magic]} that is damaged: its reader ended while reading it")
    try:
        first, *others = [_library(path, each) for each in answer["library"]]
    except (KeyError, TypeError, ValueError):
        return Failure(
            Trouble.OTHER, f"{_KINDS[magic]} that is damaged ({answer.get('failure', 'no sense')})"
        )
    return replace(first, others=tuple(others)) if others else first


def _library(path: str, facts: Mapping[str, Any]) -> Library:
    return Library(
        path=path,
        word_size=facts["word_size"],
        machine=facts["machine"],
        shared=facts["shared"],
        exports=frozenset(facts["exports"]),
        soname=facts["soname"],
        needed=tuple(facts["needed"]),
        format=Format(facts["format"]),
        rpath=tuple(facts["rpath"]),
    )
