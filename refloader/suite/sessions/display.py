"""A headless X server for programs that open windows: one at a time in the process. Gives no verdict.

Third-party code talks to the server, so the server has few rights and no network: clients can have it look for
fonts on other machines. It accepts only clients that have its cookie. It runs outside the sandbox: it does not accept
memory by number from a client, since the memory could belong to any other program, and it ends before the next
subject runs, since it holds data for its clients.
"""

import atexit
import os
import random
import resource
import secrets
import shutil
import stat
import struct
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from refloader.host.pace import allowed
from refloader.host.pipes import is_readable
from refloader.sandbox.isolation import mounts, process_tree

_WITHOUT = ("MIT-SHM", "GLX", "RECORD", "XTEST", "X-Resource")
"""Extensions that no program needs here: memory shared by number, drivers in the server, control of other clients."""

_OPTIONS = (
    *("-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"),
    *(word for name in _WITHOUT for word in ("-extension", name)),
)
"""Without -noreset the server restarts when the last client leaves, and the next client finds no server."""

_MEMORY, _FILE = 1 << 30, 64 << 20
"""Limits in bytes of the server's memory and of its files: what it holds for clients does not count as theirs."""

_NUMBERS, _TRIES = range(1_000, 59_000), 8
"""The numbers of displays, and how many are drawn. A server in a network of its own cannot see who else has a number:
it would take the socket of another run's server away, or that of the user's screen. So numbers are drawn from many.
"""

_SOCKETS = "/tmp/.X11-unix"

_KEPT = ("PATH", "LD_LIBRARY_PATH")
"""Of the harness's variables those that it needs to start: who sees its process may read them."""

_PROTOCOL, _ANY_DISPLAY, _BYTES = b"MIT-MAGIC-COOKIE-1", 0xFFFF, 16
"""Of an authority file: the protocol, the family of entries that hold for each display, and the size of a cookie."""

_NOBODY = 65534
_PATIENCE, _ENDING = 10.0, 2.0
"""The timeouts in seconds for the server's start and its end."""


@dataclass(frozen=True, slots=True)
class _Server:
    """``process`` is None and ``name`` empty if no server could be started. ``libraries`` are its users."""

    process: subprocess.Popen[bytes] | None
    name: str
    libraries: tuple[str, ...] = ()
    authority: bytes = b""


_started: list[_Server] = []


def display(libraries: tuple[str, ...] = ()) -> str:
    """Return the name of the display, for example ``:99``; empty if Xvfb is not installed or does not start.

    The server is for these libraries under test alone; a server for others is ended first. It ends with this process,
    or with the run of the suite, which ends all processes that it started.
    """
    program = shutil.which("Xvfb")
    last = _started[-1] if _started else None
    if last and last.name and last.libraries != libraries:
        _end(last)
    gone = last and last.process is not None and last.name and last.process.poll() is not None
    if program and (gone or not last):
        _started.append(_start(program, libraries))
    return _started[-1].name if _started else ""


def authority() -> bytes:
    """Return the authority file without which the server that was started last refuses a client."""
    return _started[-1].authority if _started else b""


def _start(program: str, libraries: tuple[str, ...]) -> _Server:
    number = _free_number()
    entry = _entry(secrets.token_bytes(_BYTES))
    file, (ours, theirs) = _file_of_no_name(entry), os.pipe()
    words = (program, f":{number}", "-displayfd", str(theirs), "-auth", f"/proc/self/fd/{file}", *_OPTIONS)
    try:
        process = _process(words, (theirs, file))
    finally:
        os.close(theirs)
        os.close(file)
    name = _answer(ours)
    server = _Server(process, name, libraries, entry)
    atexit.register(_end, server)
    if name and not _kept_from_others(f"{_SOCKETS}/X{name[1:]}"):
        _end(server)
        return _Server(None, "")
    return server


def _kept_from_others(path: str) -> bool:
    """Make the server's socket one that no other user connects to; return False if it may not be the server's.

    The server lets all users connect, and asks them for its cookie. Without one they could still take all its places.
    """
    users = {os.geteuid(), _NOBODY} if os.geteuid() == 0 else {os.geteuid()}
    with suppress(OSError):
        folder = os.lstat(os.path.dirname(path))
        if folder.st_uid not in users | {0, _NOBODY} or not stat.S_ISDIR(folder.st_mode):
            return False  # its owner can put another socket there
        descriptor = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            found = os.fstat(descriptor)
            if stat.S_ISSOCK(found.st_mode) and found.st_uid in users:
                os.chmod(f"/proc/self/fd/{descriptor}", stat.S_IRUSR | stat.S_IWUSR)
                return True
        finally:
            os.close(descriptor)
    return False


def _entry(cookie: bytes) -> bytes:
    """Return an authority file with one entry: fields with their lengths, of which address and number are empty."""
    fields = (b"", b"", _PROTOCOL, cookie)
    return struct.pack(">H", _ANY_DISPLAY) + b"".join(struct.pack(">H", len(each)) + each for each in fields)


def _file_of_no_name(content: bytes) -> int:
    """Return a descriptor of a file in memory, which the server's user can open again."""
    descriptor = os.memfd_create("authority")
    os.write(descriptor, content)
    return descriptor


def _free_number() -> int:
    """Return the number of a display that has no socket, not even one that a killed server has left."""
    drawn = random.sample(_NUMBERS, _TRIES)
    return next((number for number in drawn if not os.path.lexists(f"{_SOCKETS}/X{number}")), drawn[0])


def _end(server: _Server) -> None:
    """End a server and remove its socket."""
    if server.process is None:
        return
    server.process.terminate()
    try:
        server.process.wait(allowed(_ENDING))
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait()
    with suppress(OSError):  # a killed one has left it
        os.unlink(f"{_SOCKETS}/X{server.name[1:]}")


def _process(words: Sequence[str], descriptors: Sequence[int]) -> subprocess.Popen[bytes] | None:
    """Start the server; None if that is not possible."""
    try:
        return subprocess.Popen(
            words,
            pass_fds=descriptors,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
            preexec_fn=_restrain,
        )
    except OSError:
        return None


def _restrain() -> None:
    """Give up the network and root, make the server end with this process, and limit its resources.

    What the machine does not allow is left out: a root without capabilities starts the server as itself.
    """
    is_root = os.geteuid() == 0
    with suppress(OSError):
        mounts.leave_network(as_user=not is_root)
    if is_root:
        with suppress(OSError):
            os.setgroups(())
            os.setresgid(_NOBODY, _NOBODY, _NOBODY)
            os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    process_tree.die_with_parent()  # last: another user's number takes it back
    for kind, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_FSIZE, _FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(OSError, ValueError):  # the limit is lower already
            resource.setrlimit(kind, (most, most))


def _answer(ours: int) -> str:
    """Return the display that the server reports when it accepts clients; empty if it does not report in time."""
    with open(ours, "rb") as answers:
        number = answers.readline().strip() if is_readable(ours, allowed(_PATIENCE)) else b""
    return f":{number.decode()}" if number.isdigit() else ""
