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
from typing import Any, NoReturn

from refloader.harness import limits, namespace, steps
from refloader.native import calls
from refloader.native.structures import POINTER, U32, LoaderError

LOST = 97
"""The exit status of a process whose descriptor for answers was taken away."""

_SECURE = 23
"""AT_SECURE in the auxiliary vector: the kernel's own word on whether this start was privileged."""

_LIBC = ctypes.CDLL(None)
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_START = "import sys; sys.path.append(sys.argv[1]); from refloader.harness import probe; probe.main(int(sys.argv[2]))"


def warm_up() -> None:
    """Make beforehand what every worker needs, so that a fork has it already."""
    for arguments in (
        (POINTER,),
        (POINTER,) * 2,
        (POINTER,) * 3,
        (POINTER,) * 4,
        (ctypes.c_char_p, POINTER, POINTER),
    ):
        ctypes.CFUNCTYPE(ctypes.c_int, *arguments)
    steps.Application(None, {})  # type: ignore[arg-type]
    json.dumps({"event": [U32(0).value, None, "a"]})


def work(channel: int, job: dict[str, Any], settings: Mapping[str, Any]) -> NoReturn:
    """Do a job as the station's child, which becomes an ordinary user's process first."""
    restart = job["restart"]
    try:
        if job["beyond"] or job["loader_folder"]:
            namespace.rebuild(job["beyond"], job["loader_folder"])
        # A start by root with another group is what makes a set-group-id program a privileged one.
        as_root = restart is not None and restart["privilege"] == "setgid"
        if as_root:
            os.setresgid(limits.ORDINARY, limits.ORDINARY, limits.ORDINARY)
        limits.become_ordinary(None if as_root else settings["become"], mortal=not settings["namespaces"])
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
        for name in ("variables", "working_folder", "restart", "loader", "trace", "actions", "application")
    }
    memory = os.memfd_create("job", 0)
    os.write(memory, marshal.dumps(rest))
    os.lseek(memory, 0, os.SEEK_SET)
    os.dup2(memory, 0)
    os.set_inheritable(channel, True)
    if restart["privilege"] == "none":
        limits.keep_reading()
    interpreter = restart["interpreter"]
    arguments = [interpreter, "-I", "-S", "-c", _START, _ROOT, str(channel)]
    try:
        os.execve(restart["program"] or interpreter, arguments, restart["variables"])
    except OSError as error:
        _tell(channel, {"event": "world", "error": f"the program does not start: {error.strerror}"})
        os._exit(0)


def _work(channel: int, job: Mapping[str, Any]) -> NoReturn:
    try:
        _set_variables(job["variables"])
        if job["restart"]:
            _let_go_of_input()
        os.chdir(job["working_folder"])
        _act(channel, job)
        _LIBC.fflush(None)
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
    _tell(channel, {"event": "begin", "what": "dlopen"})
    loader = calls.Loader(job["loader"])
    _tell(channel, {"event": "open", "path": loader.path})
    application = steps.Application(loader, job["application"])
    layers: list[str] = []
    for action, *details in json.loads(job["actions"]):
        _tell(channel, {"event": "begin", "what": " ".join((action, *details[:1]))})
        if action == "version":
            _tell(channel, {"event": "version", **loader.version()})
        elif action == "layers":
            answer = loader.layers()
            layers = list(dict.fromkeys(row[0] for row in answer["layers"]))  # type: ignore[attr-defined]
            _tell(channel, {"event": "layers", **answer})
        elif action == "extensions":
            for layer in layers if details == ["*"] else details:
                _tell(channel, {"event": "extensions", "layer": layer, **loader.extensions(layer)})
        elif action == "instance":
            _make_instance(channel, loader, job)
        else:
            _step(channel, application, job["trace"], action, *details)


def _step(
    channel: int,
    application: steps.Application,
    trace: str,
    verb: str,
    label: str,
    options: Mapping[str, Any],
) -> None:
    """Do one step of a script, and tell its answer and where in the trace it stands."""
    before = _size(trace)
    answer = application.do(verb, label, options)
    span = [before, _size(trace)]
    _tell(channel, {"event": "step", "verb": verb, "label": label, "answer": answer, "trace": span})


def _make_instance(channel: int, loader: calls.Loader, job: Mapping[str, Any]) -> None:
    """Make the instance, tell where in the trace that stands, and destroy it."""
    before = _size(job["trace"])
    result, instance = loader.create(job["application"])
    trace = [before, _size(job["trace"])]
    _tell(channel, {"event": "instance", "result": result, "trace": trace})
    if result < 0:
        return
    if not instance:
        raise LoaderError(f"vkCreateInstance returns {result} and no instance")
    _tell(channel, {"event": "begin", "what": "devices"})
    _tell(channel, {"event": "devices", **loader.devices(instance)})
    _tell(channel, {"event": "begin", "what": "destroy"})
    loader.destroy(instance)


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _set_variables(variables: Mapping[str, str]) -> None:
    os.environ.clear()
    _LIBC.clearenv()
    for name, value in variables.items():
        os.environ[name] = value


def _let_go_of_input() -> None:
    empty = os.open("/dev/null", os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)


def _tell(channel: int, event: Mapping[str, object]) -> None:
    """Write an event on a line of its own, whatever the loader left unfinished on the descriptor."""
    data = b"\n" + json.dumps(event).encode("ascii") + b"\n"
    try:
        while data:
            data = data[os.write(channel, data) :]
    except OSError:
        os._exit(LOST)
