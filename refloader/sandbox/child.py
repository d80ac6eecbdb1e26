"""The harness's side of a fork server: starts it, sends it jobs, replaces it when it dies.

Never interprets the answers. A process has one fork server for each ``Kind``, for as long as the process lives.
Forked children do not share it: each starts its own.
"""

import atexit
import errno
import marshal
import os
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from refloader.host.opening import open_regular
from refloader.host.pace import allowed, longest
from refloader.host.pipes import is_readable
from refloader.host.privacy import is_everybodys
from refloader.host.room import ended_for_memory
from refloader.host.temporary import TemporaryFolder
from refloader.native.installed import folders
from refloader.native.target import inside, library_path
from refloader.sandbox.hang_detection import INTERVAL, Standstill
from refloader.sandbox.processor_waits import MOST_TIMES
from refloader.sandbox.said import Said, said_in
from refloader.sandbox.view import Shown, covered, named, texts

_INQUIRY = "librefloader_inquiry.so"
_HEAD, _CHUNK = 8, 1 << 16
_ELF, _KIND, _KIND_END = b"\x7fELF", 16, 18
_RUN = (b"\2\0", b"\3\0", b"\0\2", b"\0\3")
"""The field of an ELF header that tells programs and libraries, by either order of bytes, from core dumps."""

_STARTING = 30.0
"""Seconds within which a fork server must be ready."""

_GRACE = 30.0
"""Seconds that a fork server has beyond a job's own timeout, to end what the job started. On a crowded machine, a
thousand processes that keep forking take it many."""

_ENDING = 5.0
"""Seconds that a fork server has to exit, and that it waits for the killed processes of a scenario to be gone."""


_LATE, _ENDED = "the child was not ready", "the child ended before it was ready, as where memory is short"
_OTHER = "refloader's built parts come from another state of it than its Python, so install it again"
_STATION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fork_server.py")


class ForkServerError(Exception):
    """A fork server cannot be started on this machine. The message says why."""


class NotReadyError(ForkServerError):
    """A fork server did not answer in time, or ended before: at another time it may start."""


class OtherPartsError(NotReadyError):
    """The parts that are built from C come from another state of refloader than its Python."""


class Kind(NamedTuple):
    """The configuration of a fork server.

    ``view`` lists the files of the machine that are visible in it. ``loader`` lists files of a loader that are also
    mounted in a folder of their own, because the scenario may hide their real paths. ``become`` is the user that
    all workers run as. ``drivers`` is true if drivers are run; ``shown`` lists device nodes that workers can open as
    the harness can. ``local`` allows sockets of the machine itself, for a display in the view. ``subjects`` are the
    libraries under test; libraries do not share a fork server, whose memory holds the output of those it ran.
    ``also_i386`` is true if 32-bit programs are run on x86-64. ``root_view`` and ``over`` say what is visible of
    another root filesystem, as in ``namespace.enter``; the machine's ``view`` is then empty.
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
    also_i386: bool = False
    root_view: tuple[tuple[str, str, str], ...] = ()
    over: tuple[tuple[str, str], ...] = ()


def interpreter_variables() -> dict[str, str]:
    """Return the environment variables that this interpreter needs to start: the path to its library, or none."""
    if target := inside():
        return dict(library_path(target.lent))
    if not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        return {}
    folders = [os.environ.get("LD_LIBRARY_PATH", ""), sysconfig.get_config_var("LIBDIR") or ""]
    return {"LD_LIBRARY_PATH": ":".join(folder for folder in folders if folder)}


class ForkServer:
    """A running fork server and the socket to it.

    ``read_only`` is true if workers cannot change files of the machine, ``sees_others`` if its /proc shows the
    machine's processes rather than those of its own namespace. ``closed`` lists the device nodes of ``Kind.shown``
    that workers cannot open, ``features`` the kernel features that the box uses.

    Raises:
        StationError: the machine does not allow this configuration.
        OSError: no process can be started.
    """

    def __init__(self, kind: Kind) -> None:
        self._folder = TemporaryFolder(_folder(kind))
        self.temporary = self._folder.path
        self.owner = os.getpid()
        self._namespaces = kind.namespaces
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
        """Send the configuration to the fork server and wait until it is ready."""
        waited = allowed(_STARTING)
        try:
            own = {
                "temporary": self.temporary,
                "inquiry": inquiry_library() or "",
                "ending": allowed(_ENDING),
                "pinned": tuple(_pinned(kind)),
                "hidden": covered(),
            }
            view = tuple((path, target) for path, target, _ in kind.view)
            people = dict(texts(os.geteuid() if kind.become is None else kind.become))
            self._send({**kind._asdict(), **own, "view": view, "texts": people})
            answer = self._receive(waited)
        except TimeoutError as late:
            self.close()
            raise NotReadyError(f"{_LATE} within {waited:.0f} s, as on a busy machine") from late
        except ConnectionError:
            answer = None
        except BaseException:
            self.close()
            raise
        if answer is None or "error" in answer:
            self.close()
            raise _why_not_ready(answer)
        self.read_only, self.closed = answer["read_only"], tuple(answer["closed"])
        self.sees_others = answer["sees_others"]
        self.features = {name: answer[name] for name in self.features}
        if kind.namespaces:
            # Nothing is mounted there any more. If this process were killed later, the folder would remain.
            self._folder.remove()

    def run(self, job: Mapping[str, Any], sources: Mapping[str, str], timeout: float) -> Said:
        """Run one job; ``sources`` maps keys to the files of its mocks, ``timeout`` is the worker's, in seconds."""
        mocks = {key: _content(path) for key, path in sources.items() if key not in self._known}
        late, ended = False, ended_for_memory()
        try:
            most = longest(timeout, MOST_TIMES)
            self._send({**job, "mocks": mocks, "timeout": timeout, "longest": most})
            self._known |= mocks.keys()
            answer = self._receive(most + allowed(_GRACE))
        except TimeoutError:
            answer, late = None, self._process.poll() is None
        except OSError:
            answer = None
        except BaseException:
            self.close()
            raise
        if answer is None or answer["spent"]:
            self.close()
        if late:
            return Said(timed_out=True, left=(-1,))
        said = Said(lost=True) if answer is None else said_in(answer)
        return replace(said, starved=ended_for_memory() != ended)

    @property
    def is_open(self) -> bool:
        """True if it can be given a job; False if it has exited since the last one, or its folder was removed."""
        if self._socket.fileno() < 0 or self._process.poll() is not None or self._is_gone:
            return False
        return not is_readable(self._socket.fileno())

    @property
    def _is_gone(self) -> bool:
        """True if somebody removed the folder that a fork server without namespaces works in."""
        return not self._namespaces and not os.path.isdir(self.temporary)

    def close(self) -> None:
        """End the fork server and everything it started."""
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

    def _receive(self, seconds: float) -> dict[str, Any] | None:
        """Return the next answer, or None if the connection is closed.

        The time in which this process itself stood still is not counted.

        Raises:
            TimeoutError: It did not come within these seconds.
        """
        data, size, stood = bytearray(), _HEAD, Standstill()
        deadline = stood.look() + seconds
        while len(data) < size:
            now = stood.look()
            most = min(max(0.001, deadline + stood.seconds - now), INTERVAL)
            stood.expect(most)
            self._socket.settimeout(most)
            try:
                chunk = self._socket.recv(max(_CHUNK, size - len(data)))
            except TimeoutError:
                if stood.look() >= deadline + stood.seconds:
                    raise
                continue
            except ConnectionError:
                return None
            if not chunk:
                return None
            data += chunk
            if len(data) >= _HEAD:
                size = _HEAD + int.from_bytes(data[:_HEAD], "little")
        answer: dict[str, Any] = marshal.loads(memoryview(data)[_HEAD:])
        return answer


def _why_not_ready(answer: Mapping[str, Any] | None) -> ForkServerError:
    """Return the error that the first answer of a fork server means, None if it gave none."""
    if answer is None:
        return NotReadyError(_ENDED)
    if "other_parts" in answer:
        return OtherPartsError(f"{_OTHER} ({answer['error'].rpartition(': ')[2]} is missing)")
    return ForkServerError(answer["error"])


_fork_servers: dict[Kind, ForkServer] = {}
_MOST_STATIONS = 12
"""Each is a process. Beyond this number, the least recently used one is ended."""

_lock = threading.RLock()


@contextmanager
def borrowed_fork_server(kind: Kind) -> Iterator[ForkServer]:
    """Yield this process's fork server with this configuration, for one job at a time.

    Raises:
        StationError: the machine does not allow this configuration.
        OSError: no process can be started.
    """
    with _lock:
        found = _fork_servers.pop(kind, None)
        if found is None or not found.is_open:
            if found:
                found.close()
            while len(_fork_servers) >= _MOST_STATIONS:
                _fork_servers.pop(next(iter(_fork_servers))).close()
            found = ForkServer(kind)
        _fork_servers[kind] = found
        yield found


@atexit.register
def close_all() -> None:
    """End all fork servers of this process. The next job starts a new one."""
    with _lock:
        while _fork_servers:
            _fork_servers.popitem()[1].close()


def _forget() -> None:
    """Close, in a forked child, the sockets of the parent's fork servers: only the parent may hold them."""
    global _lock
    _lock = threading.RLock()
    close_all()


os.register_at_fork(after_in_child=_forget)


def _folder(kind: Kind) -> str:
    """Return the folder for temporary folders: one that the workers' user can reach, if there is one."""
    chosen = tempfile.gettempdir()
    if kind.namespaces or kind.become is None:
        return chosen
    return next((path for path in (chosen, "/tmp", "/var/tmp") if is_everybodys(path)), chosen)


def _pinned(kind: Kind) -> Iterator[str]:
    """Yield the real paths of what is shown for this subject, whose folders may be somebody else's."""
    yield from named(each for each in kind.view if not each[1])
    for path, target, source in kind.root_view:
        if not target and source != path and source.endswith(path):  # the rest is this machine's own
            yield source


def inquiry_library() -> str | None:
    """Return the path of the library behind ``inquiry``, or None if it was not built."""
    candidates = (os.path.join(folder, _INQUIRY) for folder in folders("worker"))
    return next((path for path in candidates if os.path.isfile(path)), None)


def _content(path: str) -> bytes:
    """Return the content of a library, a program or what lies beside one.

    Raises:
        PermissionError: a link leads to another file, which not every user may read.
        OSError: it is a pipe or a device by now, which is not opened.
    """
    with open(path, "rb", opener=lambda name, _: open_regular(name)) as file:
        real = os.readlink(f"/proc/self/fd/{file.fileno()}")
        data = file.read()
    is_run = data.startswith(_ELF) and data[_KIND:_KIND_END] in _RUN
    if real != path and not is_run and not is_everybodys(real):
        raise PermissionError(errno.EACCES, "a link leads to a file that not every user may read", path)
    return data
