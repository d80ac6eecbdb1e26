"""The harness's side of ``scenario_server``: starts it, sends it jobs, replaces it when it dies.

A process has one server for each loader, for as long as the process lives.
"""

import atexit
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from refloader.host.pace import allowed, longest
from refloader.host.temporary import TemporaryFolder
from refloader.model.text import visible
from refloader.native.windows_target import asked_prefix
from refloader.sandbox import world
from refloader.sandbox.child import interpreter_variables
from refloader.sandbox.isolation.limits import ORDINARY
from refloader.sandbox.layouts import Way
from refloader.sandbox.processor_waits import MOST_TIMES
from refloader.sandbox.view import named, texts, view
from refloader.sandbox.wine import prefix
from refloader.sandbox.wine.faults import WineError
from refloader.sandbox.wine.scenario_server import receive, send

_STATION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scenario_server.py")
_STARTING, _PREPARING, _GRACE = 120.0, 600.0, 30.0


ISOLATION = (
    "mount namespace, read-only; the prefix of Wine under an overlay in memory",
    "process namespace",
    "no network",
    "an ordinary user, no capabilities",
    "no filter of system calls",
)
"""How loaders are isolated, as text."""


class Session:
    """A running server of scenarios. Raises WineError if this machine does not allow it."""

    def __init__(self, loader: str, folder: str, *, prepare: bool = False) -> None:
        self.owner = os.getpid()
        self._folder = TemporaryFolder()
        self._socket, theirs = socket.socketpair()
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
        try:
            send(self._socket, self._settings(loader, folder, prepare=prepare))
            answer = self._answer(_PREPARING if prepare else _STARTING)
        except OSError:
            answer = None
        if answer is None or answer["error"]:
            self.close()
            why = "it does not answer" if answer is None else visible(str(answer["error"]))
            raise WineError(f"Wine cannot be started in a sandbox: {why}")

    def _settings(self, loader: str, folder: str, *, prepare: bool) -> Mapping[str, Any]:
        wine, programs = prefix.wine(), prefix.built()
        shown = view((), filter(None, (loader, folder, programs, wine.program, wine.server)))
        # The prefix may be in a home, which ``view`` shows to nobody.
        rows = dict.fromkeys((*((path, target) for path, target, _ in shown), (folder, "")))
        return {
            "as_user": world.capabilities().way is Way.USER,
            "user": user(),
            "prepare": prepare,
            "temporary": self._folder.path,
            "prefix": folder,
            "loader": loader,
            "view": tuple(rows),
            "pinned": named(each for each in shown if not each[1]),
            "texts": dict(texts(user())),
            "wine": wine.program,
            "server": wine.server,
            "agent": os.path.join(programs, "agent.exe"),
            "mocks": programs,
        }

    def run(self, job: Mapping[str, Any], timeout: float) -> Mapping[str, Any] | None:
        """Run a job; return the server's answer, or None if it died."""
        try:
            most = longest(timeout, MOST_TIMES)
            send(self._socket, {**job, "timeout": timeout, "longest": most})
            answer = self._answer(most + allowed(_GRACE))
        except OSError:
            answer = None
        if answer is None or answer.get("timed_out") or answer.get("left"):
            self.close()
        return answer

    @property
    def is_open(self) -> bool:
        """True if it can be given a job."""
        return self._socket.fileno() >= 0 and self._process.poll() is None

    def _answer(self, seconds: float) -> Mapping[str, Any] | None:
        self._socket.settimeout(seconds)
        answer: Mapping[str, Any] | None = receive(self._socket)
        self._socket.settimeout(None)
        return answer

    def close(self) -> None:
        """End the server and everything it started."""
        self._socket.close()
        if self.owner != os.getpid():
            return
        try:
            self._process.wait(allowed(5.0))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.remove()


def user() -> int:
    """Return the user that Wine runs as."""
    return ORDINARY if os.geteuid() == 0 else os.geteuid()


@cache
def ready_prefix() -> str:
    """Return the prefix to use: the user's, or the cached one, which is made if it is missing.

    Raises:
        WineError: this machine cannot run Wine in a sandbox.
        PrefixError: the user's prefix cannot be used.
    """
    if world.capabilities().way is Way.VARIABLES:
        why = "; ".join(world.capabilities().refused.values())
        raise WineError(f"Wine runs in namespaces only, and this machine has none: {why}")
    prefix.wine()
    prefix.built()
    if asked := asked_prefix():
        return prefix.checked(asked, user())
    path = prefix.cached(user())
    if not prefix.is_ready(path):
        with prefix.Making(path, user()) as making:
            if making.folder:
                Session("", making.folder, prepare=True).close()
                making.keep()
    return path


_sessions: dict[str, Session] = {}


@contextmanager
def session(loader: str) -> Iterator[Session]:
    """Yield this process's station for a loader. Raises WineError, PrefixError, OSError."""
    found = _sessions.pop(loader, None)
    if found is None or not found.is_open or found.owner != os.getpid():
        if found is not None:
            found.close()
        found = Session(loader, ready_prefix())
    _sessions[loader] = found
    yield found


@atexit.register
def close_all() -> None:
    """End all stations of this process."""
    while _sessions:
        _sessions.popitem()[1].close()


os.register_at_fork(after_in_child=close_all)
