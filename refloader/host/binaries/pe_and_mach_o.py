"""Reads the static facts of Windows and macOS libraries, in a child process that may break. Never loads them.

The parser is lief, which is native code: hostile files are read by a child with limits on time, memory and output.
One child answers for many files and is replaced when it ends.
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
"""How long a child may take for one file, its start included."""

_OF_THE_PROCESSOR = 2
"""How many times as long it may take of the processor, for the parent's clock to come first."""

_MOST_ANSWER = 32 << 20
"""Bytes of one answer."""

MOST_BYTES = 256 << 20
"""Of a file that is read; a larger one is no library of a loader, driver or layer."""

_PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pe_and_mach_o_child.py")
_KINDS = {Magic.PE: "a Windows library", Magic.MACHO: "a macOS library"}


class Reader:
    """One child at a time, started when first needed."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-P", _PROGRAM)) -> None:
        self._command = command
        self._child: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._lock = threading.Lock()
        self.started = 0
        """How many children there were."""

    def ask(self, path: str) -> dict[str, Any] | None:
        """The child's answer about the file at a path; None if it ended instead."""
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
        """End the child, if there is one."""
        with self._lock:
            self._end()

    def _answer(self, question: bytes) -> bytes:
        try:
            child = self._running()
        except OSError:  # the system has no room for another process
            return b""
        assert child.stdin is not None
        assert child.stdout is not None
        patience = threading.Timer(allowed(_SECONDS), child.kill)
        patience.start()
        try:
            child.stdin.write(question)
            child.stdin.flush()
            return child.stdout.readline(_MOST_ANSWER)
        except OSError:  # it ended before it was asked
            return b""
        finally:
            patience.cancel()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._owner != os.getpid():  # the child of the process that this one was forked from
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
                with suppress(OSError):  # what was not sent yet is of no use to a child that has ended
                    stream.close()
        child.wait()


READER = Reader()
"""The one that this process uses."""

atexit.register(READER.close)


def read_foreign(path: str, magic: Magic, reader: Reader = READER) -> Library | Failure:
    """The facts of a file that holds what ``magic`` says: a PE or Mach-O file."""
    if find_spec("lief") is None:
        detail = f"{_KINDS[magic]}; install refloader[binaries] to look at it"
        return Failure(Trouble.NO_READER, detail)
    answer = reader.ask(path)
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
