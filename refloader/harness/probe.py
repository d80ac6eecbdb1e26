"""The child: enters the scenario's world, opens the loader, does the actions, tells each answer as it comes.

Started by path with an isolated interpreter, it imports the standard library and neighbours that do the
same. Never judges, and never prints: answers are JSON lines on a descriptor of their own.

Three processes: the outermost enters the world and outlives everything in it; the second is the first of
its own process namespace, so that whatever the loader started ends with it; the third opens the loader and
may crash, hang or kill whatever it can see. Without namespaces what the loader started comes to the
outermost when it is orphaned, and is ended there. The third starts the interpreter anew where the scenario
needs what only a start gives: privilege, a program path, a library path.
"""

import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Mapping
from types import FrameType
from typing import Any, NoReturn

if __package__ in (None, ""):
    sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from refloader.harness import lineage, namespace, steps
from refloader.native import calls
from refloader.native.structures import LoaderError

_MEMORY = 4 << 30
"""Bytes of address space: enough for a software driver with its compiler, too little to hurt the machine."""

LOST = 97
"""The exit status of a process whose descriptor for answers was taken away."""

_OTHER_GROUP = 65534
_SECURE = 23
"""AT_SECURE in the auxiliary vector: the kernel's own word on whether this start was privileged."""


def main(channel: int, stage: str) -> None:
    """Run one job: the JSON on standard input, which must be a file so that a second start can read it."""
    with open(0, encoding="ascii", closefd=False) as file:
        job: dict[str, Any] = json.load(file)
    if stage == "inside":
        _work(channel, job)
    lineage.die_with_parent()
    if not job["namespaces"]:
        lineage.adopt_orphans()
        status = _watch(_fork(_first, channel, job))
        _tell(channel, {"status": status, "left": lineage.end_children(), "event": "end"})
        return
    try:
        namespace.enter(
            job["temporary"], job["points"], job["covers"], job["loader_folder"], as_user=job["as_user"]
        )
    except OSError as error:
        _tell(channel, {"event": "world", "error": str(error)})
        return
    _tell(channel, {"status": _watch(_fork(_first, channel, job)), "left": [], "event": "end"})


def _fork(role: Any, channel: int, job: Mapping[str, Any]) -> int:
    child = os.fork()
    if child == 0:
        lineage.die_with_parent()
        role(channel, job)
    return child


def _watch(child: int) -> int:
    """Wait for the child, which SIGTERM ends, and give its status."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        os.kill(child, signal.SIGKILL)

    signal.signal(signal.SIGTERM, stop)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return os.waitpid(child, 0)[1]


def _first(channel: int, job: Mapping[str, Any]) -> NoReturn:
    """Watch the one that opens the loader; as the first of a namespace also bury what dies in it."""
    worker = _fork(_start, channel, job)
    dead, status = os.wait()
    while dead != worker:
        dead, status = os.wait()
    _tell(channel, {"event": "died", "status": status})
    os._exit(0)


def _start(channel: int, job: Mapping[str, Any]) -> NoReturn:
    os.setsid()
    for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    _no_core_dump()
    restart = job["restart"]
    if restart is None:
        _work(channel, job)
    if restart["elevated"]:
        # The kernel calls a start privileged when its effective group is not the caller's real one.
        os.setresgid(_OTHER_GROUP, os.getegid(), os.getegid())
    os.lseek(0, 0, os.SEEK_SET)
    os.set_inheritable(channel, True)
    arguments = [sys.executable, "-I", "-S", os.path.abspath(__file__), str(channel), "inside"]
    os.execve(restart["program"] or sys.executable, arguments, restart["variables"])


def _work(channel: int, job: Mapping[str, Any]) -> NoReturn:
    try:
        _set_variables(job["variables"])
        _let_go_of_input()
        os.chdir(job["working_folder"])
        _act(channel, job)
        ctypes.CDLL(None).fflush(None)
        _tell(channel, {"event": "done"})
    except LoaderError as refusal:
        _tell(channel, {"event": "refused", "error": str(refusal)})
    except MemoryError:
        _tell(channel, {"event": "refused", "error": "the loader leaves no memory to ask it with"})
    except Exception as error:  # the boundary of the process: whatever it is, the parent has to hear it
        _tell(channel, {"event": "probe", "error": f"{type(error).__name__}: {error}"})
    os._exit(0)


def _act(channel: int, job: Mapping[str, Any]) -> None:
    if job["restart"] and job["restart"]["elevated"] and not ctypes.CDLL(None).getauxval(_SECURE):
        raise PermissionError("the kernel did not see the start as privileged")
    if job["loader"] is None:
        return
    _tell(channel, {"event": "begin", "what": "dlopen"})
    loader = calls.Loader(job["loader"])
    _tell(channel, {"event": "open", "path": loader.path})
    application = steps.Application(loader, job["application"])
    layers: list[str] = []
    for action, *details in job["actions"]:
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
    ctypes.CDLL(None).clearenv()
    for name, value in variables.items():
        os.environ[name] = value


def _let_go_of_input() -> None:
    empty = os.open("/dev/null", os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)


def _no_core_dump() -> None:
    # 1 byte, not 0: a limit of 1 also keeps the kernel from piping the dump to a program.
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (1, 1))
    except ValueError:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _tell(channel: int, event: Mapping[str, object]) -> None:
    """Write an event on a line of its own, whatever the loader left unfinished on the descriptor."""
    data = b"\n" + json.dumps(event).encode("ascii") + b"\n"
    try:
        while data:
            data = data[os.write(channel, data) :]
    except OSError:
        os._exit(LOST)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
