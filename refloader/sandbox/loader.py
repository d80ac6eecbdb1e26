"""A foreign loader under test: runs it in a worker, which may crash, hang or flood, and reads its answers.

Never decides whether an answer is right.
"""

import hashlib
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple

from refloader.host import shell
from refloader.host.machines.real import RealHost
from refloader.host.opening import open_regular, reason_of
from refloader.host.pace import allowed
from refloader.model.magic import Magic, magic_of
from refloader.model.text import brief, visible
from refloader.model.version import unpacked
from refloader.native.agent_target import Agent, agent
from refloader.native.machine_target import chosen_machine
from refloader.sandbox import devices, world
from refloader.sandbox.agent import restarts
from refloader.sandbox.agent.adb import DeviceError
from refloader.sandbox.child import ForkServerError
from refloader.sandbox.layouts import NotCovered, Way
from refloader.sandbox.probe import LOST
from refloader.sandbox.said import WATCHER_ENDED, Said
from refloader.scenario import trace
from refloader.scenario.actions import Action
from refloader.scenario.observation import (
    DEVICE_TYPES,
    OF_A_LAYER,
    Ended,
    Observation,
    SeenDevice,
    SeenExtension,
    SeenLayer,
)
from refloader.scenario.scenario import Scenario

FIRST_WAIT = 10.0
"""Default timeout of a scenario in seconds."""

STARVED = "the machine ran out of memory, and the kernel ended processes"
"""The sentence on a run that nothing can be said of: the kernel may have ended it for others."""

_EMULATED, _REMOTE = 10, 3
"""How many times as long a program may take that an emulator runs, or a device."""

VERSION: tuple[Action, ...] = (("version",),)
"""The actions that query a loader's version."""

_LARGEST = 1 << 30
"""Maximum size in bytes of a file whose digest is computed."""

_CHUNK = 1 << 20

_LONGEST_NAME, _LONGEST_PATH = 256, 4096
_SHARED = (3).to_bytes(2, sys.byteorder)
"""ET_DYN, in the byte order of this process."""

_OTHERS = {(b"\x01\x01", b"\x03\x00"): "i386", (b"\x02\x01", b"\xb7\x00"): "aarch64"}
"""The targets by what the head of a library says: class with byte order, and machine."""

_FILE_VERSION = re.compile(r"\.so\.([0-9]+\.[0-9]+\.[0-9]+)$")


class Identity(NamedTuple):
    """Which build of a loader this is. A part that cannot be determined is empty."""

    version: str
    sha256: str
    path: str


class ForeignLoader:
    """Any ``libvulkan.so``. The dynamic linker looks up a path without a slash."""

    def __init__(self, path: str, *, way: Way | None = None) -> None:
        self.path = os.path.abspath(path) if "/" in path else path
        self._way = way

    def observe(
        self, scenario: Scenario, *, timeout: float = FIRST_WAIT, actions: Sequence[Action] | None = None
    ) -> Observation:
        """Run the scenario in a worker of its own and return what the loader did.

        ``timeout`` is in seconds; ``actions`` replace the scenario's.

        Raises:
            OSError: the machine has no room for a temporary folder or a process.
        """
        way = self._way or world.capabilities().way
        asked = scenario.actions if actions is None else actions
        if other := agent():
            if reason := restarts.refusal(scenario, asked, other.bits):
                return Observation("not covered", reason)
            scenario = restarts.on_machine(scenario, other)
            if other.serial:
                return self._on_device(other, scenario, asked, allowed(timeout) * _REMOTE)
        timeout = allowed(timeout) * (_EMULATED if other and other.emulator else 1)
        try:
            said = world.show(scenario, way, self.path, asked, timeout)
        except ForkServerError as refusal:
            return Observation("error", str(refusal))
        if isinstance(said, NotCovered):
            return Observation("not covered", said.reason)
        return observed(said, timeout)

    def _on_device(
        self, machine: Agent, scenario: Scenario, actions: Sequence[Action], timeout: float
    ) -> Observation:
        layout = world.lay_out(scenario, Way.VARIABLES, devices.folder_of(machine))
        if isinstance(layout, NotCovered):
            return Observation("not covered", layout.reason)
        try:
            said = devices.show(machine, layout, self.path, actions, timeout)
        except DeviceError as refusal:
            return Observation("error", str(refusal))
        return observed(said, timeout)


def identify(path: str, seen: Observation | None = None) -> Identity:
    """Return the version a loader reports, or else the one in its file's name, with its digest and real path.

    ``seen`` is the observation that VERSION gave, if there is one already.
    """
    seen = seen or ForeignLoader(path).observe(Scenario(), actions=VERSION)
    real = RealHost().real_path(path if "/" in path else seen.loader or path)
    in_name = _FILE_VERSION.search(real)
    claimed = seen.version if "version" in seen.results else None
    version = claimed or (in_name[1] if in_name else None) or seen.version or ""
    return Identity(version, identify_file(real), real)


def why_no_library(path: str) -> str:
    """Return why this process cannot load the file as a library, or an empty string. Never blocks on a pipe."""
    other = agent()
    own = _head(other.program if other else "/proc/self/exe")
    try:
        head = _head(path)
    except (OSError, ValueError) as error:
        return reason_of(error) or "it cannot be read"
    if (magic := magic_of(head)) in (Magic.PE, Magic.MACHO):
        run = "; a loader of Windows runs under Wine with --target wine" if magic is Magic.PE else ""
        return (
            f"it is {magic}, which can be judged by its file alone: refloader lint {shell.line([path])}{run}"
        )
    if head[:4] != own[:4]:
        return _SCRIPT if head.startswith(_SCRIPTS) else "it is not an ELF file"
    if (head[4:6], head[18:20]) != (own[4:6], own[18:20]):
        return f"it is for another kind of processor or word size{_target_of(head)}"
    return "" if head[16:18] == _SHARED else "it is an ELF file, but not a shared library"


_SCRIPT = "it is a script for the linker of a compiler: name the library that it stands for"
_SCRIPTS = (b"/* GNU ld script", b"INPUT", b"GROUP", b"OUTPUT_FORMAT")
"""How such a script begins, which packages for developers install under the name of a library."""


def lacks_something(path: str, detail: str) -> bool:
    """Return whether the linker refused a library, with these words, for something that it needs and is not here."""
    missing = _NOT_FOUND.match(detail)
    name = missing["name"] if missing else None
    return _NO_VERSION.search(detail) is not None or (name is not None and name != path)


_NOT_FOUND = re.compile(r"(?P<name>[^:]+): cannot open shared object file: ")
_NO_VERSION = re.compile(r": version `[^']+' not found \(required by ")
"""The words of glibc's linker, of a file and of a version of symbols."""


def _target_of(head: bytes) -> str:
    """Return which target judges the library with this head, as the end of a sentence; empty if none does."""
    if agent():
        return f", and --target {chosen_machine()} runs others"
    name = _OTHERS.get((head[4:6], head[18:20]))
    return f", which is judged with --target {name}" if name else ""


def _head(path: str) -> bytes:
    with _opened(path) as file:
        return file.read(20) or b""  # None from a file of the kernel that would have its reader wait


def system_loader() -> str | None:
    """Return the real path of the machine's own libvulkan.so.1, or None if there is none."""
    seen = ForeignLoader("libvulkan.so.1").observe(Scenario(), actions=())
    return RealHost().real_path(seen.loader) if seen.loader else None


def identify_file(path: str) -> str:
    """Return the file's SHA-256, or "" if it is not a regular file, is too large or cannot be read."""
    digest = hashlib.sha256()
    try:
        with _opened(path) as file:
            left = os.fstat(file.fileno()).st_size
            if left > _LARGEST:
                return ""
            while left and (chunk := file.read(min(left, _CHUNK))):
                digest.update(chunk)
                left -= len(chunk)
    except (OSError, ValueError):
        return ""
    return "" if left else digest.hexdigest()


def _opened(path: str) -> BinaryIO:
    """Open the regular file at a path. Raises OSError for a pipe or a device, which is not opened: it may be named by
    a manifest."""
    return os.fdopen(open_regular(path), "rb")


def observed(said: Said, timeout: float) -> Observation:
    """Return what a loader did, from what its worker reported."""
    try:
        lines, made, by_step = _trace(said.trace, said.events)
        entries = trace.last_creation(made)
        ended, detail = _ending(said, timeout)
        return Observation(
            ended,
            detail,
            **_answers(said.events),
            chain=trace.names(entries, "layer"),
            drivers=trace.names(entries, "driver"),
            entries=entries,
            trace=lines,
            lines=by_step,
            violations=tuple(line for line in lines if " VIOLATION " in line),
            listings=said.listings,
            left=said.left,
            stdout=said.stdout.decode("utf-8", "backslashreplace"),
            stderr=said.stderr.decode("utf-8", "backslashreplace"),
        )
    except (LookupError, TypeError, ValueError, OverflowError, RecursionError) as error:
        # The loader shares the file descriptor with the worker and can write anything to it.
        nonsense = "the loader wrote nonsense to a descriptor that is not its own"
        return Observation("fault", f"{nonsense}: {brief(str(error))}")


def _ending(said: Said, timeout: float) -> tuple[Ended, str]:
    """Return how the worker ended, and one sentence about it."""
    if said.is_starved:
        return "error", STARVED
    if said.lost:
        return "fault", f"the loader {WATCHER_ENDED}"
    last = {event["event"]: event for event in said.events}
    doing = brief(last.get("begin", {}).get("what", "the start"))
    if said.events and said.events[0]["event"] == "world":  # the loader itself wrote any later one
        return "error", brief(said.events[0].get("error"))
    if "probe" in last:
        return "error", brief(last["probe"].get("error"))
    if "refused" in last:
        return "fault", brief(last["refused"].get("error"))
    if "done" in last:
        return "ok", ""
    if said.timed_out:
        return "timeout", f"{said.late(timeout)} during {doing}"
    if "begin" not in last:
        return "error", f"the child ended without an answer: {visible(said.stderr[-200:].decode('latin-1'))}"
    if said.cut:
        return "fault", f"the loader flooded the descriptor for the answers during {doing}"
    if said.status is not None and os.waitstatus_to_exitcode(said.status) != LOST:
        return "crash", f"{cause(said.status)} during {doing}"
    return "fault", f"the loader took the descriptor for the answers away during {doing}"


def cause(status: int) -> str:
    """Return the name of the signal that ended a process, or its exit status, from the status that wait() gave."""
    if not os.WIFSIGNALED(status):
        return f"exit with status {os.waitstatus_to_exitcode(status)}"
    number = os.WTERMSIG(status)
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _answers(events: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields of an observation that come from the loader's own answers."""
    answers: dict[str, Any] = {"results": {}, "extensions": {}, "answers": {}, "lacking": {}}
    for event in events:
        kind = event["event"]
        if event.get("result") is not None:
            name = OF_A_LAYER if kind == "extensions" and event["layer"] else kind
            first = answers["results"].get(name, 0) if name == OF_A_LAYER else 0
            answers["results"][name] = first or _number(event["result"])
        if kind == "open":
            answers["loader"] = _name(event["path"], _LONGEST_PATH)
        elif kind == "version":
            answers["version"] = _version(event["result"], event["value"])
        elif kind == "layers":
            answers["layers"] = tuple(_layer(*row) for row in event["layers"])
        elif kind == "extensions":
            of = _name(event["layer"])
            answers["extensions"][of] = tuple(_extension(*row) for row in event["extensions"])
        elif kind == "instance":
            answers["result"] = _number(event["result"])
        elif kind == "hooks":
            answers["hooks"] = tuple(map(_name, event["names"]))
        elif kind == "devices":
            answers["devices"] = tuple(_device(*row) for row in event["devices"])
        elif kind == "step":
            answers["answers"][str(event["label"])] = event["answer"]
            if event.get("lacking") is not None:
                answers["lacking"][str(event["label"])] = _name(event["lacking"])
            if event["verb"] == "create":
                answers["result"] = _number(event["answer"])
    return answers


def _number(value: object) -> int:
    """Return ``value`` if it is an integer of at most 64 bits. Raises TypeError, ValueError."""
    if not isinstance(value, int):
        raise TypeError(f"{brief(value)} is no number")
    if abs(value) >= 1 << 64:
        raise ValueError("a number is too large")
    return value


def _name(value: object, longest: int = _LONGEST_NAME) -> str:
    """Return ``value`` if it is a string no longer than a Vulkan name or a path. Raises TypeError, ValueError."""
    if not isinstance(value, str):
        raise TypeError(f"{brief(value)} is no name")
    if len(value) > longest:
        raise ValueError("a name is too long")
    return value


def _layer(name: object, version: object, implementation: object, description: object) -> SeenLayer:
    return SeenLayer(_name(name), _number(version), _number(implementation), _name(description))


def _extension(name: object, version: object) -> SeenExtension:
    return SeenExtension(_name(name), _number(version))


def _version(result: int | None, value: int | None) -> str | None:
    """Return the version a loader reports: 1.0 if it lacks the command, None if the command fails."""
    if result is None or value is None:
        return "1.0.0"
    return str(unpacked(_number(value))) if result == 0 else None


def _device(name: object, *numbers: object) -> SeenDevice:
    vendor, device, kind, api, driver = map(_number, numbers)
    word = DEVICE_TYPES[kind] if 0 <= kind < len(DEVICE_TYPES) else str(kind)
    return SeenDevice(_name(name), vendor, device, word, api, driver)


def _trace(
    data: bytes, events: Sequence[Mapping[str, Any]]
) -> tuple[tuple[str, ...], tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    """Return all lines that the mocks wrote, those during the last instance creation, and those of each step.

    Raises:
        LookupError: a step has no label.
        ValueError: the parts of the trace that belong to the steps overlap.
    """
    steps = [event for event in events if event["event"] == "step"]
    if sum(len(_part(data, event)) for event in steps) > 2 * len(data):
        raise ValueError("the steps overlap")
    making = [event for event in events if event["event"] == "instance" or event.get("verb") == "create"]
    made = _lines(_part(data, making[-1])) if making else _lines(data)
    return _lines(data), made, {str(event["label"]): _lines(_part(data, event)) for event in steps}


def _part(data: bytes, event: Mapping[str, Any]) -> bytes:
    """Return the part of the trace that was written during an action."""
    match event.get("trace"):
        case [int(start), int(end)]:
            return data[start:end]
    return data


def _lines(data: bytes) -> tuple[str, ...]:
    return tuple(data.decode("utf-8", "surrogateescape").split("\n")[:-1])
