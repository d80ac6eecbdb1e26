"""The queries of physical devices that the loader passes on, with arguments that differ. Holds no verdicts."""

from typing import NamedTuple

from refloader.scenario.script import Argument, pair, read

SURFACE, DISPLAY, DISPLAY2 = "VK_KHR_surface", "VK_KHR_display", "VK_KHR_get_display_properties2"
PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
CAPABILITIES2, COUNTER = "VK_KHR_get_surface_capabilities2", "VK_EXT_display_surface_counter"
XLIB_DISPLAY, DRM_DISPLAY = "VK_EXT_acquire_xlib_display", "VK_EXT_acquire_drm_display"
DIRECT_MODE = "VK_EXT_direct_mode_display"

FORMAT, TYPE, TILING, SAMPLES, USAGE, FLAGS = 37, 2, 1, 4, 8, 16
"""VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_3D and so on: all of them differ, so none can stand for another one."""
SCREEN, MODE, PLANE = 0xD15000, 0xD16000, 3
ROOM: Argument = [0] * 128


class Query(NamedTuple):
    """The arguments behind the device; the version or the extensions of instances that bring the command.

    ``callbacks`` is the position of the VkAllocationCallbacks, which are not given, if the command has them.
    """

    arguments: tuple[Argument, ...]
    api: str = "1.0.0"
    extensions: tuple[str, ...] = ()
    returns: str = "nothing"
    of_devices: str = ""
    callbacks: int = -1

    @property
    def numbers(self) -> dict[int, int]:
        """The arguments that are numbers or handles, by their position behind the device."""
        return {place: each for place, each in enumerate(self.arguments) if isinstance(each, int)}


def filled(kind: int, *words: Argument) -> Argument:
    """A structure of this type with nothing behind it, and room for more."""
    return [kind, 0, *words, *[0] * 110]


COUNTED: tuple[Argument, ...] = (read(0), None)
"""A counter, and no room for what it counts."""

OF_1_0 = {
    "vkGetPhysicalDeviceFeatures": Query((ROOM,)),
    "vkGetPhysicalDeviceProperties": Query((ROOM,)),
    "vkGetPhysicalDeviceFormatProperties": Query((FORMAT, ROOM)),
    "vkGetPhysicalDeviceImageFormatProperties": Query(
        (FORMAT, TYPE, TILING, USAGE, FLAGS, ROOM), returns="result"
    ),
    "vkGetPhysicalDeviceQueueFamilyProperties": Query(COUNTED),
    "vkGetPhysicalDeviceMemoryProperties": Query((ROOM,)),
    "vkGetPhysicalDeviceSparseImageFormatProperties": Query((FORMAT, TYPE, SAMPLES, USAGE, TILING, *COUNTED)),
}

_NEWER = {
    "vkGetPhysicalDeviceFeatures2": Query((filled(1000059000),)),
    "vkGetPhysicalDeviceProperties2": Query((filled(1000059001),)),
    "vkGetPhysicalDeviceFormatProperties2": Query((FORMAT, filled(1000059002))),
    "vkGetPhysicalDeviceImageFormatProperties2": Query(
        (filled(1000059004, pair(FORMAT, TYPE), pair(TILING, USAGE), FLAGS), filled(1000059003)),
        returns="result",
    ),
    "vkGetPhysicalDeviceQueueFamilyProperties2": Query(COUNTED),
    "vkGetPhysicalDeviceMemoryProperties2": Query((filled(1000059006),)),
    "vkGetPhysicalDeviceSparseImageFormatProperties2": Query(
        (filled(1000059008, pair(FORMAT, TYPE), pair(SAMPLES, USAGE), TILING), *COUNTED)
    ),
}
_EXTERNAL = {
    "vkGetPhysicalDeviceExternalBufferProperties": (
        "memory",
        Query((filled(1000071002, 0, 1), filled(1000071003))),
    ),
    "vkGetPhysicalDeviceExternalFenceProperties": (
        "fence",
        Query((filled(1000112000, 1), filled(1000112001))),
    ),
    "vkGetPhysicalDeviceExternalSemaphoreProperties": (
        "semaphore",
        Query((filled(1000076000, 1), filled(1000076001))),
    ),
}

OF_1_1 = {
    **{name: each._replace(api="1.1.0") for name, each in _NEWER.items()},
    **{name: each._replace(api="1.1.0") for name, (_, each) in _EXTERNAL.items()},
}

OF_PROPERTIES2 = {
    **{f"{name}KHR": each._replace(extensions=(PROPERTIES2,)) for name, each in _NEWER.items()},
    **{
        f"{name}KHR": each._replace(extensions=(PROPERTIES2, f"VK_KHR_external_{kind}_capabilities"))
        for name, (kind, each) in _EXTERNAL.items()
    },
}

_SCREENS = (SURFACE, DISPLAY)
OF_DISPLAYS = {
    "vkGetPhysicalDeviceDisplayPropertiesKHR": Query(COUNTED, "1.0.0", _SCREENS, "result"),
    "vkGetPhysicalDeviceDisplayPlanePropertiesKHR": Query(COUNTED, "1.0.0", _SCREENS, "result"),
    "vkGetDisplayPlaneSupportedDisplaysKHR": Query((PLANE, *COUNTED), "1.0.0", _SCREENS, "result"),
    "vkGetDisplayModePropertiesKHR": Query((SCREEN, *COUNTED), "1.0.0", _SCREENS, "result"),
    "vkCreateDisplayModeKHR": Query(
        (SCREEN, [1000002000, 0, pair(0, 64), pair(64, 60000)], None, ROOM),
        extensions=_SCREENS,
        returns="result",
        callbacks=2,
    ),
    "vkGetDisplayPlaneCapabilitiesKHR": Query((MODE, PLANE, ROOM), "1.0.0", _SCREENS, "result"),
    "vkGetPhysicalDeviceDisplayProperties2KHR": Query(COUNTED, "1.0.0", (*_SCREENS, DISPLAY2), "result"),
    "vkGetPhysicalDeviceDisplayPlaneProperties2KHR": Query(COUNTED, "1.0.0", (*_SCREENS, DISPLAY2), "result"),
    "vkGetDisplayModeProperties2KHR": Query((SCREEN, *COUNTED), "1.0.0", (*_SCREENS, DISPLAY2), "result"),
    "vkGetDisplayPlaneCapabilities2KHR": Query(
        (filled(1000121003, MODE, PLANE), filled(1000121004)), "1.0.0", (*_SCREENS, DISPLAY2), "result"
    ),
}

_LEASES = (*_SCREENS, DIRECT_MODE)
OF_LEASES = {
    "vkReleaseDisplayEXT": Query((SCREEN,), "1.0.0", _LEASES, "result"),
    "vkAcquireXlibDisplayEXT": Query((0x11, SCREEN), "1.0.0", (*_LEASES, XLIB_DISPLAY), "result"),
    "vkGetRandROutputDisplayEXT": Query((0x11, 0x22, ROOM), "1.0.0", (*_LEASES, XLIB_DISPLAY), "result"),
    "vkAcquireDrmDisplayEXT": Query((0x11, SCREEN), "1.0.0", (*_LEASES, DRM_DISPLAY), "result"),
    "vkGetDrmDisplayEXT": Query((0x11, 0x22, ROOM), "1.0.0", (*_LEASES, DRM_DISPLAY), "result"),
}

OF_WINDOWS = {
    "vkGetPhysicalDeviceXcbPresentationSupportKHR": Query(
        (PLANE, 0x11, 0x22), "1.0.0", (SURFACE, "VK_KHR_xcb_surface"), "word"
    ),
    "vkGetPhysicalDeviceXlibPresentationSupportKHR": Query(
        (PLANE, 0x11, 0x22), "1.0.0", (SURFACE, "VK_KHR_xlib_surface"), "word"
    ),
    "vkGetPhysicalDeviceWaylandPresentationSupportKHR": Query(
        (PLANE, 0x11), "1.0.0", (SURFACE, "VK_KHR_wayland_surface"), "word"
    ),
}
"""What a queue family can show in windows, of the systems that the loader was built for."""

_COUNTED_OF_DEVICES = {
    "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT": "VK_EXT_calibrated_timestamps",
    "vkGetPhysicalDeviceCalibrateableTimeDomainsKHR": "VK_KHR_calibrated_timestamps",
    "vkGetPhysicalDeviceFragmentShadingRatesKHR": "VK_KHR_fragment_shading_rate",
    "vkGetPhysicalDeviceCooperativeMatrixPropertiesNV": "VK_NV_cooperative_matrix",
    "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR": "VK_KHR_cooperative_matrix",
    "vkGetPhysicalDeviceCooperativeVectorPropertiesNV": "VK_NV_cooperative_vector",
    "vkGetPhysicalDeviceSupportedFramebufferMixedSamplesCombinationsNV": "VK_NV_coverage_reduction_mode",
}
"""Queries of nothing but a list, each with the extension that brings it."""

_H264 = filled(1000023000, 1, 1, 1, 1)
"""A VkVideoProfileInfoKHR."""

OF_DEVICE_EXTENSIONS = {
    "vkGetPhysicalDeviceMultisamplePropertiesEXT": Query(
        (SAMPLES, filled(1000143004)), of_devices="VK_EXT_sample_locations"
    ),
    "vkGetPhysicalDeviceVideoCapabilitiesKHR": Query(
        (_H264, filled(1000023001)), returns="result", of_devices="VK_KHR_video_queue"
    ),
    "vkGetPhysicalDeviceVideoFormatPropertiesKHR": Query(
        (filled(1000023014, 1), *COUNTED), returns="result", of_devices="VK_KHR_video_queue"
    ),
    "vkGetPhysicalDeviceVideoEncodeQualityLevelPropertiesKHR": Query(
        (filled(1000299006, _H264, 0), filled(1000299007)),
        returns="result",
        of_devices="VK_KHR_video_encode_queue",
    ),
    "vkGetPhysicalDeviceOpticalFlowImageFormatsNV": Query(
        (filled(1000464001, 1), *COUNTED), returns="result", of_devices="VK_NV_optical_flow"
    ),
    "vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR": Query(
        (filled(1000116002, PLANE), read(0)), of_devices="VK_KHR_performance_query"
    ),
    "vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR": Query(
        (PLANE, *COUNTED, None), returns="result", of_devices="VK_KHR_performance_query"
    ),
    "vkGetPhysicalDeviceExternalTensorPropertiesARM": Query(
        (filled(1000460015), filled(1000460016)), of_devices="VK_ARM_tensors"
    ),
    "vkGetPhysicalDeviceQueueFamilyDataGraphPropertiesARM": Query(
        (PLANE, *COUNTED), returns="result", of_devices="VK_ARM_data_graph"
    ),
    "vkGetPhysicalDeviceQueueFamilyDataGraphProcessingEnginePropertiesARM": Query(
        (filled(1000507016, PLANE), filled(1000507017)), of_devices="VK_ARM_data_graph"
    ),
    **{
        name: Query(COUNTED, returns="result", of_devices=extension)
        for name, extension in _COUNTED_OF_DEVICES.items()
    },
}
"""Queries that extensions of devices bring; the loader may know them or not."""

OF_SURFACES = {
    "vkGetPhysicalDeviceSurfaceSupportKHR": Query((PLANE, "surface", read(0)), returns="result"),
    "vkGetPhysicalDeviceSurfaceCapabilitiesKHR": Query(("surface", ROOM), returns="result"),
    "vkGetPhysicalDeviceSurfaceFormatsKHR": Query(("surface", *COUNTED), returns="result"),
    "vkGetPhysicalDeviceSurfacePresentModesKHR": Query(("surface", *COUNTED), returns="result"),
    "vkGetPhysicalDeviceSurfaceCapabilities2KHR": Query(
        ([1000119000, 0, "surface"], filled(1000119001)), extensions=(CAPABILITIES2,), returns="result"
    ),
    "vkGetPhysicalDeviceSurfaceFormats2KHR": Query(
        ([1000119000, 0, "surface"], *COUNTED), extensions=(CAPABILITIES2,), returns="result"
    ),
    "vkGetPhysicalDeviceSurfaceCapabilities2EXT": Query(
        ("surface", filled(1000090000)), extensions=(DISPLAY, COUNTER), returns="result"
    ),
    "vkGetPhysicalDevicePresentRectanglesKHR": Query(
        ("surface", *COUNTED), returns="result", of_devices="VK_KHR_swapchain"
    ),
}
"""Those about a surface that the application has."""

PASSED_ON = {
    **OF_1_0,
    **OF_1_1,
    **OF_PROPERTIES2,
    **OF_DISPLAYS,
    **OF_LEASES,
    **OF_WINDOWS,
    **OF_DEVICE_EXTENSIONS,
}
QUERIES = {**PASSED_ON, **OF_SURFACES}
