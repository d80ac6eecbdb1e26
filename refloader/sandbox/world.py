"""Lays a scenario out so that a foreign loader finds its files at their virtual paths. Never opens a loader.

With namespaces (ROOT, USER) the worker has a root folder of its own. Without them (VARIABLES) the paths are
rewritten, and the result for a scenario that cannot be shown that way is NotCovered.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from refloader.host.machines.real import RealHost
from refloader.host.machines.root import RootHost
from refloader.host.port import Kind as FileKind
from refloader.host.privacy import is_everybodys
from refloader.model.system import System
from refloader.model.text import quote
from refloader.native.agent_target import agent
from refloader.native.mocks import NOT_BUILT, mock_library
from refloader.native.root_target import chosen_root
from refloader.sandbox import child, redirect, trials
from refloader.sandbox.agent import restarts
from refloader.sandbox.child import Kind
from refloader.sandbox.isolation.limits import ORDINARY, is_root
from refloader.sandbox.isolation.namespace import LARGEST_COPY, LOADER, PROGRAMS, SELF, TREE
from refloader.sandbox.root_view import kind_of_root
from refloader.sandbox.said import Said
from refloader.sandbox.view import view, with_neighbours
from refloader.scenario.actions import Action
from refloader.scenario.scenario import WORKING_FOLDER, Application, Mock, Privilege, Scenario

PLACES = (
    "/etc/vulkan",
    "/etc/xdg/vulkan",
    "/usr/share/vulkan",
    "/usr/local/share/vulkan",
    "/usr/local/etc/vulkan",
    "/home/user",
    "/world",
)
"""Folders that contain only the scenario's files."""

_MACHINERY = ("/proc", "/sys", "/dev", SELF, LOADER, PROGRAMS, TREE)
_OWN_BITS = 64 if sys.maxsize > 1 << 32 else 32
MOCKS = {
    "layer": "mock_layer",
    "layer_v0": "mock_layer_v0",
    "layer_v1": "mock_layer_v1",
    "layer_v2": "mock_layer_v2",
    "layer_renamed": "mock_layer_renamed",
    "layer_early": "mock_layer_early",
    "layer_two": "mock_layer_two",
    "layer_driver": "mock_layer_driver",
    "driver": "mock_icd",
    "driver_v0": "mock_icd_v0",
    "driver_v2": "mock_icd_v2",
    "driver_v6": "mock_icd_v6",
    "driver_v7": "mock_icd_v7",
}
"""The names of the built libraries."""

UNSAFE = "REFLOADER_UNSAFE"
"""The variable that allows libraries to run as root where they cannot run as another user."""


class Way(StrEnum):
    """How a scenario's files are made visible to a loader."""

    ROOT = "mount namespace"
    USER = "user namespace"
    VARIABLES = "redirected variables"


@dataclass(frozen=True, slots=True)
class NotCovered:
    """The scenario cannot be shown to a loader on this machine."""

    reason: str


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The best way that works on this machine, and why the better ones do not work."""

    way: Way
    refused: Mapping[Way, str]


@dataclass(frozen=True, slots=True)
class Layout:
    """A scenario in the form that a fork server writes: content by virtual path.

    ``points`` are the paths at which the loader finds only the scenario's files; ``beyond`` are those of them that
    are not in PLACES. Each of ``libraries`` is a path, the mock's key in ``sources``, and the flags. ``tree`` is the
    folder that the fork server writes to if there is no mount namespace, else empty.
    """

    way: Way
    points: tuple[str, ...]
    beyond: tuple[str, ...]
    files: Mapping[str, bytes]
    libraries: Sequence[tuple[str, str, bytes]]
    sources: Mapping[str, str]
    links: Mapping[str, str]
    variables: Mapping[str, str]
    working_folder: str
    application: Application
    privilege: Privilege
    trace: str
    tree: str = ""

    def job(self, loader: str | None, real: str, actions: Sequence[Action]) -> Mapping[str, Any]:
        """Return the job for a fork server; ``real`` is the loader's real path, empty if only the linker knows it.

        Without a loader, the worker enters its namespaces and exits.
        """
        application = self.application
        own = self.variables.get("LD_LIBRARY_PATH", "") if self.way is not Way.VARIABLES else ""
        job: Mapping[str, Any] = {
            "points": self.points,
            "beyond": self.beyond,
            "files": self.files,
            "libraries": self.libraries,
            "links": self.links,
            "loader": self._loader(loader, real),
            "variables": self.variables,
            "working_folder": self.working_folder,
            "trace": self.trace,
            "restart": restarts.for_interpreter(
                self.privilege, application.executable, own, child.interpreter_variables()
            ),
            "actions": self._actions(actions),
            "application": {
                "version": application.packed_version,
                "layers": application.layers,
                "extensions": application.extensions,
                "flags": application.flags,
            },
        }
        other = agent()
        return restarts.for_agent(job, other, self.privilege, application.executable, own) if other else job

    def _actions(self, actions: Sequence[Action]) -> str:
        """Return the application's steps as JSON, with each virtual path as the worker has it."""
        text = json.dumps(actions)
        return redirect.Redirection(self.tree, PLACES).text(text) if self.tree else text

    def _loader(self, path: str | None, real: str) -> str | None:
        """Return the loader's path in the worker: in LOADER if the scenario hides the real path."""
        if not path or not real or self.way is Way.VARIABLES or not _hides(self.points, path, real):
            return path
        return f"{LOADER}/{os.path.basename(real)}"


def show(
    scenario: Scenario, way: Way, loader: str | None, actions: Sequence[Action], timeout: float
) -> Said | NotCovered:
    """Run a scenario against a loader in a worker of its own; ``timeout`` is in seconds.

    Raises:
        StationError: the machine does not allow this way.
        OSError: no process can be started.
    """
    real = RealHost().real_path(loader) if loader and "/" in loader else ""
    with child.borrowed_fork_server(kind_of(way, loader, real)) as server:
        layout = lay_out(scenario, way, server.temporary)
        if isinstance(layout, NotCovered):
            return layout
        inside = (root.within(real),) * 2 if (root := chosen_root()) else (loader, real)
        job, sources = layout.job(*inside, actions), layout.sources
        if real and way is Way.VARIABLES and becomes(way) is not None and not is_everybodys(real):
            copies = {f"{path}-{os.stat(path).st_mtime_ns}": path for path in with_neighbours(real)}
            if large := [path for path in copies.values() if os.path.getsize(path) > LARGEST_COPY]:
                return NotCovered(f"{quote(large[0])} is too large to be copied")
            rows = [(f"{LOADER}/{os.path.basename(path)}", key, None) for key, path in copies.items()]
            job = {**job, "libraries": (*layout.libraries, *rows), "loader": layout.tree + rows[0][0]}
            sources = {**sources, **copies}
        said = server.run(job, sources, timeout)
    return NotCovered(f"the scenario cannot be written: {said.problem}") if said.problem else said


def lay_out(scenario: Scenario, way: Way, folder: str) -> Layout | NotCovered:
    """Return the scenario's layout; ``folder`` is the fork server's temporary one, used without namespaces only."""
    system = scenario.situation.system
    bits = other.bits if (other := agent()) else _OWN_BITS
    if system is not System.LINUX or scenario.situation.bits != bits:
        here = f"{bits}-bit {System.LINUX}"
        return NotCovered(
            f"the loader runs on {here}, the scenario is on {scenario.situation.bits}-bit {system}"
        )
    reason = _refusal(scenario, folder, way)
    if reason:
        return NotCovered(reason)
    return _redirected(scenario, folder) if way is Way.VARIABLES else _mounted(scenario, way)


@cache
def capabilities() -> Capabilities:
    """Try the ways, best first. The result is cached for the life of the process."""
    refused: dict[Way, str] = {}
    for way in Way:
        reason = why_not(way)
        if not reason:
            return Capabilities(way, refused)
        refused[way] = reason
    return Capabilities(Way.VARIABLES, refused)


@cache
def why_not(way: Way) -> str:
    """Return why this way does not work on this machine, or an empty string. Tries it once per process."""
    if way is Way.VARIABLES:
        return _why_as_root() if becomes(way) is None and is_root() else _plain_trial(becomes(way))
    if way is Way.ROOT and os.geteuid() != 0:
        return "only root can make a mount namespace by itself"
    if way is Way.USER and is_root() and not os.environ.get(UNSAFE):
        return "in a user namespace of its own root stays root"
    return _trial(_mounted(Scenario(), way))


def becomes(way: Way) -> int | None:
    """Return the user that libraries run as in this way, or None for the harness's own."""
    if os.geteuid() != 0 or way is Way.USER or (way is Way.VARIABLES and _why_root_stays()):
        return None
    return ORDINARY


@cache
def _why_root_stays() -> str:
    """Return why root's processes cannot become an ordinary user and still be killed, or an empty string."""
    return _plain_trial(ORDINARY)


def _why_as_root() -> str:
    """Return why libraries are not run as root, or an empty string if the user allows it."""
    if os.environ.get(UNSAFE):
        return ""
    if not trials.is_known(reason := _why_root_stays()):
        return f"whether the library can run as another user than root was {reason}"
    return f"the library would have to run as root ({reason}); --unsafe runs it all the same"


def _plain_trial(become: int | None) -> str:
    """Return why a fork server without namespaces does not start, or an empty string."""
    return trials.why_not(Kind(False, False, PLACES, become, view(())))


@cache
def why_no_privilege(kind: Privilege) -> str:
    """Return why programs cannot get this privilege on this machine, or "". Tries it once per process."""
    return _trial(_mounted(Scenario(privilege=kind), Way.ROOT))


def _trial(layout: Layout | NotCovered) -> str:
    """Return why a worker with this layout does not start, or an empty string."""
    if isinstance(layout, NotCovered):
        return layout.reason
    try:
        kind = kind_of(layout.way, None, "")
    except child.ForkServerError as refusal:
        return str(refusal)
    return trials.why_not(kind, layout.job(None, "", ()), layout.sources)


def kind_of(way: Way, loader: str | None, real: str) -> Kind:
    """Return the configuration of the fork server for this way and this loader. Raises StationError."""
    root = chosen_root()
    if way is Way.VARIABLES and (reason := "a root needs mount namespaces" if root else why_not(way)):
        raise child.ForkServerError(reason)
    if root:
        return kind_of_root(root, real, PLACES, becomes(way), as_user=way is Way.USER)
    return Kind(
        way is not Way.VARIABLES,
        way is Way.USER,
        PLACES,
        becomes(way),
        view((loader,) if loader else ()),
        with_neighbours(real) if real and way is not Way.VARIABLES else (),
        subjects=(real or loader,) if loader else (),
        also_i386=(other := agent()) is not None and other.name == "i386",
    )


def _refusal(scenario: Scenario, folder: str, way: Way) -> str:
    if way is Way.VARIABLES:
        reason = redirect.refusal(scenario, PLACES)
        if reason:
            return reason
        if scenario.libraries and os.statvfs(folder).f_flag & os.ST_NOEXEC:
            return "the temporary folder is on a file system that runs no programs; set TMPDIR"
    if scenario.elevated and (way is not Way.ROOT or os.geteuid() != 0):
        return "an application with privilege needs a harness that runs as root"
    if scenario.elevated and why_no_privilege(scenario.privilege):
        return f"no application has privilege by {scenario.privilege} here: {why_no_privilege(scenario.privilege)}"
    for path in scenario.paths:
        if redirect.is_under(path, _MACHINERY):
            return f"{quote(path)} is where the machine keeps its own"
    for mock in {library.mock: None for library in scenario.libraries.values()}:
        if mock_library(MOCKS[mock]) is None:
            return f"the library {MOCKS[mock]} {NOT_BUILT}"
    return ""


def _mounted(scenario: Scenario, way: Way) -> Layout | NotCovered:
    program = scenario.application.executable
    beyond = tuple(_other_points(scenario.paths))
    points = (*PLACES, *beyond)
    restarted = scenario.elevated or program or "LD_LIBRARY_PATH" in scenario.variables
    if restarted and any(redirect.is_under(path, points) for path in _interpreter()):
        return NotCovered("the scenario hides the interpreter, which it has to start again")
    libraries, sources = _libraries(scenario, f"{SELF}/trace")
    return Layout(
        way=way,
        points=points,
        beyond=beyond,
        files={path: content for path, content in scenario.files.items() if path != program},
        libraries=libraries,
        sources=sources,
        links=scenario.links,
        variables=scenario.variables,
        working_folder=WORKING_FOLDER,
        application=scenario.application,
        privilege=scenario.privilege,
        trace=f"{SELF}/trace",
    )


def _redirected(scenario: Scenario, folder: str) -> Layout:
    tree, trace = f"{folder}/tree", f"{folder}/own/trace"
    there = redirect.Redirection(tree, PLACES)
    libraries, sources = _libraries(scenario, trace)
    return Layout(
        way=Way.VARIABLES,
        points=PLACES,
        beyond=(),
        files={path: there.data(content) for path, content in scenario.files.items()},
        libraries=libraries,
        sources=sources,
        links={path: there.text(target) for path, target in scenario.links.items()},
        variables=there.variables(scenario.variables),
        working_folder=tree + WORKING_FOLDER,
        application=scenario.application,
        privilege="none",
        trace=trace,
        tree=tree,
    )


def _libraries(scenario: Scenario, trace: str) -> tuple[Sequence[tuple[str, str, bytes]], Mapping[str, str]]:
    """Return path, key and flags of each library, and the file of each key. A key changes when its file does."""
    keys = {mock: _key(mock) for mock in {library.mock: None for library in scenario.libraries.values()}}
    rows = []
    for path, library in scenario.libraries.items():
        lines = [f"{name}={value}\n" for name, value in {**library.flags, "trace": trace}.items()]
        rows.append((path, keys[library.mock][0], "".join(lines).encode("utf-8", "surrogateescape")))
    return rows, dict(keys.values())


def _key(mock: Mock) -> tuple[str, str]:
    """Return a key for the present content of a mock's file, and the file's path."""
    source = mock_library(MOCKS[mock])
    assert source is not None, "refused before"
    status = os.stat(source)
    return f"{mock}-{status.st_ino}-{status.st_mtime_ns}-{status.st_size}", source


def _other_points(paths: Sequence[str]) -> Iterator[str]:
    """Yield, for each path outside PLACES, its topmost part that the machine lacks, or the path if it exists."""
    for path in dict.fromkeys(paths):
        if redirect.is_under(path, PLACES):
            continue
        parts = path[1:].split("/")
        prefixes = ("/" + "/".join(parts[:count]) for count in range(1, len(parts) + 1))
        yield next((prefix for prefix in prefixes if _is_free(prefix)), path)


def _is_free(prefix: str) -> bool:
    """True if this path does not exist on the machine and contains none of PLACES."""
    root = chosen_root()
    missing = RootHost(root.path).kind(prefix) is FileKind.MISSING if root else not os.path.lexists(prefix)
    return missing and not any(redirect.is_under(place, [prefix]) for place in PLACES)


def _hides(points: Sequence[str], path: str, real: str) -> bool:
    """True if the scenario's files at these points hide a path of the machine or its real path."""
    return redirect.is_under(path, points) or redirect.is_under(real, points)


def _interpreter() -> tuple[str, ...]:
    return sys.executable, os.path.realpath(sys.executable), sys.base_prefix, os.path.abspath(__file__)
