"""Has a program of ours run in a world of its own, with third-party libraries inside it. Never reads its answers.

It sees the machine read-only, has no network where that can be had, and one folder to write to. Where the machine
refuses namespaces it is a plain child with the harness's own rights, and that is said.
"""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from refloader.harness.worker import child, redirect, world
from refloader.harness.worker.child import Kind, Said, Station, StationError
from refloader.harness.worker.devices import gpu_nodes
from refloader.harness.worker.limits import ORDINARY
from refloader.harness.worker.namespace import SELF
from refloader.harness.worker.world import PLACES, NotCovered, Way

TRACE, RECORDING, HOME = f"{SELF}/trace", f"{SELF}/recording", f"{SELF}/home"
"""Where a program and its libraries can write. HOME is an empty folder and the program's working folder."""

Devices = Literal["untouched", "shown", "hidden"]
"""The machine's GPUs where no driver is what is run: their nodes are left as they are. Where one is, they can be
opened as by the harness's user, or are not there at all."""


@dataclass(frozen=True, slots=True)
class Program:
    """What is run. Each virtual path in the texts leads to what is written there, whatever way it is shown in.

    ``files`` and ``copies`` (files of the machine) lie under PLACES; ``head`` is what the recording begins with,
    empty where there is to be none, and ``capacity`` how many bytes it has.
    """

    path: str
    arguments: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    copies: Mapping[str, str] = field(default_factory=dict)
    head: bytes = b""
    capacity: int = 0
    devices: Devices = "untouched"


@dataclass(frozen=True, slots=True)
class Ran:
    """What was heard of a program, and what kept it from harming anything, in words."""

    said: Said
    isolation: tuple[str, ...]


def run(program: Program, timeout: float, way: Way | None = None, *, still: float = 0.0) -> Ran | NotCovered:
    """Run a program to its end, or for ``timeout`` seconds; ``way`` is the best there is unless given.

    It is ended before that when it has done nothing for ``still`` seconds; 0 leaves it all its time.

    Raises:
        StationError: the machine refuses this way.
        OSError: no process can be started.
    """
    way = way or world.capabilities().way
    kind = _kind(way, program.devices)
    if kind.hidden and not kind.namespaces:
        return NotCovered(f"{', '.join(kind.hidden)} cannot be hidden from a program: that needs namespaces")
    with child.station(kind) as station:
        reason = _refusal(program, way, station)
        if reason:
            return NotCovered(reason)
        sources = {_key(path): path for path in program.copies.values()}
        job = {**_job(program, way, station.temporary), "still": still}
        said = station.run(job, sources, timeout)
        isolation = (*_isolation(way, station), *_devices(kind, station.closed))
    return NotCovered(f"the run cannot be laid out: {said.problem}") if said.problem else Ran(said, isolation)


def is_hidden(path: str) -> bool:
    """Whether the world has something else at this path of the machine, so that a copy is needed."""
    return redirect.is_under(path, PLACES) or redirect.is_under(os.path.realpath(path), PLACES)


def _kind(way: Way, devices: Devices = "untouched") -> Kind:
    nodes = gpu_nodes() if devices != "untouched" else ()
    return Kind(
        way is not Way.VARIABLES,
        way is Way.USER,
        PLACES,
        become=ORDINARY if way is Way.ROOT else None,
        network=bool(_no_isolated_network(way)),
        drivers=devices != "untouched",
        shown=nodes if devices == "shown" else (),
        hidden=nodes if devices == "hidden" else (),
    )


@cache
def _no_isolated_network(way: Way) -> str:
    """Why a program cannot be kept from the network in this way, or an empty string. Tries it once per process."""
    if way is Way.VARIABLES:
        return "that needs namespaces"
    become = ORDINARY if way is Way.ROOT else None
    try:
        with child.station(Kind(True, way is Way.USER, PLACES, become, network=False)):
            return ""
    except StationError as refusal:
        return str(refusal)


def _refusal(program: Program, way: Way, station: Station) -> str:
    for path in (program.path, *program.copies.values()):
        if not os.path.isfile(path):
            return f"{path} is not there"
    if way is Way.VARIABLES and program.copies and os.statvfs(station.temporary).f_flag & os.ST_NOEXEC:
        return "the temporary folder is on a file system that runs no programs; set TMPDIR"
    return ""


def _job(program: Program, way: Way, folder: str) -> dict[str, Any]:
    there = _Paths(folder if way is Way.VARIABLES else "")
    return {
        "points": (),
        "files": {path: there.data(content) for path, content in program.files.items()},
        "libraries": [(path, _key(source), None) for path, source in program.copies.items()],
        "links": {},
        "program": [program.path, *map(there.text, program.arguments)],
        "variables": there.variables(program.variables),
        "working_folder": there.text(HOME),
        "recording": program.head,
        "capacity": program.capacity,
    }


class _Paths:
    """Rewrites virtual paths where the station has no root of its own; ``folder`` is empty where it has."""

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
    """A name for what is in a file of the machine now."""
    status = os.stat(path)
    return f"{os.path.basename(path)}-{status.st_ino}-{status.st_mtime_ns}-{status.st_size}"


def isolation() -> tuple[str, ...]:
    """What keeps programs from harming anything on this machine, in words, before any is run."""
    way = world.capabilities().way
    try:
        with child.station(_kind(way)) as station:
            return tuple(_isolation(way, station))
    except (OSError, StationError) as refusal:
        return (f"none is to be had: {refusal}",)


def _isolation(way: Way, station: Station) -> Iterator[str]:
    """What held, most telling first."""
    if way is Way.VARIABLES:
        yield "none: a plain child process with the rights of its user"
        yield from _reasons(world.capabilities().refused)
        return
    user = "own user namespace, " if way is Way.USER else ""
    yield f"{user}mount namespace, {'read-only' if station.read_only else 'not read-only: the kernel is too old'}"
    yield "process namespace"
    refusal = _no_isolated_network(way)
    yield f"the machine's network: {refusal}" if refusal else "no network"
    who = f"user {ORDINARY}" if way is Way.ROOT else "the harness's user"
    yield f"{who}, no capabilities but to read any file"


def _devices(kind: Kind, closed: Collection[str]) -> Iterator[str]:
    """What became of the machine's GPUs, where the program was to have them or not."""
    opened = [node for node in kind.shown if node not in closed]
    if opened:
        yield f"can use {', '.join(opened)}"
    if closed:
        yield f"cannot use {', '.join(closed)}: they are root's, and no nodes can be made in their place"
    if kind.hidden:
        yield f"no {', '.join(kind.hidden)}"


def _reasons(refused: Mapping[Way, str]) -> Sequence[str]:
    return [f"{way.value} refused: {reason}" for way, reason in refused.items()]
