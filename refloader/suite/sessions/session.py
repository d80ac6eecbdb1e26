"""The conditions of a run of a layer or driver, and its observations, as plain values. Runs and checks nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from refloader.model.text import last_line, quote
from refloader.sandbox.programs import Devices
from refloader.scenario.observation import Ended
from refloader.suite.sessions.recording import EMPTY, Recording
from refloader.suite.subjects.driver import DriverSubject
from refloader.suite.subjects.layer import LayerSubject

OwnDriver = Literal["mock", "lavapipe"]
Driver = OwnDriver | DriverSubject
_BY_ITSELF = ("SIGABRT", "exit with status")
"""How a run ends that the program, or a library in it, ends itself: mostly it has printed why."""

_SUMMARY = re.compile(r"^SUMMARY: \w*Sanitizer: .+$", re.MULTILINE)
_NUMBER = re.compile(r"^==[0-9]+==")
ABOVE, BELOW = "VK_LAYER_refloader_above", "VK_LAYER_refloader_below"
"""The names of the mock layers that are the neighbours in a run."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """One run of the scripted application. ``acts`` are its parts by name, in order.

    ``layers`` are the enabled layers from the application down; an empty tuple is the run without any. ``observed``
    records the calls between them, ``allocator`` passes allocation callbacks, ``watch_malloc`` records allocations.
    ``neighbours`` puts a mock layer above and one below the layers; ``loader`` is a path, empty for the reference's
    library. ``mock`` are further flags of the mock driver. ``display`` provides an X server. ``beside`` are drivers
    that the loader finds after ``driver``; ``interface`` is the newest driver interface version that the reference's
    library offers, None for its own newest. ``api`` is the version of Vulkan that the application asks for ("1.0");
    ``traced`` makes the reference's library write its decisions into the trace, one JSON object a line. ``devices``
    says which device nodes of GPUs the program can open. ``extension`` is one of every instance, where it is offered.
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
    extension: str = ""
    devices: Devices = "untouched"


@dataclass(frozen=True, slots=True)
class Probe:
    """One act of a prober on one library: ``of`` selects the prober, ``arguments`` are the act's own.

    ``devices`` and ``variables`` are as in ``Circumstances``; ``seconds`` is the timeout. ``display`` gives it an X
    server where the machine has one.
    """

    library: str
    act: str
    arguments: tuple[str, ...] = ()
    of: Literal["layer", "driver"] = "layer"
    devices: Devices = "untouched"
    variables: tuple[tuple[str, str], ...] = ()
    seconds: float = 10.0
    display: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """The observations of a run.

    ``ended`` and ``detail`` say how the process ended, ``during`` which act was in progress. ``answers`` are the
    application's, by label in its order. ``trace`` are the lines of the mocks, ``isolation`` describes the sandbox,
    ``left`` are the processes that could not be ended, ``heard`` is the number of bytes that were received.
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

    def last_words(self) -> str:
        """Return what a program that ended itself said last, as C++ says which exception nobody caught.

        A sanitizer prints a summary before a table and its last line. The number of the process, which other lines of
        it begin with, is left out: one finding stays one in the next run.
        """
        if not self.detail.startswith(_BY_ITSELF):
            return ""
        if summary := last_line("\n".join(_SUMMARY.findall(self.stderr))):
            return f"; it printed {quote(summary)}"
        said = _NUMBER.sub("", last_line(self.stderr))
        return f"; the last that it printed is {quote(said)}" if said else ""
