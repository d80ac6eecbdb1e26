"""The harness's side of a station: starts it, hands it jobs, replaces it when it is gone. Never reads the answers.

There is one station for each way of showing a world, as long as the process lives. It is this process's alone:
a child that was forked starts its own.
"""

import atexit
import json
import marshal
import os
import select
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from refloader.host.pace import allowed
from refloader.host.temporary import TemporaryFolder
from refloader.native.installed import folders
from refloader.sandbox.view import Shown, is_everybodys, texts

_INQUIRY = "librefloader_inquiry.so"
_HEAD, _CHUNK = 8, 1 << 16
_STARTING = 30.0
"""Seconds in which a station has to be ready."""

_GRACE = 10.0
"""Seconds beyond a job's own time after which a station counts as gone: it ends and clears in that time."""

_ENDING = 5.0
"""Seconds that a station gets to end, and in it all processes of a scenario to be gone once they were killed."""

_STATION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fork_server.py")


class StationError(Exception):
    """A station cannot be made here. The text says why."""


class Kind(NamedTuple):
    """What a station is made for.

    ``view`` is what it shows of the machine, ``loader`` the files of a loader that are shown in a folder of their own
    as well, as its world may hide theirs. ``become`` is whom everybody in it becomes. ``drivers`` tells that drivers
    are what is run there; ``shown`` are device nodes that can be opened as by the harness. ``local`` tells whether
    there may be sockets of the machine itself, for a display that the view shows. ``subjects`` are the libraries
    under test: no other one gets a station in whose memory stands what was heard of them.
    """

    namespaces: bool
    as_user: bool
    places: tuple[str, ...]
    become: int | None = None
    view: tuple[Shown, ...] = ()
    loader: tuple[str, ...] = ()
    drivers: bool = False
    shown: tuple[str, ...] = ()
    local: bool = False
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What is known of one worker: its events in order, whether its time ran out, its output, and its end.

    ``status`` is what wait() gave, ``trace`` the mocks' file, ``left`` the processes that could not be ended.
    ``cut`` says that there were so many events that some are missing, ``problem`` why there was no worker at
    all, ``lost`` that the station itself was gone. ``recording`` is the part in use of the file that a program got.
    ``still`` says that its time was cut short, as nothing was done any more. ``heard`` counts the bytes of all that.
    """

    events: tuple[Mapping[str, Any], ...] = ()
    timed_out: bool = False
    stdout: bytes = b""
    stderr: bytes = b""
    status: int | None = None
    trace: bytes = b""
    cut: bool = False
    listings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left: tuple[int, ...] = ()
    problem: str = ""
    lost: bool = False
    recording: bytes = b""
    still: bool = False
    heard: int = 0


def interpreter_variables() -> dict[str, str]:
    """The variables without which this interpreter does not start: a path to its library, or nothing."""
    if not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        return {}
    folders = [os.environ.get("LD_LIBRARY_PATH", ""), sysconfig.get_config_var("LIBDIR") or ""]
    return {"LD_LIBRARY_PATH": ":".join(folder for folder in folders if folder)}


class Station:
    """A station that runs, and the socket to it.

    ``read_only`` tells whether nothing of the machine can be changed, ``sees_others`` whether its processes can be
    seen there though they are in no namespace of it, ``closed`` which of the nodes to be shown cannot be opened
    there, ``features`` what the kernel does for the box.

    Raises:
        StationError: the machine refuses it a world.
        OSError: no process can be started.
    """

    def __init__(self, kind: Kind) -> None:
        self._folder = TemporaryFolder(_folder(kind))
        self.temporary = self._folder.path
        self.owner = os.getpid()
        self._known: set[str] = set()
        self.read_only = False
        self.sees_others = False
        self.features: Mapping[str, int] = {"seccomp": 0, "landlock": 0, "apart": 0}
        self.closed: tuple[str, ...] = ()
        self._socket, theirs = socket.socketpair()
        try:
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", _STATION, str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=interpreter_variables(),
                    cwd="/",
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
        except OSError:
            self._socket.close()
            self._folder.remove()
            raise
        self._greet(kind)

    def _greet(self, kind: Kind) -> None:
        """Tell the station what it is for, and wait until it is."""
        try:
            own = {
                "temporary": self.temporary,
                "inquiry": inquiry_library() or "",
                "ending": allowed(_ENDING),
            }
            view = tuple((path, target) for path, target, _ in kind.view)
            people = dict(texts(os.geteuid() if kind.become is None else kind.become))
            self._send({**kind._asdict(), **own, "view": view, "texts": people})
            answer = self._receive(time.monotonic() + allowed(_STARTING))
        except BaseException:
            self.close()
            raise
        if answer is None or "error" in answer:
            self.close()
            raise StationError("the child did not answer" if answer is None else answer["error"])
        self.read_only, self.closed = answer["read_only"], tuple(answer["closed"])
        self.sees_others = answer["sees_others"]
        self.features = {name: answer[name] for name in self.features}
        if kind.namespaces:
            # Nothing is mounted there any more, and nothing else would remove it if this process were killed.
            self._folder.remove()

    def run(self, job: Mapping[str, Any], sources: Mapping[str, str], timeout: float) -> Said:
        """Do one job; ``sources`` are its mocks' files by key, ``timeout`` is the seconds that the worker has."""
        mocks = {key: _content(path) for key, path in sources.items() if key not in self._known}
        try:
            self._send({**job, "mocks": mocks, "timeout": timeout})
            self._known |= mocks.keys()
            answer = self._receive(time.monotonic() + timeout + allowed(_GRACE))
        except OSError:
            answer = None
        except BaseException:
            self.close()
            raise
        if answer is None or answer["spent"]:
            self.close()
        return Said(lost=True) if answer is None else _said(answer)

    @property
    def is_open(self) -> bool:
        """Whether it can be given a job; one that ended while nobody asked it cannot."""
        if self._socket.fileno() < 0 or self._process.poll() is not None:
            return False
        return not select.select([self._socket], [], [], 0)[0]

    def close(self) -> None:
        """End it and everything it started."""
        self._socket.close()
        if self.owner != os.getpid():
            return
        try:
            self._process.wait(allowed(_ENDING))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.remove()

    def _send(self, message: Mapping[str, Any]) -> None:
        body = marshal.dumps(dict(message))
        self._socket.settimeout(None)
        self._socket.sendall(len(body).to_bytes(_HEAD, "little") + body)

    def _receive(self, deadline: float) -> dict[str, Any] | None:
        """The next answer; None when it does not come in time, or never."""
        data, size = bytearray(), _HEAD
        while len(data) < size:
            self._socket.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                chunk = self._socket.recv(max(_CHUNK, size - len(data)))
            except (TimeoutError, ConnectionError):
                return None
            if not chunk:
                return None
            data += chunk
            if len(data) >= _HEAD:
                size = _HEAD + int.from_bytes(data[:_HEAD], "little")
        answer: dict[str, Any] = marshal.loads(memoryview(data)[_HEAD:])
        return answer


_stations: dict[Kind, Station] = {}
_MOST_STATIONS = 12
"""Each is a process. The one that was used longest ago ends when there is one too many."""

_lock = threading.RLock()


@contextmanager
def station(kind: Kind) -> Iterator[Station]:
    """The station of this process for this purpose, for one job at a time.

    Raises:
        StationError: the machine refuses it a world.
        OSError: no process can be started.
    """
    with _lock:
        found = _stations.pop(kind, None)
        if found is None or not found.is_open:
            if found:
                found.close()
            while len(_stations) >= _MOST_STATIONS:
                _stations.pop(next(iter(_stations))).close()
            found = Station(kind)
        _stations[kind] = found
        yield found


@atexit.register
def close_all() -> None:
    """End all stations of this process. The next job starts another one."""
    with _lock:
        while _stations:
            _stations.popitem()[1].close()


def _forget() -> None:
    """In a forked child: the stations are the parent's, which must be the only one to hold their sockets."""
    global _lock
    _lock = threading.RLock()
    close_all()


os.register_at_fork(after_in_child=_forget)


def _folder(kind: Kind) -> str:
    """The folder for temporary ones: one that the user whom workers become can reach, where there is one."""
    chosen = tempfile.gettempdir()
    if kind.namespaces or kind.become is None:
        return chosen
    return next((path for path in (chosen, "/tmp", "/var/tmp") if is_everybodys(path)), chosen)


def inquiry_library() -> str | None:
    """The library that makes quick workers, None where it was not built."""
    candidates = (os.path.join(folder, _INQUIRY) for folder in folders("worker"))
    return next((path for path in candidates if os.path.isfile(path)), None)


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _said(answer: Mapping[str, Any]) -> Said:
    if answer["problem"]:
        return Said(problem=answer["problem"])
    names = ("timed_out", "still", "stdout", "stderr", "status", "trace", "cut", "listings", "recording")
    return Said(
        events=_events(answer["events"]),
        left=tuple(answer["left"]),
        heard=sum(len(answer[name]) for name in ("events", "stdout", "stderr", "trace", "recording")),
        **{name: answer[name] for name in names},
    )


def _events(data: bytes) -> tuple[Mapping[str, Any], ...]:
    """The events among the lines; what the loader itself wrote to the descriptor is none."""
    events = []
    for line in data.split(b"\n"):
        if not line:
            continue
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            events.append(event)
    return tuple(events)
