"""Decides which physical devices an application can enumerate and in which order, from what drivers report."""

import re
from collections.abc import Iterable, Sequence

from refloader.core.activation.filters import IdRange, id_ranges
from refloader.core.editions import traits, traits_of_age
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.driver import ListedDevice, PciAddress, PhysicalDevice
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import Extension
from refloader.model.system import System
from refloader.rules import decides

ID_FILTERS = ("VK_LOADER_DEVICE_ID_FILTER", "VK_LOADER_VENDOR_ID_FILTER", "VK_LOADER_DRIVER_ID_FILTER")
VARIABLES = (*ID_FILTERS, "VK_LOADER_DEVICE_SELECT", "VK_LOADER_DISABLE_SELECT")
"""The variables on which the enumeration of physical devices depends."""
MORE = "VK_KHR_get_physical_device_properties2"
"""The extension with which an application of Vulkan 1.0 may query more of devices than 1.0 has."""
_RANK = {2: 0, 1: 1, 3: 2, 4: 4}
"""VkPhysicalDeviceType: discrete, integrated, virtual; all others last, processors at the end as in the field."""
_SELECT = re.compile(r"\s*\+?(?:0[xX])?([0-9A-Fa-f]{1,16}):\s*\+?(?:0[xX])?([0-9A-Fa-f]{1,16})", re.ASCII)


@decides(
    "FILTER-ID-MULTI-01",
    "AMB-IDFILTER-APIVER",
    "FILTER-ID-DEVICE-01",
    "FILTER-ID-VENDOR-01",
    "FILTER-ID-DRIVER-01",
)
def filtered(
    devices: Sequence[PhysicalDevice], environment: Environment, edition: Edition
) -> tuple[PhysicalDevice, ...]:
    """Return the devices that pass every id filter that is set. An unknown driver id fails the driver id filter."""
    if not traits(edition).filters:
        return tuple(devices)
    by_device = id_ranges(environment.get("VK_LOADER_DEVICE_ID_FILTER"))
    by_vendor = id_ranges(environment.get("VK_LOADER_VENDOR_ID_FILTER"))
    by_driver = id_ranges(environment.get("VK_LOADER_DRIVER_ID_FILTER"))
    return tuple(
        device
        for device in devices
        if _passes(by_device, device.device_id)
        and _passes(by_vendor, device.vendor_id)
        and _passes(by_driver, device.driver_id)
    )


def _passes(ranges: tuple[IdRange, ...] | None, number: int | None) -> bool:
    if ranges is None:
        return True
    return number is not None and any(span.holds(number) for span in ranges)


@decides(
    "DEVICE-SORT-LINUX-01",
    "DEVICE-SORT-LINUX-02",
    "DEVICE-SORT-LINUX-03",
    "DEVICE-SORT-LINUX-04",
    "AMB-SORT-NOPCI",
    "AMB-SELECT-DISABLED",
    "AMB-SELECT-FUNCS",
    "AMB-DIRECT-SORT",
)
def ordered(
    devices: Sequence[PhysicalDevice], environment: Environment, edition: Edition, age: Age = DOCUMENTED
) -> tuple[PhysicalDevice, ...]:
    """Return the devices in the order of the enumeration.

    On Windows this is the system's order of preference. On Linux the devices are sorted by type (discrete,
    integrated, virtual, all others), then by PCI address; devices without an address follow. Among devices that are
    equal in both, the exclusive or of vendor id and device id decides, as in the field; an application of Vulkan 1.0
    has them in the order of the drivers if none of these offers MORE. Devices of directly loaded drivers are last.
    The device that VK_LOADER_DEVICE_SELECT names is first. A non-zero VK_LOADER_DISABLE_SELECT disables sorting.
    """
    system = environment.platform.system
    if system is System.WINDOWS:
        from refloader.core.search.windows import devices as windows_devices  # not needed on Linux

        return windows_devices.ordered(devices, environment, edition)
    if system is not System.LINUX or not traits_of_age(edition, age).sorts_devices:
        return tuple(devices)
    if sorting_is_off(environment):
        return tuple(devices)
    result = sorted(devices, key=_sort_key)
    chosen = selected_ids(environment)
    if chosen is None:
        return tuple(result)
    first = next((device for device in devices if (device.vendor_id, device.device_id) == chosen), None)
    return tuple(sorted(result, key=lambda device: device is not first))


def _sort_key(device: PhysicalDevice) -> tuple[bool, int, bool, PciAddress, int]:
    rank, address = _RANK.get(device.type, 3), device.pci or PciAddress(0, 0, 0, 0)
    ids = 0 if device.of_1_0 else device.vendor_id ^ device.device_id
    return device.direct, rank, device.pci is None, address, ids


@decides("DEVICE-SORT-LINUX-02")
def asked_for_1_0(offered: Iterable[Extension], edition: Edition, age: Age = DOCUMENTED) -> bool:
    """Return whether the loader enables MORE in a driver that offers this and whose instance is of Vulkan 1.0.

    It is if the application or the driver is of 1.0. The loader knows the PCI addresses of such a driver's devices
    then, and its sorting is that for newer applications.
    """
    sorts = traits_of_age(edition, age).sorts_devices and (not age or age.has(Trait.SORTING_NEEDS_1_1))
    return sorts and any(extension.name == MORE for extension in offered)


@decides("DEVICE-SORT-LINUX-01")
def lets_sort(
    offered: Iterable[Extension], edition: Edition, age: Age = DOCUMENTED, *, more: bool, old: bool
) -> bool:
    """Return whether a driver that offers this is one for which the loader sorts devices.

    ``more``: the application may query more of devices than Vulkan 1.0 has. ``old``: the driver's manifest is of
    Vulkan 1.0, whatever the driver itself says.
    """
    if more and not (old and age.has(Trait.SORTING_NEEDS_A_DRIVER_OF_1_1)):
        return True
    return asked_for_1_0(offered, edition, age)


@decides("DEVICE-SORT-LINUX-04")
def sorting_is_off(environment: Environment) -> bool:
    """Return whether VK_LOADER_DISABLE_SELECT disables all selection and sorting."""
    return switched_on(environment.get("VK_LOADER_DISABLE_SELECT"))


def selected_ids(environment: Environment) -> tuple[int, int] | None:
    """Return vendor and device of VK_LOADER_DEVICE_SELECT, or None if it selects nothing."""
    if sorting_is_off(environment):
        return None
    return _selected(environment.get("VK_LOADER_DEVICE_SELECT"))


def _selected(value: str | None) -> tuple[int, int] | None:
    """Return vendor and device of ``<hex vendor>:<hex device>``, or None for another form, which is ignored.

    White space before a number and what follows the second one are passed over, as in the field.
    """
    match = _SELECT.match(value or "")
    return (int(match[1], 16), int(match[2], 16)) if match else None


@decides("EXT-FILTER-04")
def switched_on(value: str | None) -> bool:
    """Return whether the value of a variable starts with a non-zero number."""
    match = re.match(r"\s*[+-]?([0-9]+)", value or "", re.ASCII)
    return match is not None and match[1].strip("0") != ""


@decides("SETTINGS-01", "DIRECT-DRIVER-05")
def enumerated(
    devices: Sequence[PhysicalDevice],
    wanted: Sequence[ListedDevice],
    environment: Environment,
    edition: Edition,
    age: Age = DOCUMENTED,
) -> tuple[PhysicalDevice, ...]:
    """Return the devices that layers enumerate: all, sorted, unless a settings file lists and orders them."""
    sorted_ = ordered(devices, environment, edition, age)
    return configured(sorted_, wanted) if wanted and traits(edition).settings_file else sorted_


@decides("FILTER-ID-MULTI-01")
def filters_apply(environment: Environment, edition: Edition) -> bool:
    """Return whether an id filter is set. It acts above the layers, which see every device (see ``filtered``)."""
    return traits(edition).filters and any(environment.is_set(name) for name in ID_FILTERS)


@decides("OBJMODEL-02")
def facts_matter(
    count: int, wanted: bool, environment: Environment, edition: Edition, age: Age = DOCUMENTED
) -> bool:
    """Return whether the enumeration depends on the devices' properties. A single device needs no sorting."""
    facts = traits_of_age(edition, age)
    if wanted:
        return True
    return count > 1 and facts.sorts_devices and not sorting_is_off(environment)


@decides("SETTINGS-01")
def configured(
    devices: Sequence[PhysicalDevice], wanted: Sequence[ListedDevice]
) -> tuple[PhysicalDevice, ...]:
    """Return only the devices that a settings file lists, in its order.

    An element stands for the first device that it describes and that no earlier element stands for.
    """
    left, result = list(devices), []
    for element in wanted:
        for index, device in enumerate(left):
            if _is_listed(device, element):
                result.append(left.pop(index))
                break
    return tuple(result)


def _is_listed(device: PhysicalDevice, element: ListedDevice) -> bool:
    return (
        device.device_uuid == element.device_uuid
        and device.driver_uuid == element.driver_uuid
        and element.driver_version in (None, device.driver_version)
    )
