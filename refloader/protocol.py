"""Transition tables for the negotiation with layers and drivers, and for the life of an instance or device.

Maps what the other side exports or answers to the next step. Calls no function of the other side. A pair of step
and event that is not in the negotiation tables is a bug in refloader.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from refloader.rules import decides

NEWEST_LAYER: Final = 2
NEWEST_DRIVER: Final = 7

# The driver interface versions that introduced vk_icdGetInstanceProcAddr, negotiation, the loader's own check of
# apiVersion, and negotiation without exports. A loader of an older version does not use the feature.
WITH_LOOKUP: Final = 1
WITH_NEGOTIATION: Final = 2
WITH_VERSIONS: Final = 5
WITHOUT_EXPORTS: Final = 7

INCOMPATIBLE_DRIVER: Final = -9
"""VK_ERROR_INCOMPATIBLE_DRIVER."""

# ---- layers -------------------------------------------------------------------------------------------------


class LayerStep(Enum):
    """The steps of the negotiation with a layer's library."""

    # Enum's own hash is a Python call, and these are looked up on every vkCreateInstance.
    __hash__ = object.__hash__

    OPENED = "the library is open"
    ASK = "vkNegotiateLoaderLayerInterfaceVersion is called"
    LOOK = "the exported GetProcAddr functions are looked for"
    ANSWERED = "used with the functions it answered"
    EXPORTED = "used with the functions it exports"
    REFUSED = "not used"


class LayerEvent(Enum):
    """What the loader observes about a layer's library."""

    __hash__ = object.__hash__

    NEGOTIATES = "it exports the negotiation function"
    SILENT = "it exports no negotiation function"
    AGREED = "it answers with the version offered and a vkGetInstanceProcAddr"
    OLDER = "it answers with a version older than negotiation"
    NEWER = "it answers with a version that was not offered"
    EMPTY = "it answers without a vkGetInstanceProcAddr"
    FAILED = "it answers with an error"
    LOOKUP = "it exports a vkGetInstanceProcAddr"
    NO_LOOKUP = "it exports no vkGetInstanceProcAddr"


LAYER: Final[Mapping[tuple[LayerStep, LayerEvent], LayerStep]] = {
    (LayerStep.OPENED, LayerEvent.NEGOTIATES): LayerStep.ASK,
    (LayerStep.OPENED, LayerEvent.SILENT): LayerStep.LOOK,
    (LayerStep.ASK, LayerEvent.AGREED): LayerStep.ANSWERED,
    (LayerStep.ASK, LayerEvent.OLDER): LayerStep.LOOK,
    (LayerStep.ASK, LayerEvent.NEWER): LayerStep.REFUSED,
    (LayerStep.ASK, LayerEvent.EMPTY): LayerStep.REFUSED,
    (LayerStep.ASK, LayerEvent.FAILED): LayerStep.REFUSED,
    (LayerStep.LOOK, LayerEvent.LOOKUP): LayerStep.EXPORTED,
    (LayerStep.LOOK, LayerEvent.NO_LOOKUP): LayerStep.REFUSED,
}


@decides(
    "NEGOTIATE-LAYER-01",
    "NEGOTIATE-LAYER-06",
    "NEGOTIATE-LAYER-07",
    "NEGOTIATE-LAYER-10",
    "LLP_LOADER_5",
    "LLP_LAYER_5",
    "AMB-LLP4-NOEXPORT",
)
def layer_step(step: LayerStep, event: LayerEvent) -> LayerStep:
    """Return the next step with a layer. Negotiation is the first call; without it the exports decide."""
    return LAYER[step, event]


@decides(
    "NEGOTIATE-LAYER-03",
    "NEGOTIATE-LAYER-04",
    "NEGOTIATE-LAYER-05",
    "NEGOTIATE-LAYER-09",
    "IFACE-LAYER-V2-01",
)
def layer_answer(result: int, version: int, lookup: int) -> LayerEvent:
    """Classify the layer's answer to the offer of version 2; ``lookup`` is its pfnGetInstanceProcAddr."""
    if result != 0:
        return LayerEvent.FAILED
    if version > NEWEST_LAYER:
        return LayerEvent.NEWER
    if version < NEWEST_LAYER:
        return LayerEvent.OLDER
    return LayerEvent.AGREED if lookup else LayerEvent.EMPTY


@decides("IFACE-LAYER-V0-06", "IFACE-LAYER-V1-01")
def exported_interface(*, prefixed: bool) -> int:
    """Return the interface version of a layer that does not negotiate.

    It is 0 if the layer exports only <layerName>GetInstanceProcAddr (``prefixed``), else 1.
    """
    return 0 if prefixed else 1


# ---- drivers ------------------------------------------------------------------------------------------------


class DriverStep(Enum):
    """The steps of the negotiation with a driver."""

    __hash__ = object.__hash__

    OPENED = "the library is open"
    GIVEN = "the application gave its vk_icdGetInstanceProcAddr"
    QUERY = "vk_icdGetInstanceProcAddr is asked for the negotiation function"
    ASK = "vk_icdNegotiateLoaderICDInterfaceVersion is called"
    ASK_GIVEN = "the given driver's negotiation function is called"
    NEGOTIATED = "used at the version it answered"
    VERSION_1 = "used at version 1"
    VERSION_0 = "used at version 0"
    REFUSED = "not used"


class DriverEvent(Enum):
    """What the loader observes about a driver."""

    __hash__ = object.__hash__

    NEGOTIATES = "it exports vk_icdNegotiateLoaderICDInterfaceVersion and vk_icdGetInstanceProcAddr"
    LOOKUP = "it exports vk_icdGetInstanceProcAddr alone"
    OLD = "it exports vkGetInstanceProcAddr, vkCreateInstance and vkEnumerateInstanceExtensionProperties"
    NOTHING = "it exports neither vk_icdGetInstanceProcAddr nor what version 0 needs"
    FOUND = "vk_icdGetInstanceProcAddr has the negotiation function"
    NOT_FOUND = "vk_icdGetInstanceProcAddr does not have the negotiation function"
    AGREED = "it answers with the version offered"
    OLDER = "it answers with an older version"
    NEWER = "it answers with a version that was not offered"
    FAILED = "it answers with an error"


DRIVER: Final[Mapping[tuple[DriverStep, DriverEvent], DriverStep]] = {
    (DriverStep.OPENED, DriverEvent.NEGOTIATES): DriverStep.ASK,
    (DriverStep.OPENED, DriverEvent.LOOKUP): DriverStep.QUERY,
    (DriverStep.OPENED, DriverEvent.OLD): DriverStep.VERSION_0,
    (DriverStep.OPENED, DriverEvent.NOTHING): DriverStep.REFUSED,
    (DriverStep.QUERY, DriverEvent.FOUND): DriverStep.ASK,
    (DriverStep.QUERY, DriverEvent.NOT_FOUND): DriverStep.VERSION_1,
    (DriverStep.ASK, DriverEvent.AGREED): DriverStep.NEGOTIATED,
    (DriverStep.ASK, DriverEvent.OLDER): DriverStep.NEGOTIATED,
    (DriverStep.ASK, DriverEvent.NEWER): DriverStep.REFUSED,
    (DriverStep.ASK, DriverEvent.FAILED): DriverStep.REFUSED,
    (DriverStep.GIVEN, DriverEvent.FOUND): DriverStep.ASK_GIVEN,
    (DriverStep.GIVEN, DriverEvent.NOT_FOUND): DriverStep.REFUSED,
    (DriverStep.ASK_GIVEN, DriverEvent.AGREED): DriverStep.NEGOTIATED,
    (DriverStep.ASK_GIVEN, DriverEvent.OLDER): DriverStep.REFUSED,  # AMB-DIRECT-V7
    (DriverStep.ASK_GIVEN, DriverEvent.NEWER): DriverStep.REFUSED,
    (DriverStep.ASK_GIVEN, DriverEvent.FAILED): DriverStep.REFUSED,
}


@decides(
    "NEGOTIATE-ICD-02",
    "NEGOTIATE-ICD-06",
    "NEGOTIATE-ICD-07",
    "AMB-LEGACY-DRIVER",
    "NEGOTIATE-ICD-08",
    "LDP_LOADER_5",
    "LDP_DRIVER_3",
    "DIRECT-DRIVER-07",
    "AMB-DIRECT-V7",
)
def driver_step(step: DriverStep, event: DriverEvent) -> DriverStep:
    """Return the next step with a driver. An exported negotiation function is called before anything else."""
    return DRIVER[step, event]


@decides("GPA-ICD-01", "NEGOTIATE-ICD-01", "IFACE-ICD-V0-01", "IFACE-ICD-V1-01")
def driver_exports(*, negotiate: bool, lookup: bool, old: bool) -> DriverEvent:
    """Classify a driver's exports; ``old`` means that it exports all three functions that version 0 needs."""
    if lookup:
        return DriverEvent.NEGOTIATES if negotiate else DriverEvent.LOOKUP
    return DriverEvent.OLD if old else DriverEvent.NOTHING


@decides("NEGOTIATE-ICD-03", "NEGOTIATE-ICD-04", "NEGOTIATE-ICD-05")
def driver_answer(result: int, version: int, offered: int = NEWEST_DRIVER) -> DriverEvent:
    """Classify the driver's answer to the version that the loader offered.

    VK_ERROR_INCOMPATIBLE_DRIVER alone refuses: no edition names another error, and no loader heeds one.
    """
    if result == INCOMPATIBLE_DRIVER:
        return DriverEvent.FAILED
    if version > offered:
        return DriverEvent.NEWER
    return DriverEvent.AGREED if version == offered else DriverEvent.OLDER


@decides("IFACE-ICD-V4-01", "PHYSDEV-ICD-01")
def has_device_lookup(version: int) -> bool:
    """Return whether a driver of this interface version may have vk_icdGetPhysicalDeviceProcAddr."""
    return version >= 4


@decides("IFACE-ICD-V7-01", "IFACE-ICD-V7-02", "PHYSDEV-ICD-03")
def asks_for_interface(version: int) -> bool:
    """Return whether the loader queries the interface functions with instance NULL before it uses the exports."""
    return version >= WITHOUT_EXPORTS


@decides("IFACE-ICD-V5-01", "IFACE-ICD-V5-02")
def knows_versions(newest: int) -> bool:
    """Return whether a loader whose newest interface version is ``newest`` queries its drivers' Vulkan versions."""
    return newest >= WITH_VERSIONS


# ---- the life of an instance or a device ----------------------------------------------------------------------


class Life(Enum):
    """The states of an instance or a logical device in the loader."""

    __hash__ = object.__hash__

    CREATING = "its creation goes down the chain"
    LIVE = "the application has it"
    DESTROYING = "its destruction goes down the chain"
    GONE = "it no longer exists"


class LifeEvent(Enum):
    """The events in the life of an instance or a logical device."""

    __hash__ = object.__hash__

    CREATED = "the chain made it"
    FAILED = "the chain could not make it"
    DESTROY = "the application destroys it"
    DESTROYED = "the chain has destroyed it"


LIFE: Final[Mapping[tuple[Life, LifeEvent], Life]] = {
    (Life.CREATING, LifeEvent.CREATED): Life.LIVE,
    (Life.CREATING, LifeEvent.FAILED): Life.GONE,
    (Life.LIVE, LifeEvent.DESTROY): Life.DESTROYING,
    (Life.DESTROYING, LifeEvent.DESTROYED): Life.GONE,
}


def next_life(life: Life, event: LifeEvent) -> Life | None:
    """Return the next state, or None if the event is invalid in this state: the application made an invalid call."""
    return LIFE.get((life, event))
