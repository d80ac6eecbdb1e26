"""Violators of calls into libraries that are right up to some number, or for the usual kind of object alone."""

from typing import Any

from refloader.core.drivers import devices as device_order
from refloader.core.extensions.device_extensions import of_named_layer
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import (
    device_chain,
    device_extensions,
    devices,
    physical_devices,
    tool_properties,
)
from refloader.dropin.python.generated.layouts import VkResult
from refloader.dropin.python.instances import globals as queries
from refloader.dropin.python.instances import instance, instance_terminator, requests
from refloader.dropin.python.loading import drivers
from refloader.dropin.python.memory import counted
from refloader.dropin.python.messages import messengers
from refloader.selftest.mutants.marks import Original, replaces

# ---- counts -----------------------------------------------------------------------------------------------------


@replaces(counted.answer, "VULKAN-LOADER-01")
def counts_with_room_to_spare_stay(
    original: Original, count: int, out: int, size: int, items: Any, write: Any
) -> int:
    """An enumeration that is given more room than it needs leaves the count as the caller wrote it."""
    room = _edge.u32(count) if out else 0
    code = int(original(count, out, size, items, write))
    if out and room > len(items):
        _edge.put32(count, room)
    return code


@replaces(device_extensions.enumerate_device_extension_properties_below, "VULKAN-LOADER-01", "EXT-ENUM-01")
def lists_with_layers_are_never_incomplete(
    original: Original, device: int, layer: int, count: int, out: int
) -> int:
    """vkEnumerateDeviceExtensionProperties gives VK_SUCCESS for a part of a layer's own list."""
    code = int(original(device, layer, count, out))
    return int(VkResult.SUCCESS) if code == VkResult.INCOMPLETE and layer else code


# ---- instances --------------------------------------------------------------------------------------------------


@replaces(requests._given, "DIRECT-DRIVER-03")
def exclusive_lists_of_several_are_inclusive(original: Original, chain: int) -> Any:
    """A list of several drivers that an application hands over exclusively is used beside the installed ones."""
    from refloader.model.request import Given

    mode, lookups = original(chain)
    return (Given.INCLUSIVE if mode is Given.EXCLUSIVE and len(lookups) > 1 else mode), lookups


@replaces(requests._lookup, "DIRECT-DRIVER-01")
def a_third_direct_driver_is_not_used(original: Original, found: int, index: int) -> int:
    """Of the drivers that an application hands over only two are used."""
    return int(original(found, index)) if index < 2 else 0


@replaces(instance_terminator._told, "APIVER-04", "LDP_LOADER_7")
def lowered_applications_have_no_name(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """A driver of Vulkan 1.0 is told nothing of the application but that it wants 1.0."""
    told = original(shared, arrived, names)
    given = _edge.u64(told.address + 24)
    if given and given != arrived.words[3]:
        _edge.put64(given + 16, 0)
        _edge.put64(given + 32, 0)
    return told


@replaces(instance_terminator._told, "APIVER-04")
def newer_drivers_hear_of_their_own_version(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """A driver of Vulkan 1.1 or newer is told of its own version if the application asks for a newer one."""
    application = arrived.words[3]
    if application and shared.api_version >= 1 << 22 | 1 << 12:
        place = application + 44
        wanted = _edge.u32(place)
        if wanted > shared.api_version:
            told = original(shared, arrived, names)
            kept = _edge.Memory(48)
            _edge.copy(kept.address, application, 48)
            _edge.put32(kept.address + 44, shared.api_version)
            _edge.put64(told.address + 24, kept.address)
            arrived.kept.append(kept)
            return told
    return original(shared, arrived, names)


@replaces(instance_terminator._create_one, "CHAIN-TERM-01", "LDP_DRIVER_1")
def a_third_driver_makes_no_instance(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> int:
    """Of the drivers only two get the call of vkCreateInstance."""
    return int(original(shared, creation, made, arrived)) if len(made.drivers) < 2 else -3


@replaces(instance_terminator._arrived, "EXT-FILTER-01", "LDP_LOADER_9")
def what_layers_enable_reaches_no_driver(original: Original, create_info: int, allocator: int) -> Any:
    """An instance extension that a layer adds to the application's on the way down is passed to no driver."""
    from refloader.dropin.python.memory.state import INSTANCES

    arrived = original(create_info, allocator)
    asked = list(INSTANCES.values())[-1].extensions
    arrived.extensions = {name: at for name, at in arrived.extensions.items() if name in asked}
    return arrived


# ---- layers and negotiation -------------------------------------------------------------------------------------


@replaces(instance._open_layers, "ORDER-CHAIN-01", "LLP_LOADER_5")
def a_refusing_layer_takes_the_next_along(original: Original, creation: Any) -> None:
    """If a layer in the middle cannot be used, the layer above it is left out of the chain too."""
    original(creation)
    chain = [each.name for each in creation.plan.chain]
    there = {link.layer.name for link in creation.links}
    for place, below in enumerate(chain[1:]):
        above = chain[place]
        if below not in there and above in there:
            creation.links[:] = [link for link in creation.links if link.layer.name != above]
            return


@replaces(queries._linked, "PREINST-03")
def pre_instance_links_are_all_of_one_type(original: Original, command: str, functions: Any) -> Any:
    """The headers of all pre-instance chains have the type of vkEnumerateInstanceExtensionProperties."""
    memory = original(command, functions)
    for index in range(len(functions)):
        _edge.put32(memory.address + index * queries._CHAIN_SIZE, queries._TYPES[queries._EXTENSIONS])
    return memory


# ---- devices ----------------------------------------------------------------------------------------------------


@replaces(device_chain._extensions, "EXT-FILTER-01")
def a_device_gets_up_to_eight_extensions(original: Original, device: Any, wanted: Any, names: int) -> Any:
    """Of the extensions of a device only eight are passed to the driver."""
    memory = original(device, wanted, names)
    _edge.put64(memory.address, min(_edge.u64(memory.address), 8))
    return memory


@replaces(of_named_layer, "EXT-ENUM-02")
def layers_that_are_off_have_no_device_extensions(original: Original, name: str, plan: Any) -> Any:
    """By the name of a layer that is not active vkEnumerateDeviceExtensionProperties gives nothing."""
    active = {each.layer.name for each in plan.layers if each.active}
    return original(name, plan) if name in active else ()


@replaces(physical_devices._devices_of, "CHAIN-TERM-01", "LDP_DRIVER_1")
def a_ninth_device_is_not_reported(original: Original, made: Any, driver: Any) -> Any:
    """Of the physical devices of one driver only eight are reported."""
    code, found = original(made, driver)
    return code, found[:8]


@replaces(tool_properties._is_of_1_3, "VULKAN-LOADER-05")
def tools_belong_to_1_4(original: Original, below: Any) -> bool:
    """vkGetPhysicalDeviceToolProperties reaches no driver whose device is of Vulkan 1.3."""
    table = below.driver.table.address
    return bool(original(below)) and not _edge.u64(table + tool_properties._CORE)


@replaces(devices._without_device, "VULKAN-LOADER-05")
def failures_of_devices_are_all_alike(original: Original, creation: Any, code: int, allocator: int) -> int:
    """Whatever error vkCreateDevice of a driver gives, the application gets VK_ERROR_INITIALIZATION_FAILED."""
    return min(int(original(creation, code, allocator)), 0) and int(VkResult.ERROR_INITIALIZATION_FAILED)


# ---- messengers and drivers -------------------------------------------------------------------------------------


@replaces(messengers._listeners, "DEBUG-LOG-03")
def a_callback_behind_a_messenger_hears_nothing(original: Original, chain: int) -> Any:
    """Of the callbacks in a create chain those of another kind than the first hear nothing."""
    found = list(original(chain))
    return [each for each in found if each.utils == found[0].utils]


@replaces(drivers._device_lookup, "PHYSDEV-ICD-03", "IFACE-ICD-V7-02")
def the_export_beats_the_lookup(original: Original, library: int, version: int, gipa: int) -> int:
    """A driver of interface version 7 is not asked for vk_icdGetPhysicalDeviceProcAddr by its lookup."""
    return int(original(library, min(version, 6), gipa))


@replaces(device_order.configured, "SETTINGS-01")
def listed_devices_keep_their_order(original: Original, found: Any, wanted: Any) -> Any:
    """The devices that a settings file lists are reported in the order in which they are found."""
    kept = original(found, wanted)
    return tuple(each for each in found if each in kept)
