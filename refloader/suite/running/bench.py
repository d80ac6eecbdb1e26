"""Runs layers and drivers: with the scripted application on a loader, or alone in a prober's hands. Never judges.

Each run is a process of its own in a world of its own (``worker.programs``). A library under test is opened where it
lies, but for those in folders that the world hides and for mocks, whose flags have to name the world's trace. Whoever
has kept a run waiting to its end gets less time for the next ones.
"""

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from refloader import engine
from refloader.core.search.environment import visible_environment
from refloader.core.trail import Trail
from refloader.host.machines.real import RealHost
from refloader.host.pace import allowed
from refloader.inspect.libraries.looking import Libraries
from refloader.model.edition import LATEST
from refloader.model.request import Build, Request
from refloader.native.dropin import dropin_library
from refloader.native.installed import folders
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError
from refloader.sandbox import programs
from refloader.sandbox.child import StationError
from refloader.sandbox.devices import gpu_nodes
from refloader.sandbox.programs import HOME, RECORDING, TRACE, Program
from refloader.sandbox.timeouts import Patience
from refloader.sandbox.view import is_sidecar
from refloader.sandbox.world import NotCovered, Way
from refloader.suite.running import manifesting, outcome, recording
from refloader.suite.running.display import display
from refloader.suite.running.session import ABOVE, BELOW, Circumstances, Driver, Probe, Session
from refloader.suite.subjects.driver import DriverSubject
from refloader.suite.subjects.layer import LayerSubject

_CAPACITY, _MORE, _MOST = 16 << 20, 4 << 20, 64 << 20
"""Bytes that a recording can have: for any run, for each layer more, and at most. Only those in use are ever touched.
No run of the suite takes more than 4 MiB; each byte is read into twenty, whoever wrote it.
"""

FULL = 10.0
"""What patience is reckoned in, in seconds; runs get their share of their own time."""

_DOUBTED = 4
"""How much less of its time a run gets when several in a row have not come to their end."""

_STILL, _STILL_SHARE, _STILL_SHARE_OF_GPUS = 1.0, 5, 2
"""Seconds, and the part of a run's time, in which something has to be done; the longer of both. A GPU that has to be
woken up takes seconds, and its driver waits for it."""

SECONDS = "REFLOADER_SECONDS"
"""The variable by which a program knows how long it has, so that what it does again and again ends in time."""

INTERFACE = "REFLOADER_DRIVER_INTERFACE"
"""The variable by which the reference's library is kept to older driver interface versions."""

DECISIONS = "REFLOADER_TRACE"
"""The variable that names the file for the decisions of the reference's library."""

_LAYERS, _DRIVER, _OPENED = "/world/layers", "/world/driver", "/world/opened"
_APPLICATION, _MALLOC = "refloader_application", "libobserved_malloc.so"
_PROBERS = {"layer": ("prober", "refloader_prober"), "driver": ("driver_prober", "refloader_driver_prober")}
_MOCK_DRIVER = {"name": "mock", "whole": "1"}
_NEIGHBOUR = {"intercept": "*", "ask": "early"}
_VARIABLES = {
    "HOME": HOME,
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "TMPDIR": HOME,
    **{f"XDG_{kind}_HOME": HOME for kind in ("CACHE", "CONFIG", "DATA", "STATE")},
    "XDG_RUNTIME_DIR": HOME,
    "MESA_SHADER_CACHE_DISABLE": "true",
    "VK_LAYER_PATH": _LAYERS,
    "VK_LOADER_LAYERS_DISABLE": "~implicit~",
}
"""What every program gets. The machine's own implicit layers would be found where it refuses the program a world."""

_KEPT = "LD_LIBRARY_PATH"
"""What of the harness's own variables reaches the program: where libraries lie that drivers and layers need. A
manifest can give the program another value, and have no folder shown by that."""


class _NotCoveredError(Exception):
    """What a run needs is not on this machine. The text says what."""


def run(circumstances: Circumstances, timeout: float = 20.0, way: Way | None = None) -> Session:
    """Run the scripted application; ``timeout`` is in seconds, ``way`` the best that the machine has unless given.

    ``Session.ended`` is "not covered" where the machine lacks something, and ``detail`` says what.
    """
    libraries = _subjects(circumstances)
    try:
        who = "driver" if libraries and not circumstances.layers else "layer"
        return _session(_application(circumstances, way), circumstances.acts, libraries, timeout, way, who)
    except (_NotCoveredError, LoaderError) as reason:
        return Session("not covered", str(reason))


def _subjects(circumstances: Circumstances) -> tuple[str, ...]:
    """The libraries under test."""
    drivers = (circumstances.driver, *circumstances.beside)
    libraries = tuple(layer.library for layer in circumstances.layers)
    return libraries + tuple(driver.library for driver in drivers if isinstance(driver, DriverSubject))


def probed(what: Probe, way: Way | None = None) -> Session:
    """Have a prober open a library and do one act on it. Nothing is recorded."""
    try:
        world = _World(way)
        opened = world.opened(os.path.abspath(what.library))
        program = world.opened(_built(*_PROBERS[what.of]))
        world.program = Program(program, (opened, what.act, *what.arguments), devices=what.devices)
        return _session(world.made(what.variables), (what.act,), (what.library,), what.seconds, way, what.of)
    except _NotCoveredError as reason:
        return Session("not covered", str(reason))


def probe(
    library: str,
    act: str,
    arguments: Sequence[str] = (),
    timeout: float = 10.0,
    *,
    variables: Sequence[tuple[str, str]] = (),
    way: Way | None = None,
) -> Session:
    """The same for a layer's library; ``arguments`` are the act's own."""
    return probed(Probe(library, act, tuple(arguments), variables=tuple(variables), seconds=timeout), way)


def _session(
    program: Program,
    acts: Sequence[str],
    libraries: tuple[str, ...],
    timeout: float,
    way: Way | None,
    who: str,
) -> Session:
    patience = _patience(libraries)
    known = [patience, *(_patience((each,)) for each in libraries)] if libraries else []
    waited = allowed(timeout * min(map(_share, known), default=1.0))
    variables = {**program.variables, SECONDS: f"{waited:.1f}"}
    program = replace(program, variables=variables, subjects=libraries)
    started = time.monotonic()
    try:
        with patience.measured() as answer:
            ran = programs.run(program, waited, way, still=max(_STILL, waited / _still_share(program)))
            answer.came = isinstance(ran, NotCovered) or not ran.said.timed_out
    except StationError as refusal:
        return Session("error", str(refusal))
    if isinstance(ran, NotCovered):
        return Session("not covered", ran.reason)
    return outcome.session(ran.said, ran.isolation, acts, waited, time.monotonic() - started, who)


def _still_share(program: Program) -> int:
    return _STILL_SHARE_OF_GPUS if program.devices == "shown" and gpu_nodes() else _STILL_SHARE


@cache
def _patience(libraries: tuple[str, ...]) -> Patience:
    """What this process has learnt about how runs over these libraries come to an end."""
    return Patience(FULL)


def is_silent(library: str) -> bool:
    """Whether so many runs over a library in a row did not come to their end that it is doubtful if any will."""
    return _patience((library,)).doubtful


def _share(patience: Patience) -> float:
    """The part of a run's time that it gets."""
    return patience.seconds / FULL / (_DOUBTED if patience.doubtful else 1)


class _World:
    """What a program finds, as it comes together."""

    def __init__(self, way: Way | None) -> None:
        self._way = way
        self.program = Program("")
        self._files: dict[str, bytes] = {}
        self._copies: dict[str, str] = {}
        self._opened: list[str] = []

    def file(self, path: str, content: bytes) -> None:
        self._files[path] = content

    def layer(self, manifest: bytes) -> None:
        """One more layer. Its file has a name of ours: what the layer is called may be no name for a file."""
        self.file(f"{_LAYERS}/{len(self._files)}.json", manifest)

    def mock(self, name: str, path: str, flags: dict[str, str]) -> None:
        """A copy of one of our mocks with its flags."""
        library = mock_library(name)
        if library is None:
            raise _NotCoveredError(f"the library {name} is not built")
        self._copies[path] = library
        self.file(f"{path}.flags", _flags({**flags, "trace": TRACE}))

    def opened(self, library: str) -> str:
        """The path at which the program can open a library of the machine."""
        flags = _flags_beside(library)
        if flags is None and not programs.is_hidden(library, self._way):
            self._opened.append(library)
            return library
        path = f"{_OPENED}/{len(self._copies)}/{os.path.basename(library)}"
        self._copies[path] = library
        if flags is not None:
            self.file(f"{path}.flags", _flags({**flags, "trace": TRACE}))
        return path

    def made(self, variables: Sequence[tuple[str, str]]) -> Program:
        kept = {_KEPT: os.environ[_KEPT]} if _KEPT in os.environ else {}
        given = {**_VARIABLES, **kept, **self.program.variables, **dict(variables)}
        return replace(
            self.program,
            variables=given,
            files=self._files,
            copies=self._copies,
            libraries=tuple(self._opened),
            folders=tuple(filter(None, kept.get(_KEPT, "").split(":"))),
        )


def _application(circumstances: Circumstances, way: Way | None = None) -> Program:
    """The application in the world that the circumstances ask for."""
    world = _World(way)
    for number, driver in enumerate((circumstances.driver, *circumstances.beside)):
        _put_driver(world, f"{_DRIVER}/{number}", driver, dict(circumstances.mock))
    names = list(_put_layers(world, circumstances))
    loader = world.opened(os.path.abspath(circumstances.loader or dropin_library()))
    options = ["--allocator"] if circumstances.allocator else []
    options += ["--api", circumstances.api] if circumstances.api else []
    for name in names:
        options += ["--layer", name]
    watched = circumstances.observed or circumstances.watch_malloc
    preloaded = (
        {"LD_PRELOAD": world.opened(_built("application", _MALLOC))} if circumstances.watch_malloc else {}
    )
    capacity = min(_CAPACITY + _MORE * len(circumstances.layers), _MOST) if watched else 0
    world.program = Program(
        world.opened(_built("application", _APPLICATION)),
        (loader, *options, *circumstances.acts),
        variables={**dict(_own_variables(circumstances)), **preloaded},
        head=recording.empty(capacity) if watched else b"",
        capacity=capacity,
        devices=circumstances.devices,
        display=_socket(_subjects(circumstances)) if circumstances.display else "",
    )
    return world.made(circumstances.variables)


def _socket(libraries: tuple[str, ...]) -> str:
    """Where the X server for these libraries listens."""
    name = display(libraries)
    if not name:
        raise _NotCoveredError("there is no X server to draw to (Debian: xvfb)")
    return f"/tmp/.X11-unix/X{name[1:]}"


def _own_variables(circumstances: Circumstances) -> Iterator[tuple[str, str]]:
    """Those that are set because of what is run. Loaders know the drivers' variable by one name or the other."""
    drivers = ":".join(f"{_DRIVER}/{number}.json" for number in range(1 + len(circumstances.beside)))
    yield "VK_DRIVER_FILES", drivers
    yield "VK_ICD_FILENAMES", drivers
    if circumstances.interface is not None:
        yield INTERFACE, str(circumstances.interface)
    if circumstances.traced:
        yield DECISIONS, TRACE
    for layer in circumstances.layers:
        yield from layer.variables
    if circumstances.observed or circumstances.watch_malloc:
        yield recording.VARIABLE, RECORDING
    if circumstances.display:
        yield "DISPLAY", display(_subjects(circumstances))


def _put_layers(world: _World, circumstances: Circumstances) -> Iterator[str]:
    """Write a manifest for each layer; their names in the order from the application down."""
    if circumstances.neighbours and {ABOVE, BELOW} & {layer.name for layer in circumstances.layers}:
        raise _NotCoveredError("the layer has the name of a neighbour that the run would give it")
    if circumstances.neighbours:
        yield _put_neighbour(world, ABOVE)
    for layer in circumstances.layers:
        yield _put_layer(world, layer)
    if circumstances.neighbours:
        yield _put_neighbour(world, BELOW)


def _put_layer(world: _World, layer: LayerSubject) -> str:
    library = world.opened(layer.library)
    if layer.manifest:
        data = manifesting.explicit(_read(layer.manifest), layer.name, library)
    else:
        data = manifesting.for_library(library, layer.name, dict(layer.functions))
    world.layer(data)
    return layer.name


def _put_neighbour(world: _World, name: str) -> str:
    path = f"{_LAYERS}/lib{name}.so"
    world.mock("mock_layer", path, {"name": name, **_NEIGHBOUR})
    world.layer(manifesting.for_library(path, name))
    return name


def _put_driver(world: _World, folder: str, driver: Driver, flags: dict[str, str]) -> None:
    if driver == "mock":
        path = f"{folder}/libdriver.so"
        world.mock("mock_icd", path, {**_MOCK_DRIVER, **flags})
        world.file(f"{folder}.json", manifesting.for_driver(path))
    elif isinstance(driver, DriverSubject):
        library = world.opened(driver.library)
        version = driver.api_version or manifesting.API
        world.file(f"{folder}.json", manifesting.for_driver(library, version))
    else:
        found = lavapipe()
        if found is None:
            raise _NotCoveredError("no manifest of lavapipe is installed (Debian: mesa-vulkan-drivers)")
        library, api_version = found
        world.file(f"{folder}.json", manifesting.for_driver(world.opened(library), api_version))


@cache
def lavapipe() -> tuple[str, str] | None:
    """The library of Mesa's driver for the processor, as its manifest names it, and its API version."""
    host = RealHost({name: value for name, value in os.environ.items() if not name.startswith("VK_")})
    environment = visible_environment(host.variables(), elevated=False, executable="", edition=LATEST)
    build = Build(word_size=host.word_size())
    found = engine.discover(host, environment, Request(), build, LATEST, Trail())
    for driver in found.drivers:
        library = Libraries(host).find(driver.library_path, driver.manifest) if driver.library_path else None
        if library and os.path.basename(library).startswith("libvulkan_lvp"):
            return os.path.realpath(library), str(driver.api_version or "1.0.0")
    return None


def _built(folder: str, name: str) -> str:
    """A program or library of this installation."""
    candidates = (os.path.join(each, name) for each in folders(folder))
    found = next((path for path in candidates if os.path.isfile(path)), None)
    if found is None:
        raise _NotCoveredError(f"{name} is not built")
    return found


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise _NotCoveredError(f"{path} cannot be read: {error.strerror}") from error


def _flags_beside(library: str) -> dict[str, str] | None:
    """The flags of a library that is one of our mocks: the text beside it."""
    if not is_sidecar(f"{library}.flags"):
        return None
    lines = _read(f"{library}.flags").decode("utf-8", "surrogateescape").splitlines()
    return {name: value for name, _, value in (line.partition("=") for line in lines if line)}


def _flags(flags: dict[str, str]) -> bytes:
    return "".join(f"{name}={value}\n" for name, value in flags.items()).encode("utf-8", "surrogateescape")
