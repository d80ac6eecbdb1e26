"""Runs layers and drivers: with the scripted application on a loader, or alone in a prober. Gives no verdict.

Each run is a process of its own in a world of its own (``sandbox.programs``). The program opens a library under test
at its own path; libraries in folders that the world hides are copied, and so are mocks, whose flags have to name the
world's trace. After a timeout, the next runs of the same libraries get less time.
"""

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from refloader import engine
from refloader.core.search.environment import visible_environment
from refloader.core.trail import Trail
from refloader.host.builds import build_of
from refloader.host.machines.real import RealHost
from refloader.host.opening import OPEN_FLAGS
from refloader.host.pace import allowed
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.model.edition import LATEST
from refloader.model.request import Request
from refloader.native.dropin import dropin_library
from refloader.native.installed import folders
from refloader.native.mocks import NOT_BUILT, mock_library
from refloader.native.structures import LoaderError
from refloader.sandbox import programs
from refloader.sandbox.child import ForkServerError
from refloader.sandbox.isolation.device_nodes import gpu_nodes
from refloader.sandbox.layouts import NotCovered, Way
from refloader.sandbox.programs import HOME, RECORDING, TRACE, Program
from refloader.sandbox.timeouts import AdaptiveTimeout
from refloader.sandbox.view import is_sidecar
from refloader.sandbox.world import capabilities
from refloader.suite.sessions import outcome, recording, run_manifests
from refloader.suite.sessions.display import authority, display
from refloader.suite.sessions.session import ABOVE, BELOW, Circumstances, Driver, Probe, Session
from refloader.suite.subjects.driver import DriverSubject
from refloader.suite.subjects.layer import LayerSubject

_CAPACITY, _MORE, _MOST = 16 << 20, 4 << 20, 64 << 20
"""The size of a recording in bytes: for any run, more for each layer, and at most. Only used bytes take memory. No
run of the suite writes more than 4 MiB. Each byte takes twenty when it is parsed, forged ones as well.
"""

FULL = 10.0
"""The timeout in seconds that ``AdaptiveTimeout`` adapts; each run gets the same share of its own timeout."""

_DOUBTED = 4
"""The divisor of a run's timeout if several runs in a row have timed out."""

_STILL, _STILL_SHARE, _STILL_SHARE_OF_GPUS = 1.0, 5, 2
"""Hang detection: seconds, and the divisors of a run's timeout without and with GPUs. A run that shows no activity
for the longer of both times counts as hung. A GPU takes seconds to wake up, and its driver waits for it.
"""

SECONDS = "REFLOADER_SECONDS"
"""The variable that gives a program its timeout, so that it ends repeated work in time."""

INTERFACE = "REFLOADER_DRIVER_INTERFACE"
"""The variable that limits the reference's library to older driver interface versions."""

DECISIONS = "REFLOADER_TRACE"
"""The variable that names the file to which the reference's library writes its decisions."""

INSTANCE_EXTENSION = "--instance-extension"
"""The option of the application and the driver prober that names an extension of every instance."""

_LAYERS, _DRIVER, _OPENED, _AUTHORITY = "/world/layers", "/world/driver", "/world/opened", "/world/authority"
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
"""The variables of every program. They disable implicit layers: without a world, a loader finds those of the
machine.
"""

_KEPT = "LD_LIBRARY_PATH"
"""The variable of the harness that programs inherit: it names folders with libraries that drivers and layers need. A
manifest can give the program another value, but the folders in that value are not added to the world.
"""


class _NotCoveredError(Exception):
    """This machine lacks what a run needs. The text says what."""


def run(circumstances: Circumstances, timeout: float = 20.0, way: Way | None = None) -> Session:
    """Run the scripted application; ``timeout`` is in seconds, ``way`` defaults to the best that the machine has.

    ``Session.ended`` is "not covered" if the machine lacks something, and ``detail`` says what.
    """
    libraries = _subjects(circumstances)
    try:
        who = "driver" if libraries and not circumstances.layers else "layer"
        return _session(_application(circumstances, way), circumstances.acts, libraries, timeout, way, who)
    except (_NotCoveredError, LoaderError) as reason:
        return Session("not covered", str(reason))


def _subjects(circumstances: Circumstances) -> tuple[str, ...]:
    """Return the libraries under test."""
    drivers = (circumstances.driver, *circumstances.beside)
    libraries = tuple(layer.library for layer in circumstances.layers)
    return libraries + tuple(driver.library for driver in drivers if isinstance(driver, DriverSubject))


def probed(what: Probe, way: Way | None = None) -> Session:
    """Run one act of a prober on a library. Nothing is recorded."""
    try:
        world = _World(way)
        opened = world.opened(os.path.abspath(what.library))
        program = world.opened(_built(*_PROBERS[what.of]))
        name = _display_of(what, way)
        shown = world.display(name) if name else ()
        arguments = (opened, what.act, *what.arguments)
        world.program = Program(program, arguments, devices=what.devices, display=_socket(name))
        made = world.made((*what.variables, *shown))
        return _session(made, (what.act,), (what.library,), what.seconds, way, what.of)
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
    """Run one act of the prober on a layer's library; ``arguments`` are the act's own."""
    return probed(Probe(library, act, tuple(arguments), variables=tuple(variables), seconds=timeout), way)


def _session(
    program: Program,
    acts: Sequence[str],
    libraries: tuple[str, ...],
    timeout: float,
    way: Way | None,
    who: str,
) -> Session:
    patience = _timeout(libraries)
    known = [patience, *(_timeout((each,)) for each in libraries)] if libraries else []
    waited = allowed(timeout * min(map(_share, known), default=1.0))
    variables = {**program.variables, SECONDS: f"{waited:.1f}"}
    program = replace(program, variables=variables, subjects=libraries)
    started = time.monotonic()
    try:
        with patience.measured() as answer:
            ran = programs.run(program, waited, way, still=max(_STILL, waited / _still_share(program)))
            answer.came = isinstance(ran, NotCovered) or not ran.said.timed_out
    except ForkServerError as refusal:
        return Session("error", str(refusal))
    if isinstance(ran, NotCovered):
        return Session("not covered", ran.reason)
    return outcome.session(ran.said, ran.isolation, acts, waited, time.monotonic() - started, who)


def _still_share(program: Program) -> int:
    return _STILL_SHARE_OF_GPUS if program.devices == "shown" and gpu_nodes() else _STILL_SHARE


@cache
def _timeout(libraries: tuple[str, ...]) -> AdaptiveTimeout:
    """Return what this process has learnt about how runs with these libraries end."""
    return AdaptiveTimeout(FULL)


def is_silent(library: str) -> bool:
    """Return whether so many runs with a library in a row timed out that further ones may not end either."""
    return _timeout((library,)).doubtful


def _share(patience: AdaptiveTimeout) -> float:
    """Return the share of its timeout that a run gets."""
    return patience.seconds / FULL / (_DOUBTED if patience.doubtful else 1)


class _World:
    """The files, copies and libraries that a program finds, collected step by step."""

    def __init__(self, way: Way | None) -> None:
        self._way = way
        self.program = Program("")
        self._files: dict[str, bytes] = {}
        self._copies: dict[str, str] = {}
        self._opened: list[str] = []

    def file(self, path: str, content: bytes) -> None:
        self._files[path] = content

    def layer(self, manifest: bytes) -> None:
        """Add a layer's manifest. Its file has a generated name, because a layer's name may be no valid file name."""
        self.file(f"{_LAYERS}/{len(self._files)}.json", manifest)

    def display(self, name: str) -> tuple[tuple[str, str], ...]:
        """Add the key to the display that was started last; return the variables that lead to both."""
        self.file(_AUTHORITY, authority())
        return ("DISPLAY", name), ("XAUTHORITY", _AUTHORITY)

    def mock(self, name: str, path: str, flags: dict[str, str]) -> None:
        """Add a copy of one of refloader's mocks, with its flags."""
        library = mock_library(name)
        if library is None:
            raise _NotCoveredError(f"the library {name} {NOT_BUILT}")
        self._copies[path] = library
        self.file(f"{path}.flags", _flags({**flags, "trace": TRACE}))

    def opened(self, library: str) -> str:
        """Return the path at which the program can open a library of the machine."""
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
    """Return the application in the world that the circumstances describe."""
    world = _World(way)
    for number, driver in enumerate((circumstances.driver, *circumstances.beside)):
        _put_driver(world, f"{_DRIVER}/{number}", driver, dict(circumstances.mock))
    names = list(_put_layers(world, circumstances))
    loader = world.opened(os.path.abspath(circumstances.loader or dropin_library()))
    options = ["--allocator"] if circumstances.allocator else []
    options += ["--api", circumstances.api] if circumstances.api else []
    options += [INSTANCE_EXTENSION, circumstances.extension] if circumstances.extension else []
    for name in names:
        options += ["--layer", name]
    watched = circumstances.observed or circumstances.watch_malloc
    preloaded = (
        {"LD_PRELOAD": world.opened(_built("application", _MALLOC))} if circumstances.watch_malloc else {}
    )
    name = _display(_subjects(circumstances)) if circumstances.display else ""
    shown = world.display(name) if name else ()
    capacity = min(_CAPACITY + _MORE * len(circumstances.layers), _MOST) if watched else 0
    world.program = Program(
        world.opened(_built("application", _APPLICATION)),
        (loader, *options, *circumstances.acts),
        variables={**dict(_own_variables(circumstances)), **dict(shown), **preloaded},
        head=recording.empty(capacity) if watched else b"",
        capacity=capacity,
        devices=circumstances.devices,
        display=_socket(name),
    )
    return world.made(circumstances.variables)


def _display(libraries: tuple[str, ...]) -> str:
    """Return the display for these libraries."""
    name = display(libraries)
    if not name:
        raise _NotCoveredError("there is no X server to draw to (Debian: xvfb)")
    return name


def _display_of(what: Probe, way: Way | None) -> str:
    """Return the display for a prober; empty if it wants none, or can have none here."""
    reachable = what.display and (way or capabilities().way) is not Way.VARIABLES
    return display((what.library,)) if reachable else ""


def _socket(name: str) -> str:
    """Return the socket on which the X server of a display listens; empty without a display."""
    return f"/tmp/.X11-unix/X{name[1:]}" if name else ""


def _own_variables(circumstances: Circumstances) -> Iterator[tuple[str, str]]:
    """Yield the variables that depend on the run. A loader knows the drivers' variable by its old or its new name."""
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


def _put_layers(world: _World, circumstances: Circumstances) -> Iterator[str]:
    """Write a manifest for each layer, and yield the layers' names from the application down."""
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
        data = run_manifests.explicit(_read(layer.manifest), layer.name, library)
    else:
        data = run_manifests.for_library(library, layer.name, dict(layer.functions))
    world.layer(data)
    return layer.name


def _put_neighbour(world: _World, name: str) -> str:
    path = f"{_LAYERS}/lib{name}.so"
    world.mock("mock_layer", path, {"name": name, **_NEIGHBOUR})
    world.layer(run_manifests.for_library(path, name))
    return name


def _put_driver(world: _World, folder: str, driver: Driver, flags: dict[str, str]) -> None:
    if driver == "mock":
        path = f"{folder}/libdriver.so"
        world.mock("mock_icd", path, {**_MOCK_DRIVER, **flags})
        world.file(f"{folder}.json", run_manifests.for_driver(path))
    elif isinstance(driver, DriverSubject):
        library = world.opened(driver.library)
        version = driver.api_version or run_manifests.API
        world.file(f"{folder}.json", run_manifests.for_driver(library, version))
    else:
        found = lavapipe()
        if found is None:
            raise _NotCoveredError("no manifest of lavapipe is installed (Debian: mesa-vulkan-drivers)")
        library, api_version = found
        world.file(f"{folder}.json", run_manifests.for_driver(world.opened(library), api_version))


@cache
def lavapipe() -> tuple[str, str] | None:
    """Return the library of Mesa's driver for the processor, as its manifest names it, and its API version."""
    host = RealHost({name: value for name, value in os.environ.items() if not name.startswith("VK_")})
    environment = visible_environment(host.variables(), elevated=False, executable="", edition=LATEST)
    build = build_of(host)
    found = engine.discover(host, environment, Request(), build, LATEST, Trail())
    for driver in found.drivers:
        library = Libraries(host).find(driver.library_path, driver.manifest) if driver.library_path else None
        if library and os.path.basename(library).startswith("libvulkan_lvp"):
            return os.path.realpath(library), str(driver.api_version or "1.0.0")
    return None


def _built(folder: str, name: str) -> str:
    """Return the path of a program or library of this installation."""
    candidates = (os.path.join(each, name) for each in folders(folder))
    found = next((path for path in candidates if os.path.isfile(path)), None)
    if found is None:
        raise _NotCoveredError(f"{name} {NOT_BUILT}")
    return found


def _read(path: str, further: int = 0) -> bytes:
    """Return the content of a file, opened with further flags; a pipe that took its place is not waited for."""
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, OPEN_FLAGS | further)) as file:
            return file.read() or b""
    except OSError as error:
        raise _NotCoveredError(f"{path} cannot be read: {error.strerror}") from error


def _flags_beside(library: str) -> dict[str, str] | None:
    """Return the flags in the file beside a mock library; None for any other library."""
    if not is_sidecar(f"{library}.flags"):
        return None
    lines = _read(f"{library}.flags", os.O_NOFOLLOW).decode("utf-8", "surrogateescape").splitlines()
    return {name: value for name, _, value in (line.partition("=") for line in lines if line)}


def _flags(flags: dict[str, str]) -> bytes:
    return "".join(f"{name}={value}\n" for name, value in flags.items()).encode("utf-8", "surrogateescape")
