"""Shows a test's scenario to a loader and tells what came of it. Never judges what a test asserts itself."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from refloader.host import shell
from refloader.model.text import some, visible
from refloader.scenario import scenario_file
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.suite.loaders.subjects import Reference, Subject
from refloader.suite.subjects.request import LIBRARY

_LINES = 40
"""Lines of the mocks' trace, and of what was written to standard error, that a failed test shows."""

_MANY = 12
"""Names of one kind that it shows."""

_NAME = 80
"""Characters of a test's name that the folder of its scenario has."""


class NotCoveredError(Exception):
    """The scenario cannot be shown to this loader, on this machine. The text says why."""


class NotRunError(Exception):
    """The scenario was not run, which is not the loader's fault. The text says why."""


class _Folders(Protocol):
    """What makes a new folder: pytest's ``tmp_path_factory``."""

    def mktemp(self, basename: str) -> Path:
        """A folder that was not there before."""
        ...


def observe(subject: Subject, world: World | Scenario, *, survives: bool = True) -> Observation:
    """Show the world, as built so far, to the loader and give what was seen.

    With ``survives`` a loader that crashes, hangs or writes nonsense is an AssertionError that says so; without, its
    observation is given, with ``ended`` and ``detail``.

    Raises:
        AssertionError: the loader did not come to its end.
        NotCoveredError: there is nothing to see, as the loader is too old or the machine cannot show it.
        NotRunError: the harness could not run it.
        ScenarioError: the world cannot exist.
        OSError: the machine has no room for a child process.
    """
    __tracebackhide__ = True
    seen = look(subject, scenario_of(world))
    if survives:
        must_survive(subject, seen)
    return seen


def look(subject: Subject, scenario: Scenario) -> Observation:
    """What the loader does, however it ends. Raises NotCoveredError, NotRunError and OSError."""
    __tracebackhide__ = True
    seen = subject.observe(scenario)
    if seen.ended == "not covered":
        raise NotCoveredError(seen.detail)
    if seen.ended == "error":
        raise NotRunError(seen.detail)
    return seen


def must_survive(subject: Subject, seen: Observation) -> None:
    """Raises AssertionError where the loader did not come to its end."""
    __tracebackhide__ = True
    if seen.ended != "ok":
        raise AssertionError(visible(f"{subject.name} did not survive: {seen.ended}: {seen.detail}"))


def scenario_of(world: World | Scenario) -> Scenario:
    """The scenario that a builder has, or the one that is given."""
    return world.scenario() if isinstance(world, World) else world


class Looks:
    """What one test showed to its loader. ``temporary`` is for scenarios of a test that failed."""

    def __init__(self, subject: Subject, temporary: _Folders) -> None:
        self._subject = subject
        self._temporary = temporary
        self._seen: list[tuple[Scenario, Observation]] = []

    def add(self, scenario: Scenario, seen: Observation) -> None:
        """Remember a look."""
        self._seen.append((scenario, seen))

    def sections(self, test: str, keep: str) -> list[tuple[str, str]]:
        """What a report says of each look: a title and a text. The scenarios are kept in a folder in ``keep``."""
        made = []
        for number, (scenario, seen) in enumerate(self._seen, 1):
            title = "refloader" if len(self._seen) == 1 else f"refloader, look {number}"
            text = "\n".join(
                map(visible, (*_told(self._subject, scenario, seen), *self._kept(scenario, test, keep)))
            )
            made.append((title, text))
        self._seen.clear()
        return made

    def _kept(self, scenario: Scenario, test: str, keep: str) -> Iterator[str]:
        try:
            folder = _free(keep, test) if keep else str(self._temporary.mktemp("scenario"))
            scenario_file.save(scenario, folder)
        except OSError as error:
            yield f"the scenario could not be kept: {error}"
            return
        named = isinstance(self._subject, Reference) or self._subject.name == LIBRARY
        loader = self._subject.name if named else self._subject.path
        yield f"scenario: {folder}"
        yield f"replay: {shell.line(['refloader', 'conform', '--loader', loader, '--scenario', folder])}"


def _free(keep: str, test: str) -> str:
    """A folder for the scenario of a test that was not there before. Raises OSError."""
    name = re.sub(r"[^A-Za-z0-9_.]+", "-", test)[-_NAME:].strip("-.")
    number = 1
    while True:
        folder = os.path.abspath(os.path.join(keep, f"{name}-{number}"))
        try:
            os.makedirs(folder)
        except FileExistsError:
            number += 1
            continue
        return folder


def _told(subject: Subject, scenario: Scenario, seen: Observation) -> Iterator[str]:
    """What was shown and seen."""
    asked = scenario.application
    yield f"loader: {subject.name} {subject.version} {subject.path}".rstrip()
    yield from (f"file: {path}" for path in (*scenario.files, *scenario.libraries))
    yield from (f"variable: {name}={value}" for name, value in scenario.variables.items())
    yield f"application: Vulkan {asked.api_version or '(none)'}, layers: {_names(asked.layers)}"
    yield f"ended: {seen.ended}" + (f" ({seen.detail})" if seen.detail else "")
    yield f"vkCreateInstance: {seen.result_name or 'not returned'}"
    yield f"layers offered: {_names(seen.layer_names)}"
    yield f"call chain: {_names(seen.chain)}"
    yield f"drivers reached: {_names(seen.drivers)}"
    yield f"devices: {_names(tuple(device.name for device in seen.devices))}"
    yield from _few("trace", seen.trace)
    yield from _few("stderr", seen.stderr.splitlines())


def _few(what: str, lines: "tuple[str, ...] | list[str]") -> Iterator[str]:
    yield from (f"{what}: {line}" for line in lines[:_LINES])
    if len(lines) > _LINES:
        yield f"{what}: ... and {len(lines) - _LINES} lines more"


def _names(names: tuple[str, ...]) -> str:
    return some(names, _MANY) or "none"
