"""Violators that only calls show: right up to some number, for one spelling, or for usual objects alone."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import filters
from refloader.core.chain import links
from refloader.core.drivers import devices as device_order
from refloader.core.extensions import device_extensions as reported
from refloader.core.manifests import layer_extras, layer_fields, library_path
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


@replaces(device_extensions.enumerate_device_extension_properties_below, "VULKAN-LOADER-01")
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


@replaces(instance_terminator._told, "VULKAN-LOADER-05", "APIVER-04")
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


@replaces(instance_terminator._arrived, "EXT-FILTER-01", "LDP_LOADER_9")
def what_layers_enable_reaches_no_driver(original: Original, create_info: int, allocator: int) -> Any:
    """An instance extension that a layer adds to the application's on the way down is passed to no driver."""
    from refloader.dropin.python.memory.state import INSTANCES

    arrived = original(create_info, allocator)
    asked = list(INSTANCES.values())[-1].extensions
    arrived.extensions = tuple(name for name in arrived.extensions if name in asked)
    return arrived


# ---- layers and negotiation -------------------------------------------------------------------------------------


@replaces(instance._open_layers, "LLP_LOADER_5")
def a_refusing_layer_takes_the_next_along(original: Original, creation: Any) -> Any:
    """If a layer in the middle cannot be used, the layer above it is left out of the chain too."""
    lost = original(creation)
    chain = [each.name for each in creation.plan.chain]
    there = {link.layer.name for link in creation.links}
    for place, below in enumerate(chain[1:]):
        above = chain[place]
        if below not in there and above in there:
            creation.links[:] = [link for link in creation.links if link.layer.name != above]
            break
    return lost


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


@replaces(reported.of_named_layer, "EXT-ENUM-02")
def layers_that_are_off_have_no_device_extensions(original: Original, name: str, plan: Any) -> Any:
    """By the name of a layer that is not active vkEnumerateDeviceExtensionProperties gives nothing."""
    active = {each.layer.name for each in plan.layers if each.active}
    return original(name, plan) if name in active else ()


@replaces(physical_devices._devices_of, "CHAIN-TERM-01")
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
def failures_of_devices_are_all_alike(original: Original, creation: Any, code: int, *others: Any) -> int:
    """Whatever error vkCreateDevice of a driver gives, the application gets VK_ERROR_INITIALIZATION_FAILED."""
    return min(int(original(creation, code, *others)), 0) and int(VkResult.ERROR_INITIALIZATION_FAILED)


# ---- messengers and drivers -------------------------------------------------------------------------------------


@replaces(messengers._listeners, "DEBUG-LOG-03")
def a_callback_behind_a_messenger_hears_nothing(original: Original, chain: int, instance: int) -> Any:
    """Of the callbacks in a create chain those of another kind than the first hear nothing."""
    found = list(original(chain, instance))
    return [each for each in found if each.utils == found[0].utils]


@replaces(drivers._device_lookup, "IFACE-ICD-V7-02")
def the_export_beats_the_lookup(original: Original, library: int, version: int, gipa: int) -> int:
    """A driver of interface version 7 is not asked for vk_icdGetPhysicalDeviceProcAddr by its lookup."""
    return int(original(library, min(version, 6), gipa))


@replaces(device_order.configured, "SETTINGS-01")
def listed_devices_keep_their_order(original: Original, found: Any, wanted: Any) -> Any:
    """The devices that a settings file lists are reported in the order in which they are found."""
    kept = original(found, wanted)
    return tuple(each for each in found if each in kept)


@replaces(filters.id_ranges, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01", "FILTER-ID-DRIVER-01")
def ranges_of_one_id_are_empty(original: Original, value: str | None) -> Any:
    """A range whose ends are the same id matches nothing."""
    found = original(value)
    written = [each for each in filters.elements(value) if ":" in each]
    empty = {original(each) for each in written if each.partition(":")[0] == each.partition(":")[2]}
    return found if found is None else tuple(each for each in found if (each,) not in empty)


@replaces(filters._number, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01")
def capital_digits_end_a_number(original: Original, text: str) -> int:
    """The digits of a hexadecimal id from the first of A to F in capitals on do not count."""
    if text[:2].lower() != "0x":
        return int(original(text))
    digits = next((at for at, each in enumerate(text[2:]) if each in "ABCDEF"), len(text))
    return int(text[2 : digits + 2] or "0", 16)


@replaces(filters._number, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01")
def ids_have_31_bits(original: Original, text: str) -> int:
    """An id in a filter is at most 0x7fffffff, as of a signed number."""
    return min(int(original(text)), 0x7FFF_FFFF)


@replaces(reported.offered_by_nobody, "VULKAN-LOADER-07")
def extensions_of_nobody_are_looked_for_in_front(original: Original, wanted: Any, *others: Any) -> Any:
    """Of the extensions that a device enables, the first 32 alone are looked for."""
    return original(wanted[:32], *others)


@replaces(device_order.filtered, "FILTER-ID-MULTI-01")
def a_third_id_filter_does_not_count(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """If all three id filters are set, that of the driver does not count."""
    if all(environment.is_set(name) for name in device_order.ID_FILTERS):
        left = {
            key: value for key, value in environment.variables.items() if key != device_order.ID_FILTERS[2]
        }
        environment = replace(environment, variables=left)
    return original(found, environment, edition)


@replaces(library_path.opened_as, "DISC-GEN-10")
def paths_upwards_are_of_the_working_folder(original: Original, path: str, manifest: str) -> str:
    """A library_path that begins with ../ is relative to the working directory, not to the manifest."""
    return path if path.startswith("../") else str(original(path, manifest))


@replaces(reported.beside, "EXT-ENUM-03")
def device_extensions_of_layers_are_repeated(original: Original, driver: Any, layers: Any) -> Any:
    """Of several device extensions that a driver and a layer have only the first is reported once."""
    found = original(driver, layers)
    common = [each for each in layers if each not in found]
    return (*found, *common[1:])


@replaces(device_order._sort_key, "DEVICE-SORT-LINUX-02")
def pci_domains_come_last(original: Original, device: Any) -> Any:
    """Devices of one type are sorted by bus, device and function first, and by their domain last."""
    key = list(original(device))
    address = key[3]
    key[3] = (address.bus, address.device, address.function, address.domain)
    return tuple(key)


@replaces(device_order._selected, "DEVICE-SORT-LINUX-03")
def selections_are_written_in_small_letters(original: Original, value: str | None) -> Any:
    """VK_LOADER_DEVICE_SELECT does not count if it has hexadecimal digits in capitals."""
    return None if any(each in "ABCDEF" for each in value or "") else original(value)


@replaces(links.told_version, "APIVER-04", "LDP_LOADER_7")
def newest_versions_reach_old_drivers(original: Original, wanted: int, driver: int) -> int:
    """A driver of Vulkan 1.0 is told of the application's version if that is 1.4 or newer."""
    return wanted if wanted >> 12 >= 1 << 10 | 4 else int(original(wanted, driver))


@replaces(links.asks_version, "APIVER-02")
def drivers_of_1_1_are_not_asked(original: Original, manifest: Any) -> bool:
    """A driver whose manifest says 1.1 is taken for one of Vulkan 1.0; only those that say more are asked."""
    return bool(original(manifest)) and (manifest is None or manifest.feature > (1, 1))


@replaces(links.pre_instance_chain, "PREINST-03")
def a_third_layer_has_no_pre_instance_functions(original: Original, found: Any, command: str) -> Any:
    """Of the layers that intercept a pre-instance function only two are called."""
    return original(found, command)[:2]


@replaces(layer_extras.extension_list, "EXT-ENUM-02")
def a_ninth_extension_is_not_read(original: Original, fields: Any, key: str, why: Any) -> Any:
    """Of the extensions that a layer lists only eight count."""
    return original(fields, key, why)[:8]


@replaces(layer_extras._spec_version, "EXT-ENUM-02")
def spec_versions_have_sixteen_bits(original: Original, inner: Any, name: str, why: Any) -> int:
    """Of the spec_version of a layer's extension only the lower 16 bits are kept."""
    return int(original(inner, name, why)) & 0xFFFF


@replaces(layer_fields.layer_api_version, "DISC-GEN-04")
def patch_versions_have_eight_bits(original: Original, fields: Any) -> Any:
    """Of the patch version of a layer only the lower eight bits are reported."""
    version = original(fields)
    return version._replace(patch=version.patch & 0xFF)


@replaces(layer_fields._description, "DISC-GEN-04")
def descriptions_end_at_a_line_break(original: Original, fields: Any) -> str:
    """A description is reported up to its first line break."""
    return str(original(fields)).partition("\n")[0]


@replaces(links.asks_version, "APIVER-02")
def patches_keep_from_asking(original: Original, manifest: Any) -> bool:
    """A driver whose manifest says 1.1 with a patch number above 0 is taken for one of Vulkan 1.0."""
    return bool(original(manifest)) and not (manifest and manifest.feature == (1, 1) and manifest.patch)
