"""The outcome of all decisions for one vkCreateInstance: who is used, in which order, and why."""

from dataclasses import dataclass
from enum import StrEnum

from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.layer import Extension, Layer, LayerFile
from refloader.model.place import Place
from refloader.model.reason import Reason


class VkResult(StrEnum):
    """The results a decision can end in, by their Vulkan names."""

    SUCCESS = "VK_SUCCESS"
    LAYER_NOT_PRESENT = "VK_ERROR_LAYER_NOT_PRESENT"
    EXTENSION_NOT_PRESENT = "VK_ERROR_EXTENSION_NOT_PRESENT"
    INCOMPATIBLE_DRIVER = "VK_ERROR_INCOMPATIBLE_DRIVER"


@dataclass(slots=True, eq=False)
class LayerOutcome:
    """A found layer: whether it is active, at which place of the chain (from 0, the application's side).

    A meta-layer has no place of its own; its components have theirs. Never assigned to once made.
    """

    layer: Layer
    active: bool
    position: int | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class DriverOutcome:
    """A found driver: whether the loader tries to use it."""

    driver: Driver
    used: bool
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything decided for one instance.

    ``chain`` goes from the application down; ``device_chain`` differs only in 2016. ``enumerated`` is what
    vkEnumerateInstanceLayerProperties reports, in order. ``asked`` are the names that the application,
    variables or files asked for. ``unread`` are manifest files that gave no layer. ``reasons`` belong to no
    single layer or driver. ``devices`` are the physical devices (device UUID, driver UUID) that a settings
    file lists, empty where all are shown; ``messages`` the kinds of message that it wants to be printed.
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
    devices: tuple[tuple[bytes, bytes], ...] = ()
    messages: tuple[str, ...] = ()
