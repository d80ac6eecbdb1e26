"""What a loader did with a scenario, as a value. Runs nothing and gives no verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from refloader.model.registry import results
from refloader.scenario.trace import Entry

Ended = Literal["ok", "crash", "timeout", "fault", "error", "not covered"]
"""How the run of a scenario ended. ``crash``, ``timeout`` and ``fault`` blame the loader, ``error`` the harness.

``not covered`` means that the scenario cannot be run on this machine, or cannot be predicted.
"""

DEVICE_TYPES = ("other", "integrated", "discrete", "virtual", "cpu")


@dataclass(frozen=True, slots=True)
class SeenLayer:
    """One VkLayerProperties; the versions are the 32-bit numbers as returned, ``spec_version`` in packed form."""

    name: str
    spec_version: int
    implementation_version: int
    description: str


@dataclass(frozen=True, slots=True)
class SeenExtension:
    """One VkExtensionProperties."""

    name: str
    version: int


@dataclass(frozen=True, slots=True)
class SeenDevice:
    """The first members of one VkPhysicalDeviceProperties; ``kind`` is a word of DEVICE_TYPES, else the number."""

    name: str
    vendor: int
    device: int
    kind: str
    api_version: int
    driver_version: int


OF_A_LAYER = "extensions of a layer"


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything a loader did that a check can use.

    ``result`` is the VkResult of vkCreateInstance, None if it was not called or did not return. ``results`` has the
    last VkResult of each kind of action ("version", "layers", "extensions", "instance", "devices"), and as OF_A_LAYER
    the first error of a listing of a layer's extensions, else 0. ``version`` is None if the query for it failed.
    ``extensions`` is by layer name, "" for the instance's own.

    ``chain`` and ``drivers`` are the names of the mocks that the application's vkCreateInstance entered, in order,
    and ``entries`` the arguments that each received. ``trace`` has all lines of the mocks, ``violations`` those that
    report a violation. ``answers`` and ``lines`` are by the label of a script's step: its answer (see ``script``) and
    the lines that the mocks wrote during it. ``lacking`` has the steps that were not carried out, by label: the name
    of the object that a step lacks, or "" for the command, which was not found.

    ``listings`` has the names in each folder with several entries, in the order in which the loader could read them.
    ``loader`` is the file that the dynamic linker opened, as a path in the child process. ``left`` has the ids of
    processes that the loader started and the harness could not end. ``hooks`` names what of the system refloader
    itself answered, for a Windows loader under Wine. ``detail`` explains ``ended`` in one sentence; it is empty for
    "ok".
    """

    ended: Ended
    detail: str = ""
    result: int | None = None
    version: str | None = None
    layers: tuple[SeenLayer, ...] = ()
    extensions: Mapping[str, tuple[SeenExtension, ...]] = field(default_factory=dict)
    chain: tuple[str, ...] = ()
    drivers: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    devices: tuple[SeenDevice, ...] = ()
    results: Mapping[str, int] = field(default_factory=dict)
    trace: tuple[str, ...] = ()
    violations: tuple[str, ...] = ()
    answers: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lacking: Mapping[str, str] = field(default_factory=dict)
    listings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    loader: str = ""
    left: tuple[int, ...] = ()
    hooks: tuple[str, ...] = ()
    stdout: str = ""
    stderr: str = ""

    def __repr__(self) -> str:
        """Return what an assertion that fails shows: the outcome in short, without the traces."""
        outcome = self.result_name if self.ended == "ok" else f"{self.ended}: {self.detail}"
        return (
            f"Observation({outcome}, layers={self.layer_names}, chain={self.chain}, drivers={self.drivers})"
        )

    @property
    def result_name(self) -> str:
        """The name of ``result``, as in "VK_SUCCESS"; empty for None."""
        return "" if self.result is None else name_of_result(self.result)

    @property
    def layer_names(self) -> tuple[str, ...]:
        """The names that vkEnumerateInstanceLayerProperties returned, in order."""
        return tuple(layer.name for layer in self.layers)

    def given_to_drivers(self, what: str) -> dict[str, str]:
        """Return one argument ("api", "extensions") of vkCreateInstance as each driver received it, by driver."""
        return {entry.name: entry.given.get(what, "") for entry in self.entries if entry.who == "driver"}

    def returned(self, *labels: str) -> list[object]:
        """Return what the calls of these steps returned, in order; None for a step that could not be done."""
        answers = (self.answers.get(label) for label in labels)
        return [answer["returned"] if isinstance(answer, Mapping) else answer for answer in answers]

    def read(self, label: str) -> object:
        """Return the words that a step's call wrote; None if the step could not be done."""
        answer = self.answers.get(label)
        return answer["read"] if isinstance(answer, Mapping) else None

    def device_names(self, label: str = "devices") -> list[str]:
        """Return the names of the physical devices that a step returned, in order; none if it could not be done."""
        answer = self.answers.get(label)
        return list(answer["names"]) if isinstance(answer, Mapping) else []

    def groups(self, label: str = "groups") -> list[list[str]]:
        """Return the members' names of the device groups that a step returned; none if it could not be done."""
        answer = self.answers.get(label)
        return list(answer["groups"]) if isinstance(answer, Mapping) else []

    def at_once(self, label: str = "threads") -> list[list[Mapping[str, Any]]]:
        """Return for each script of a step "threads" the different answers of its rounds."""
        return [list(each) for each in self.answers[label]]

    def extension_names(self, layer: str = "") -> tuple[str, ...]:
        """Return the names of a layer's extensions ("": the instance's own), in order; empty if not queried."""
        return tuple(extension.name for extension in self.extensions.get(layer, ()))


def name_of_result(value: int) -> str:
    """Return the name of a VkResult, or "VkResult(N)" if the Vulkan registry has no name for it."""
    return _names().get(value, f"VkResult({value})")


@cache
def _names() -> dict[int, str]:
    names: dict[int, str] = {}
    for name, value in results().items():
        names.setdefault(value, name)
    return names
