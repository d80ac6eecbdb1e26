"""Violators of calls where two rules meet: layers and old drivers, two drivers and a third, an error and an end."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import links
from refloader.core.drivers import devices as sorting
from refloader.core.extensions.device_extensions import of_implicit_layers
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import (
    device_chain,
    device_extensions,
    devices,
    groups,
    surfaces,
)
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import (
    VkDeviceCreateInfo,
    VkLayerDeviceCreateInfo,
    VkResult,
)
from refloader.dropin.python.instances import instance_terminator
from refloader.dropin.python.loading import drivers
from refloader.dropin.python.memory import counted
from refloader.dropin.python.memory.objects import DriverDeviceRecord, SurfaceRecord
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import messengers
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, completes, replaces

_KEPT: dict[Any, Any] = {}
"""What one part of a violator tells the other."""

# ---- layers -----------------------------------------------------------------------------------------------------


@replaces(links.pre_instance_chain, "PREINST-03")
def one_pre_instance_function_of_a_layer(original: Original, plan: Any, command: str) -> Any:
    """Of the pre-instance functions in a manifest only the first is called."""
    found = original(plan, command)
    return tuple((layer, symbol) for layer, symbol in found if layer.pre_instance[0][0] == command)


@replaces(links.pre_instance_chain, "FILTER-LAYER-DISABLE-01")
def filtered_layers_have_pre_instance_functions(original: Original, plan: Any, command: str) -> Any:
    """The pre-instance functions of an implicit layer are called although VK_LOADER_LAYERS_DISABLE matches it."""
    off = (
        (row.layer, symbol)
        for row in plan.layers
        if row.layer.kind is Use.IMPLICIT and not row.active
        if any(reason.rule == "FILTER-LAYER-DISABLE-01" for reason in row.reasons)
        for name, symbol in row.layer.pre_instance
        if name == command
    )
    return (*original(plan, command), *off)


@replaces(device_chain.linked, "OBJECTS-LAYER-02")
def a_single_layer_gets_no_callback_of_devices(
    original: Original, chain: Any, info: int, *, wrapped: bool
) -> Any:
    """A layer that is the only one of its instance is given no vkSetDeviceLoaderData."""
    given = original(chain, info, wrapped=wrapped)
    if len(chain) == 1:
        node = given.info + VkDeviceCreateInfo.SIZE + VkLayerDeviceCreateInfo.SIZE
        _edge.put64(node + VkLayerDeviceCreateInfo.u, 0)
    return given


@replaces(links.told_version, "APIVER-04", "LDP_LOADER_7")
def layers_hide_the_age_of_drivers(original: Original, wanted: int, driver: int) -> Any:
    """Below a layer, a driver of Vulkan 1.0 is told the application's version as it is."""
    return wanted if _KEPT.get("layers") else original(wanted, driver)


@completes("layers_hide_the_age_of_drivers", instance_terminator._create_one)
def _below_layers(original: Original, shared: Any, creation: Any, *others: Any) -> Any:
    _KEPT["layers"] = creation.links
    return original(shared, creation, *others)


@replaces(instance_terminator._create_one, "EXT-FILTER-01", "LDP_LOADER_9")
def below_layers_drivers_get_every_extension(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """Below a layer, a driver is given the extensions of all others."""
    if not creation.links:
        return original(shared, creation, made, arrived)
    offered = shared.extensions
    shared.extensions = tuple(_Named(name) for name in arrived.extensions)
    try:
        return original(shared, creation, made, arrived)
    finally:
        shared.extensions = offered


@replaces(instance_terminator._create_one, "EXT-FILTER-01", "LDP_LOADER_9")
def without_information_drivers_get_every_extension(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """Where the application gives no VkApplicationInfo, a driver is given the extensions of all others."""
    if arrived.words[3]:
        return original(shared, creation, made, arrived)
    offered = shared.extensions
    shared.extensions = tuple(_Named(name) for name in arrived.extensions)
    try:
        return original(shared, creation, made, arrived)
    finally:
        shared.extensions = offered


class _Named:
    """An extension of which only the name matters."""

    def __init__(self, name: str) -> None:
        self.name = name


# ---- drivers ----------------------------------------------------------------------------------------------------


@replaces(drivers.borrow, "NEGOTIATE-ICD-06", "LDP_LOADER_5")
def the_driver_behind_a_refusing_one_left_out(original: Original, wanted: Any, log: Any) -> Any:
    """The driver that is found next after one that cannot be used is not used either."""
    found: list[Any] = []
    skipped = False
    for driver in wanted:
        if skipped:
            skipped = False
            continue
        one = original((driver,), log)
        skipped = not one
        found += one
    return found


@replaces(drivers._described, "APIVER-04")
def drivers_without_negotiation_are_of_1_0(
    original: Original, driver: Any, library: int, version: int, *others: Any
) -> Any:
    """A driver that does not negotiate is taken for one of Vulkan 1.0, whatever it says."""
    shared = original(driver, library, version, *others)
    if shared is not None and version < 2:
        shared.api_version = links.VERSION_1_0
    return shared


@replaces(instance_terminator._create_one, "VULKAN-LOADER-05")
def old_drivers_need_information(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """A driver of Vulkan 1.0 is left out where pApplicationInfo is NULL."""
    if not arrived.words[3] and shared.api_version == links.VERSION_1_0:
        return VkResult.ERROR_INCOMPATIBLE_DRIVER
    return original(shared, creation, made, arrived)


@replaces(instance_terminator._create_one, "EXT-FILTER-01", "LDP_LOADER_9")
def the_second_driver_narrows_the_third(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """The third driver is given only extensions that the second one offers as well."""
    result = original(shared, creation, made, arrived)
    if len(creation.answers) == 1:
        names = {extension.name for extension in shared.extensions}
        arrived.extensions = tuple(name for name in arrived.extensions if name in names)
    return result


@replaces(instance_terminator.destroy_drivers, "VULKAN-LOADER-02")
def instances_of_a_failed_creation_stay(original: Original, made: Any, allocator: int) -> Any:
    """Where one driver's failure ends vkCreateInstance, the instances of the drivers before it are not destroyed."""
    if made.borrowed:
        return original(made, allocator)
    made.drivers.clear()
    return None


@replaces(messengers._create, "CHAIN-TERM-01", "LDP_LOADER_8")
def messengers_need_every_driver(
    original: Original, made: Any, names: Any, listener: Any, arguments: Any, out: int
) -> Any:
    """No messenger can be made where one of the drivers does not offer VK_EXT_debug_utils."""
    slot = INSTANCE[names[0]]
    if not all(_edge.u64(driver.table.address + slot) for driver in made.drivers):
        return VkResult.ERROR_EXTENSION_NOT_PRESENT
    return original(made, names, listener, arguments, out)


@replaces(messengers.destroy_messenger_below, "DEBUG-LOG-03")
def the_end_of_a_messenger_silences_the_last(
    original: Original, handle: int, messenger: int, allocator: int
) -> Any:
    """Where one of several messengers is destroyed, the loader's messages no longer reach the newest."""
    original(handle, messenger, allocator)
    left = list(INSTANCES[handle].messengers.values())
    if left:
        left[-1].listener.function = 0


@replaces(messengers.in_chain, "DEBUG-LOG-03")
def messengers_share_user_data(original: Original, chain: int, instance: int = 0) -> Any:
    """Two messengers in the pNext chain of a VkInstanceCreateInfo are called with the pUserData of the first."""
    found = original(chain, instance)
    for listener in found:
        listener.user = found[-1].user
    return found


@replaces(drivers.give_back, "CHAIN-DIST-01")
def a_driver_closes_with_its_first_instance(original: Original, given: Any) -> Any:
    """The libraries of drivers are closed with the first instance that ends, though another one uses them."""
    ended = tuple(given)
    for shared in ended:
        if shared.users > 1 and shared.library:
            _edge.close_library(shared.library)
    return original(ended)


# ---- devices ----------------------------------------------------------------------------------------------------


@replaces(devices.create_device_below, "CHAIN-TERM-02")
def devices_are_made_of_the_first_one(original: Original, record: int, *others: Any) -> Any:
    """A device is made of the first physical device of its driver, whichever the application names."""
    below = INSTANCES[_edge.u64(record + DriverDeviceRecord.instance)].devices_below
    index = next(each.driver.index for each in below.values() if each.record.address == record)
    first = next(each for each in below.values() if each.driver.index == index)
    return original(first.record.address, *others)


@replaces(device_extensions.names_of, "EXT-FILTER-01")
def devices_get_the_extensions_of_the_first_one(original: Original, device: Any) -> Any:
    """Every device of an application is given the extensions that the first one's driver offers."""
    return _KEPT.setdefault("names", original(device))


@replaces(device_extensions.names_of, "EXT-FILTER-01")
def devices_lose_extensions_of_layers(original: Original, device: Any) -> Any:
    """A device extension that an active layer offers reaches no driver, even one that offers it as well."""
    links_of = INSTANCES[_edge.u64(device.record.address + DriverDeviceRecord.instance)].layers
    of_layers = {extension.name for link in links_of for extension in link.layer.device_extensions}
    return original(device) - of_layers


@replaces(device_extensions.enumerate_device_extension_properties_below, "EXT-ENUM-01")
def device_extensions_of_the_first_device(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """The device extensions of the first device that is asked about are told of all later ones."""
    first = _KEPT.setdefault("device", device)
    known = any(
        first == each.record.address for made in INSTANCES.values() for each in made.devices_below.values()
    )
    return original(first if known else device, layer, count, out)


@replaces(groups._above, "VULKAN-LOADER-04")
def members_of_groups_wait_for_their_devices(
    original: Original, slot: int, handle: int, count: int, out: int
) -> Any:
    """Where vkEnumeratePhysicalDeviceGroups is called first, its members are not the loader's own objects."""
    made = INSTANCES[handle]
    first = not made.devices_above
    code = original(slot, handle, count, out)
    if first and out and code >= 0:
        inner = {record.address: key for key, record in made.devices_above.items()}
        for group in range(out, out + groups._SIZE * _edge.u32(count), groups._SIZE):
            given = _edge.words(group + groups._MEMBERS, _edge.u32(group + groups._COUNT))
            _edge.put_words(group + groups._MEMBERS, [inner.get(each, each) for each in given])
    return code


# ---- enumerations -----------------------------------------------------------------------------------------------


@replaces(counted.answer, "VULKAN-LOADER-01")
def larger_counts_stay(original: Original, count: int, out: int, size: int, items: Any, write: Any) -> Any:
    """An enumeration with more room than it needs leaves the count as it is."""
    given = _edge.u32(count)
    code = original(count, out, size, items, write)
    if out and given > len(items):
        _edge.put32(count, given)
    return code


@replaces(counted.answer, "VULKAN-LOADER-01")
def nothing_leaves_the_count(
    original: Original, count: int, out: int, size: int, items: Any, write: Any
) -> Any:
    """An enumeration of nothing does not write the count."""
    return original(count, out, size, items, write) if items else VkResult.SUCCESS


@replaces(device_extensions.enumerate_device_extension_properties_below, "VULKAN-LOADER-01")
def repeated_device_extensions_are_counted(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """A device extension that a driver and a layer offer is counted twice and told once."""
    code = original(device, layer, count, out)
    plan = INSTANCES[_edge.u64(device + DriverDeviceRecord.instance)].plan
    below = INSTANCES[_edge.u64(device + DriverDeviceRecord.instance)].devices_below
    own = next(each for each in below.values() if each.record.address == device)
    if not layer and not out and code == 0:
        offered = {each.name for each in of_implicit_layers(plan)}
        _edge.put32(count, _edge.u32(count) + len(offered & device_extensions.names_of(own)))
    return code


# ---- surfaces ---------------------------------------------------------------------------------------------------


@replaces(surfaces.destroy_surface_below, "VULKAN-LOADER-03")
def no_surface_is_a_wrong_one(original: Original, handle: int, surface: int, allocator: int) -> Any:
    """VK_NULL_HANDLE for the surface to be destroyed is read."""
    _edge.u64(surface)
    return original(handle, surface, allocator)


@replaces(surfaces._own, "LDP_LOADER_11", "WSI-SURFACE-05")
def a_third_driver_gets_the_seconds_surface(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """The third driver is handed the surface that the second one has made."""
    code = original(made, driver, command, arguments, surface)
    if driver.index == 2:
        own = surface.address + SurfaceRecord.own
        _KEPT[surface.address] = _edge.u64(own + 16)
        _edge.put64(own + 16, _edge.u64(own + 8))
    return code


@replaces(surfaces._unmake, "WSI-SURFACE-06")
def the_last_drivers_surface_stays(original: Original, made: Any, surface: Any, allocator: int) -> Any:
    """Of three drivers' surfaces the last one is not destroyed."""
    if len(made.drivers) > 2:
        _edge.put64(surface.address + SurfaceRecord.own + 8 * made.drivers[-1].index, 0)
    return original(made, surface, allocator)


# ---- id filters -------------------------------------------------------------------------------------------------


@replaces(sorting.filtered, "FILTER-ID-MULTI-01")
def two_of_three_id_filters_are_enough(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """Where all three id filters are set, a device is shown that passes two of them."""
    if not all(environment.is_set(name) for name in sorting.ID_FILTERS):
        return original(found, environment, edition)
    passed: dict[int, int] = {}
    for name in sorting.ID_FILTERS:
        kept = {key: value for key, value in environment.variables.items() if key not in sorting.ID_FILTERS}
        kept[name] = environment.get(name)
        for device in original(found, replace(environment, variables=kept), edition):
            passed[id(device)] = passed.get(id(device), 0) + 1
    return tuple(device for device in found if passed.get(id(device), 0) >= 2)


@replaces(sorting.filtered, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01")
def a_selected_device_passes_the_id_filters(
    original: Original, found: Any, environment: Any, edition: Any
) -> Any:
    """The device that VK_LOADER_DEVICE_SELECT names is shown whatever the id filters say."""
    passed = {id(device) for device in original(found, environment, edition)}
    chosen = sorting._selected(environment.get("VK_LOADER_DEVICE_SELECT"))
    return tuple(
        device for device in found if id(device) in passed or (device.vendor_id, device.device_id) == chosen
    )
