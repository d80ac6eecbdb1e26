"""Tells an application's good handles from wrong ones before they are used; a wrong one ends the process.

The words are those of the machine code's own check (native/src/handles.c).
"""

from typing import NoReturn

from refloader.runtime import _edge
from refloader.runtime.objects import DEVICE_MAGIC, PHYSICAL_DEVICE_MAGIC, DeviceTable, PhysicalDeviceRecord
from refloader.runtime.state import INSTANCES, Instance

_FIRST_PAGE = 0x1000


def instance_of(handle: int, command: str) -> Instance:
    """The instance behind an application's VkInstance."""
    instance = INSTANCES.get(handle)
    if instance is None:
        wrong(command, "VkInstance")
    return instance


def instance_of_device(handle: int, command: str) -> Instance:
    """The instance that an application's VkPhysicalDevice belongs to."""
    instance = None
    plausible = handle >= _FIRST_PAGE and not handle & 7
    if plausible and _edge.u64(handle + PhysicalDeviceRecord.magic) == PHYSICAL_DEVICE_MAGIC:
        instance = INSTANCES.get(_edge.u64(handle + PhysicalDeviceRecord.instance))
    if instance is None:
        wrong(command, "VkPhysicalDevice")
    return instance


def table_of(handle: int, command: str) -> int:
    """The dispatch table behind an application's VkDevice."""
    table = _edge.u64(handle) if handle >= _FIRST_PAGE and not handle & 7 else 0
    if table < _FIRST_PAGE or table & 7 or _edge.u64(table + DeviceTable.magic) != DEVICE_MAGIC:
        wrong(command, "VkDevice")
    return table


def wrong(command: str, kind: str) -> NoReturn:
    """Say which command was given a handle that is no object of this kind, and end the process."""
    text = f"the handle is not a valid {kind}: it is NULL, destroyed or not of this loader"
    _edge.abort(f"refloader: {command}: {text}\n")
