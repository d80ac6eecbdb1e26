"""Says of each command of the Vulkan registry how the drop-in library treats it: level, slot, stubs, enabling.

The special commands are the tables below; every other command follows from its first parameter. Never writes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LEVELS = {"VkInstance": "INSTANCE", "VkPhysicalDevice": "PHYSICAL_DEVICE"}
RESERVED_SLOTS = 500

# WSI commands that a loader for Linux exports beside the core ones.
EXPORTED_EXTENSIONS = (
    "VK_KHR_surface",
    "VK_KHR_swapchain",
    "VK_KHR_display",
    "VK_KHR_display_swapchain",
    "VK_KHR_get_surface_capabilities2",
    "VK_KHR_get_display_properties2",
    "VK_KHR_wayland_surface",
    "VK_KHR_xcb_surface",
    "VK_KHR_xlib_surface",
    "VK_EXT_headless_surface",
)

# Platforms of the registry whose commands a loader for Linux knows. Device commands of others are in the table too,
# because a driver may have them: their surfaces and names are exchanged.
OWN_PLATFORMS = (None, "provisional", "wayland", "xcb", "xlib", "xlib_xrandr")
FOREIGN = 2

SLOW_BOTH_WAYS = (
    "vkCreateInstance",
    "vkDestroyInstance",
    "vkEnumerateInstanceVersion",
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties",
    "vkEnumeratePhysicalDevices",
    "vkEnumeratePhysicalDeviceGroups",
    "vkEnumeratePhysicalDeviceGroupsKHR",
    "vkEnumerateDeviceExtensionProperties",
    "vkEnumerateDeviceLayerProperties",
    "vkCreateDevice",
)
# What a layer's pre-instance function calls last gets the chain's structure before its own parameters.
PRE_INSTANCE = (
    "vkEnumerateInstanceVersion",
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties",
)
SLOW_TRAMPOLINES = (*SLOW_BOTH_WAYS, "vkDestroyDevice")
SLOW_TERMINATORS = (
    *SLOW_BOTH_WAYS,
    "vkGetPhysicalDeviceToolProperties",
    "vkGetPhysicalDeviceToolPropertiesEXT",
    "vkDestroySurfaceKHR",
    "vkCreateDebugReportCallbackEXT",
    "vkDestroyDebugReportCallbackEXT",
    "vkDebugReportMessageEXT",
    "vkCreateDebugUtilsMessengerEXT",
    "vkDestroyDebugUtilsMessengerEXT",
    "vkSubmitDebugUtilsMessageEXT",
)  # and every command that makes a surface

OBJECT_NAMES = (
    "vkSetDebugUtilsObjectNameEXT",
    "vkSetDebugUtilsObjectTagEXT",
    "vkDebugMarkerSetObjectNameEXT",
    "vkDebugMarkerSetObjectTagEXT",
)
C_TRAMPOLINES = (
    "vkGetInstanceProcAddr",
    "vkGetDeviceProcAddr",
    "vkGetDeviceQueue",
    "vkGetDeviceQueue2",
    "vkAllocateCommandBuffers",
    "vkCreateExternalComputeQueueNV",
    "vkCreateDebugUtilsMessengerEXT",
    "vkDestroyDebugUtilsMessengerEXT",
    "vkCreateDebugReportCallbackEXT",
    "vkDestroyDebugReportCallbackEXT",
    *OBJECT_NAMES,
)
DISPLAY_QUERIES = (
    "vkGetPhysicalDeviceDisplayPropertiesKHR",
    "vkGetPhysicalDeviceDisplayPlanePropertiesKHR",
    "vkGetDisplayPlaneSupportedDisplaysKHR",
    "vkGetDisplayModePropertiesKHR",
    "vkCreateDisplayModeKHR",
    "vkGetDisplayPlaneCapabilitiesKHR",
    "vkGetPhysicalDeviceDisplayProperties2KHR",
    "vkGetPhysicalDeviceDisplayPlaneProperties2KHR",
    "vkGetDisplayModeProperties2KHR",
    "vkGetDisplayPlaneCapabilities2KHR",
)
EMULATED_CORE = (
    "vkGetPhysicalDeviceFeatures2",
    "vkGetPhysicalDeviceProperties2",
    "vkGetPhysicalDeviceFormatProperties2",
    "vkGetPhysicalDeviceImageFormatProperties2",
    "vkGetPhysicalDeviceQueueFamilyProperties2",
    "vkGetPhysicalDeviceMemoryProperties2",
    "vkGetPhysicalDeviceSparseImageFormatProperties2",
    "vkGetPhysicalDeviceExternalBufferProperties",
    "vkGetPhysicalDeviceExternalFenceProperties",
    "vkGetPhysicalDeviceExternalSemaphoreProperties",
)
C_TERMINATORS = (
    "vkGetInstanceProcAddr",
    "vkGetDeviceProcAddr",
    "vkGetPhysicalDeviceSurfaceSupportKHR",
    "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "vkGetPhysicalDeviceSurfacePresentModesKHR",
    "vkGetPhysicalDevicePresentRectanglesKHR",
    "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
    "vkGetPhysicalDeviceSurfaceFormats2KHR",
    "vkGetPhysicalDeviceSurfaceCapabilities2EXT",
    "vkGetPhysicalDeviceSurfacePresentModes2EXT",
    "vkCreateSwapchainKHR",
    "vkCreateSharedSwapchainsKHR",
    "vkGetDeviceGroupSurfacePresentModesKHR",
    "vkGetDeviceGroupSurfacePresentModes2EXT",
    *OBJECT_NAMES,
    *DISPLAY_QUERIES,
    *EMULATED_CORE,
    *(f"{name}KHR" for name in EMULATED_CORE),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One command.

    ``handle`` is the type of its first parameter, ``slot`` its place in the instance table or the device table
    (-1 at global level), ``extension`` the index of the instance extension that brings it (-1: none does), and
    ``core`` 0, 10, 11, ... ``device_extension`` is 1 if a device extension brings it, FOREIGN if only extensions of
    other platforms do.
    """

    name: str
    level: str
    handle: str
    slot: int
    exported: bool
    trampoline: str
    terminator: str
    result: str
    core: int
    extension: int
    device_extension: int


def rows(vk: Any) -> list[Row]:
    """Every command: the global ones, then the instance table and the device table, each in slot order."""
    names = sorted(vk.commands)
    globals_ = [name for name in names if level(vk, name) == "GLOBAL"]
    below = [name for name in names if level(vk, name) in ("INSTANCE", "PHYSICAL_DEVICE")]
    # Exported commands come first: a new device's table is filled that far without anybody having asked.
    device = [name for name in names if level(vk, name) == "DEVICE"]
    device.sort(key=lambda name: not exported(vk, name))
    table = [_row(vk, name, -1) for name in globals_]
    table += [_row(vk, name, slot) for slot, name in enumerate(below)]
    table += [_row(vk, name, slot) for slot, name in enumerate(device)]
    _check(vk, table)
    return table


def level(vk: Any, name: str) -> str:
    """GLOBAL, INSTANCE, PHYSICAL_DEVICE or DEVICE, from the first parameter."""
    first = vk.commands[name].params[0].type
    return LEVELS.get(first, "DEVICE" if first in vk.handles else "GLOBAL")


def exported(vk: Any, name: str) -> bool:
    """Whether programs can link to it: core commands and what EXPORTED_EXTENSIONS bring."""
    homes = set(vk.commands[name].definingRequirements)
    return any(home.startswith("VK_VERSION_") or home in EXPORTED_EXTENSIONS for home in homes)


def instance_extensions(vk: Any) -> list[str]:
    """The names of the instance extensions, in the order of their indices."""
    return sorted(name for name, extension in vk.extensions.items() if extension.instance)


def makes_surface(vk: Any, name: str) -> bool:
    """Whether the command gives a new VkSurfaceKHR."""
    last = vk.commands[name].params[-1]
    return bool(last.type == "VkSurfaceKHR" and last.pointer)


def _row(vk: Any, name: str, slot: int) -> Row:
    command = vk.commands[name]
    own_level = level(vk, name)
    homes = set(command.definingRequirements)
    indices = [i for i, extension in enumerate(instance_extensions(vk)) if extension in homes]
    versions = [home for home in homes if home.startswith("VK_VERSION_")]
    if len(indices) > 1 or len(versions) > 1:
        raise SystemExit(f"{name} comes with more than one version or instance extension")
    return Row(
        name=name,
        level=own_level,
        handle=command.params[0].type,
        slot=slot,
        exported=exported(vk, name),
        trampoline=_trampoline(name),
        terminator=_terminator(vk, name, own_level),
        result={"void": "VOID", "VkResult": "RESULT"}.get(command.returnType, "VALUE"),
        core=int(versions[0].removeprefix("VK_VERSION_").replace("_", "")) if versions else 0,
        extension=indices[0] if indices else -1,
        device_extension=_device_extension([vk.extensions[home] for home in homes if home in vk.extensions]),
    )


def _device_extension(homes: list[Any]) -> int:
    platforms = [extension.platform for extension in homes if extension.device]
    if not platforms:
        return 0
    return 1 if any(platform in OWN_PLATFORMS for platform in platforms) else FOREIGN


def _trampoline(name: str) -> str:
    if name in SLOW_TRAMPOLINES:
        return "SLOW"
    return "C" if name in C_TRAMPOLINES else "STUB"


def _terminator(vk: Any, name: str, own_level: str) -> str:
    if name in SLOW_TERMINATORS or makes_surface(vk, name):
        return "SLOW"
    if name in C_TERMINATORS:
        return "C"
    return "STUB" if own_level == "PHYSICAL_DEVICE" else "NONE"


def _check(vk: Any, table: list[Row]) -> None:
    known = {row.name for row in table}
    listed = {*SLOW_TRAMPOLINES, *SLOW_TERMINATORS, *C_TRAMPOLINES, *C_TERMINATORS}
    if listed - known:
        raise SystemExit(f"no such commands: {sorted(listed - known)}")
    for row in table:
        if row.terminator == "NONE" and row.level != "DEVICE":
            raise SystemExit(f"{row.name} has nothing at the bottom of the chain")
        if row.terminator in ("NONE", "STUB") and "VkSurfaceKHR" in _given(vk, row.name):
            raise SystemExit(f"{row.name} takes a surface: it needs a terminator that unwraps it")


def _given(vk: Any, name: str) -> Iterator[str]:
    for parameter in vk.commands[name].params:
        yield parameter.type
        if parameter.type in vk.structs:
            yield from (member.type for member in vk.structs[parameter.type].members)
