"""Queries the properties of a physical device that sorting and filtering depend on. Never decides.

Each query has one structure behind the head of its pNext chain, so a driver that overwrites a structure together with
its pNext member hides no other.
"""

from dataclasses import replace

from refloader.core.drivers.devices import MORE
from refloader.dropin.python._edge import Memory, call, data, put32, put64, text, u32, u64
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import (
    VkExtensionProperties,
    VkPhysicalDeviceDriverProperties,
    VkPhysicalDeviceIDProperties,
    VkPhysicalDevicePCIBusInfoPropertiesEXT,
    VkPhysicalDeviceProperties,
    VkPhysicalDeviceProperties2,
)
from refloader.dropin.python.memory.acting import AGE
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.counted import ask
from refloader.dropin.python.memory.state import DriverDevice
from refloader.model.driver import PciAddress, PhysicalDevice

_PROPERTIES = INSTANCE["vkGetPhysicalDeviceProperties"]
_EXTENSIONS = INSTANCE["vkEnumerateDeviceExtensionProperties"]
_PCI = b"VK_EXT_pci_bus_info\0"
_NEWER = ("vkGetPhysicalDeviceProperties2", "vkGetPhysicalDeviceProperties2KHR")
_UNTOUCHED = 0xFFFFFFFF
"""Initial value of members that a driver may write: a driver that does not know a structure leaves it unchanged."""
_VERSION_1_1 = 1 << 22 | 1 << 12
_CHAINED = VkPhysicalDeviceProperties2.SIZE
"""The offset of the chained structure in the memory of a query."""


def facts_of(device: DriverDevice, *, listed: bool = False) -> PhysicalDevice:
    """Return the properties that the driver reports for the device; query them once.

    ``listed`` queries the UUIDs as well, which the list of devices in a settings file contains.
    """
    if device.facts is None:
        driver = device.driver
        # A release asks a driver that returns the extension's command, whatever it lists.
        newer = _looked_up(device, _NEWER[1:]) if AGE else 0
        offered = bool(newer) or any(extension.name == MORE for extension in driver.shared.extensions)
        facts = asked(driver.table.address, device.handle, newer, offered=offered)
        if listed:
            device_uuid, driver_uuid = _uuids(device)
            facts = replace(facts, device_uuid=device_uuid, driver_uuid=driver_uuid)
        device.facts = replace(facts, direct=True) if driver.shared.direct else facts
    return device.facts


def asked(table: int, handle: int, newer: int = 0, *, offered: bool) -> PhysicalDevice:
    """Query what the order of devices depends on through a table: a driver's, or that of the top of the chain.

    ``newer`` is the query to use if the table has none of those that Vulkan 1.0 lacks. Unless the driver has
    ``offered`` them as an extension, they must not be called for a device of Vulkan 1.0.
    """
    if not _has_pci_addresses(table, handle) or not (offered or _is_newer(table, handle)):
        return _plain(table, handle)
    layout = VkPhysicalDevicePCIBusInfoPropertiesEXT
    untouched = (layout.pciDomain, layout.pciBus)
    answer = _chained(_newer(table) or newer, handle, layout.TYPE, layout.SIZE, untouched)
    if answer is None:
        return _plain(table, handle)
    facts = _described(answer.address + VkPhysicalDeviceProperties2.properties)
    return replace(facts, pci=_pci_address(answer.address + _CHAINED))


def _has_pci_addresses(table: int, handle: int) -> bool:
    """Return whether the device has VK_EXT_pci_bus_info. What another one writes to its structure is no address."""
    code, memory, count = ask(u64(table + _EXTENSIONS), (handle, 0), VkExtensionProperties.SIZE)
    if code < 0:
        return False
    rows = data(memory.address, count * VkExtensionProperties.SIZE)
    return any(rows.startswith(_PCI, at) for at in range(0, len(rows), VkExtensionProperties.SIZE))


def ids_of(table: int, handle: int, *, driver: bool) -> PhysicalDevice:
    """Query what the id filters depend on through the table of the top of the chain.

    A device that writes no driver id has 0, and one of Vulkan 1.0 none, as in the field (AMB-IDFILTER-APIVER). Unless
    ``driver`` is true, the application is of Vulkan 1.0 and cannot know one.
    """
    if not driver:
        return _plain(table, handle)
    layout = VkPhysicalDeviceDriverProperties
    answer = _chained(_newer(table), handle, layout.TYPE, layout.SIZE, (layout.driverID,))
    if answer is None:
        return _plain(table, handle)
    properties = answer.address + VkPhysicalDeviceProperties2.properties
    number = u32(answer.address + _CHAINED + layout.driverID)
    if number != _UNTOUCHED:
        return replace(_described(properties), driver_id=number)
    knows = u32(properties + VkPhysicalDeviceProperties.apiVersion) >= _VERSION_1_1
    return replace(_described(properties), driver_id=0 if knows else None)


def _uuids(device: DriverDevice) -> tuple[bytes, bytes]:
    """Query device UUID and driver UUID, also for an application of 1.0, which could not query them."""
    layout = VkPhysicalDeviceIDProperties
    function = _newer(device.driver.table.address) or _looked_up(device)
    answer = _chained(function, device.handle, layout.TYPE, layout.SIZE)
    if answer is None:
        return b"", b""
    at = answer.address + _CHAINED
    return data(at + layout.deviceUUID, 16), data(at + layout.driverUUID, 16)


def _looked_up(device: DriverDevice, names: tuple[str, ...] = _NEWER) -> int:
    driver = device.driver
    found = (call(driver.shared.gipa, driver.handle, c_text(name)) for name in names)
    return next((function for function in found if function), 0)


def _newer(table: int) -> int:
    return next((found for name in _NEWER if (found := u64(table + INSTANCE[name]))), 0)


def _plain(table: int, handle: int) -> PhysicalDevice:
    """Query name, type and ids, which every driver reports; all are empty for a driver without the command."""
    answer = _properties(table, handle)  # which has to live for as long as it is read
    return _described(answer.address)


def _is_newer(table: int, handle: int) -> bool:
    answer = _properties(table, handle)
    return u32(answer.address + VkPhysicalDeviceProperties.apiVersion) >= _VERSION_1_1


def _properties(table: int, handle: int) -> Memory:
    answer = Memory(VkPhysicalDeviceProperties.SIZE)
    function = u64(table + _PROPERTIES)
    if function:
        call(function, handle, answer.address)
    return answer


def _chained(
    function: int, handle: int, kind: int, size: int, untouched: tuple[int, ...] = ()
) -> Memory | None:
    """Query the properties with one structure in the chain; None if there is no function or it does nothing."""
    if not function:
        return None
    answer = Memory(_CHAINED + size)
    at, chained = answer.address, answer.address + _CHAINED
    version = at + VkPhysicalDeviceProperties2.properties + VkPhysicalDeviceProperties.apiVersion
    put32(at, VkPhysicalDeviceProperties2.TYPE)
    put64(at + 8, chained)
    put32(chained, kind)
    for place in (version, *(chained + member for member in untouched)):
        put32(place, _UNTOUCHED)
    call(function, handle, at)
    return None if u32(version) == _UNTOUCHED else answer


def _pci_address(at: int) -> PciAddress | None:
    layout = VkPhysicalDevicePCIBusInfoPropertiesEXT
    members = (layout.pciDomain, layout.pciBus, layout.pciDevice, layout.pciFunction)
    address = PciAddress(*(u32(at + member) for member in members))
    return None if address.domain == address.bus == _UNTOUCHED else address


def _described(at: int) -> PhysicalDevice:
    return PhysicalDevice(
        name=text(at + VkPhysicalDeviceProperties.deviceName) or "",
        vendor_id=u32(at + VkPhysicalDeviceProperties.vendorID),
        device_id=u32(at + VkPhysicalDeviceProperties.deviceID),
        type=u32(at + VkPhysicalDeviceProperties.deviceType),
        driver_version=u32(at + VkPhysicalDeviceProperties.driverVersion),
    )
