"""The bottom of vkGetPhysicalDeviceToolProperties: a driver's tools, or none where it does not know the command."""

from refloader.runtime._edge import put32, result, u64
from refloader.runtime.generated.commands import INSTANCE
from refloader.runtime.generated.layouts import VkResult
from refloader.runtime.objects import DriverDeviceRecord, DriverRecord

_CORE = INSTANCE["vkGetPhysicalDeviceToolProperties"]
_EXT = INSTANCE["vkGetPhysicalDeviceToolPropertiesEXT"]


def get_physical_device_tool_properties_below(device: int, count: int, out: int) -> int:
    """The terminator of the core command and of its alias; layers that are tools add themselves above."""
    table = u64(u64(device + DriverDeviceRecord.driver) + DriverRecord.table)
    function = u64(table + _CORE) or u64(table + _EXT)
    if function:
        return result(function, u64(device + DriverDeviceRecord.handle), count, out)
    put32(count, 0)
    return VkResult.SUCCESS
