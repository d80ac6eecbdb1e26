"""The worker: opens the loader, carries out the actions, reports each answer at once.

Imports only the standard library and modules that do the same. Never checks an answer and never prints: answers are
JSON lines on a file descriptor of their own. A worker is a child of the fork server (see ``fork_server``) and may
crash, hang or kill every process that it can see. It executes the interpreter again if the scenario needs something
that only a program start can set: privilege, a program path, a library path.
"""

import ctypes
import json
import marshal
import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NoReturn

from refloader.native import calls
from refloader.native.structures import POINTER, ExtensionProperties, LayerProperties, LoaderError
from refloader.sandbox import steps
from refloader.sandbox.isolation import namespace
from refloader.sandbox.isolation.box import Box, no_more_privilege

LOST = 97
"""The exit status of a worker that can no longer write to its file descriptor for answers."""

_SECURE = 23
"""AT_SECURE in the auxiliary vector: whether the kernel treated this program start as privileged."""

_LIBC = ctypes.CDLL(None)
_FEW = 32
_ROOMS: list[type] = []
"""References to array types: ctypes drops its cached ones when they are no longer referenced."""

_MMAP_THRESHOLD, _LARGE = -3, 128 << 10
"""From this size, malloc maps blocks from the kernel: loaders clear large tables of which they use little."""

_FLUSH = _LIBC.fflush
_JSON = json.JSONEncoder(separators=(",", ":")).encode
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_START = """
import sys, _imp, importlib.machinery
for path in 2 * sys.argv[3:]:
    try:
        _imp.create_dynamic(importlib.machinery.ModuleSpec("lent", None, origin=path))
    except ImportError:
        pass
sys.path.append(sys.argv[1])
from refloader.sandbox import probe
probe.main(int(sys.argv[2]))
"""
"""What the interpreter runs. A program with privilege is told no folders of libraries, so it opens by path what a
target lacks; these are no modules, but stay open. Twice, as one may need another."""


def warm_up() -> None:
    """Create the ctypes types that every worker needs before the fork, so that workers inherit them."""
    pointers = [(POINTER,) * count for count in range(1, 5)]
    for arguments in (*pointers, (ctypes.c_char_p, POINTER, POINTER)):
        ctypes.CFUNCTYPE(ctypes.c_int, *arguments)
    for kind in (LayerProperties, ExtensionProperties, POINTER):
        _ROOMS.extend(kind * count for count in range(_FEW))
    _LIBC.mallopt(_MMAP_THRESHOLD, _LARGE)


def prepare(job: dict[str, Any]) -> None:
    """Do, before the fork, what a worker would do before it opens the loader: it is cheaper here."""
    set_variables(job["variables"])
    job["begin"] = _DLOPEN
    job["plan"] = _plan(job["actions"])


@lru_cache(64)
def _plan(actions: str) -> tuple[tuple[str, list[Any], bytes], ...]:
    """Return each action with its details and the line that announces it."""
    return tuple(
        (action, details, _beginning(" ".join((action, *details[:1]))))
        for action, *details in json.loads(actions)
    )


def set_variables(variables: Mapping[str, str]) -> None:
    """Replace the environment of the process, for C code too."""
    if os.environ:
        os.environ.clear()
    _LIBC.clearenv()
    for name, value in variables.items():
        os.environ[name] = value


def work(channel: int, job: dict[str, Any], box: Box) -> NoReturn:
    """Run a job in a child of the fork server, after closing the box."""
    restart = job["restart"]
    try:
        if job["beyond"]:
            namespace.rebuild(job["beyond"])
        box.close(privileged=restart is not None and restart["privilege"] != "none")
    except OSError as error:
        _tell(channel, {"event": "world", "error": str(error)})
        os._exit(0)
    if restart is None:
        _work(channel, job)
    _start_anew(channel, job, restart)


def main(channel: int) -> None:
    """Run the job that standard input holds, in a process that was started for it."""
    with open(0, "rb", closefd=False) as file:
        _work(channel, marshal.load(file))


def _start_anew(channel: int, job: Mapping[str, Any], restart: Mapping[str, Any]) -> NoReturn:
    interpreter = restart["interpreter"]
    if "script" in restart:  # the agent, which is told all that it needs by its script
        words = (
            [restart["emulator"], restart["path"] or interpreter] if restart["emulator"] else [interpreter]
        )
        _execute(channel, restart, restart["script"], words)
    rest = {
        name: job[name]
        for name in (
            "variables",
            "working_folder",
            "restart",
            "loader",
            "trace",
            "begin",
            "plan",
            "application",
        )
    }
    arguments = [
        interpreter,
        "-I",
        "-S",
        "-c",
        _START,
        restart["modules"] or _ROOT,
        str(channel),
        *restart["lent"],
    ]
    _execute(channel, restart, marshal.dumps(rest), arguments)


def _execute(channel: int, restart: Mapping[str, Any], data: bytes, arguments: list[str]) -> NoReturn:
    """Execute the interpreter or the agent, with these data on its standard input."""
    memory = os.memfd_create("job", 0)
    left = memoryview(data)
    while left:
        left = left[os.write(memory, left) :]
    os.lseek(memory, 0, os.SEEK_SET)
    os.dup2(memory, 0)
    os.set_inheritable(channel, True)
    try:
        program = restart["program"] or restart.get("emulator") or restart["interpreter"]
        os.execve(program, arguments, restart["variables"])
    except OSError as error:
        _tell(channel, {"event": "world", "error": f"the program does not start: {error.strerror}"})
        os._exit(0)


def _work(channel: int, job: Mapping[str, Any]) -> NoReturn:
    try:
        if job["restart"]:
            no_more_privilege()  # the privileged start has happened; no further program needs privilege
            set_variables(job["variables"])
            _let_go_of_input()
        os.chdir(job["working_folder"])
        _act(channel, job)
        _FLUSH(None)
        _tell(channel, {"event": "done"})
    except LoaderError as refusal:
        _tell(channel, {"event": "refused", "error": str(refusal)})
    except MemoryError:
        _tell(channel, {"event": "refused", "error": "the loader leaves no memory to ask it with"})
    except Exception as error:  # the boundary of the process: every error must be reported to the parent
        _tell(channel, {"event": "probe", "error": f"{type(error).__name__}: {error}"})
    os._exit(0)


def _act(channel: int, job: Mapping[str, Any]) -> None:
    if job["restart"] and job["restart"]["privilege"] != "none" and not _LIBC.getauxval(_SECURE):
        raise PermissionError("the kernel did not see the start as privileged")
    if job["loader"] is None:
        return
    _write(channel, job["begin"])
    loader = calls.Loader(job["loader"])
    told: dict[str, object] = {"event": "open", "path": loader.path}
    application = None
    layers: list[str] = []
    for action, details, begin in job["plan"]:
        _tell(channel, told, begin)
        told = {}
        if action == "version":
            told = {"event": "version", **loader.version()}
        elif action == "layers":
            told = {"event": "layers", **loader.layers()}
            layers = list(dict.fromkeys(row[0] for row in told["layers"]))  # type: ignore[attr-defined]
        elif action == "extensions":
            for layer in layers if details == ["*"] else details:
                _tell(channel, told)
                told = {"event": "extensions", "layer": layer, **loader.extensions(layer)}
        elif action == "instance":
            told = _make_instance(channel, loader, job)
        else:
            application = application or steps.Application(loader, job["application"])
            told = _step(application, job["trace"], action, *details)
    _tell(channel, told)


def _step(
    application: steps.Application, trace: str, verb: str, label: str, options: Mapping[str, Any]
) -> dict[str, object]:
    """Carry out one step of a script; return its answer and the span of the trace that it wrote."""
    before = _size(trace)
    answer = application.do(verb, label, options)
    span = [before, _size(trace)]
    told = {"event": "step", "verb": verb, "label": label, "answer": answer, "trace": span}
    return told if application.lacking is None else {**told, "lacking": application.lacking}


def _make_instance(channel: int, loader: calls.Loader, job: Mapping[str, Any]) -> dict[str, object]:
    """Create the instance, report its devices and the span of the trace, and destroy it."""
    before = _size(job["trace"])
    result, instance = loader.create(job["application"])
    made: dict[str, object] = {
        "event": "instance",
        "result": result,
        "trace": [before, _size(job["trace"])],
    }
    if result < 0:
        return made
    _tell(channel, made, _DEVICES)
    if not instance:
        raise LoaderError(f"vkCreateInstance returns {result} and no instance")
    _tell(channel, {"event": "devices", **loader.devices(instance)}, _DESTROY)
    loader.destroy(instance)
    return {}


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _let_go_of_input() -> None:
    empty = os.open("/dev/null", os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)


def _tell(channel: int, event: Mapping[str, object], then: bytes = b"") -> None:
    """Write an event on a line of its own, even if the loader has left an unfinished line on the descriptor."""
    _write(channel, b"\n%b\n%b" % (_JSON(event).encode("ascii"), then) if event else then)


def _write(channel: int, data: bytes) -> None:
    try:
        while data:
            written = os.write(channel, data)
            if not written:  # a loader can have the kernel say so, each time
                os._exit(LOST)
            data = data[written:]
    except OSError:
        os._exit(LOST)


def _beginning(what: str) -> bytes:
    """Return the line that announces what begins now."""
    return b"\n%b\n" % _JSON({"event": "begin", "what": what}).encode("ascii")


_DLOPEN, _DEVICES, _DESTROY = map(_beginning, ("dlopen", "devices", "destroy"))
