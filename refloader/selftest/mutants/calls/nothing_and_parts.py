"""Violators that take nothing for something, or a part for the whole: null handles, flag words, chains and counts."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import links
from refloader.core.drivers import choice
from refloader.core.drivers import devices as order
from refloader.core.extensions import instance_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import (
    device_chain,
    devices,
    groups,
    id_filters,
    physical_devices,
    surfaces,
)
from refloader.dropin.python.generated.layouts import (
    VkDeviceCreateInfo,
    VkDeviceGroupDeviceCreateInfo,
    VkResult,
)
from refloader.dropin.python.instances import instance_terminator
from refloader.dropin.python.loading import observing
from refloader.dropin.python.memory.handles import driver_device
from refloader.dropin.python.memory.pnext import nodes
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import messengers
from refloader.selftest.mutants.marks import Original, completes, replaces

# ---- null handles -----------------------------------------------------------------------------------------------


def _newest(made: dict[int, Any]) -> int:
    return next(reversed(made), 0)


@replaces(messengers.destroy_messenger_below, "VULKAN-LOADER-03")
def no_messenger_is_the_newest(original: Original, handle: int, messenger: int, allocator: int) -> Any:
    """VK_NULL_HANDLE for the messenger to be destroyed destroys the one that was made last."""
    return original(handle, messenger or _newest(INSTANCES[handle].messengers), allocator)


@replaces(messengers.destroy_messenger_below, "VULKAN-LOADER-03")
def no_messenger_is_the_oldest(original: Original, handle: int, messenger: int, allocator: int) -> Any:
    """VK_NULL_HANDLE for the messenger to be destroyed destroys the one that was made first."""
    return original(handle, messenger or next(iter(INSTANCES[handle].messengers), 0), allocator)


@replaces(surfaces.destroy_surface_below, "VULKAN-LOADER-03")
def no_surface_is_the_newest(original: Original, handle: int, surface: int, allocator: int) -> Any:
    """VK_NULL_HANDLE for the surface to be destroyed destroys the one that was made last."""
    return original(handle, surface or _newest(INSTANCES[handle].surfaces), allocator)


# ---- flag words -------------------------------------------------------------------------------------------------


@replaces(messengers.submit_debug_utils_message_below, "VULKAN-LOADER-05")
def submitted_messages_have_their_first_type(
    original: Original, handle: int, severity: int, types: int, data: int
) -> Any:
    """Of the types of a message that an application submits only the lowest is passed on."""
    return original(handle, severity, types & -types, data)


@replaces(messengers.submit_debug_utils_message_below, "VULKAN-LOADER-05")
def submitted_messages_have_their_last_type(
    original: Original, handle: int, severity: int, types: int, data: int
) -> Any:
    """Of the types of a message that an application submits only the highest is passed on."""
    return original(handle, severity, 1 << types.bit_length() >> 1, data)


@replaces(messengers.debug_report_message_below, "VULKAN-LOADER-05")
def reported_messages_have_one_flag(original: Original, handle: int, flags: int, *others: Any) -> Any:
    """Of the flags of a message that an application reports only the lowest is passed on."""
    return original(handle, flags & -flags, *others)


# ---- chains -----------------------------------------------------------------------------------------------------


@replaces(device_chain._translated, "VULKAN-LOADER-05")
def nothing_stands_behind_a_group(original: Original, chain: int, translate: Any) -> Any:
    """What stands behind a VkDeviceGroupDeviceCreateInfo does not reach the driver."""
    given = original(chain, translate)
    for node, kind in nodes(given.head) if given.memory else ():
        if kind == VkDeviceGroupDeviceCreateInfo.TYPE:
            _edge.put64(node + 8, 0)
    return given


@replaces(device_chain._translated, "VULKAN-LOADER-05")
def nothing_stands_before_a_group(original: Original, chain: int, translate: Any) -> Any:
    """What stands before a VkDeviceGroupDeviceCreateInfo does not reach the driver."""
    given = original(chain, translate)
    for node, kind in nodes(given.head):
        if kind == VkDeviceGroupDeviceCreateInfo.TYPE:
            return given._replace(head=node)
    return given


# ---- counts and names -------------------------------------------------------------------------------------------


@replaces(groups.enumerate_physical_device_groups, "VULKAN-LOADER-01")
def groups_are_counted_as_devices(original: Original, handle: int, count: int, out: int) -> Any:
    """vkEnumeratePhysicalDeviceGroups without an array counts the physical devices."""
    return (
        original(handle, count, out) if out else physical_devices.enumerate_physical_devices(handle, count, 0)
    )


@completes("groups_are_counted_as_devices", groups.enumerate_physical_device_groups_khr)
def _of_the_alias(original: Original, handle: int, count: int, out: int) -> Any:
    return (
        original(handle, count, out) if out else physical_devices.enumerate_physical_devices(handle, count, 0)
    )


@replaces(device_chain.judged, "VULKAN-LOADER-07")
def instance_extensions_can_be_enabled_on_devices(
    original: Original, made: Any, device: int, info: int
) -> Any:
    """A device extension that nobody offers can be enabled if it is enabled on the instance."""
    code = original(made, device, info)
    names = _edge.u64(info + VkDeviceCreateInfo.ppEnabledExtensionNames)
    wanted = _edge.texts(names, _edge.u32(info + VkDeviceCreateInfo.enabledExtensionCount)) if names else ()
    tolerated = code == VkResult.ERROR_EXTENSION_NOT_PRESENT and not set(made.extensions).isdisjoint(wanted)
    return VkResult.SUCCESS if tolerated else code


# ---- lookups ----------------------------------------------------------------------------------------------------


@replaces(observing.top, "GPA-ORDER-01", "EXT-FILTER-05")
def no_lookup_of_a_layer_is_none_of_the_drivers(original: Original, links: Any, lookups: Any) -> Any:
    """Beside a layer without a lookup for physical devices, drivers are not asked for commands of theirs."""
    lookup, devices = original(links, lookups)
    return lookup, devices if all(link.gpdpa for link in links) else 0


# ---- threads ----------------------------------------------------------------------------------------------------

_ENDING: list[int] = []
"""The devices that are being destroyed."""


@replaces(devices.destroy_device, "VULKAN-LOADER-06")
def one_device_is_destroyed_at_a_time(original: Original, handle: int, allocator: int) -> None:
    """A device is not destroyed while another thread is destroying one."""
    if _ENDING:
        return
    _ENDING.append(handle)
    try:
        original(handle, allocator)
    finally:
        _ENDING.clear()


# ---- messages -----------------------------------------------------------------------------------------------------


@replaces(messengers._utils_data, "VULKAN-LOADER-05")
def messages_come_in_a_structure_of_no_type(original: Original, *given: Any) -> Any:
    """The VkDebugUtilsMessengerCallbackDataEXT of the loader's own messages has no sType."""
    data = original(*given)
    _edge.put32(data.address, 0)
    return data


@replaces(messengers.in_chain, "VULKAN-LOADER-05")
def chained_messengers_hear_every_type(original: Original, *given: Any) -> Any:
    """The messageType of a messenger in the pNext chain of vkCreateInstance does not count."""
    return tuple(replace(each, types=0x7) if each.utils else each for each in original(*given))


# ---- what is lost beside something else ----------------------------------------------------------------------------


@replaces(links.pre_instance_chain, "PREINST-03")
def conditional_layers_have_no_pre_instance_functions(original: Original, plan: Any, command: str) -> Any:
    """The pre-instance functions of a layer that its enable variable has switched on are not called."""
    return tuple(each for each in original(plan, command) if not each[0].enable)


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def features_are_lost_beside_layers_extensions(original: Original, device: Any, info: int) -> Any:
    """The enabled features do not arrive where an extension that only a layer offers is taken out."""
    given = original(device, info)
    before, after = (_edge.u32(at + VkDeviceCreateInfo.enabledExtensionCount) for at in (info, given.info))
    if before != after:
        _edge.put64(given.info + VkDeviceCreateInfo.pEnabledFeatures, 0)
    return given


@replaces(instance_terminator._create_one, "EXT-FILTER-04")
def below_layers_drivers_get_no_unknown_extensions(
    original: Original, shared: Any, creation: Any, *others: Any
) -> Any:
    """With the filter off, an unknown extension is enabled in a driver only where there is no layer."""
    offered = shared.extensions
    if creation.links:
        shared.extensions = tuple(each for each in offered if instance_extensions.is_known(each.name))
    try:
        return original(shared, creation, *others)
    finally:
        shared.extensions = offered


# ---- drivers that an application hands over, and filters -----------------------------------------------------------


@replaces(choice._portability, "PORTABILITY-01")
def given_drivers_bring_those_of_portability(
    original: Original, driver: Any, request: Any, edition: Any, *others: Any
) -> Any:
    """An installed driver of portability is used without the flag where the application hands drivers over."""
    return None if choice.brings_drivers(request, edition) else original(driver, request, edition, *others)


@replaces(id_filters.passing, "FILTER-ID-DEVICE-01")
def given_devices_are_not_filtered(original: Original, made: Any, handles: Any) -> Any:
    """The devices of drivers that the application hands over pass every filter of ids."""
    given = tuple(handles)
    kept = original(made, given)
    return tuple(each for each in given if each in kept or driver_device(each, "").driver.shared.direct)


@replaces(order.ordered, "DEVICE-SORT-LINUX-01")
def filtered_devices_keep_their_order(original: Original, found: Any, environment: Any, *others: Any) -> Any:
    """Devices are not sorted where VK_LOADER_DEVICE_ID_FILTER is set."""
    filtered = environment.is_set("VK_LOADER_DEVICE_ID_FILTER")
    return tuple(found) if filtered else original(found, environment, *others)
