"""The terminator of vkGetPhysicalDeviceToolProperties: a driver's tools, or none if it lacks the command."""

from refloader.dropin.python._edge import put32, result, u64
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkResult
from refloader.dropin.python.memory.handles import driver_device

_CORE = INSTANCE["vkGetPhysicalDeviceToolProperties"]
_EXT = INSTANCE["vkGetPhysicalDeviceToolPropertiesEXT"]


def get_physical_device_tool_properties_below(device: int, count: int, out: int) -> int:
    """The terminator of the core command and its alias. Layers that are tools add themselves above it."""
    below = driver_device(device, "vkGetPhysicalDeviceToolProperties")
    table = below.driver.table.address
    function = u64(table + _CORE) or u64(table + _EXT)
    if function:
        return result(function, below.handle, count, out)
    put32(count, 0)
    return VkResult.SUCCESS
