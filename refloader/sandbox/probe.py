"""The worker: opens the loader, does the actions, tells each answer as it comes.

Imports the standard library and neighbours that do the same. Never judges, and never prints: answers are JSON
lines on a descriptor of their own. A worker is a child of the station (see there) and may crash, hang or kill
whatever it can see. It starts the interpreter anew where the scenario needs what only a start gives:
privilege, a program path, a library path.
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
from refloader.sandbox import namespace, steps
from refloader.sandbox.box import Box, no_more_privilege

LOST = 97
"""The exit status of a process whose descriptor for answers was taken away."""

_SECURE = 23
"""AT_SECURE in the auxiliary vector: the kernel's own word on whether this start was privileged."""

_LIBC = ctypes.CDLL(None)
_FEW = 32
_ROOMS: list[type] = []
"""Array types, which are forgotten when nobody keeps them."""

_MMAP_THRESHOLD, _LARGE = -3, 128 << 10
"""What malloc takes from the kernel by itself: loaders clear large tables of which they use little."""

_FLUSH = _LIBC.fflush
_JSON = json.JSONEncoder(separators=(",", ":")).encode
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_START = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from refloader.sandbox import probe; probe.main(int(sys.argv[2]))"
)


def warm_up() -> None:
    """Make beforehand the types that every worker needs, so that a fork has them already."""
    pointers = [(POINTER,) * count for count in range(1, 5)]
    for arguments in (*pointers, (ctypes.c_char_p, POINTER, POINTER)):
        ctypes.CFUNCTYPE(ctypes.c_int, *arguments)
    for kind in (LayerProperties, ExtensionProperties, POINTER):
        _ROOMS.extend(kind * count for count in range(_FEW))
    _LIBC.mallopt(_MMAP_THRESHOLD, _LARGE)


def prepare(job: dict[str, Any]) -> None:
    """Do what a worker would do before it opens the loader: it costs less in the process that forks it."""
    set_variables(job["variables"])
    job["begin"] = _DLOPEN
    job["plan"] = _plan(job["actions"])


@lru_cache(64)
def _plan(actions: str) -> tuple[tuple[str, list[Any], bytes], ...]:
    """Each action with its details and the line that says that it begins."""
    return tuple(
        (action, details, _beginning(" ".join((action, *details[:1]))))
        for action, *details in json.loads(actions)
    )


def set_variables(variables: Mapping[str, str]) -> None:
    """Make these the environment of the process, for C as well."""
    if os.environ:
        os.environ.clear()
    _LIBC.clearenv()
    for name, value in variables.items():
        os.environ[name] = value


def work(channel: int, job: dict[str, Any], box: Box) -> NoReturn:
    """Do a job as the station's child, which closes the box around itself first."""
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
    """Do the job on standard input, in a process that was started for it."""
    with open(0, "rb", closefd=False) as file:
        _work(channel, marshal.load(file))


def _start_anew(channel: int, job: Mapping[str, Any], restart: Mapping[str, Any]) -> NoReturn:
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
    memory = os.memfd_create("job", 0)
    os.write(memory, marshal.dumps(rest))
    os.lseek(memory, 0, os.SEEK_SET)
    os.dup2(memory, 0)
    os.set_inheritable(channel, True)
    interpreter = restart["interpreter"]
    arguments = [interpreter, "-I", "-S", "-c", _START, _ROOT, str(channel)]
    try:
        os.execve(restart["program"] or interpreter, arguments, restart["variables"])
    except OSError as error:
        _tell(channel, {"event": "world", "error": f"the program does not start: {error.strerror}"})
        os._exit(0)


def _work(channel: int, job: Mapping[str, Any]) -> NoReturn:
    try:
        if job["restart"]:
            no_more_privilege()  # a start with privilege needs that of its own program, and no other one
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
    except Exception as error:  # the boundary of the process: whatever it is, the parent has to hear it
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
    """Do one step of a script: its answer and where in the trace it stands."""
    before = _size(trace)
    answer = application.do(verb, label, options)
    span = [before, _size(trace)]
    return {"event": "step", "verb": verb, "label": label, "answer": answer, "trace": span}


def _make_instance(channel: int, loader: calls.Loader, job: Mapping[str, Any]) -> dict[str, object]:
    """Make the instance, tell where in the trace that stands, and destroy it."""
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
    """Write an event on a line of its own, whatever the loader left unfinished on the descriptor."""
    _write(channel, b"\n%b\n%b" % (_JSON(event).encode("ascii"), then) if event else then)


def _write(channel: int, data: bytes) -> None:
    try:
        while data:
            data = data[os.write(channel, data) :]
    except OSError:
        os._exit(LOST)


def _beginning(what: str) -> bytes:
    """The line that says what is under way from now on."""
    return b"\n%b\n" % _JSON({"event": "begin", "what": what}).encode("ascii")


_DLOPEN, _DEVICES, _DESTROY = map(_beginning, ("dlopen", "devices", "destroy"))
