"""Starts the child on a job and gathers what it says until its end or its deadline. Never reads the answers.

Nothing of the child outlives the call: it is asked to end, then made to.
"""

import json
import os
import selectors
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

OUTPUT_LIMIT = 1 << 20
"""Bytes kept of the child's standard output, and as many of its standard error; the rest is dropped."""

_ANSWER_LIMIT = 16 << 20
_CHUNK = 1 << 16
_PIPES_FULL = 64
"""Reads that empty three pipes of any size in use, and no more: what escaped may still be writing."""

_OVER = b'"event": "end"}\n'
_GRACE = 5.0
"""Seconds the child gets to end everything it started before it is killed itself."""

_PROBE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "probe.py")


@dataclass(frozen=True, slots=True)
class Said:
    """What a child said: its events in order, whether its time ran out, and its output."""

    events: tuple[Mapping[str, Any], ...]
    timed_out: bool
    stdout: bytes
    stderr: bytes


@dataclass(slots=True)
class _Sink:
    """What was read from one descriptor, up to a limit."""

    limit: int
    data: bytearray = field(default_factory=bytearray)

    def take(self, chunk: bytes) -> None:
        self.data += chunk[: max(0, self.limit - len(self.data))]


def interpreter_variables() -> dict[str, str]:
    """The variables without which this interpreter does not start: a path to its library, or nothing."""
    if not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        return {}
    folders = [os.environ.get("LD_LIBRARY_PATH", ""), sysconfig.get_config_var("LIBDIR") or ""]
    return {"LD_LIBRARY_PATH": ":".join(folder for folder in folders if folder)}


def run(job: Mapping[str, object], temporary: str, timeout: float) -> Said:
    """Run one job of the probe; ``temporary`` is its folder, ``timeout`` the seconds it has.

    Raises:
        OSError: no process can be started.
    """
    path = os.path.join(temporary, "job.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump(job, file)
    ours, theirs = os.pipe()
    with open(path, "rb") as standard_input:
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", _PROBE, str(theirs), "outside"],
                stdin=standard_input,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=interpreter_variables(),
                cwd="/",
                pass_fds=(theirs,),
                start_new_session=True,
            )
        except OSError:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
    return _Conversation(process, ours).until(time.monotonic() + timeout)


class _Conversation:
    """The three descriptors a child speaks through."""

    def __init__(self, process: subprocess.Popen[bytes], channel: int) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self._channel = channel
        self._answers = _Sink(_ANSWER_LIMIT)
        self._stdout, self._stderr = _Sink(OUTPUT_LIMIT), _Sink(OUTPUT_LIMIT)
        self._selector = selectors.DefaultSelector()
        self._selector.register(channel, selectors.EVENT_READ, self._answers)
        self._selector.register(process.stdout.fileno(), selectors.EVENT_READ, self._stdout)
        self._selector.register(process.stderr.fileno(), selectors.EVENT_READ, self._stderr)

    def until(self, deadline: float) -> Said:
        """Listen until the child has ended, by itself or because the deadline passed."""
        over = False
        try:
            over = self._listen(deadline) and self._ended(deadline)
            timed_out = not over
            if timed_out:
                self._process.terminate()
                deadline = time.monotonic() + _GRACE
                over = self._listen(deadline) and self._ended(deadline)
        finally:
            if not over:
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._close()
        return Said(
            events=_events(bytes(self._answers.data)),
            timed_out=timed_out,
            stdout=bytes(self._stdout.data),
            stderr=bytes(self._stderr.data),
        )

    def _ended(self, deadline: float) -> bool:
        """Whether the outermost process is gone by then: the loader may have said in its name that it is."""
        try:
            self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def _listen(self, deadline: float) -> bool:
        """Read until the outermost process says that all is over; False when the deadline passes first."""
        while self._channel in self._selector.get_map():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self._read(left)
            if self._answers.data.endswith(_OVER):
                break
        return True

    def _read(self, seconds: float) -> bool:
        """Take what arrives within the given time; False when nothing did."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            chunk = os.read(key.fd, _CHUNK)
            key.data.take(chunk)
            if not chunk:
                self._selector.unregister(key.fd)
        return bool(ready)

    def _close(self) -> None:
        """Take the output that is still in the pipes, and close them."""
        for _ in range(_PIPES_FULL):
            if not self._selector.get_map() or not self._read(0):
                break
        self._selector.close()
        os.close(self._channel)
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()


def _events(data: bytes) -> tuple[Mapping[str, Any], ...]:
    """The events among the lines; what the loader itself wrote to the descriptor is none."""
    events = []
    for line in data.splitlines():
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            events.append(event)
    return tuple(events)
