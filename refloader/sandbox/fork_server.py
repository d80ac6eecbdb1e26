"""The fork server: a warm process that runs one scenario after another, each in a worker process of its own.

The harness starts this file by path, with an isolated interpreter. It imports only the standard library and modules
that do the same. It enters its namespaces once (see ``namespace``) and then answers jobs from the harness on a
socket. For each job it writes the scenario's files, forks a worker that opens the loader or executes a program,
collects the worker's output, kills everything the worker started, reads the trace and removes the files. It never
opens a loader itself and never interprets what one writes.

With namespaces, the fork server is process 1 of its process namespace: no process inside can kill it, it can kill
all the others, and they end with it. Without namespaces, it adopts orphaned processes and kills them by process id.
It exits when the harness closes the socket, however the harness ends.
"""

import errno
import gc
import json
import marshal
import os
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NoReturn

if __package__ in (None, ""):
    sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from refloader.sandbox import inquiry, probe, steps
from refloader.sandbox.inquiry import Inquirer
from refloader.sandbox.isolation import device_nodes, limits, mounts, namespace, process_tree
from refloader.sandbox.isolation.box import Box, opened
from refloader.sandbox.store import OWN, Copy, Store, empty
from refloader.sandbox.worker_output import ANSWER_LIMIT, AbandonedError, Hearing

_CHUNK = 1 << 16

_CHANNEL = 3
"""The file descriptor on which a worker answers."""

_DESCRIPTORS = 1 << 16
_HEAD = 8


def main(connection: int) -> None:
    """Serve the harness at the other end of the socket ``connection``."""
    settings = _receive(connection)
    if not settings["namespaces"]:
        process_tree.adopt_orphans()
        _let_in(settings["temporary"], settings["become"])
        os.chdir(settings["temporary"])
        try:
            _limit(settings)
            _serve(connection, settings)
        except OSError as error:
            _send(connection, {"error": str(error)})
        with suppress(OSError, RecursionError):
            empty(settings["temporary"])
            os.rmdir(settings["temporary"])
        return
    try:
        mounts.leave(as_user=settings["as_user"])
    except OSError as error:
        _send(connection, {"error": str(error)})
        return
    first = os.fork()
    if first == 0:
        process_tree.die_with_parent()
        _inside(connection, settings)
    os.close(connection)
    os.waitpid(first, 0)


def _inside(connection: int, settings: dict[str, Any]) -> NoReturn:
    """Run as the first process of the namespace, and exit when the harness is gone."""
    try:
        _limit(settings)
        if settings["root_view"]:
            _open_nothing_more(settings["inquiry"])
        store = namespace.enter(
            settings["temporary"],
            settings["places"],
            settings["view"],
            settings["texts"],
            settings["loader"],
            _closed(settings) if settings["become"] is not None else (),
            settings["root_view"],
            settings["over"],
            frozenset(settings["pinned"]),
            settings["hidden"],
        )
        os.fchdir(store)
        os.close(store)
        _serve(connection, settings)
    except OSError as error:
        _send(connection, {"error": str(error)})
    finally:
        os._exit(0)


def _open_nothing_more(library: str) -> None:
    """Open the library that closes the box, and keep this process from importing any module from now on.

    It is about to enter a root filesystem that nobody trusts, and is not in the box itself: it must open no library
    there, and run no Python of it.
    """
    if library:
        opened(library)
    built_in = "_frozen_importlib"  # finds modules of the interpreter itself, and none in files
    sys.meta_path[:] = [each for each in sys.meta_path if getattr(each, "__module__", "") == built_in]
    sys.path.clear()
    sys.path_hooks.clear()
    sys.path_importer_cache.clear()


def _serve(connection: int, settings: dict[str, Any]) -> None:
    """Prepare, then run jobs until the harness closes the socket or a job leaves something that cannot be removed."""
    if connection != _CHANNEL:
        os.dup2(0, _CHANNEL)  # reserves the number that the answer pipe gets in the worker
    store = Store(settings["places"], protected=settings["namespaces"])
    try:
        box = _box(settings)
        if reason := box.trial("/" if settings["namespaces"] else settings["temporary"]):
            _send(connection, {"error": reason})
            return
        server = _ForkServer(connection, settings, store, box)
    except AttributeError as missing:  # what ctypes raises for a function that a library lacks
        _send(connection, {"error": str(missing), "other_parts": True})
        return
    probe.warm_up()
    gc.disable()
    gc.collect()
    gc.freeze()
    read_only = bool(os.statvfs("/").f_flag & os.ST_RDONLY)
    closed = _closed(settings) if settings["become"] is not None else ()
    told = {"read_only": read_only, "closed": closed, "sees_others": not _is_own_proc()}
    _send(connection, {**told, **box.features})
    spent = False
    with suppress(AbandonedError, BrokenPipeError):
        while not spent and (job := _receive(connection)):
            answer = server.run(job)
            _send(connection, answer)
            spent = answer["spent"]
    if not settings["namespaces"]:
        process_tree.end_children()


def _limit(settings: dict[str, Any]) -> None:
    os.umask(0o022)
    user = settings["become"]
    limits.set_limits(
        os.getuid() if user is None else user,
        own_processes=settings["namespaces"],
        groups=device_nodes.groups_of(settings["shown"]),
        drivers=settings["drivers"],
        devices=bool(settings["shown"]),
    )
    limits.keep_only(limits.LOW_PORTS)


def _box(settings: dict[str, Any]) -> Box:
    """Return the box of all workers. The paths in it limit what they can reach where there are no namespaces."""
    folder = settings["temporary"]
    shown = namespace.without_hidden(
        (path for path, target in settings["view"] if not target), settings["hidden"]
    )
    return Box(
        settings["inquiry"],
        settings,
        readable=(*shown, "/proc", folder),
        devices=(*(f"/dev/{name}" for name in namespace.DEVICES), *settings["shown"]),
        writable=(OWN if settings["namespaces"] else f"{folder}/{OWN}",),
        apart=not _is_own_proc(),
    )


def _closed(settings: dict[str, Any]) -> tuple[str, ...]:
    """Return the device nodes to be shown that a process without root cannot open."""
    return device_nodes.are_closed(settings["shown"], device_nodes.groups_of(settings["shown"]))


def _let_in(folder: str, user: int | None) -> None:
    """Let the workers' user, and if possible no other ordinary user, enter a folder.

    The folder may hold copies of files that only root may read, and workers can write to parts of it.
    """
    if user is None:
        return
    try:
        os.chown(folder, -1, user)  # the workers' group has the same number as their user
        os.chmod(folder, 0o710)
    except OSError:
        os.chmod(folder, 0o711)


def _is_own_proc() -> bool:
    """True if /proc has the process ids of this namespace. Some machines do not let a namespace mount its own."""
    try:
        return os.readlink("/proc/self") == str(os.getpid())
    except OSError:
        return True


def _receive(connection: int) -> dict[str, Any]:
    """Return the next message, or an empty one if the harness has closed the socket."""
    data, size = b"", _HEAD
    while len(data) < size:
        chunk = os.read(connection, max(_CHUNK, size - len(data)))
        if not chunk:
            return {}
        data += chunk
        if len(data) >= _HEAD:
            size = _HEAD + int.from_bytes(data[:_HEAD], "little")
    message: dict[str, Any] = marshal.loads(memoryview(data)[_HEAD:])
    return message


def _send(connection: int, message: dict[str, Any]) -> None:
    body = marshal.dumps(message)
    data = memoryview(len(body).to_bytes(_HEAD, "little") + body)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # restored below: a worker must not inherit it
    while data:
        data = data[os.write(connection, data) :]
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)


class _ForkServer:
    """Runs one job after another. ``settings`` come from the harness."""

    def __init__(self, connection: int, settings: dict[str, Any], store: Store, box: Box) -> None:
        self._connection = connection
        self._settings = settings
        self._store = store
        self._box = box
        quick = settings["inquiry"] and not settings["root_view"]
        self._inquirer = Inquirer(settings["inquiry"]) if quick else None
        if quick:
            steps.open_follower(settings["inquiry"])

    def run(self, job: dict[str, Any]) -> dict[str, Any]:
        """Run one scenario in one worker and return the result."""
        self._store.learn(job["mocks"])
        answer: dict[str, Any] = {"problem": "", "spent": False}
        try:
            self._lay_out(job)
            answer["listings"] = self._store.listings(job["points"])
            with self._store.recording(job.get("recording", b""), job.get("capacity", 0)) as recorded:
                answer |= self._worker(job)
                answer["recording"] = recorded()
            answer["trace"] = self._store.trace()
        except OSError as error:
            answer["problem"] = error.strerror or str(error)
        try:
            self._store.clear()
        except (OSError, RecursionError):
            answer["spent"] = True
        if answer.get("left"):  # processes that still run could disturb the next job
            answer["spent"] = True
        return answer

    def _lay_out(self, job: dict[str, Any]) -> None:
        """Write the scenario's files, and a program for a worker that has to execute the interpreter again."""
        if "program" in job:
            self._store.write(job["files"], job["libraries"], job["links"])
            self._store.make_home()
            return
        probe.prepare(job)
        files, restart = job["files"], job["restart"]
        if restart is not None and (restart["path"] or restart["privilege"] != "none"):
            files |= self._programs(restart)
        self._store.write(files, job["libraries"], job["links"])

    def _programs(self, restart: dict[str, Any]) -> "dict[str, Copy]":
        """Write the program that a worker executes, and return where the scenario has it.

        A program that is emulated gets the privilege of its emulator, and only it has the scenario's path.
        """
        kind, path = restart["privilege"], restart["path"]
        if not restart.get("emulator"):
            source = self._store.program(kind, restart["interpreter"])
            restart["program"] = path or f"/.refloader-{source}"
            return {path: Copy(source)} if path else {}
        if kind != "none":
            restart["program"] = f"/.refloader-{self._store.program(kind, restart['emulator'])}"
        return {path: Copy(self._store.program("emulated", restart["interpreter"]))} if path else {}

    def _worker(self, job: dict[str, Any]) -> dict[str, Any]:
        """Fork the worker, collect its output until it ends, and kill what it left."""
        reading, writing = zip(*(os.pipe() for _ in range(3)), strict=True)
        worker = self._fork(writing, job)
        for descriptor in writing:
            os.close(descriptor)
        hearing = Hearing(reading, worker, self._connection, job.get("still", 0.0), self._store)
        try:
            timed_out = not hearing.until(job["timeout"], job["longest"])
            left = self._end_all(hearing)
            hearing.drain()
        finally:
            hearing.close()
        events, stdout, stderr = (bytes(data) for data in hearing.data)
        return {
            "events": events,
            "cut": len(events) >= ANSWER_LIMIT,
            "stdout": stdout,
            "stderr": stderr,
            "status": hearing.status,
            "timed_out": timed_out,
            "still": hearing.still,
            "flooded": timed_out and hearing.flooded,
            "left": left,
        }

    def _fork(self, writing: tuple[int, ...], job: dict[str, Any]) -> int:
        if not self._settings["namespaces"]:
            # Other processes of the same user count towards the limit, and their number changes.
            user = self._settings["become"]
            self._box.structure.processes = limits.processes_of(os.getuid() if user is None else user)
        if self._inquirer and "program" not in job and inquiry.can_do(job):
            return self._inquirer.start(job, writing, self._box)
        worker = os.fork()
        if worker == 0:
            self._become_worker(writing, job)
        return worker

    def _become_worker(self, writing: tuple[int, ...], job: dict[str, Any]) -> NoReturn:
        try:
            os.dup2(writing[0], _CHANNEL)
            os.dup2(writing[1], 1)
            os.dup2(writing[2], 2)
            low = _CHANNEL + 1
            for descriptor in self._box.descriptors:
                os.closerange(low, descriptor)
                low = descriptor + 1
            os.closerange(low, _DESCRIPTORS)
            work = _execute if "program" in job else probe.work
            work(_CHANNEL, job, self._box)
        finally:
            os._exit(probe.LOST)

    def _end_all(self, hearing: "Hearing") -> list[int]:
        """Kill everything the worker started. Return the ids of the survivors, -1 for unknown ones."""
        if not self._settings["namespaces"]:
            # Kill the whole process group at once: killed one by one, processes that keep forking would escape. The
            # system call filter keeps them from leaving the group.
            with suppress(OSError):
                os.killpg(hearing.worker, signal.SIGKILL)
            if hearing.status is None:
                os.kill(hearing.worker, signal.SIGKILL)
                hearing.bury(wait=True)
            return [] if _childless() else list(process_tree.end_children())
        deadline = time.monotonic() + self._settings["ending"]
        while True:
            try:
                os.kill(-1, signal.SIGKILL)
            except ProcessLookupError:
                return []
            if time.monotonic() > deadline:
                return [-1]
            hearing.bury(wait=True)


def _execute(channel: int, job: Mapping[str, Any], box: Box) -> NoReturn:
    """Close the box and execute the job's program with the job's environment variables only.

    Opens no library. The program writes its answers to the same file descriptor as a worker that opens a loader, as
    lines of the same format.
    """
    try:
        box.close()
        os.set_inheritable(channel, True)
        os.chdir(job["working_folder"])
        path, *arguments = job["program"]
        os.execve(path, [path, *arguments], job["variables"])
    except OSError as error:
        refusal = {"event": "world", "error": f"the program does not start: {error.strerror}"}
        if error.errno == errno.EAGAIN:  # other runs of the same user use up the limit of processes
            refusal["crowded"] = "yes"
        os.write(channel, b"\n%b\n" % json.dumps(refusal).encode("ascii"))
        os._exit(0)


def _childless() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


if __name__ == "__main__":
    main(int(sys.argv[1]))
