"""Asks a driver what a physical device is, as far as sorting and filtering look at it. Never decides."""

from refloader.model.driver import PciAddress, PhysicalDevice
from refloader.runtime._edge import Memory, call, data, put32, put64, text, u32, u64
from refloader.runtime.generated.commands import INSTANCE
from refloader.runtime.generated.layouts import (
    VkPhysicalDeviceDriverProperties,
    VkPhysicalDeviceIDProperties,
    VkPhysicalDevicePCIBusInfoPropertiesEXT,
    VkPhysicalDeviceProperties,
    VkPhysicalDeviceProperties2,
)
from refloader.runtime.state import DriverDevice

_PROPERTIES = INSTANCE["vkGetPhysicalDeviceProperties"]
_PROPERTIES_2 = (
    INSTANCE["vkGetPhysicalDeviceProperties2"],
    INSTANCE["vkGetPhysicalDeviceProperties2KHR"],
)
_UNTOUCHED = 0xFFFFFFFF
"""Stands where a driver may write: one that does not know a chained structure leaves it as it was."""


def facts_of(device: DriverDevice) -> PhysicalDevice:
    """What the device is; asked for once."""
    if device.facts is None:
        device.facts = _extended(device) or _plain(device)
    return device.facts


def _plain(device: DriverDevice) -> PhysicalDevice:
    """Type and ids, which every driver tells; a driver without even that has a nameless device."""
    answer = Memory(VkPhysicalDeviceProperties.SIZE)
    function = u64(device.driver.table.address + _PROPERTIES)
    if function:
        call(function, device.handle, answer.address)
    return _described(device, answer.address, None, None, b"", b"")


def _extended(device: DriverDevice) -> PhysicalDevice | None:
    table = device.driver.table.address
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
    call(function, device.handle, answer.address)
    return _described(
        device,
        answer.address + VkPhysicalDeviceProperties2.properties,
        u32(driver.address + VkPhysicalDeviceDriverProperties.driverID) or None,
        _pci_address(pci.address),
        data(ids.address + VkPhysicalDeviceIDProperties.deviceUUID, 16),
        data(ids.address + VkPhysicalDeviceIDProperties.driverUUID, 16),
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
    device: DriverDevice,
    at: int,
    driver_id: int | None,
    pci: PciAddress | None,
    device_uuid: bytes,
    driver_uuid: bytes,
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
        direct=device.driver.shared.direct,
    )
