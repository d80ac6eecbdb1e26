"""What was seen when a loader ran a scenario, as a value. Never runs anything and never judges."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from refloader.model.registry import results
from refloader.scenario.trace import Entry

Ended = Literal["ok", "crash", "timeout", "fault", "error", "not covered"]
"""How a look at a loader ended. ``fault`` blames the loader, as do ``crash`` and ``timeout``; ``error`` us."""

DEVICE_TYPES = ("other", "integrated", "discrete", "virtual", "cpu")


@dataclass(frozen=True, slots=True)
class SeenLayer:
    """One VkLayerProperties; the versions are the packed or plain 32-bit numbers as given."""

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
    """The head of one VkPhysicalDeviceProperties; ``kind`` is a word of DEVICE_TYPES or the number."""

    name: str
    vendor: int
    device: int
    kind: str
    api_version: int
    driver_version: int


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything a subject did that a judgement may rest on.

    ``result`` is the VkResult of vkCreateInstance, None where it was not called or did not return;
    ``results`` has the last one of every kind of action ("version", "layers", "extensions", "instance",
    "devices"); ``version`` is None where the loader does not succeed in telling it. ``extensions`` is by
    layer name, "" for the instance's own. ``chain`` and ``drivers`` are the names of the mocks that the
    application's vkCreateInstance entered, in order, and ``entries`` what each was given; ``trace`` has all
    lines of the mocks, ``violations`` those in which one complains. ``answers`` and ``lines`` are by the label of a
    script's step: what it gave (see ``script``), and what the mocks wrote meanwhile. ``listings`` has the
    names in each folder of several entries in the order in which the loader could read them. ``loader`` is the
    file the linker opened, as the child saw it; ``left`` has the numbers of the processes that the loader
    started and that could not be ended. ``detail`` says in one sentence why it ended as it did, and
    is empty for "ok".
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
    listings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    loader: str = ""
    left: tuple[int, ...] = ()
    stdout: str = ""
    stderr: str = ""

    @property
    def result_name(self) -> str:
        """The name of ``result``, as in "VK_SUCCESS"; empty where there is none."""
        return "" if self.result is None else name_of_result(self.result)

    @property
    def layer_names(self) -> tuple[str, ...]:
        """The names that vkEnumerateInstanceLayerProperties gave, in order."""
        return tuple(layer.name for layer in self.layers)

    def given_to_drivers(self, what: str) -> dict[str, str]:
        """One argument ("api", "extensions") of vkCreateInstance as each driver got it, by driver."""
        return {entry.name: entry.given.get(what, "") for entry in self.entries if entry.who == "driver"}

    def returned(self, *labels: str) -> list[object]:
        """What the calls of these steps returned, in order; None for one that could not be done."""
        answers = (self.answers.get(label) for label in labels)
        return [answer["returned"] if isinstance(answer, Mapping) else answer for answer in answers]

    def read(self, label: str) -> object:
        """The words that a step's call wrote, None where it could not be done."""
        answer = self.answers.get(label)
        return answer["read"] if isinstance(answer, Mapping) else None

    def device_names(self, label: str = "devices") -> list[str]:
        """The names of the physical devices that a step gave, in order; none where it could not be done."""
        answer = self.answers.get(label)
        return list(answer["names"]) if isinstance(answer, Mapping) else []

    def groups(self, label: str = "groups") -> list[list[str]]:
        """The members' names of the device groups that a step gave, in order; none where it could not be done."""
        answer = self.answers.get(label)
        return list(answer["groups"]) if isinstance(answer, Mapping) else []

    def extension_names(self, layer: str = "") -> tuple[str, ...]:
        """The names of a layer's extensions, or of the instance's own, in order; empty if not asked."""
        return tuple(extension.name for extension in self.extensions.get(layer, ()))


def name_of_result(value: int) -> str:
    """The name of a VkResult, or "VkResult(N)" for a number the registry does not know."""
    return _names().get(value, f"VkResult({value})")


@cache
def _names() -> dict[int, str]:
    names: dict[int, str] = {}
    for name, value in results().items():
        names.setdefault(value, name)
    return names
