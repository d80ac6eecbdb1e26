"""The table through which the C code of the drop-in library calls the Python function that implements a command.

Applications call ``vkX``; the last layer calls ``terminator_vkX``.
"""

from collections.abc import Callable

from refloader.dropin.python.devices import (
    device_extensions,
    devices,
    groups,
    layer_devices,
    messenger_failures,
    physical_devices,
    surfaces,
    tool_properties,
)
from refloader.dropin.python.instances import globals, instance, instance_terminator
from refloader.dropin.python.messages import messengers

SURFACE_COMMANDS = (
    "vkCreateAndroidSurfaceKHR",
    "vkCreateDirectFBSurfaceEXT",
    "vkCreateDisplayPlaneSurfaceKHR",
    "vkCreateHeadlessSurfaceEXT",
    "vkCreateIOSSurfaceMVK",
    "vkCreateImagePipeSurfaceFUCHSIA",
    "vkCreateMacOSSurfaceMVK",
    "vkCreateMetalSurfaceEXT",
    "vkCreateScreenSurfaceQNX",
    "vkCreateStreamDescriptorSurfaceGGP",
    "vkCreateSurfaceOHOS",
    "vkCreateUbmSurfaceSEC",
    "vkCreateViSurfaceNN",
    "vkCreateWaylandSurfaceKHR",
    "vkCreateWin32SurfaceKHR",
    "vkCreateXcbSurfaceKHR",
    "vkCreateXlibSurfaceKHR",
)
"""The commands that create surfaces. Their module is loaded at the first call of one."""


def _creator(command: str) -> Callable[[int, int, int, int], int]:
    def create(handle: int, info: int, allocator: int, out: int) -> int:
        return surfaces.create_surface_below(command, handle, info, allocator, out)

    return create


ENTRIES: dict[str, Callable[..., int | None]] = {
    # applications
    "vkEnumerateInstanceVersion": globals.enumerate_instance_version,
    "vkEnumerateInstanceExtensionProperties": globals.enumerate_instance_extension_properties,
    "vkEnumerateInstanceLayerProperties": globals.enumerate_instance_layer_properties,
    "vkCreateInstance": instance.create_instance,
    "vkDestroyInstance": instance.destroy_instance,
    "vkEnumeratePhysicalDevices": physical_devices.enumerate_physical_devices,
    "vkEnumeratePhysicalDeviceGroups": groups.enumerate_physical_device_groups,
    "vkEnumeratePhysicalDeviceGroupsKHR": groups.enumerate_physical_device_groups_khr,
    "vkEnumerateDeviceExtensionProperties": device_extensions.enumerate_device_extension_properties,
    "vkEnumerateDeviceLayerProperties": device_extensions.enumerate_device_layer_properties,
    "vkCreateDevice": devices.create_device,
    "vkDestroyDevice": devices.destroy_device,
    # below pre-instance layers
    "terminator_vkEnumerateInstanceVersion": globals.enumerate_instance_version_below,
    "terminator_vkEnumerateInstanceExtensionProperties": globals.enumerate_instance_extension_properties_below,
    "terminator_vkEnumerateInstanceLayerProperties": globals.enumerate_instance_layer_properties_below,
    # below the layers of an instance
    "terminator_vkCreateInstance": instance_terminator.create_instance_below,
    "terminator_vkDestroyInstance": instance_terminator.destroy_instance_below,
    "terminator_vkEnumeratePhysicalDevices": physical_devices.enumerate_physical_devices_below,
    "terminator_vkEnumeratePhysicalDeviceGroups": groups.enumerate_physical_device_groups_below,
    "terminator_vkEnumeratePhysicalDeviceGroupsKHR": groups.enumerate_physical_device_groups_below,
    "terminator_vkEnumerateDeviceExtensionProperties": (
        device_extensions.enumerate_device_extension_properties_below
    ),
    "terminator_vkEnumerateDeviceLayerProperties": device_extensions.enumerate_device_layer_properties_below,
    "terminator_vkCreateDevice": devices.create_device_below,
    "terminator_vkGetPhysicalDeviceToolProperties": tool_properties.get_physical_device_tool_properties_below,
    "terminator_vkGetPhysicalDeviceToolPropertiesEXT": (
        tool_properties.get_physical_device_tool_properties_ext_below
    ),
    "terminator_vkCreateDebugUtilsMessengerEXT": messenger_failures.create_debug_utils_messenger_below,
    "terminator_vkDestroyDebugUtilsMessengerEXT": messengers.destroy_messenger_below,
    "terminator_vkSubmitDebugUtilsMessageEXT": messengers.submit_debug_utils_message_below,
    "terminator_vkCreateDebugReportCallbackEXT": messenger_failures.create_debug_report_callback_below,
    "terminator_vkDestroyDebugReportCallbackEXT": messengers.destroy_messenger_below,
    "terminator_vkDebugReportMessageEXT": messengers.debug_report_message_below,
    "terminator_vkDestroySurfaceKHR": surfaces.destroy_surface_below,
    **{f"terminator_{command}": _creator(command) for command in SURFACE_COMMANDS},
    # callbacks for layers
    "layer_create_device": layer_devices.layer_create_device,
    "layer_destroy_device": layer_devices.layer_destroy_device,
}
