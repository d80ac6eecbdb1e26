"""Queries the properties of a physical device that sorting and filtering depend on. Never decides."""

from refloader.dropin.python._edge import Memory, call, data, put32, put64, text, u32, u64
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import (
    VkPhysicalDeviceDriverProperties,
    VkPhysicalDeviceIDProperties,
    VkPhysicalDevicePCIBusInfoPropertiesEXT,
    VkPhysicalDeviceProperties,
    VkPhysicalDeviceProperties2,
)
from refloader.dropin.python.memory.state import DriverDevice
from refloader.model.driver import PciAddress, PhysicalDevice

_PROPERTIES = INSTANCE["vkGetPhysicalDeviceProperties"]
_PROPERTIES_2 = (
    INSTANCE["vkGetPhysicalDeviceProperties2"],
    INSTANCE["vkGetPhysicalDeviceProperties2KHR"],
)
_UNTOUCHED = 0xFFFFFFFF
"""Initial value of members that a driver may write: a driver that does not know a structure leaves it unchanged."""


def facts_of(device: DriverDevice) -> PhysicalDevice:
    """Return the properties that the driver reports for the device; query them once."""
    if device.facts is None:
        table = device.driver.table.address
        device.facts = asked(table, device.handle, direct=device.driver.shared.direct)
    return device.facts


def asked(table: int, handle: int, *, direct: bool = False) -> PhysicalDevice:
    """Query a handle's properties through a table: a driver's, or that of the top of the chain."""
    return _extended(table, handle, direct) or _plain(table, handle, direct)


def _plain(table: int, handle: int, direct: bool) -> PhysicalDevice:
    """Query name, type and ids, which every driver reports; all are empty for a driver without the command."""
    answer = Memory(VkPhysicalDeviceProperties.SIZE)
    function = u64(table + _PROPERTIES)
    if function:
        call(function, handle, answer.address)
    return _described(answer.address, None, None, b"", b"", direct)


def _extended(table: int, handle: int, direct: bool) -> PhysicalDevice | None:
    function = next((found for slot in _PROPERTIES_2 if (found := u64(table + slot))), 0)
    if not function:
        return None
    pci = _chained(
        VkPhysicalDevicePCIBusInfoPropertiesEXT.TYPE, VkPhysicalDevicePCIBusInfoPropertiesEXT.SIZE, 0
    )
    ids = _chained(VkPhysicalDeviceIDProperties.TYPE, VkPhysicalDeviceIDProperties.SIZE, pci.address)
    driver = _chained(
        VkPhysicalDeviceDriverProperties.TYPE, VkPhysicalDeviceDriverProperties.SIZE, ids.address
    )
    put32(pci.address + VkPhysicalDevicePCIBusInfoPropertiesEXT.pciDomain, _UNTOUCHED)
    put32(pci.address + VkPhysicalDevicePCIBusInfoPropertiesEXT.pciBus, _UNTOUCHED)
    answer = _chained(VkPhysicalDeviceProperties2.TYPE, VkPhysicalDeviceProperties2.SIZE, driver.address)
    call(function, handle, answer.address)
    properties = answer.address + VkPhysicalDeviceProperties2.properties
    if not u32(properties + VkPhysicalDeviceProperties.apiVersion):
        return None  # the structure is unchanged: the command did nothing
    return _described(
        properties,
        u32(driver.address + VkPhysicalDeviceDriverProperties.driverID) or None,
        _pci_address(pci.address),
        data(ids.address + VkPhysicalDeviceIDProperties.deviceUUID, 16),
        data(ids.address + VkPhysicalDeviceIDProperties.driverUUID, 16),
        direct,
    )


def _chained(kind: int, size: int, after: int) -> Memory:
    memory = Memory(size)
    put32(memory.address, kind)
    put64(memory.address + 8, after)
    return memory


def _pci_address(at: int) -> PciAddress | None:
    layout = VkPhysicalDevicePCIBusInfoPropertiesEXT
    members = (layout.pciDomain, layout.pciBus, layout.pciDevice, layout.pciFunction)
    address = PciAddress(*(u32(at + member) for member in members))
    return None if address.domain == address.bus == _UNTOUCHED else address


def _described(
    at: int,
    driver_id: int | None,
    pci: PciAddress | None,
    device_uuid: bytes,
    driver_uuid: bytes,
    direct: bool,
) -> PhysicalDevice:
    return PhysicalDevice(
        name=text(at + VkPhysicalDeviceProperties.deviceName) or "",
        vendor_id=u32(at + VkPhysicalDeviceProperties.vendorID),
        device_id=u32(at + VkPhysicalDeviceProperties.deviceID),
        type=u32(at + VkPhysicalDeviceProperties.deviceType),
        driver_id=driver_id,
        pci=pci,
        device_uuid=device_uuid,
        driver_uuid=driver_uuid,
        direct=direct,
    )
