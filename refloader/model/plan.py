"""The outcome of all decisions for one vkCreateInstance: the layers and drivers used, their order, and why."""

from dataclasses import dataclass
from enum import StrEnum

from refloader.model.driver import Driver, ListedDevice
from refloader.model.edition import Edition
from refloader.model.layer import Extension, Layer, LayerFile
from refloader.model.place import Place
from refloader.model.reason import Reason


class VkResult(StrEnum):
    """The results that a plan can have, by their Vulkan names."""

    SUCCESS = "VK_SUCCESS"
    OUT_OF_HOST_MEMORY = "VK_ERROR_OUT_OF_HOST_MEMORY"
    INITIALIZATION_FAILED = "VK_ERROR_INITIALIZATION_FAILED"
    LAYER_NOT_PRESENT = "VK_ERROR_LAYER_NOT_PRESENT"
    EXTENSION_NOT_PRESENT = "VK_ERROR_EXTENSION_NOT_PRESENT"
    INCOMPATIBLE_DRIVER = "VK_ERROR_INCOMPATIBLE_DRIVER"


@dataclass(slots=True, eq=False)
class LayerOutcome:
    """A layer that was found: whether it is active, and its position in the chain (0 is next to the application).

    A meta-layer has no position; its components have. Immutable by convention.
    """

    layer: Layer
    active: bool
    position: int | None
    reasons: tuple[Reason, ...]

    @property
    def runs(self) -> bool:
        """True if the layer is active and stands for something: some releases list an entry that has no library."""
        return self.active and self.layer.stands_for_something


@dataclass(frozen=True, slots=True)
class DriverOutcome:
    """A driver that was found, and whether the loader tries to use it."""

    driver: Driver
    used: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """All decisions for one instance.

    ``chain`` goes from the application down; ``device_chain`` differs only in 2016. ``enumerated`` is what
    vkEnumerateInstanceLayerProperties reports, in order. ``asked`` are the names of the layers that
    VK_INSTANCE_LAYERS and the application request. ``unread`` are the manifest files without a layer, ``files`` those
    of layers in the order in which they were found. ``reasons`` belong to no single layer or driver. ``devices`` are
    the physical devices that a settings file lists, empty if all are reported; ``messages`` are the kinds of message
    that the file enables.
    ``failures`` pairs the kinds of query ("version", "layers", "extensions") that fail with their results, which
    happens only in some ages; ``found_any`` is true if the search for layers came to its end and found one,
    ``crash`` is the manifest on which a loader of the age crashes when it creates an instance, ``crashing`` are the
    kinds of query that come to it too; ``in_turn`` are the layers of which it uses the last of each name that it can
    load; ``unsteady`` says why what it does is left to chance.
    """

    edition: Edition
    result: VkResult
    places: tuple[Place, ...]
    layers: tuple[LayerOutcome, ...]
    drivers: tuple[DriverOutcome, ...]
    chain: tuple[Layer, ...]
    device_chain: tuple[Layer, ...]
    enumerated: tuple[Layer, ...]
    extensions: tuple[Extension, ...]
    asked: tuple[str, ...]
    unread: tuple[LayerFile, ...]
    reasons: tuple[Reason, ...]
    devices: tuple[ListedDevice, ...] = ()
    messages: tuple[str, ...] = ()
    files: tuple[LayerFile, ...] = ()
    failures: tuple[tuple[str, VkResult], ...] = ()
    crash: str = ""
    found_any: bool = False
    ended: bool = False
    in_turn: tuple[Layer, ...] = ()
    unsteady: str = ""
    crashing: tuple[str, ...] = ()
