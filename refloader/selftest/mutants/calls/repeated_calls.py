"""Violators that are wrong at the second call or in the second instance: what an earlier one left behind."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import links
from refloader.core.extensions import device_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, id_filters, physical_devices
from refloader.dropin.python.generated.layouts import (
    VkDeviceCreateInfo,
    VkInstanceCreateInfo,
    VkLayerDeviceCreateInfo,
    VkLayerDeviceLink,
    VkLayerInstanceCreateInfo,
    VkLayerInstanceLink,
)
from refloader.dropin.python.instances import globals as queries
from refloader.dropin.python.instances import instance, requests
from refloader.dropin.python.loading import drivers, libraries
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import log
from refloader.model.place import Use
from refloader.protocol import NEWEST_DRIVER
from refloader.selftest.mutants.marks import Original, completes, replaces

_KEPT: dict[str, Any] = {}
"""What an earlier call left behind."""


def _times(what: str) -> int:
    """How often this was asked, with this time."""
    _KEPT[what] = _KEPT.get(what, 0) + 1
    return int(_KEPT[what])


@replaces(instance._linked, "LLP_LOADER_8", "CHAIN-INIT-04")
def the_list_of_a_second_instance_begins_later(original: Original, creation: Any, handle: int) -> Any:
    """The list for the layers of a second instance begins with the link of the second layer."""
    memory = original(creation, handle)
    if len(creation.links) > 1 and _times("instances") > 1:
        node = memory.address + VkInstanceCreateInfo.SIZE + 16
        at = node + VkLayerInstanceCreateInfo.u
        _edge.put64(at, _edge.u64(at) + VkLayerInstanceLink.SIZE)
    return memory


@replaces(device_chain.linked, "LLP_LOADER_9", "CHAIN-INIT-04")
def the_list_of_a_second_device_begins_later(
    original: Original, chain: Any, info: int, *, wrapped: bool
) -> Any:
    """The list for the layers of a second device begins with the link of the second layer."""
    given = original(chain, info, wrapped=wrapped)
    if len(chain) > 1 and _times("devices") > 1:
        at = given.info + VkDeviceCreateInfo.SIZE + VkLayerDeviceCreateInfo.u
        _edge.put64(at, _edge.u64(at) + VkLayerDeviceLink.SIZE)
    return given


@replaces(device_chain.linked, "LLP_LOADER_9", "CHAIN-INIT-04")
def links_of_a_second_device_skip_a_layer(original: Original, chain: Any, info: int, *, wrapped: bool) -> Any:
    """In the list of a second device, the first link holds the vkGetDeviceProcAddr of the second one."""
    given = original(chain, info, wrapped=wrapped)
    if len(chain) > 1 and _times("devices") > 1:
        first = _edge.u64(given.info + VkDeviceCreateInfo.SIZE + VkLayerDeviceCreateInfo.u)
        at = VkLayerDeviceLink.pfnNextGetDeviceProcAddr
        _edge.put64(first + at, _edge.u64(first + VkLayerDeviceLink.SIZE + at))
    return given


@replaces(device_chain.linked, "OBJECTS-LAYER-02", "CHAIN-INIT-03")
def a_second_device_without_the_callback(original: Original, chain: Any, info: int, *, wrapped: bool) -> Any:
    """The list of a second device has no VK_LOADER_DATA_CALLBACK."""
    given = original(chain, info, wrapped=wrapped)
    if chain and _times("devices") > 1:
        _edge.put64(given.info + 8, given.info + VkDeviceCreateInfo.SIZE)  # what comes behind the callback
    return given


@replaces(device_extensions.for_driver, "EXT-FILTER-01")
def a_second_device_gets_every_extension(original: Original, wanted: Any, offered: Any) -> Any:
    """A driver's second vkCreateDevice is given the extensions of layers."""
    kept = original(wanted, offered)
    return tuple(range(len(wanted))) if _times("extensions") > 1 else kept


@replaces(log.for_creation, "DEBUG-LOG-03")
def messengers_of_a_second_creation_hear_nothing(original: Original, chain: int, listed: Any) -> Any:
    """A messenger in the pNext chain of a second vkCreateInstance hears nothing of the loader."""
    return original(chain if _times("creations") == 1 else 0, listed)


@replaces(requests._given, "DIRECT-DRIVER-01")
def direct_drivers_of_the_first_instance_stay(original: Original, chain: int) -> Any:
    """A later instance that enables the extension has the direct drivers of the first one as well."""
    mode, lookups = original(chain)
    first = _KEPT.setdefault("given", (mode, lookups)) if lookups else _KEPT.get("given", (mode, lookups))
    return mode if lookups else first[0], tuple(dict.fromkeys((*lookups, *first[1])))


@completes("direct_drivers_of_the_first_instance_stay", requests.read)
def _read_without_a_chain(original: Original, create_info: int) -> Any:
    asked = original(create_info)
    if not asked.chain and "given" in _KEPT:
        mode, asked.lookups = _KEPT["given"]
        asked.request = replace(asked.request, given=mode)
    return asked


@replaces(instance._open_drivers, "DISC-DRIVER-GEN-01")
def a_failed_creation_costs_the_next_a_driver(original: Original, creation: Any) -> Any:
    """After a vkCreateInstance that failed, the next one has one driver less."""
    original(creation)
    if _KEPT.pop("failed", False) and len(creation.drivers) > 1:
        drivers.give_back((creation.drivers.pop(),))


@completes("a_failed_creation_costs_the_next_a_driver", instance._take_back)
def _remember_the_failure(original: Original, creation: Any) -> Any:
    _KEPT["failed"] = True
    return original(creation)


@replaces(physical_devices._arranged, "DEVICE-SORT-LINUX-01")
def devices_sorted_once(original: Original, made: Any, found: Any) -> Any:
    """The physical devices of an instance are sorted for its first enumeration only."""
    in_order = original(made, found)
    seen = _KEPT.setdefault("sorted", {})
    seen[made.handle] = seen.get(made.handle, 0) + 1
    return in_order if seen[made.handle] <= 2 else tuple(found)


@replaces(drivers._negotiated, "NEGOTIATE-ICD-02")
def drivers_negotiate_once_in_a_process(original: Original, driver: Any, library: int, where: Any) -> Any:
    """A driver that is opened again is taken for one of version 1 without being asked."""
    key = drivers._key(driver)
    lookup = _edge.symbol(library, drivers._LOOKUP)
    if key in _KEPT and lookup:
        return drivers._described(driver, library, 1, lookup, NEWEST_DRIVER, where)
    _KEPT[key] = True
    return original(driver, library, where)


@replaces(libraries.close_library, "DEBUG-UNLOAD-01")
def any_value_keeps_the_libraries(original: Original, library: int) -> Any:
    """Libraries stay where VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING is set to 0 as well."""
    if library and _edge.getenv(libraries._STAY) is None:
        _edge.close_library(library)


# ---- while an instance lives, and after the last ------------------------------------------------------------------


@replaces(id_filters.passing, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01")
def id_filters_count_for_one_instance(original: Original, made: Any, handles: Any) -> Any:
    """The id filters count for the first instance of a process only."""
    given = tuple(handles)
    return original(made, given) if _KEPT.setdefault("filtered", made) is made else given


@replaces(links.pre_instance_chain, "PREINST-03")
def pre_instance_layers_are_passed_while_an_instance_lives(
    original: Original, plan: Any, command: str
) -> Any:
    """A layer that intercepts a global command is called only while the process has no instance."""
    return () if INSTANCES else original(plan, command)


@replaces(queries.enumerate_instance_layer_properties_below, "DISC-GEN-01")
def active_layers_are_listed_while_an_instance_lives(
    original: Original, above: Any, count: int, out: int
) -> Any:
    """While an instance exists, vkEnumerateInstanceLayerProperties gives its layers only."""
    if not INSTANCES:
        return original(above, count, out)
    plan = queries._plan(above)
    names = {link.layer.name for made in INSTANCES.values() for link in made.layers}
    kept = tuple(each for each in plan.enumerated if each.name in names)
    return original(replace(plan, enumerated=kept), count, out)


@replaces(instance._release, "ACT-IMPLICIT-01")
def implicit_layers_end_with_the_last_instance(original: Original, made: Any, allocator: int) -> Any:
    """After the last instance of a process has ended, the next one has no implicit layers."""
    original(made, allocator)
    _KEPT["over"] = not INSTANCES


@completes("implicit_layers_end_with_the_last_instance", instance._open_layers)
def _without_implicit(original: Original, creation: Any) -> Any:
    if _KEPT.get("over"):
        kept = tuple(each for each in creation.plan.chain if each.kind is not Use.IMPLICIT)
        creation.plan = replace(creation.plan, chain=kept)
    return original(creation)


@replaces(instance._release, "ACT-APP-01")
def requests_end_with_the_last_instance(original: Original, made: Any, allocator: int) -> Any:
    """After the last instance of a process has ended, ppEnabledLayerNames switches no layer on."""
    original(made, allocator)
    _KEPT["over"] = not INSTANCES


@completes("requests_end_with_the_last_instance", instance._open_layers)
def _without_explicit(original: Original, creation: Any) -> Any:
    if _KEPT.get("over"):
        kept = tuple(each for each in creation.plan.chain if each.kind is Use.IMPLICIT)
        creation.plan = replace(creation.plan, chain=kept)
    return original(creation)


@replaces(instance._release, "EXT-ENUM-01")
def extensions_of_drivers_end_with_the_last_instance(original: Original, made: Any, allocator: int) -> Any:
    """After the last instance of a process has ended, the extensions of drivers are not enumerated."""
    original(made, allocator)
    _KEPT["over"] = not INSTANCES


@completes("extensions_of_drivers_end_with_the_last_instance", queries._offered)
def _without_drivers(original: Original, plan: Any) -> Any:
    return original(replace(plan, drivers=()) if _KEPT.get("over") else plan)


@replaces(instance._release, "DISC-DRIVER-GEN-01")
def one_driver_after_the_last_instance(original: Original, made: Any, allocator: int) -> Any:
    """After the last instance of a process has ended, the next one has its first driver only."""
    original(made, allocator)
    _KEPT["over"] = not INSTANCES


@completes("one_driver_after_the_last_instance", instance._open_drivers)
def _with_one_driver(original: Original, creation: Any) -> None:
    original(creation)
    if _KEPT.get("over"):
        drivers.give_back(creation.drivers[1:])
        del creation.drivers[1:]


@replaces(physical_devices._devices_of, "DISC-DRIVER-GEN-01")
def a_second_enumeration_has_one_driver(original: Original, made: Any, driver: Any) -> Any:
    """A later vkEnumeratePhysicalDevices of an instance gives the devices of one driver only."""
    again = _times(f"{made.handle} {driver.index}") > 2
    return (0, []) if again and driver.index else original(made, driver)


@replaces(physical_devices.wrapped, "VULKAN-LOADER-05")
def later_devices_have_new_handles(original: Original, made: Any, handle: int) -> Any:
    """From the ninth physical device on each enumeration returns another handle."""
    if len(made.devices_above) > 8:
        old = made.devices_above.pop(handle, None)
        made.keep += [] if old is None else [old]
    return original(made, handle)
