"""Validates handles before they are used: those of an application, a layer or a driver.

An invalid handle from an application or a layer ends the process, with the same message as the C code's own check
(dropin/c/calls/handles.c).
"""

from typing import NoReturn

from refloader.dropin.python import _edge
from refloader.dropin.python.generated.commands import FIRST_PARAMETERS
from refloader.dropin.python.memory.objects import (
    DEVICE_MAGIC,
    DRIVER_DEVICE_MAGIC,
    ICD_LOADER_MAGIC,
    PHYSICAL_DEVICE_MAGIC,
    DeviceTable,
    DriverDeviceRecord,
    DriverRecord,
    PhysicalDeviceRecord,
)
from refloader.dropin.python.memory.state import INSTANCES, DriverDevice, Instance
from refloader.rules import decides

_FIRST_PAGE = 0x1000


def instance_of(handle: int, command: str) -> Instance:
    """Return the instance behind an application's VkInstance."""
    instance = INSTANCES.get(handle)
    if instance is None:
        wrong(command, "VkInstance")
    return instance


def instance_of_device(handle: int, command: str) -> Instance:
    """Return the instance that an application's VkPhysicalDevice belongs to."""
    instance = None
    if _plausible(handle) and _edge.u64(handle + PhysicalDeviceRecord.magic) == PHYSICAL_DEVICE_MAGIC:
        instance = INSTANCES.get(_edge.u64(handle + PhysicalDeviceRecord.instance))
    if instance is None:
        wrong(command, "VkPhysicalDevice")
    return instance


def table_of(handle: int, command: str) -> int:
    """Return the dispatch table behind an application's VkDevice."""
    table = _edge.u64(handle) if _plausible(handle) else 0
    if not _plausible(table) or _edge.u64(table + DeviceTable.magic) != DEVICE_MAGIC:
        wrong(command, "VkDevice")
    return table


def driver_device(record: int, command: str) -> DriverDevice:
    """Return the device behind a VkPhysicalDevice that a layer passed to a terminator."""
    if not _plausible(record) or _edge.u64(record + DriverDeviceRecord.magic) != DRIVER_DEVICE_MAGIC:
        wrong(command, "VkPhysicalDevice", " (passed down by a layer)")
    instance = INSTANCES[_edge.u64(record + DriverDeviceRecord.instance)]
    index = _edge.u32(_edge.u64(record + DriverDeviceRecord.driver) + DriverRecord.index)
    return instance.devices_below[index, _edge.u64(record + DriverDeviceRecord.handle)]


@decides("OBJECTS-ICD-01")
def is_object(handle: int) -> bool:
    """True if a driver's new dispatchable object can be one: a pointer to something. Reads nothing."""
    return _plausible(handle)


@decides("OBJECTS-ICD-02")
def is_marked(handle: int) -> bool:
    """True if a driver's new dispatchable object begins with ICD_LOADER_MAGIC. One without it is used, too."""
    return _edge.u32(handle) == ICD_LOADER_MAGIC


def _plausible(address: int) -> bool:
    return address >= _FIRST_PAGE and not address & 7


def wrong(command: str, kind: str, whose: str = "") -> NoReturn:
    """Report which command was called with a handle that is not an object of this kind, and abort the process."""
    _edge.wrong_handle(command, kind, FIRST_PARAMETERS[kind], whose)
