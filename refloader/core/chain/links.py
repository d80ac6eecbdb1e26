"""Decides what the loader passes to each layer and driver in an instance's chain. Calls none of them.

Versions are packed 32-bit numbers here, as in Vulkan structures.
"""

from collections.abc import Iterable, Sequence

from refloader.core.editions import traits
from refloader.model.age import Age, Trait
from refloader.model.edition import Edition
from refloader.model.layer import Extension, Layer
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.model.version import ApiVersion
from refloader.rules import decides

VERSION_1_0 = 1 << 22
VERSION_1_1 = 1 << 22 | 1 << 12
_PATCH = 0xFFF
_VARIANT = 0x7 << 29
OUT_OF_MEMORY = (-1, -2)
"""VK_ERROR_OUT_OF_HOST_MEMORY and VK_ERROR_OUT_OF_DEVICE_MEMORY."""
OUT_OF_HOST_MEMORY = OUT_OF_MEMORY[0]
_INCOMPATIBLE_DRIVER = -9
REQUIRED = (
    "vkDestroyInstance",
    "vkEnumeratePhysicalDevices",
    "vkGetPhysicalDeviceFeatures",
    "vkGetPhysicalDeviceFormatProperties",
    "vkGetPhysicalDeviceImageFormatProperties",
    "vkGetPhysicalDeviceProperties",
    "vkGetPhysicalDeviceQueueFamilyProperties",
    "vkGetPhysicalDeviceMemoryProperties",
    "vkGetPhysicalDeviceSparseImageFormatProperties",
    "vkEnumerateDeviceExtensionProperties",
    "vkCreateDevice",
    "vkGetDeviceProcAddr",
)
"""The commands of Vulkan 1.0 that the loader calls in every driver. One without them is left out, as in the field."""
PORTABILITY_BIT = 1
_PORTABILITY = "VK_KHR_portability_enumeration"

# ---- drivers --------------------------------------------------------------------------------------------------


@decides("APIVER-02", "APIVER-03")
def asks_version(manifest: ApiVersion | None) -> bool:
    """Return whether the loader queries a driver's version: only if its manifest says 1.1 or newer.

    It also queries a driver without a manifest (direct driver loading).
    """
    return manifest is None or manifest.feature >= (1, 1)


@decides("APIVER-03", "APIVER-02")
def driver_version(result: int, version: int) -> int:
    """Return a driver's Vulkan version from the result and output of its vkEnumerateInstanceVersion."""
    if result != 0 or (version & ~_VARIANT) < VERSION_1_1:
        return VERSION_1_0
    return version


@decides("APIVER-04", "LDP_LOADER_7")
def told_version(wanted: int, driver: int) -> int:
    """Return the apiVersion to pass to a driver. A driver of Vulkan 1.0 is always passed 1.0.

    It may refuse any other version, also one of another variant or with a patch number. 0 means 1.0.
    """
    return VERSION_1_0 if driver & ~_PATCH == VERSION_1_0 and wanted else wanted


@decides("APIVER-04")
def needs_application(driver: int) -> bool:
    """Return whether a driver of this version gets a VkApplicationInfo with 1.0 if the application has given none."""
    return driver & ~_PATCH == VERSION_1_0


@decides("EXT-FILTER-01", "EXT-FILTER-05", "LDP_LOADER_9")
def driver_extensions(enabled: Sequence[str], offered: Iterable[Extension]) -> tuple[str, ...]:
    """Return the enabled instance extensions that this driver offers, in the application's order."""
    names = {extension.name for extension in offered} if enabled else ()
    return tuple(name for name in enabled if name in names)


_GROUPS = ("vkEnumeratePhysicalDeviceGroups",)
_OF_1_1 = {
    "VK_KHR_get_physical_device_properties2": (
        "vkGetPhysicalDeviceFeatures2",
        "vkGetPhysicalDeviceProperties2",
        "vkGetPhysicalDeviceFormatProperties2",
        "vkGetPhysicalDeviceImageFormatProperties2",
        "vkGetPhysicalDeviceQueueFamilyProperties2",
        "vkGetPhysicalDeviceMemoryProperties2",
        "vkGetPhysicalDeviceSparseImageFormatProperties2",
    ),
    "VK_KHR_device_group_creation": _GROUPS,
    "VK_KHR_external_memory_capabilities": ("vkGetPhysicalDeviceExternalBufferProperties",),
    "VK_KHR_external_fence_capabilities": ("vkGetPhysicalDeviceExternalFenceProperties",),
    "VK_KHR_external_semaphore_capabilities": ("vkGetPhysicalDeviceExternalSemaphoreProperties",),
}
"""The queries of physical devices of Vulkan 1.1, by the extension from which they come."""
_OF_NO_CORE = {
    "VK_KHR_surface": (
        "vkGetPhysicalDeviceSurfaceSupportKHR",
        "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
        "vkGetPhysicalDeviceSurfaceFormatsKHR",
        "vkGetPhysicalDeviceSurfacePresentModesKHR",
    ),
    "VK_KHR_get_surface_capabilities2": (
        "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
        "vkGetPhysicalDeviceSurfaceFormats2KHR",
    ),
    "VK_EXT_display_surface_counter": ("vkGetPhysicalDeviceSurfaceCapabilities2EXT",),
    "VK_KHR_display": (
        "vkGetPhysicalDeviceDisplayPropertiesKHR",
        "vkGetPhysicalDeviceDisplayPlanePropertiesKHR",
        "vkGetDisplayPlaneSupportedDisplaysKHR",
        "vkGetDisplayModePropertiesKHR",
        "vkCreateDisplayModeKHR",
        "vkGetDisplayPlaneCapabilitiesKHR",
    ),
    "VK_KHR_get_display_properties2": (
        "vkGetPhysicalDeviceDisplayProperties2KHR",
        "vkGetPhysicalDeviceDisplayPlaneProperties2KHR",
        "vkGetDisplayModeProperties2KHR",
        "vkGetDisplayPlaneCapabilities2KHR",
    ),
    "VK_EXT_debug_report": ("vkCreateDebugReportCallbackEXT", "vkDestroyDebugReportCallbackEXT"),
    "VK_EXT_debug_utils": ("vkCreateDebugUtilsMessengerEXT", "vkDestroyDebugUtilsMessengerEXT"),
}
"""Commands of extensions alone that the loader answers itself for a driver without the extension."""


@decides("LDP_LOADER_8", "EXT-FILTER-02")
def not_enabled(wanted: int, driver: int, enabled: Sequence[str], others: Iterable[str]) -> tuple[str, ...]:
    """Return the commands of a driver that the loader does not call, and answers in its place.

    They are those of ``others``, the extensions that are enabled for the application's instance and not for the
    driver's, and the queries of 1.1: under their own names if the application's instance is of 1.0, under those of an
    extension if it is not enabled and the driver is told 1.0. A driver may return functions for them all the same.
    ``wanted`` is the application's apiVersion, ``driver`` the driver's. As in the field, an application of 1.1 gets
    the functions that a driver of 1.0 returns, and one of 1.0 its groups, unless they come of an extension that the
    driver lacks.
    """
    filtered = frozenset(others)
    lacking = [name for extension in filtered for name in _OF_NO_CORE.get(extension, ())]
    is_older = told_version(wanted, driver) & ~_VARIANT < VERSION_1_1
    for extension, names in _OF_1_1.items():
        asks_older = wanted & ~_VARIANT < VERSION_1_1
        if (is_older and extension in filtered) if names == _GROUPS else asks_older:
            lacking += names
        if is_older and extension not in enabled:
            lacking += [f"{name}KHR" for name in names]
    return tuple(lacking)


@decides("PORTABILITY-01")
def driver_flags(flags: int, extensions: Sequence[str]) -> int:
    """Return the flags to pass to a driver. The portability bit is removed if its extension is not enabled."""
    return flags if _PORTABILITY in extensions else flags & ~PORTABILITY_BIT


@decides("CHAIN-TERM-01", "LDP_LOADER_1", "AMB-DRIVER-FAILS")
def creation_result(results: Sequence[int]) -> int:
    """Return the result of vkCreateInstance from the drivers' results.

    VK_ERROR_OUT_OF_HOST_MEMORY takes precedence: the host's memory is everybody's. Otherwise one successful driver is
    enough; without any, the result is VK_ERROR_INCOMPATIBLE_DRIVER, whatever the drivers returned.
    """
    if OUT_OF_HOST_MEMORY in results:
        return OUT_OF_HOST_MEMORY
    return 0 if 0 in results else _INCOMPATIBLE_DRIVER


# ---- extensions -------------------------------------------------------------------------------------------------


@decides("EXT-FILTER-03", "CONV-LAYER-08")
def missing_extension(
    wanted: Sequence[str],
    own: Iterable[Extension],
    layers: Iterable[Layer],
    drivers: Iterable[Sequence[Extension]],
) -> str | None:
    """Return the first requested extension that neither loader, active layer nor driver offers, or None.

    Layers and drivers rely on the loader for this check.
    """
    left = set(wanted)
    for offered in (own, *(layer.instance_extensions for layer in layers), *drivers):
        if not left:
            return None
        left.difference_update(extension.name for extension in offered)
    return next((name for name in wanted if name in left), None)


# ---- layers -----------------------------------------------------------------------------------------------------

_SORTS = 1  # VK_LOADER_FEATURE_PHYSICAL_DEVICE_SORTING


def loader_features(edition: Edition, age: Age) -> int:
    """Return the VkLoaderFeatureFlags that the loader passes to layers."""
    return _SORTS if traits(edition).sorts_devices and not age.has(Trait.SORTING_UNANNOUNCED) else 0


_KEYS = {
    Edition.E2016: frozenset[str](),
    Edition.E2018: frozenset(
        {"vkEnumerateInstanceExtensionProperties", "vkEnumerateInstanceLayerProperties"}
    ),
}
_THREE = frozenset(
    {
        "vkEnumerateInstanceExtensionProperties",
        "vkEnumerateInstanceLayerProperties",
        "vkEnumerateInstanceVersion",
    }
)


@decides("PREINST-01", "PREINST-02", "PREINST-06")
def pre_instance_chain(plan: Plan, command: str) -> tuple[tuple[Layer, str], ...]:
    """Return the active implicit layers that intercept a pre-instance command, with the symbol, application first.

    No document gives their order. In the field, the layer that is found last is nearest to the application.
    """
    if command not in _KEYS.get(plan.edition, _THREE):
        return ()
    return tuple(
        (layer, symbol)
        for layer in reversed(plan.chain)
        if layer.pre_instance and layer.kind is Use.IMPLICIT
        for name, symbol in layer.pre_instance
        if name == command
    )


@decides("CHAIN-DIST-03", "CHAIN-INIT-04", "PHYSDEV-EXT-03")
def next_lookups(
    links: Sequence[tuple[int, int, int]], bottom: int, bottom_devices: int
) -> tuple[tuple[int, int], ...]:
    """Return what each link's layer calls next: (GetInstanceProcAddr, GetPhysicalDeviceProcAddr).

    ``links`` are (interface version, GetInstanceProcAddr, GetPhysicalDeviceProcAddr), application first. A layer
    without a GetPhysicalDeviceProcAddr is skipped. Layers of every interface version get both, as in the field.
    """
    found: list[tuple[int, int]] = []
    lookup, devices = bottom, bottom_devices
    for _, own, own_devices in reversed(links):
        found.append((lookup, devices))
        lookup, devices = own, own_devices or devices
    return tuple(reversed(found))


@decides("LLP_LOADER_5", "AMB-NEG-ENUM", "NEGOTIATE-LAYER-06")
def needed(layer: Layer, requested: Sequence[str]) -> bool:
    """Return whether vkCreateInstance fails if this layer's library cannot be loaded.

    It fails with VK_ERROR_LAYER_NOT_PRESENT, as the specification requires, only for a layer that the application
    requested by its name. Any other layer, also a component of a meta-layer, is left out of the chain.
    """
    return layer.name in requested
