"""Makes a scenario of the machine: its manifests and variables, with mocks in the place of all libraries.

So a loader can be run on what it would find there, and no layer or driver of the machine runs. Runs nothing itself,
and gives no scenario for what one cannot show as it is.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.engine import decide
from refloader.host.machines.recording import Memory, RecordingHost
from refloader.host.port import Host, Trouble
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.model.age import DOCUMENTED
from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.plan import Plan
from refloader.model.recorded import Names, Refusal
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.text import quote
from refloader.scenario.scenario import Application, Library, Scenario, ScenarioError

_FOLDER = "/world/stand_ins"
_STRING = rb'"(?:[^"\\]|\\.)*"'
_LIBRARY_PATH = re.compile(rb'("library_path"\s*:\s*)(' + _STRING + rb")")
_FUNCTION = re.compile(
    rb'("(vkGetInstanceProcAddr|vkGetDeviceProcAddr|vkNegotiateLoaderLayerInterfaceVersion)"\s*:\s*)'
    + _STRING
)
_PORTABILITY_FLAG = 1
_ABSENT = (Trouble.MISSING, Trouble.NOT_A_FOLDER)


class NoStandInError(Exception):
    """The machine cannot be shown as a scenario. The text says why."""


@dataclass(frozen=True, slots=True)
class StoodIn:
    """The scenario, the plan for the machine, and by the names of the mocks the layers and drivers they stand for."""

    scenario: Scenario
    plan: Plan
    layers: Mapping[str, Layer]
    drivers: Mapping[str, Driver]


def stood_in(
    host: Host, request: Request, edition: Edition, build: Build, libraries: Libraries | None = None
) -> StoodIn:
    """Return the machine as a scenario, for a loader of this edition and age. Raises NoStandInError.

    ``libraries`` are those of the host, if the caller has looked at some.
    """
    if host.platform().system is not System.LINUX:
        raise NoStandInError("only loaders on Linux are run")
    if host.elevated():
        raise NoStandInError("the process has elevated privileges")
    memory = Memory()
    recording = RecordingHost(host, memory)
    documented = decide(recording, request, edition=edition, build=replace(build, age=DOCUMENTED))
    plan = decide(recording, request, edition=edition, build=build)
    if relative := next((each.path for each in plan.places if not each.path.startswith("/")), None):
        raise NoStandInError(f"{quote(relative)} is relative to the working folder")
    for outcome in plan.layers:
        if outcome.layer.pre_instance:
            raise NoStandInError(f"{outcome.layer.name} answers before there is an instance")
    making = _Making(plan, documented, libraries or Libraries(host))
    files = {path: making.rewritten(path, data) for path, data in _files(memory)}
    try:
        scenario = Scenario(
            files=files,
            variables=_variables(host.variables(), memory.names, plan),
            libraries=making.libraries,
            application=Application(
                str(request.api_version or ""),
                request.layers,
                request.extensions,
                _PORTABILITY_FLAG if request.portability else 0,
            ),
        )
    except ScenarioError as error:
        raise NoStandInError(str(error)) from error
    return StoodIn(scenario, plan, making.layers, making.drivers)


def same_plan(one: Plan, other: Plan) -> bool:
    """Return whether two plans have the same active layers, used drivers and result, in whichever order."""
    return one.result is other.result and _used(one) == _used(other)


def _used(plan: Plan) -> tuple[set[tuple[str, str]], set[str]]:
    layers = {(layer.name, layer.manifest) for layer in plan.chain}
    return layers, {outcome.driver.manifest for outcome in plan.drivers if outcome.used}


def _files(memory: Memory) -> Iterator[tuple[str, bytes]]:
    """Yield the files that the decisions have read. Raises NoStandInError for what could not be read."""
    for entry in memory.entries():
        if isinstance(entry.data, bytes):
            yield entry.path, entry.data
        elif isinstance(entry.data, Refusal) and entry.data.trouble not in _ABSENT:
            raise NoStandInError(f"{quote(entry.path)} cannot be read")
        if isinstance(entry.names, Names) and entry.names.truncated:
            raise NoStandInError(f"{quote(entry.path)} has too many files")


def _variables(given: Mapping[str, str], asked: Iterable[str], plan: Plan) -> dict[str, str]:
    """Return the variables that a loader reads. Those of the linker are not needed: each mock has a full path."""
    switches = (each for o in plan.layers for each in (o.layer.enable, o.layer.disable) if each)
    names = LOADER_VARIABLES | SEARCH_VARIABLES | set(asked) | {each.variable for each in switches}
    return {name: given[name] for name in sorted(names) if name in given and not name.startswith("LD_")}


class _Making:
    """The manifests with the paths of mocks, and the mocks."""

    def __init__(self, plan: Plan, documented: Plan, libraries: Libraries) -> None:
        self.libraries: dict[str, Library] = {}
        self.layers: dict[str, Layer] = {}
        self.drivers: dict[str, Driver] = {}
        self._found = libraries
        self._number = 0
        self._entered = {id(outcome.layer) for outcome in plan.layers if outcome.active}
        self._entered |= {id(outcome.driver) for outcome in plan.drivers if outcome.used}
        self._named: dict[str, dict[object, Layer | Driver]] = {}
        """The entries of each manifest by their place in it, also those that only the documents take: a loader may do
        otherwise than its age. A file that is found twice has them twice."""
        for layer in (outcome.layer for each in (plan, documented) for outcome in each.layers):
            self._named.setdefault(layer.manifest, {}).setdefault(layer.keys, layer)
        for driver in (outcome.driver for each in (plan, documented) for outcome in each.drivers):
            self._named.setdefault(driver.manifest, {}).setdefault("driver", driver)

    def rewritten(self, path: str, data: bytes) -> bytes:
        """Return a manifest with the paths of mocks, whose functions have their usual names; else as it is."""
        waiting: dict[str, list[Layer | Driver]] = {}
        for each in reversed(self._named.get(path, {}).values()):
            if each.library_path:
                waiting.setdefault(each.library_path, []).append(each)
        data = _LIBRARY_PATH.sub(self._replacing(waiting), data)
        if any(waiting.values()):
            raise NoStandInError(f"the library_path in {quote(path)} is written in an unusual way")
        return _FUNCTION.sub(rb'\1"\2"', data)

    def _replacing(self, waiting: dict[str, list[Layer | Driver]]) -> Callable[[re.Match[bytes]], bytes]:
        """Return what replaces a path: of those ``waiting`` for one of its text, the last is the first."""

        def replaced(match: re.Match[bytes]) -> bytes:
            try:
                written = json.loads(match[2])
            except ValueError:
                written = None
            if not written:
                return match[0]
            those = waiting.get(written) if isinstance(written, str) else None
            return match[1] + json.dumps(self._path(those.pop() if those else None)).encode("ascii")

        return replaced

    def _path(self, named: Layer | Driver | None) -> str:
        """Return the path of a new mock; that of no file if the library cannot be loaded, or nothing names it."""
        self._number += 1
        path = f"{_FOLDER}/lib{self._number}.so"
        if named is None or not self._can_be_loaded(named):
            return path
        name = f"stand_in_{self._number}"
        if isinstance(named, Layer):
            self.libraries[path] = Library("layer", {"name": name})
            self.layers[name] = named
        else:
            self.libraries[path] = Library("driver", {"name": name})
            self.drivers[name] = named
        return path

    def _can_be_loaded(self, named: Layer | Driver) -> bool:
        """Whether a library can be loaded. Of one that the plan does not load, only whether there is a file."""
        if id(named) in self._entered:
            return not self._found.obstacle(named.library_path, named.manifest)
        return self._found.find(named.library_path, named.manifest, named.library_arch) is not None
