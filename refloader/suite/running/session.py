"""What a layer or driver is run in, and what came of it, as plain values. Runs nothing and never judges."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from refloader.sandbox.programs import Devices
from refloader.scenario.observation import Ended
from refloader.suite.running.recording import EMPTY, Recording
from refloader.suite.subjects.driver import DriverSubject
from refloader.suite.subjects.layer import LayerSubject

OwnDriver = Literal["mock", "lavapipe"]
Driver = OwnDriver | DriverSubject
ABOVE, BELOW = "VK_LAYER_refloader_above", "VK_LAYER_refloader_below"
"""The names of the mock layers that a run's neighbours are."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """One run of the scripted application. ``acts`` are its parts by name, in order.

    ``layers`` are those that are on, in the order from the application down; an empty tuple is the run without any.
    ``neighbours`` puts a mock layer above and one below them; ``loader`` is a path, the reference's library where it
    is empty. ``mock`` are further flags of the mock driver. ``display`` gives it an X server. ``beside`` are drivers
    that the loader finds after ``driver``; ``interface`` is the newest version of the driver interface that the
    reference's library offers, its own newest where it is None. ``api`` is the version of Vulkan that the application
    asks for ("1.0"), ``traced`` has the reference's library write its decisions into the trace, one JSON object a
    line. ``devices`` says which device nodes of GPUs it can open.
    """

    acts: tuple[str, ...]
    layers: tuple[LayerSubject, ...] = ()
    driver: Driver = "mock"
    observed: bool = True
    allocator: bool = False
    watch_malloc: bool = False
    neighbours: bool = False
    loader: str = ""
    variables: tuple[tuple[str, str], ...] = ()
    mock: tuple[tuple[str, str], ...] = ()
    display: bool = False
    beside: tuple[Driver, ...] = ()
    api: str = ""
    traced: bool = False
    interface: int | None = None
    devices: Devices = "untouched"


@dataclass(frozen=True, slots=True)
class Probe:
    """One act of a prober on one library: ``of`` says which prober, ``arguments`` are the act's own.

    ``devices`` and ``variables`` are as in ``Circumstances``; ``seconds`` is the most that it may take.
    """

    library: str
    act: str
    arguments: tuple[str, ...] = ()
    of: Literal["layer", "driver"] = "layer"
    devices: Devices = "untouched"
    variables: tuple[tuple[str, str], ...] = ()
    seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Session:
    """What was seen. ``answers`` are the application's own by label, in its order; ``isolation`` says what held.

    ``ended`` and ``detail`` tell how the process ended, ``during`` the act that was under way. ``trace`` are the
    lines of mocks, ``left`` the processes that could not be ended, ``heard`` the bytes that all was read from.
    """

    ended: Ended = "ok"
    detail: str = ""
    during: str = ""
    answers: Mapping[str, Any] = field(default_factory=dict)
    recording: Recording = EMPTY
    trace: tuple[str, ...] = ()
    stdout: str = ""
    stderr: str = ""
    isolation: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    seconds: float = 0.0
    heard: int = 0
