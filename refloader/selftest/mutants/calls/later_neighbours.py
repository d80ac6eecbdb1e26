"""Violators that are right for the first two layers, drivers or devices and wrong for the third, or second."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import filters
from refloader.core.chain import groups as group_order
from refloader.core.chain import links, listening
from refloader.core.drivers import devices as sorting
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import (
    device_chain,
    device_extensions,
    devices,
    groups,
    physical_devices,
    surfaces,
)
from refloader.dropin.python.generated.layouts import (
    VkDeviceCreateInfo,
    VkLayerDeviceCreateInfo,
    VkLayerDeviceLink,
)
from refloader.dropin.python.instances import instance, listing, requests
from refloader.dropin.python.loading import drivers, layers, observing
from refloader.dropin.python.memory import handles
from refloader.dropin.python.memory.objects import DriverDeviceRecord, SurfaceRecord
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import messengers
from refloader.protocol import NEWEST_DRIVER
from refloader.selftest.mutants.marks import Original, completes, replaces

_LINKS = VkDeviceCreateInfo.SIZE + 2 * VkLayerDeviceCreateInfo.SIZE
_KEPT: dict[str, Any] = {}
"""What was met first."""

# ---- layers -------------------------------------------------------------------------------------------------------


@replaces(device_chain.linked, "LLP_LOADER_9")
def the_second_device_link_leads_past_the_third_layer(
    original: Original, chain: Any, info: int, *, wrapped: bool
) -> Any:
    """Of three layers or more, the second one's link of a device leads past the third."""
    given = original(chain, info, wrapped=wrapped)
    if len(chain) > 2:
        second = given.info + _LINKS + VkLayerDeviceLink.SIZE
        third = second + VkLayerDeviceLink.SIZE
        for member in (
            VkLayerDeviceLink.pfnNextGetInstanceProcAddr,
            VkLayerDeviceLink.pfnNextGetDeviceProcAddr,
        ):
            _edge.put64(second + member, _edge.u64(third + member))
    return given


@replaces(devices.create_through, "ACT-DEVLAYER-02")
def a_third_layer_not_in_the_chain_of_devices(
    original: Original, made: Any, handle: int, chain: Any, *rest: Any, **more: Any
) -> Any:
    """A device is made through the first two layers of its instance only."""
    return original(made, handle, tuple(chain)[:2], *rest, **more)


@replaces(instance._call_chain, "NEGOTIATE-LAYER-03")
def a_third_layer_is_offered_version_1(original: Original, creation: Any, made: Any) -> Any:
    """The third layer of an instance is offered version 1 of the interface."""
    return original(creation, made)


@completes("a_third_layer_is_offered_version_1", observing.negotiated)
def _offered_less(original: Original, name: str, function: int, structure: int) -> Any:
    """Offer the third layer less."""
    _KEPT["offers"] = _KEPT.get("offers", 0) + 1
    if _KEPT["offers"] == 3:
        _edge.put32(structure + 16, 1)
    return original(name, function, structure)


@replaces(layers.open_layer, "MANIFEST-LAYERVER-110")
def layers_of_a_file_share_their_functions(original: Original, layer: Any, where: Any) -> Any:
    """The name for the negotiation function of the first layer in a manifest is that of all layers there."""
    first = _KEPT.setdefault(layer.manifest, layer.functions)
    return original(replace(layer, functions=first), where)


@replaces(listing.chain_lines, "DEBUG-LOG-06")
def a_third_layer_not_in_the_listing(original: Original, found: Any, *others: Any) -> Any:
    """The chain of an instance is told with two layers at most."""
    return original(tuple(found)[:2], *others)


# ---- drivers ------------------------------------------------------------------------------------------------------


@replaces(drivers._negotiated, "NEGOTIATE-ICD-02")
def a_third_driver_is_not_negotiated_with(original: Original, driver: Any, library: int, where: Any) -> Any:
    """The third driver of an instance is taken for one of version 1 without being asked."""
    lookup = _edge.symbol(library, drivers._LOOKUP)
    if len(drivers._OPEN) < 2 or not lookup:
        return original(driver, library, where)
    return drivers._described(driver, library, 1, lookup, NEWEST_DRIVER, where)


@replaces(requests._given, "DIRECT-DRIVER-01")
def two_direct_drivers_used(original: Original, chain: int) -> Any:
    """Of the drivers that an application hands over only the first two are used."""
    mode, lookups = original(chain)
    return mode, lookups[:2]


@replaces(physical_devices.walked, "DISC-DRIVER-GEN-01")
def devices_of_two_drivers(original: Original, made: Any) -> Any:
    """Only the physical devices of two drivers are enumerated."""
    return original(made)[:2]


@replaces(physical_devices.devices_below, "DISC-DRIVER-GEN-01")
def a_driver_without_devices_hides_all(original: Original, made: Any) -> Any:
    """vkEnumeratePhysicalDevices fails where one of several drivers has no device."""
    found, failure = original(made)
    empty = [each for each in made.drivers if not any(device.driver is each for device in found)]
    return (found, -3) if empty else (found, failure)


@replaces(surfaces._own, "WSI-SURFACE-05")
def a_third_driver_makes_no_surface(original: Original, made: Any, driver: Any, *others: Any) -> Any:
    """Only the first two drivers are asked for their own surfaces."""
    return original(made, driver, *others) if driver.index < 2 else 0


@replaces(surfaces._unmake, "WSI-SURFACE-06")
def a_third_surface_outlives_its_handle(original: Original, made: Any, surface: Any, allocator: int) -> Any:
    """vkDestroySurfaceKHR reaches two drivers at most."""
    places = [surface.address + SurfaceRecord.own + 8 * each.index for each in made.drivers]
    for place in [place for place in places if _edge.u64(place)][2:]:
        _edge.put64(place, 0)
    return original(made, surface, allocator)


_REPORT = "vkCreateDebugReportCallbackEXT"


@replaces(messengers._create, "CHAIN-TERM-01")
def only_one_driver_gets_the_report_callback(
    original: Original, made: Any, names: Any, *arguments: Any
) -> Any:
    """vkCreateDebugReportCallbackEXT reaches the first driver only."""
    if names[0] != _REPORT:
        return original(made, names, *arguments)
    others = made.drivers[1:]
    del made.drivers[1:]
    try:
        return original(made, names, *arguments)
    finally:
        made.drivers.extend(others)


# ---- physical devices ---------------------------------------------------------------------------------------------


@replaces(devices.create_device_below, "CHAIN-TERM-02")
def devices_are_made_of_a_drivers_first(
    original: Original, record: int, info: int, allocator: int, out: int
) -> Any:
    """vkCreateDevice of a driver's second physical device makes one of its first."""
    below = handles.driver_device(record, "vkCreateDevice")
    made = INSTANCES[_edge.u64(record + DriverDeviceRecord.instance)]
    first = next(each for each in made.devices_below.values() if each.driver is below.driver)
    return original(first.record.address, info, allocator, out)


def _first_device(device: int) -> Any:
    made = INSTANCES[_edge.u64(device + DriverDeviceRecord.instance)]
    return next(iter(made.devices_below.values()))


@replaces(device_extensions.enumerate_device_extension_properties_below, "EXT-ENUM-01")
def all_devices_have_the_extensions_of_the_first(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """vkEnumerateDeviceExtensionProperties tells those of the first physical device for every device."""
    return original(_first_device(device).record.address, layer, count, out)


@replaces(device_extensions.names_of, "EXT-FILTER-01")
def devices_get_the_extensions_of_the_first(original: Original, device: Any) -> Any:
    """A second device's vkCreateDevice is given the extensions that the first device offers."""
    return _KEPT.setdefault("names", original(device))


@replaces(sorting.ordered, "DEVICE-SORT-LINUX-01")
def one_pass_of_sorting(original: Original, found: Any, *others: Any) -> Any:
    """Neighbours that stand wrongly are exchanged in one pass: enough for two devices, not for three."""
    result, key = list(found), {id(each): place for place, each in enumerate(original(found, *others))}
    for place in range(len(result) - 1):
        if key[id(result[place])] > key[id(result[place + 1])]:
            result[place], result[place + 1] = result[place + 1], result[place]
    return tuple(result)


def _without(original: Original, device: Any, member: str) -> Any:
    pci = device.pci
    return original(replace(device, pci=pci._replace(**{member: 0})) if pci else device)


@replaces(sorting._sort_key, "DEVICE-SORT-LINUX-02")
def pci_buses_do_not_count(original: Original, device: Any) -> Any:
    """The bus of a PCI address does not matter to a device's place."""
    return _without(original, device, "bus")


@replaces(sorting._sort_key, "DEVICE-SORT-LINUX-02")
def pci_devices_do_not_count(original: Original, device: Any) -> Any:
    """The device of a PCI address does not matter to a device's place."""
    return _without(original, device, "device")


@replaces(filters.id_ranges, "FILTER-ID-DEVICE-01")
def two_elements_of_ids(original: Original, value: str | None) -> Any:
    """Of the elements of an id filter only the first two count."""
    found = original(value)
    return found[:2] if found else found


@replaces(filters.id_ranges, "FILTER-ID-VENDOR-01")
def capital_digits_of_ids_not_read(original: Original, value: str | None) -> Any:
    """An id with hexadecimal digits in capitals matches nothing."""
    kept = (each for each in (value or "").split(",") if each == each.lower())
    return original(value if value is None else ",".join(kept) or "none")


@replaces(groups._filtered, "FILTER-ID-DRIVER-01")
def groups_not_filtered_by_driver_ids(
    original: Original, made: Any, function: int, inner: int, count: int, out: int
) -> Any:
    """A device that the filter of driver ids leaves out is still enumerated in its group."""
    if any(_edge.getenv(name) for name in ("VK_LOADER_DEVICE_ID_FILTER", "VK_LOADER_VENDOR_ID_FILTER")):
        return original(made, function, inner, count, out)
    result = groups.enumerate_physical_device_groups_below(inner, count, out)
    if out and result >= 0:
        for at in range(out, out + groups._SIZE * _edge.u32(count), groups._SIZE):
            members = _edge.words(at + groups._MEMBERS, _edge.u32(at + groups._COUNT))
            _edge.put_words(at + groups._MEMBERS, [physical_devices.wrapped(made, each) for each in members])
    return result


@replaces(group_order.grouped, "CHAIN-TERM-01", "VULKAN-LOADER-04")
def second_members_of_groups_left_out(original: Original, found: Any, order: Any) -> Any:
    """A group of physical devices is enumerated with its first member only."""
    return tuple(group._replace(members=group.members[:1]) for group in original(found, order))


@replaces(group_order.grouped, "CHAIN-TERM-01")
def subset_allocation_lost(original: Original, found: Any, order: Any) -> Any:
    """The subsetAllocation of a group is always told as VK_FALSE."""
    return tuple(group._replace(subset=False) for group in original(found, order))


@replaces(group_order.grouped, "VULKAN-LOADER-05")
def later_groups_share_subset_allocation(original: Original, found: Any, order: Any) -> Any:
    """The subsetAllocation of each later group is that of the first."""
    merged = original(found, order)
    return tuple(group._replace(subset=merged[0].subset) for group in merged)


@replaces(device_chain._translated, "VULKAN-LOADER-05")
def second_devices_of_a_group_not_translated(original: Original, chain: int, translate: Any) -> Any:
    """Of the devices in a VkDeviceGroupDeviceCreateInfo the driver gets only the first as its own."""
    if translate is not device_chain._below:
        return original(chain, translate)
    met: list[int] = []

    def first(device: int) -> int:
        met.append(device)
        return int(translate(device)) if len(met) == 1 else device

    return original(chain, first)


# ---- messages -----------------------------------------------------------------------------------------------------


@replaces(listening.hears, "DEBUG-LOG-03")
def severities_of_messengers_do_not_count(
    original: Original, utils: bool, kinds: int, types: int, level: str
) -> Any:
    """A messenger gets the loader's messages of every severity, whichever it wants."""
    return True


@replaces(links.creation_result, "LDP_LOADER_1")
def failing_drivers_give_an_instance(original: Original, results: Any) -> Any:
    """vkCreateInstance fails with the last driver's error where all drivers fail."""
    told = original(results)
    return results[-1] if told == links._INCOMPATIBLE_DRIVER and results else told
