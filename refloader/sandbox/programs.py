"""Runs one of the harness's own programs, with third-party libraries in it, in isolation. Never reads its answers.

The program can read only what its libraries need, has no network, and can write to one folder. Where the machine does
not allow namespaces, it runs as a child process of another user or, failing that, of the harness's user. The result
states which isolation was in effect.
"""

import os
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from refloader.host.machines.real import RealHost
from refloader.host.privacy import is_everybodys
from refloader.native.root_target import chosen_root
from refloader.sandbox import child, redirect, world
from refloader.sandbox.child import ForkServer, ForkServerError, Kind
from refloader.sandbox.isolation.box import words
from refloader.sandbox.isolation.device_nodes import gpu_nodes
from refloader.sandbox.isolation.limits import is_root
from refloader.sandbox.isolation.namespace import LARGEST_COPY, SELF
from refloader.sandbox.layouts import PLACES, NotCovered, Way
from refloader.sandbox.root_view import SYSTEM
from refloader.sandbox.said import Said
from refloader.sandbox.view import everybodys, named, view

TRACE, RECORDING, HOME = f"{SELF}/trace", f"{SELF}/recording", f"{SELF}/home"
"""Where a program and its libraries can write. HOME is the working folder, empty at the start."""

_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)
"""Seconds to wait before each further attempt while other runs use up the user's limit of processes."""

_AT_ONCE = 1.0
"""Seconds within which a failure to start a program is reported."""

Devices = Literal["untouched", "shown", "hidden"]
"""Access to the machine's GPUs. "untouched": no driver is run, and GPUs are inaccessible like everything not needed.
"shown" and "hidden": drivers are run, and can open the GPUs as the harness's user can, or do not find them."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program to run. Virtual paths in its texts lead to the files written there, with and without namespaces.

    ``files`` (content) and ``copies`` (files of the machine) are written below PLACES. ``head`` is the initial
    content of the recording, empty for none, and ``capacity`` its size in bytes. ``libraries`` are libraries of the
    machine that the program opens at their real paths. ``folders`` are those in which the user makes the linker
    search; they are not taken from ``variables``, which a manifest may set. ``display`` is the socket of an X server
    that the program can reach. ``subjects`` are the libraries under test among those that it opens.
    """

    path: str
    arguments: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    copies: Mapping[str, str] = field(default_factory=dict)
    head: bytes = b""
    capacity: int = 0
    devices: Devices = "untouched"
    libraries: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    display: str = ""
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a program, and the isolation that was in effect, as text."""

    said: Said
    isolation: tuple[str, ...]


def run(program: Program, timeout: float, way: Way | None = None, *, still: float = 0.0) -> Ran | NotCovered:
    """Run a program to its end, or for ``timeout`` seconds; ``way`` defaults to the best that works here.

    A program that does nothing for ``still`` seconds is ended before that; 0 turns hang detection off.

    Raises:
        StationError: the machine does not allow this way.
        OSError: no process can be started.
    """
    way = way or world.capabilities().way
    if way is Way.VARIABLES and program.display:
        return NotCovered("a program without a network of its own gets no display: that needs namespaces")
    if way is Way.VARIABLES and program.devices == "hidden" and gpu_nodes():
        return NotCovered(f"{', '.join(gpu_nodes())} cannot be hidden from a program: that needs namespaces")
    kind = _kind(way, program)
    with child.borrowed_fork_server(kind) as server:
        reason = _refusal(program, way, server)
        if reason:
            return NotCovered(reason)
        sources = {_key(path): path for path in program.copies.values()}
        job = {**_job(program, way, server.temporary), "still": still}
        started = time.monotonic()
        said = server.run(job, sources, timeout)
        for pause in _PAUSES:
            # A program that did start can report the same; it must not get its whole timeout again each time.
            if not _is_crowded(said) or not server.is_open or time.monotonic() - started > _AT_ONCE:
                break
            time.sleep(pause)
            started = time.monotonic()
            said = server.run(job, sources, timeout)
        isolation = (*_isolation(way, server, kind), *_devices(kind, server.closed))
    return NotCovered(f"the run cannot be laid out: {said.problem}") if said.problem else Ran(said, isolation)


def _is_crowded(said: Said) -> bool:
    """True if the program did not start because other runs used up its user's limit of processes."""
    return any(event["event"] == "world" and "crowded" in event for event in said.events)


def is_hidden(path: str, way: Way | None = None) -> bool:
    """True if a program cannot reach this path of the machine, so that it needs a copy."""
    way = way or world.capabilities().way
    if way is Way.VARIABLES and world.becomes(way) is not None and not is_everybodys(path):
        return True
    return redirect.is_under(path, PLACES) or redirect.is_under(RealHost().real_path(path), PLACES)


def _kind(way: Way, program: Program) -> Kind:
    """Return the configuration of the fork server for a program. Raises StationError."""
    if way is Way.VARIABLES and (reason := world.why_not(way)):
        raise ForkServerError(reason)
    nodes = gpu_nodes() if program.devices == "shown" else ()
    folders = filter(os.path.isdir, program.folders)
    others = filter(None, (program.path, program.display, *folders, *nodes))
    return Kind(
        way is not Way.VARIABLES,
        way is Way.USER,
        PLACES,
        world.becomes(way),
        view(program.libraries, others),
        drivers=program.devices != "untouched",
        shown=nodes,
        local=bool(program.display),
        subjects=program.subjects,
    )


def _refusal(program: Program, way: Way, server: ForkServer) -> str:
    for path in (program.copies.get(program.path, program.path), *program.copies.values()):
        if not os.path.isfile(path):
            return f"{path} is not there"
        if os.path.getsize(path) > LARGEST_COPY and path in program.copies.values():
            return f"{path} is too large to be copied"
    if way is Way.VARIABLES and program.copies and os.statvfs(server.temporary).f_flag & os.ST_NOEXEC:
        return "the temporary folder is on a file system that runs no programs; set TMPDIR"
    return ""


def _job(program: Program, way: Way, folder: str) -> dict[str, Any]:
    there = _Paths(folder if way is Way.VARIABLES else "")
    return {
        "points": (),
        "files": {path: there.data(content) for path, content in program.files.items()},
        "libraries": [(path, _key(source), None) for path, source in program.copies.items()],
        "links": {},
        "program": [*map(there.text, (program.path, *program.arguments))],
        "variables": there.variables(program.variables),
        "working_folder": there.text(HOME),
        "recording": program.head,
        "capacity": program.capacity,
    }


class _Paths:
    """Rewrites virtual paths if the fork server has no root of its own; otherwise ``folder`` is empty."""

    def __init__(self, folder: str) -> None:
        self._own = f"{folder}/own/" if folder else ""
        self._places = redirect.Redirection(f"{folder}/tree", PLACES)

    def data(self, content: bytes) -> bytes:
        if not self._own:
            return content
        return self._places.data(content).replace(f"{SELF}/".encode(), self._own.encode())

    def text(self, value: str) -> str:
        return self.data(value.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")

    def variables(self, given: Mapping[str, str]) -> dict[str, str]:
        if not self._own:
            return dict(given)
        return {name: self.text(value) for name, value in self._places.variables(given).items()}


def _key(path: str) -> str:
    """Return a key that identifies the present content of a file of the machine."""
    status = os.stat(path)
    return f"{os.path.basename(path)}-{status.st_ino}-{status.st_mtime_ns}-{status.st_size}"


def isolation(libraries: Sequence[str] = ()) -> tuple[str, ...]:
    """Return, as text, the isolation that these libraries would run in on this machine. Runs none of them."""
    way = world.capabilities().way
    try:
        kind = _kind(way, Program("", libraries=tuple(libraries)))
        if chosen_root():
            kind = world.kind_of(way, *[libraries[0]] * 2)
        with child.borrowed_fork_server(kind) as server:
            return tuple(_isolation(way, server, kind))
    except (OSError, ForkServerError) as refusal:
        return (f"none is to be had: {refusal}",)


def _isolation(way: Way, server: ForkServer, kind: Kind) -> Iterator[str]:
    """Yield the isolation in effect as text, the most important part first."""
    if way is Way.VARIABLES:
        yield "no namespaces: a child process that can see the machine's others and their arguments"
        yield from _reasons(world.capabilities().refused)
    else:
        user = "own user namespace, " if way is Way.USER else ""
        yield f"{user}mount namespace, {'read-only' if server.read_only else 'not read-only: the kernel is too old'}"
        yield f"process namespace{_seen(server)}"
        yield "no network"
    if kind.become is not None:
        yield f"user {kind.become}, no capabilities"
    else:
        yield "root (--unsafe)" if is_root() else "the harness's user, no capabilities"
    yield from words(server.features, namespaces=kind.namespaces)
    if root := chosen_root():
        yield f"sees {', '.join(SYSTEM)} of {root.name}, this machine's /sys, and what refloader's interpreter needs"
        return
    yield f"sees {', '.join(path for path in everybodys() if path.count('/') == 1)}, what linker and interpreter need"
    if further := [path for path in named(kind.view) if path not in kind.shown]:
        yield f"sees by name {', '.join(further)}"


def _seen(server: ForkServer) -> str:
    """What it sees of the machine's processes, where it has no /proc of its own."""
    if not server.sees_others:
        return ""
    reached = (
        "" if server.features["apart"] else ", reaches what those of its user reach as there is no Landlock"
    )
    return (
        f", but sees the machine's processes and their arguments{reached}: no /proc of its own can be mounted"
    )


def _devices(kind: Kind, closed: Collection[str]) -> Iterator[str]:
    """Yield, as text, which of the machine's GPUs the program could open."""
    opened = [node for node in kind.shown if node not in closed]
    if opened:
        yield f"can use {', '.join(opened)}"
    if closed:
        yield f"cannot use {', '.join(closed)}: they are root's, and no nodes can be made in their place"
    if kind.namespaces and kind.drivers and not kind.shown and gpu_nodes():
        yield f"no {', '.join(gpu_nodes())}"


def _reasons(refused: Mapping[Way, str]) -> Sequence[str]:
    return [f"{way.value} refused: {reason}" for way, reason in refused.items()]
