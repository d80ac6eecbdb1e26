"""An X server that shows nothing, for programs that open windows: one at a time in the process. Judges nothing.

Third-party code talks to it, so it has no rights that could be had through it, and no network. It lives outside the
box: it takes no memory by number from a client, which could be any other program's, and ends before another subject
comes, since a client can have it keep things.
"""

import atexit
import os
import resource
import select
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from refloader.host.pace import allowed
from refloader.sandbox import lineage

_WITHOUT = ("MIT-SHM", "GLX", "RECORD", "XTEST", "X-Resource")
"""Extensions that no program needs here: memory that is shared by number, drivers in the server, other clients."""

_OPTIONS = (
    *("-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"),
    *(word for name in _WITHOUT for word in ("-extension", name)),
)
"""Without -noreset it begins anew when the last client goes, and the next one finds nobody."""

_MEMORY, _FILE = 1 << 30, 64 << 20
"""Bytes of address space, and that a file of its can grow to: what clients have it keep is no process's of theirs."""

_KEPT = ("PATH", "LD_LIBRARY_PATH")
"""Of the harness's variables those that it needs to start: who sees its process may read them."""

_AS_NOBODY: Mapping[str, Any] = {"user": 65534, "group": 65534, "extra_groups": ()}
_AS_OURSELVES: Mapping[str, Any] = {}
_PATIENCE, _ENDING = 10.0, 2.0
"""Seconds in which it has to be there, and to be gone."""


@dataclass(frozen=True, slots=True)
class _Server:
    """``process`` is None and ``name`` empty where none could be started. ``libraries`` are whom it is for."""

    process: subprocess.Popen[bytes] | None
    name: str
    libraries: tuple[str, ...] = ()


_started: list[_Server] = []


def display(libraries: tuple[str, ...] = ()) -> str:
    """The name of the display, such as ``:99``; empty where Xvfb is not installed or does not start.

    These libraries under test have it for themselves; the one of others ends. It ends with this process, or with the
    run of the suite that ends all processes that it has started.
    """
    program = shutil.which("Xvfb")
    last = _started[-1] if _started else None
    if last and last.name and last.libraries != libraries:
        _end(last)
    gone = last and last.process is not None and last.name and last.process.poll() is not None
    if program and (gone or not last):
        _started.append(_start(program, libraries))
    return _started[-1].name if _started else ""


def _start(program: str, libraries: tuple[str, ...]) -> _Server:
    ours, theirs = os.pipe()
    try:
        process = _process([program, "-displayfd", str(theirs), *_OPTIONS], theirs)
    finally:
        os.close(theirs)
    server = _Server(process, _answer(ours), libraries)
    atexit.register(_end, server)
    return server


def _end(server: _Server) -> None:
    """End a server, which takes its socket away if it is left the time."""
    if server.process is None:
        return
    server.process.terminate()
    try:
        server.process.wait(allowed(_ENDING))
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait()


def _process(words: Sequence[str], descriptor: int) -> subprocess.Popen[bytes] | None:
    """The server, as nobody where that can be: a root that has no capabilities starts it as itself."""
    for rights in (_AS_NOBODY, _AS_OURSELVES) if os.geteuid() == 0 else (_AS_OURSELVES,):
        try:
            return subprocess.Popen(
                words,
                pass_fds=(descriptor,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={name: os.environ[name] for name in _KEPT if name in os.environ},
                preexec_fn=_restrain,
                **rights,
            )
        except OSError:  # the next rights, or no server
            continue
    return None


def _restrain() -> None:
    """Let it end with this process and take little of the machine."""
    lineage.die_with_parent()
    for kind, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_FSIZE, _FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(OSError, ValueError):  # it is lower already
            resource.setrlimit(kind, (most, most))


def _answer(ours: int) -> str:
    """The number that the server says when programs can come."""
    with open(ours, "rb") as answers:
        ready, _, _ = select.select([answers], [], [], allowed(_PATIENCE))
        number = answers.readline().strip() if ready else b""
    return f":{number.decode()}" if number.isdigit() else ""
