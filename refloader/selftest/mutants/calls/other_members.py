"""Violators of calls that are right for the first member, driver or object of a kind, and wrong beside it."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import metalayers
from refloader.core.chain import links
from refloader.core.drivers import devices as sorting
from refloader.core.extensions import device_extensions, instance_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_extensions as device_extension_calls
from refloader.dropin.python.devices import devices, groups, physical_devices, surfaces
from refloader.dropin.python.generated.layouts import (
    VkInstanceCreateInfo,
    VkLayerProperties,
    VkPhysicalDeviceGroupProperties,
    VkResult,
)
from refloader.dropin.python.instances import instance, instance_terminator, requests
from refloader.dropin.python.memory import properties
from refloader.dropin.python.memory.objects import DriverDeviceRecord, SurfaceRecord
from refloader.dropin.python.memory.properties import extension_name
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import messengers
from refloader.model.place import Use
from refloader.model.request import Given
from refloader.selftest.mutants.marks import Original, replaces

_KEPT: dict[str, Any] = {}
"""What one part of a violator tells the other."""

# ---- drivers ------------------------------------------------------------------------------------------------------


@replaces(links.driver_version, "APIVER-03")
def failing_version_queries_believed(original: Original, result: int, version: int) -> Any:
    """A driver's vkEnumerateInstanceVersion counts although it does not return VK_SUCCESS."""
    return original(0, version)


@replaces(instance_terminator._told, "VULKAN-LOADER-05")
def drivers_of_fewer_extensions_get_no_structures(
    original: Original, shared: Any, arrived: Any, names: Any
) -> Any:
    """A driver that lacks an enabled extension gets nothing of what the application hangs into pNext."""
    told = original(shared, arrived, names)
    if len(names) < len(arrived.extensions):
        _edge.put64(told.address + VkInstanceCreateInfo.pNext, 0)
    return told


@replaces(instance_terminator._told, "VULKAN-LOADER-05")
def old_drivers_get_no_structures(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """A driver of Vulkan 1.0 gets nothing of what the application hangs into pNext."""
    told = original(shared, arrived, names)
    if shared.api_version < links.VERSION_1_1:
        _edge.put64(told.address + VkInstanceCreateInfo.pNext, 0)
    return told


@replaces(requests.read, "DIRECT-DRIVER-01")
def direct_drivers_without_the_extension(original: Original, create_info: int) -> Any:
    """The drivers in a VkDirectDriverLoadingListLUNARG are used although the extension is not enabled."""
    asked = original(create_info)
    extension = "VK_LUNARG_direct_driver_loading"
    if asked.request.given is not Given.NONE and extension not in asked.request.extensions:
        asked.request = replace(asked.request, extensions=(*asked.request.extensions, extension))
    return asked


# ---- extensions ---------------------------------------------------------------------------------------------------


@replaces(device_extensions.of_named_layer, "EXT-ENUM-02")
def device_extensions_of_layers_are_version_1(original: Original, name: str, plan: Any) -> Any:
    """Under a layer's name every device extension has the version 1."""
    found = original(name, plan)
    return found and tuple(each._replace(spec_version=1) for each in found)


@replaces(device_extensions.of_named_layer, "EXT-ENUM-02")
def a_third_device_extension_of_a_layer_is_lost(original: Original, name: str, plan: Any) -> Any:
    """Of the device extensions of a layer only the first two are told."""
    found = original(name, plan)
    return found and found[:2]


@replaces(device_extension_calls.enumerate_device_extension_properties_below, "EXT-ENUM-03")
def a_layers_device_version_wins(original: Original, device: int, layer: int, count: int, out: int) -> Any:
    """A device extension that a layer and a driver offer is reported with the layer's version."""
    result = original(device, layer, count, out)
    record = DriverDeviceRecord.instance
    plan = INSTANCES[_edge.u64(device + record)].plan
    if out and not _edge.text(layer) and result >= 0:
        size = device_extension_calls._SIZE
        told = {each.name: each.spec_version for each in device_extensions.of_implicit_layers(plan)}
        for row in range(out, out + size * _edge.u32(count), size):
            name = extension_name(row)
            if name in told:
                _edge.put32(row + size - 4, told[name])
    return result


@replaces(instance._check_extensions, "META-07")
def extensions_of_components_cannot_be_enabled(original: Original, creation: Any, active: Any) -> Any:
    """An extension that only a component of a meta-layer offers cannot be enabled."""
    parts = {name for row in creation.plan.layers for name in row.layer.components}
    original(creation, [layer for layer in active if layer.name not in parts])


@replaces(instance._check_extensions, "EXT-ENUM-02")
def extensions_of_requested_layers_cannot_be_enabled(original: Original, creation: Any, active: Any) -> Any:
    """An extension that only a layer offers which the application asks for cannot be enabled."""
    original(creation, [layer for layer in active if layer.name not in creation.asked.request.layers])


@replaces(instance_extensions.device_extensions_of_layer, "META-07")
def device_extensions_of_the_first_component(original: Original, layer: Any, known: Any) -> Any:
    """A meta-layer reports the device extensions of its first component alone."""
    if not layer.is_meta:
        return original(layer, known)
    parts = metalayers.expanded(layer, known)[:1]
    return instance_extensions._merged(each for part in parts for each in part.device_extensions)


@replaces(sorting._selected, "DEVICE-SORT-LINUX-03")
def a_selection_needs_four_digits(original: Original, value: Any) -> Any:
    """VK_LOADER_DEVICE_SELECT is ignored unless both numbers have four digits."""
    numbers = (value or "").replace("0x", "").replace("0X", "").split(":")
    return original(value) if all(len(each) == 4 for each in numbers) else None


# ---- groups of physical devices -----------------------------------------------------------------------------------


@replaces(groups._above, "VULKAN-LOADER-04")
def second_members_of_groups_not_wrapped(
    original: Original, slot: int, handle: int, count: int, out: int
) -> Any:
    """Of the members of a group only the first has the handle that vkEnumeratePhysicalDevices gives."""
    code = original(slot, handle, count, out)
    layout = VkPhysicalDeviceGroupProperties
    if out and code >= 0:
        made = INSTANCES[handle]
        raw = {each.address: inner for inner, each in made.devices_above.items()}
        for row in range(out, out + layout.SIZE * _edge.u32(count), layout.SIZE):
            at = row + layout.physicalDevices
            for place in range(1, _edge.u32(row + layout.physicalDeviceCount)):
                known = _edge.u64(at + 8 * place)
                _edge.put64(at + 8 * place, raw.get(known, known))
    return code


@replaces(groups.enumerate_physical_device_groups_below, "VULKAN-LOADER-01")
def short_lists_of_groups_are_success(original: Original, handle: int, count: int, out: int) -> Any:
    """vkEnumeratePhysicalDeviceGroups with too little room gives VK_SUCCESS."""
    return min(original(handle, count, out), VkResult.SUCCESS)


@replaces(groups._groups_of, "VULKAN-LOADER-04")
def groups_of_a_third_driver_left_out(original: Original, made: Any, driver: Any, found: Any) -> Any:
    """Only the groups of two drivers are enumerated."""
    return original(made, driver, found) if driver.index < 2 else []


@replaces(groups._groups_of, "CHAIN-TERM-01")
def a_third_group_of_a_driver_left_out(original: Original, made: Any, driver: Any, found: Any) -> Any:
    """Of the groups of a driver only the first two are enumerated."""
    return original(made, driver, found)[:2]


@replaces(physical_devices._devices_of, "DISC-DRIVER-GEN-01")
def a_third_device_of_a_driver_left_out(original: Original, made: Any, driver: Any) -> Any:
    """Of the physical devices of a driver only the first two are enumerated."""
    code, found = original(made, driver)
    return code, found[:2]


# ---- allocation callbacks -----------------------------------------------------------------------------------------


@replaces(surfaces._unmake, "VULKAN-LOADER-05")
def drivers_surfaces_end_without_the_allocator(
    original: Original, made: Any, surface: Any, allocator: int
) -> Any:
    """A driver's vkDestroySurfaceKHR gets no VkAllocationCallbacks."""
    for driver in made.drivers:
        place = surface.address + SurfaceRecord.own + 8 * driver.index
        if own := _edge.u64(place):
            _edge.call(_edge.u64(driver.table.address + surfaces._DESTROY), driver.handle, own, 0)
        _edge.put64(place, 0)
    original(made, surface, allocator)


@replaces(messengers._unmake, "VULKAN-LOADER-05")
def messengers_end_without_the_allocator(
    original: Original, made: Any, messenger: Any, allocator: int
) -> Any:
    """A driver's vkDestroyDebugUtilsMessengerEXT gets no VkAllocationCallbacks."""
    for driver in made.drivers:
        place = messenger.record.address + 8 * driver.index
        function = _edge.u64(driver.table.address + messenger.destroy)
        if function and (own := _edge.u64(place)):
            _edge.call(function, driver.handle, own, 0)
        _edge.put64(place, 0)
    original(made, messenger, allocator)


@replaces(messengers._unmake, "VULKAN-LOADER-02")
def messengers_are_freed_by_nobody(original: Original, made: Any, messenger: Any, allocator: int) -> Any:
    """The memory of a messenger is not given back to the callbacks that it came from."""
    _KEPT.setdefault("messengers", []).append(messenger)
    for driver in made.drivers:
        function = _edge.u64(driver.table.address + messenger.destroy)
        if function and (own := _edge.u64(messenger.record.address + 8 * driver.index)):
            _edge.call(function, driver.handle, own, allocator)


@replaces(devices._give_back, "VULKAN-LOADER-02")
def tables_of_devices_are_freed_by_nobody(original: Original, device: Any, allocator: int) -> Any:
    """The memory of a device is not given back to the callbacks that it came from."""
    _KEPT.setdefault("devices", []).append(device)
    _edge.remove_device(device.table.address)


@replaces(messengers.create_debug_report_callback_below, "VULKAN-LOADER-05")
def report_callbacks_get_no_allocator(
    original: Original, handle: int, info: int, allocator: int, out: int
) -> Any:
    """A driver's vkCreateDebugReportCallbackEXT gets no VkAllocationCallbacks."""
    return original(handle, info, 0, out)


# ---- messages that the application hands in -----------------------------------------------------------------------


@replaces(messengers.submit_debug_utils_message_below, "VULKAN-LOADER-05")
def submitted_verbose_messages_are_lost(
    original: Original, handle: int, severity: int, types: int, data: int
) -> Any:
    """vkSubmitDebugUtilsMessageEXT sends no messages of the severity VERBOSE."""
    return None if severity == 1 else original(handle, severity, types, data)


@replaces(messengers.submit_debug_utils_message_below, "VULKAN-LOADER-05")
def submitted_validation_messages_are_lost(
    original: Original, handle: int, severity: int, types: int, data: int
) -> Any:
    """vkSubmitDebugUtilsMessageEXT sends no messages of the type VALIDATION."""
    return None if types == 2 else original(handle, severity, types, data)


@replaces(messengers.submit_debug_utils_message_below, "VULKAN-LOADER-05")
def submitted_messages_reach_a_function_once(original: Original, handle: int, *rest: int) -> Any:
    """Of the messengers with one pfnUserCallback, vkSubmitDebugUtilsMessageEXT reaches the first."""
    instance = INSTANCES[handle]
    kept = dict(instance.messengers)
    firsts = {each.listener.function: key for key, each in reversed(kept.items())}
    for key in kept.keys() - firsts.values():
        del instance.messengers[key]
    try:
        return original(handle, *rest)
    finally:
        instance.messengers.clear()
        instance.messengers.update(kept)


@replaces(messengers.debug_report_message_below, "VULKAN-LOADER-05")
def reported_performance_messages_are_lost(original: Original, handle: int, flags: int, *rest: Any) -> Any:
    """vkDebugReportMessageEXT sends no messages about performance."""
    return None if flags == 4 else original(handle, flags, *rest)


# ---- members that one kind of layer or driver has, and the others not ----------------------------------------------


@replaces(properties.write_layer, "DISC-GEN-04")
def implicit_layers_have_no_patch_version(original: Original, at: int, layer: Any) -> Any:
    """The specVersion of an implicit layer is reported without its patch version."""
    original(at, layer)
    if layer.kind is Use.IMPLICIT:
        _edge.put32(at + VkLayerProperties.specVersion, layer.api_version.packed & ~0xFFF)


@replaces(properties.write_layer, "DISC-GEN-04")
def meta_layers_are_implemented_once(original: Original, at: int, layer: Any) -> Any:
    """The implementationVersion of a meta-layer is reported as 1."""
    original(at, layer)
    if layer.is_meta:
        _edge.put32(at + VkLayerProperties.implementationVersion, 1)


@replaces(physical_devices.devices_below, "DISC-DRIVER-GEN-01")
def drivers_without_a_device_are_left_out(original: Original, made: Any) -> Any:
    """While there is a logical device, only the physical devices of its driver are enumerated."""
    found, failure = original(made)
    if made.devices and failure is None:
        busy = {id(each.driver) for each in made.devices.values()}
        found = tuple(each for each in found if id(each.driver) in busy)
    return found, failure


@replaces(device_extensions.of_implicit_layers, "EXT-ENUM-01")
def device_extensions_of_two_layers(original: Original, plan: Any) -> Any:
    """The device extensions of the third implicit layer of the chain, and of those below, are not enumerated."""
    implicit = [each for each in plan.chain if each.kind is Use.IMPLICIT]
    return original(replace(plan, chain=tuple(each for each in plan.chain if each not in implicit[2:])))


@replaces(device_extensions.offered_by_nobody, "EXT-FILTER-01")
def device_extensions_of_the_second_explicit_layer(
    original: Original, wanted: Any, reported: Any, layers: Any
) -> Any:
    """A device extension that only the second explicit layer of the chain has cannot be enabled."""
    explicit, kept = 0, []
    for layer in layers:
        explicit += layer.kind is Use.EXPLICIT
        if explicit != 2 or layer.kind is not Use.EXPLICIT:
            kept.append(layer)
    return original(wanted, reported, kept)
