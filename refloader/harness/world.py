"""Lays a scenario out so that a foreign loader sees it at its virtual paths. Never opens a loader.

With namespaces (ROOT, USER) the child gets a root folder of its own; without (VARIABLES) the paths are
rewritten, and what cannot be shown that way is answered with NotCovered.
"""

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from refloader.harness import child, redirect
from refloader.harness.namespace import LOADER, SELF
from refloader.harness.scenario import WORKING_FOLDER, Action, Application, Library, Scenario
from refloader.model.text import quote
from refloader.native.mocks import mock_library

PLACES = (
    "/etc/vulkan",
    "/etc/xdg/vulkan",
    "/usr/share/vulkan",
    "/usr/local/share/vulkan",
    "/usr/local/etc/vulkan",
    "/home/user",
    "/world",
)
"""Folders that hold what the scenario says and nothing else."""

_MACHINERY = ("/proc", "/sys", "/dev", SELF, LOADER)
_MOCKS = {
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


class Way(StrEnum):
    """How a world is shown to a loader."""

    ROOT = "mount namespace"
    USER = "user namespace"
    VARIABLES = "redirected variables"


@dataclass(frozen=True, slots=True)
class NotCovered:
    """The scenario cannot be shown to a loader on this machine."""

    reason: str


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The best way that works on this machine, and why the better ones do not."""

    way: Way
    refused: Mapping[Way, str]


@dataclass(frozen=True, slots=True)
class Layout:
    """A scenario on disk. ``points`` and ``covers`` are what ``namespace.enter`` wants; ``trace`` is the real
    path of the mocks' trace file, ``listings`` the names in each folder with several, in readdir order.
    """

    way: Way
    temporary: str
    points: Mapping[str, str]
    covers: Mapping[str, str]
    variables: Mapping[str, str]
    working_folder: str
    application: Application
    elevated: bool
    trace: str
    listings: Mapping[str, tuple[str, ...]]

    def job(self, loader: str | None, actions: Sequence[Action]) -> dict[str, object]:
        """What the probe wants to know. Without a loader it enters the world and leaves again."""
        application = self.application
        shown, folder = self._loader(loader)
        return {
            "namespaces": self.way is not Way.VARIABLES,
            "as_user": self.way is Way.USER,
            "temporary": self.temporary,
            "points": dict(self.points),
            "covers": dict(self.covers),
            "loader": shown,
            "loader_folder": folder,
            "variables": dict(self.variables),
            "working_folder": self.working_folder,
            "trace": self.trace if self.way is Way.VARIABLES else f"{SELF}/trace",
            "restart": self._restart(),
            "actions": self._actions(actions),
            "application": {
                "version": application.packed_version,
                "layers": list(application.layers),
                "extensions": list(application.extensions),
                "flags": application.flags,
            },
        }

    def _actions(self, actions: Sequence[Action]) -> object:
        """The application's steps with each virtual path in them as the child sees it."""
        if self.way is not Way.VARIABLES:
            return [list(action) for action in actions]
        there = redirect.Redirection(os.path.join(self.temporary, "tree"), PLACES)
        return json.loads(there.text(json.dumps(actions)))

    def _loader(self, path: str | None) -> tuple[str | None, str]:
        """Where the child finds the loader, and the folder to show it when the world hides the real one."""
        if path is None or "/" not in path:
            return path, ""
        real = os.path.realpath(path)
        if not (redirect.is_under(path, self.points) or redirect.is_under(real, self.points)):
            return path, ""
        folder, name = os.path.split(real)
        return f"{LOADER}/{name}", folder

    def _restart(self) -> dict[str, object] | None:
        own = self.variables.get("LD_LIBRARY_PATH", "") if self.way is not Way.VARIABLES else ""
        if not (self.elevated or self.covers or own):
            return None
        needed = child.interpreter_variables().get("LD_LIBRARY_PATH", "")
        path = ":".join(part for part in (own, needed) if part)
        return {
            "elevated": self.elevated,
            "program": self.application.executable,
            "variables": {"LD_LIBRARY_PATH": path} if path else {},
        }


def lay_out(scenario: Scenario, temporary: str, way: Way) -> Layout | NotCovered:
    """Write the scenario into an empty folder of its own."""
    reason = _refusal(scenario, temporary, way)
    if reason:
        return NotCovered(reason)
    tree = os.path.join(temporary, "tree")
    try:
        if way is Way.VARIABLES:
            return _redirected(scenario, temporary, tree)
        return _mounted(scenario, temporary, tree, way)
    except OSError as error:
        return NotCovered(f"the scenario cannot be written: {error.strerror}")


@cache
def capabilities() -> Capabilities:
    """Try the ways, best first. The answer holds for the life of the process."""
    refused: dict[Way, str] = {}
    for way in (Way.ROOT, Way.USER):
        reason = why_not(way)
        if not reason:
            return Capabilities(way, refused)
        refused[way] = reason
    return Capabilities(Way.VARIABLES, refused)


@cache
def why_not(way: Way) -> str:
    """Why this way does not work on this machine, or an empty string. Tries it once per process."""
    if way is Way.VARIABLES:
        return ""
    if way is Way.ROOT and os.geteuid() != 0:
        return "only root can make a mount namespace by itself"
    with tempfile.TemporaryDirectory(prefix="refloader-", ignore_cleanup_errors=True) as temporary:
        layout = lay_out(Scenario(), temporary, way)
        if isinstance(layout, NotCovered):
            return layout.reason
        said = child.run(layout.job(None, ()), temporary, 10.0)
    events = {event["event"]: event for event in said.events}
    if "done" in events:
        return ""
    return str(events.get("world", {}).get("error", "the child did not answer"))


def _refusal(scenario: Scenario, temporary: str, way: Way) -> str:
    if way is Way.VARIABLES:
        reason = redirect.refusal(scenario, PLACES)
        if reason:
            return reason
    if scenario.elevated and (way is not Way.ROOT or os.geteuid() != 0):
        return "an application with privilege needs a harness that runs as root"
    for path in scenario.paths:
        if redirect.is_under(path, _MACHINERY):
            return f"{quote(path)} is where the machine keeps its own"
    for library in scenario.libraries.values():
        if mock_library(_MOCKS[library.mock]) is None:
            return f"the library {_MOCKS[library.mock]} is not built"
    if scenario.libraries and os.statvfs(temporary).f_flag & os.ST_NOEXEC:
        return "the temporary folder is on a file system that runs no programs; set TMPDIR"
    return ""


def _mounted(scenario: Scenario, temporary: str, tree: str, way: Way) -> Layout | NotCovered:
    program = scenario.application.executable
    points = {path: tree + path for path in (*PLACES, *_other_points(scenario.paths))}
    restarted = scenario.elevated or program or "LD_LIBRARY_PATH" in scenario.variables
    if restarted and any(redirect.is_under(path, points) for path in _interpreter()):
        return NotCovered("the scenario hides the interpreter, which it has to start again")
    _write(tree, {program: b""} if program else {})
    _write(tree, scenario.files)
    _write_libraries(tree, scenario.libraries, f"{SELF}/trace")
    _write_links(tree, scenario.links)
    return Layout(
        way=way,
        temporary=temporary,
        points=points,
        covers={program: sys.executable} if program else {},
        variables=scenario.variables,
        working_folder=WORKING_FOLDER,
        application=scenario.application,
        elevated=scenario.elevated,
        trace=os.path.join(temporary, "trace"),
        listings=dict(_listings(tree, points)),
    )


def _redirected(scenario: Scenario, temporary: str, tree: str) -> Layout:
    there = redirect.Redirection(tree, PLACES)
    trace = os.path.join(temporary, "trace")
    _write(tree, {path: there.data(content) for path, content in scenario.files.items()})
    _write_libraries(tree, scenario.libraries, trace)
    _write_links(tree, {path: there.text(target) for path, target in scenario.links.items()})
    return Layout(
        way=Way.VARIABLES,
        temporary=temporary,
        points={},
        covers={},
        variables=there.variables(scenario.variables),
        working_folder=tree + WORKING_FOLDER,
        application=scenario.application,
        elevated=False,
        trace=trace,
        listings=dict(_listings(tree, PLACES)),
    )


def _other_points(paths: Sequence[str]) -> Iterator[str]:
    """For each path outside the places, the topmost part of it that the machine does not have."""
    for path in dict.fromkeys(paths):
        if redirect.is_under(path, PLACES):
            continue
        parts = path[1:].split("/")
        prefixes = ("/" + "/".join(parts[:count]) for count in range(1, len(parts) + 1))
        yield next((prefix for prefix in prefixes if _is_free(prefix)), path)


def _is_free(prefix: str) -> bool:
    """Whether the world can have the whole of this path for itself."""
    return not os.path.lexists(prefix) and not any(redirect.is_under(place, [prefix]) for place in PLACES)


def _interpreter() -> tuple[str, ...]:
    return sys.executable, os.path.realpath(sys.executable), sys.base_prefix, os.path.abspath(__file__)


def _write(tree: str, files: Mapping[str, bytes]) -> None:
    for place in PLACES:
        os.makedirs(tree + place, exist_ok=True)
    for path, data in files.items():
        os.makedirs(os.path.dirname(tree + path), exist_ok=True)
        with open(tree + path, "wb") as file:
            file.write(data)


def _write_libraries(tree: str, libraries: Mapping[str, Library], trace: str) -> None:
    """Copy each mock: two links to one file would share their globals once opened."""
    for path, library in libraries.items():
        source = mock_library(_MOCKS[library.mock])
        assert source is not None, "refused before"
        os.makedirs(os.path.dirname(tree + path), exist_ok=True)
        shutil.copyfile(source, tree + path)
        lines = [f"{name}={value}\n" for name, value in {**library.flags, "trace": trace}.items()]
        with open(f"{tree}{path}.flags", "wb") as file:
            file.write("".join(lines).encode("utf-8", "surrogateescape"))


def _write_links(tree: str, links: Mapping[str, str]) -> None:
    for path, target in links.items():
        os.makedirs(os.path.dirname(tree + path), exist_ok=True)
        os.symlink(target, tree + path)


def _listings(tree: str, points: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for point in points:
        for folder, _, _ in os.walk(tree + point):
            names = tuple(os.listdir(folder))
            if len(names) > 1:
                yield folder[len(tree) :], names
