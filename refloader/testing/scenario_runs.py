"""Runs a test's scenario on a loader, and describes the observations of a failed test. Checks no rules."""

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

_LINES = 20
"""The number of lines of the mocks' trace, and of standard error, that the report of a failed test shows."""

_MANY = 12
"""The number of names in each list of such a report."""

_NAME = 80
"""The number of characters of a test's id that the name of its scenario's folder keeps."""


class NotCoveredError(Exception):
    """The scenario cannot be run on this loader or on this machine. The message says why."""


class NotRunError(Exception):
    """The harness failed to run the scenario; the loader is not at fault. The message says why."""


class _Folders(Protocol):
    """The part of pytest's ``tmp_path_factory`` that is used here."""

    def mktemp(self, basename: str) -> Path:
        """Create and return a new folder."""
        ...


def observe(subject: Subject, world: World | Scenario, *, survives: bool = True) -> Observation:
    """Run the scenario, as built so far, on the loader and return the observation.

    If ``survives`` is true, a loader that crashes, hangs or writes malformed output raises AssertionError. Otherwise
    the observation is returned; its ``ended`` and ``detail`` say how the loader ended.

    Raises:
        AssertionError: the loader did not end normally.
        NotCoveredError: the loader is too old for the scenario, or this machine cannot run it.
        NotRunError: the harness failed to run the scenario.
        ScenarioError: the scenario is invalid.
        OSError: the system could not start a subprocess.
    """
    __tracebackhide__ = True
    seen = observation_of(subject, scenario_of(world))
    if survives:
        must_survive(subject, seen)
    return seen


def observation_of(subject: Subject, scenario: Scenario) -> Observation:
    """Return the observation, however the loader ends. Raises NotCoveredError, NotRunError and OSError."""
    __tracebackhide__ = True
    seen = subject.observe(scenario)
    if seen.ended == "not covered":
        raise NotCoveredError(seen.detail)
    if seen.ended == "error":
        raise NotRunError(seen.detail)
    return seen


def must_survive(subject: Subject, seen: Observation) -> None:
    """Raise AssertionError if the loader did not end normally."""
    __tracebackhide__ = True
    if seen.ended != "ok":
        raise AssertionError(visible(f"{subject.name} did not survive: {seen.ended}: {seen.detail}"))


def scenario_of(world: World | Scenario) -> Scenario:
    """Return the scenario that a ``World`` has built, or the given scenario itself."""
    return world.scenario() if isinstance(world, World) else world


class ScenarioRuns:
    """The scenarios that one test ran, with their observations.

    If the test fails and no folder is configured, its scenarios are saved in folders from ``temporary``.
    """

    def __init__(self, subject: Subject, temporary: _Folders) -> None:
        self._subject = subject
        self._temporary = temporary
        self._seen: list[tuple[Scenario, Observation]] = []

    def add(self, scenario: Scenario, seen: Observation) -> None:
        """Record a scenario and its observation."""
        self._seen.append((scenario, seen))

    def sections(self, test: str, keep: str) -> list[tuple[str, str]]:
        """Return a report section (title, text) for each observation, save the scenarios, and clear the record.

        The scenarios are saved below ``keep``, or in temporary folders if it is empty.
        """
        made = []
        for number, (scenario, seen) in enumerate(self._seen, 1):
            title = "refloader" if len(self._seen) == 1 else f"refloader, look {number}"
            told = (
                *_told(self._subject, scenario, seen),
                *self._kept(scenario, test, keep),
                *_few("trace", seen.trace),
                *_few("stderr", seen.stderr.splitlines()),
            )
            text = "\n".join(map(visible, told))
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
    """Create a new folder below ``keep`` for a scenario of the test. Raises OSError."""
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
    """Describe the scenario and the observation."""
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


def _few(what: str, lines: "tuple[str, ...] | list[str]") -> Iterator[str]:
    yield from (f"{what}: {line}" for line in lines[:_LINES])
    if len(lines) > _LINES:
        yield f"{what}: ... and {len(lines) - _LINES} lines more"


def _names(names: tuple[str, ...]) -> str:
    return some(names, _MANY) or "none"
