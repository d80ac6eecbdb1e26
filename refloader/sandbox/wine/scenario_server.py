"""Runs Wine in a sandbox: one scenario after another, with a registry and a drive C that go when the server ends.

The harness starts this file by path, with an isolated interpreter. It imports only the standard library and modules
that do the same. It enters namespaces without a network, in which it is the first process; the prefix is the lower
layer of an overlay whose upper layer is in memory, so nothing is written to it. Wine and everything below it run as
an ordinary user, with the limits of all workers. For each job this process writes the files of a scenario, starts the
agent, waits for it, kills what it left and removes the files. It never interprets an answer.
"""

import ctypes
import marshal
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

if __package__ in (None, ""):
    sys.path.append(
        os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    )

from refloader.sandbox.isolation import limits, mounts, namespace, process_tree
from refloader.sandbox.isolation.box import no_more_privilege
from refloader.sandbox.processor_waits import ProcessorWaits

HEAD = 8
"""The bytes before each message, which say how long it is."""

LOADER = b"{loader}"
"""What stands in a script for the loader's path."""

WINE = "/.wine"
PREFIX = f"{WINE}/prefix"
_SET_DUMPABLE = 4
_BEHIND = f"{WINE}/tmp"
_ROOM = b"mode=755,size=1g"
_ADDRESSES = 64 << 30
"""Bytes of address space: Wine reserves far more than it uses."""

_MOST_TEXT = 1 << 20
_MOST_DATA = 64 << 20
_PAUSE = 0.002
_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)
_SHOWN = 300
_OWN = "C/.refloader"


def receive(connection: socket.socket) -> Any:
    """Return the next message, or None if the other side is gone."""
    head = _exactly(connection, HEAD)
    data = _exactly(connection, int.from_bytes(head, "little")) if head else b""
    return marshal.loads(data) if data else None


def send(connection: socket.socket, message: Mapping[str, Any]) -> None:
    """Send a message."""
    data = marshal.dumps(dict(message))
    connection.sendall(len(data).to_bytes(HEAD, "little") + data)


def _exactly(connection: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        chunk = connection.recv(min(size - len(data), 1 << 20))
        if not chunk:
            return b""
        data += chunk
    return bytes(data)


def main(descriptor: int) -> None:
    """Serve the harness at the other end of the socket."""
    connection = socket.socket(fileno=descriptor)
    settings = receive(connection)
    try:
        mounts.leave(as_user=settings["as_user"])
    except OSError as error:
        send(connection, {"error": str(error)})
        return
    first = os.fork()
    if first == 0:
        process_tree.die_with_parent()
        _inside(connection, settings)
    connection.close()
    os.waitpid(first, 0)


def _inside(connection: socket.socket, settings: Mapping[str, Any]) -> NoReturn:
    """Run as the first process of the namespace, and exit when the harness is gone."""
    try:
        _enter(settings)
        server = _ScenarioServer(settings)
        if settings["prepare"]:
            send(connection, {"error": server.prepare()})
        else:
            server.start()
            send(connection, {"error": ""})
        while job := receive(connection):
            send(connection, server.run(job))
    except Exception as error:  # the boundary of the process: the harness has to hear of every one
        with suppress(OSError):
            send(connection, {"error": f"{type(error).__name__}: {error}"})
    finally:
        os._exit(0)


def _enter(settings: Mapping[str, Any]) -> None:
    """Enter a root that shows what Wine needs, with a writable prefix, and become the ordinary user."""
    user, is_root = settings["user"], os.geteuid() == 0
    behind = any(path.startswith("/tmp/") for path, _ in settings["view"])
    places = (WINE,) if behind else (WINE, "/tmp")
    view, pinned = settings["view"], frozenset(settings["pinned"])
    os.close(namespace.enter(settings["temporary"], places, view, settings["texts"], pinned=pinned))
    mounts.mount("refloader", WINE, "tmpfs", 0, _ROOM)
    for name in ("upper", "work", "prefix", "home", "tmp"):
        os.mkdir(f"{WINE}/{name}")
        os.chown(f"{WINE}/{name}", user, user if is_root else -1)
    if behind:
        mounts.mount("/tmp", _BEHIND, None, mounts.BIND | mounts.REC)
    mounts.mount_empty("/tmp", "1777")  # for Wine's server, whatever TMPDIR says
    prefix = _shown(settings["prefix"])
    if settings["prepare"]:
        mounts.set_read_only(prefix, wanted=False)
        mounts.mount(prefix, PREFIX, None, mounts.BIND)
    else:
        layers = f"lowerdir={prefix},upperdir={WINE}/upper,workdir={WINE}/work"
        mounts.mount("overlay", PREFIX, "overlay", 0, f"{layers}{'' if is_root else ',userxattr'}".encode())
    os.umask(0o022)
    limits.set_limits(user, own_processes=True, addresses=_ADDRESSES)
    limits.keep_only()
    if is_root:
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    no_more_privilege()
    ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)  # what runs below may not look into this process
    os.chdir("/")


def _shown(path: str) -> str:
    """Return the path here for a file of the machine: /tmp is Wine's own."""
    return f"{_BEHIND}{path[4:]}" if path.startswith("/tmp/") else path


class _ScenarioServer:
    """Wine in this prefix; ``_own`` are the processes that stay between jobs."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self._wine, self._server = settings["wine"], settings["server"]
        self._agent, self._mocks = _shown(settings["agent"]), _shown(settings["mocks"])
        self._loader = _shown(settings["loader"])
        self._own: frozenset[int] = frozenset()
        self._variables = {
            "WINEPREFIX": PREFIX,
            "HOME": f"{WINE}/home",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe,winedbg.exe=",
            "LC_ALL": "C.UTF-8",
            "PATH": "/usr/bin:/bin",
            "WINELOADER": self._wine,
            "WINESERVER": self._server,
        }

    def prepare(self) -> str:
        """Make the prefix; return why it cannot be made, or an empty string."""
        renderer = ["add", r"HKCU\Software\Wine\Direct3D", "/v", "renderer", "/d", "no3d", "/f"]
        for words in (["wineboot", "-i"], ["reg", *renderer]):
            process = self._start(words, stderr=subprocess.PIPE)
            _, told = process.communicate(timeout=240)
            if process.returncode != 0:
                text = told[-_SHOWN:].decode("utf-8", "replace")
                return f"{words[0]} ends with status {process.returncode}: {text}"
        subprocess.run([self._server, "-w"], env=self._variables, timeout=120, check=False)
        return "" if os.path.isfile(f"{PREFIX}/system.reg") else "wineboot makes no prefix"

    def start(self) -> None:
        """Start the server of Wine, which stays for all jobs."""
        subprocess.run([self._server, "-p"], env=self._variables, timeout=60, check=True)
        with open(f"{WINE}/home/warm", "w", encoding="ascii") as file:
            file.write("refloader-agent 1\nwarm\n")
        self._start([self._agent, f"Z:{WINE}/home/warm"]).wait(timeout=120)
        self._own = process_tree.descendants()

    def _start(self, words: Sequence[str], **options: Any) -> "subprocess.Popen[bytes]":
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
        for pause in (*_PAUSES, None):
            try:
                return subprocess.Popen(
                    [self._wine, *words],
                    env=self._variables,
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                    cwd=f"{WINE}/home",
                    **options,
                )
            except BlockingIOError:  # other runs use up their user's limit of processes
                if pause is None:
                    raise
                time.sleep(pause)
        raise AssertionError("the last attempt raises")

    def run(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Run a job; return its events, trace, output and how it ended."""
        drive = _Drives()
        try:
            self._lay_out(drive, job)
            return self._answered(drive, job)
        except OSError as error:
            return {"problem": f"{error.strerror}: {error.filename}"}
        finally:
            drive.clear()

    def _lay_out(self, drive: "_Drives", job: Mapping[str, Any]) -> None:
        for folder in job["folders"]:
            drive.folder(folder)
        for path, data in job["files"].items():
            drive.write(path, data.replace(LOADER, self._in_windows()) if path == job["script"] else data)
        for path, mock, flags in job["libraries"]:
            shutil.copyfile(f"{self._mocks}/{mock}.dll", drive.place(path))
            drive.write(f"{path}.flags", flags)
        program = drive.place(job["program"])
        shutil.copyfile(self._agent, program)

    def _in_windows(self) -> bytes:
        return "".join(f"%{each:02x}" for each in f"Z:{self._loader}".replace("/", "\\").encode()).encode()

    def _answered(self, drive: "_Drives", job: Mapping[str, Any]) -> dict[str, Any]:
        own = drive.folder(_OWN)
        timed_out = False
        with open(f"{own}/stdout", "w+b") as out, open(f"{own}/stderr", "w+b") as err:
            process = self._start(job["words"], stdout=out, stderr=err)
            started, waits = time.monotonic(), ProcessorWaits(process.pid)
            while process.poll() is None and not timed_out:
                time.sleep(_PAUSE)
                seconds = time.monotonic() - started
                waits.look(at_once=seconds > job["timeout"])
                timed_out = seconds > min(job["timeout"] + waits.seconds, job["longest"])
            left = self._end_others()
            status = None if timed_out else process.returncode
            for file in (out, err):
                file.flush()
        names = {"events": _MOST_DATA, "trace": _MOST_DATA, "stdout": _MOST_TEXT, "stderr": _MOST_TEXT}
        found = {name: _content(f"{own}/{name}", most) for name, most in names.items()}
        for name in names:
            drive.made(f"{own}/{name}")
        return {
            "problem": "",
            "timed_out": timed_out,
            "status": status,
            "left": left,
            **found,
        }

    def _end_others(self) -> tuple[int, ...]:
        """Kill every process that was not there before the first job; return those that are still there."""
        until = time.monotonic() + 2
        while (left := process_tree.descendants() - self._own) and time.monotonic() < until:
            for number in left:
                with suppress(OSError):
                    os.kill(number, signal.SIGKILL)
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            time.sleep(_PAUSE)
        return tuple(left)


class _Drives:
    """The drives of the prefix: paths are those of a scenario's tree (``C/folder/file``), in any case."""

    def __init__(self) -> None:
        self._made: list[str] = []

    def place(self, path: str) -> str:
        """Return the path on this machine for a file, whose folder exists then."""
        above, _, name = path.rpartition("/")
        folder = self.folder(above)
        there = _named(folder, name) or f"{folder}/{name}"
        self._made.append(there)
        return there

    def made(self, path: str) -> None:
        """Have this path removed in the end."""
        self._made.append(path)

    def folder(self, path: str) -> str:
        """Return the path on this machine for a folder, which exists then."""
        drive, *names = path.strip("/").split("/")
        there = self._drive(drive)
        for name in names:
            found = _named(there, name)
            if found is None:
                found = f"{there}/{name}"
                os.mkdir(found)
                self._made.append(found)
            there = found
        return there

    def write(self, path: str, data: bytes) -> None:
        """Write a file."""
        with open(self.place(path), "wb") as file:
            file.write(data)

    def clear(self) -> None:
        """Remove everything that was made, as far as the loader let it be."""
        for path in reversed(self._made):
            with suppress(OSError):
                if os.path.isdir(path) and not os.path.islink(path):
                    os.rmdir(path)
                else:
                    os.unlink(path)
        self._made.clear()

    def _drive(self, letter: str) -> str:
        folder = f"{PREFIX}/drive_{letter.lower()}"
        if not os.path.isdir(folder):
            os.mkdir(folder)
            os.symlink(f"../drive_{letter.lower()}", f"{PREFIX}/dosdevices/{letter.lower()}:")
        return folder


def _named(folder: str, name: str) -> str | None:
    """Return the entry of a folder that has this name in any case, or None."""
    if os.path.lexists(f"{folder}/{name}"):
        return f"{folder}/{name}"
    folded = name.casefold()
    return next((f"{folder}/{each}" for each in os.listdir(folder) if each.casefold() == folded), None)


def _content(path: str, most: int) -> bytes:
    """Return what the loader's process left at a path; nothing if it is a link, a pipe or something else."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return b""
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return b""
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(descriptor)


if __name__ == "__main__":
    main(int(sys.argv[1]))
