"""A scenario's files, libraries and variables as a worker gets them, in each way of isolating it. Tries nothing.

With namespaces (ROOT, USER) the worker has a root folder of its own. Without them (VARIABLES) the paths are
rewritten.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from refloader.host.machines.root import RootHost
from refloader.host.port import Kind as FileKind
from refloader.native.agent_target import agent
from refloader.native.mocks import mock_library
from refloader.native.root_target import chosen_root
from refloader.sandbox import child, redirect
from refloader.sandbox.agent import restarts
from refloader.sandbox.isolation.namespace import LOADER, SELF
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
    "driver_both": "mock_icd_both",
}
"""The names of the built libraries."""


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


def mounted(scenario: Scenario, way: Way) -> Layout | NotCovered:
    """Return the layout in namespaces, where files have their virtual paths."""
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


def redirected(scenario: Scenario, folder: str) -> Layout:
    """Return the layout without namespaces, with the files below a temporary folder."""
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
        links={path: there.link(path, target) for path, target in scenario.links.items()},
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
