"""The terminators of vkGetPhysicalDeviceToolProperties and its alias: a driver's tools, or none if it has neither.

A driver may return a function that the device does not have. The core command is one of devices of Vulkan 1.3, the
alias one of devices with VK_EXT_tooling_info; for others the loader answers, as in the field.
"""

from refloader.dropin.python._edge import Memory, call, put32, result, u32, u64
from refloader.dropin.python.devices.device_extensions import names_of
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkPhysicalDeviceProperties, VkResult
from refloader.dropin.python.memory.handles import driver_device
from refloader.dropin.python.memory.state import DriverDevice

_CORE = INSTANCE["vkGetPhysicalDeviceToolProperties"]
_EXT = INSTANCE["vkGetPhysicalDeviceToolPropertiesEXT"]
_PROPERTIES = INSTANCE["vkGetPhysicalDeviceProperties"]
_VERSION_1_3 = 1 << 22 | 3 << 12


def get_physical_device_tool_properties_below(device: int, count: int, out: int) -> int:
    """The terminator of the core command. Layers that are tools add themselves above it."""
    below = driver_device(device, "vkGetPhysicalDeviceToolProperties")
    return _answered(below, _CORE if _is_of_1_3(below) else None, count, out)


def get_physical_device_tool_properties_ext_below(device: int, count: int, out: int) -> int:
    """The terminator of the alias."""
    below = driver_device(device, "vkGetPhysicalDeviceToolPropertiesEXT")
    return _answered(below, _EXT if "VK_EXT_tooling_info" in names_of(below) else None, count, out)


def _answered(below: DriverDevice, slot: int | None, count: int, out: int) -> int:
    function = u64(below.driver.table.address + slot) if slot is not None else 0
    if function:
        return result(function, below.handle, count, out)
    put32(count, 0)
    return VkResult.SUCCESS


def _is_of_1_3(below: DriverDevice) -> bool:
    function = u64(below.driver.table.address + _PROPERTIES)
    if not function:
        return False
    answer = Memory(VkPhysicalDeviceProperties.SIZE)
    call(function, below.handle, answer.address)
    return u32(answer.address + VkPhysicalDeviceProperties.apiVersion) >= _VERSION_1_3
