"""Violators that are wrong at the second call or in the second instance: what an earlier one left behind."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import conditions, filters
from refloader.core.extensions import device_extensions, instance_extensions
from refloader.core.search import path_variables
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, physical_devices
from refloader.dropin.python.generated.layouts import (
    VkDeviceCreateInfo,
    VkInstanceCreateInfo,
    VkLayerDeviceCreateInfo,
    VkLayerDeviceLink,
    VkLayerInstanceCreateInfo,
    VkLayerInstanceLink,
)
from refloader.dropin.python.instances import instance, requests
from refloader.dropin.python.loading import drivers, libraries
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import log
from refloader.model.place import Use
from refloader.protocol import NEWEST_DRIVER
from refloader.selftest.mutants.marks import Original, completes, replaces
from refloader.selftest.mutants.variables import having, without

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


# ---- read once ----------------------------------------------------------------------------------------------------


def _as_at_first(environment: Any, *names: str) -> Any:
    """The environment with these variables as they were when they were first looked at."""
    for name in names:
        value = _KEPT.setdefault(name, environment.get(name))
        environment = without(environment, name) if value is None else having(environment, name, value)
    return environment


@replaces(conditions.disable_variable, "ACT-IMPLICIT-05", "LLP_LOADER_7")
def disable_variables_read_once(original: Original, layer: Any, environment: Any) -> Any:
    """What the disable variable of a layer says later in a process does not count."""
    names = (layer.disable.variable,) if layer.disable else ()
    return original(layer, _as_at_first(environment, *names))


@replaces(conditions._enable_variable, "ACT-IMPLICIT-04", "LLP_LOADER_6")
def enable_variables_read_once(original: Original, layer: Any, environment: Any) -> Any:
    """What the enable variable of a layer says later in a process does not count."""
    names = (layer.enable.variable,) if layer.enable else ()
    return original(layer, _as_at_first(environment, *names))


@replaces(filters.layer_filters, "FILTER-LAYER-DISABLE-01")
def the_disable_filter_read_once(original: Original, environment: Any, *others: Any) -> Any:
    """What VK_LOADER_LAYERS_DISABLE says later in a process does not count."""
    return original(_as_at_first(environment, "VK_LOADER_LAYERS_DISABLE"), *others)


@replaces(filters.layer_filters, "FILTER-LAYER-ENABLE-01")
def the_enable_filter_read_once(original: Original, environment: Any, *others: Any) -> Any:
    """What VK_LOADER_LAYERS_ENABLE says later in a process does not count."""
    return original(_as_at_first(environment, "VK_LOADER_LAYERS_ENABLE"), *others)


@replaces(filters.layer_filters, "FILTER-LAYER-ALLOW-01")
def the_allow_filter_read_once(original: Original, environment: Any, *others: Any) -> Any:
    """What VK_LOADER_LAYERS_ALLOW says later in a process does not count."""
    return original(_as_at_first(environment, "VK_LOADER_LAYERS_ALLOW"), *others)


@replaces(filters.driver_filters, "FILTER-DRIVER-DISABLE-01")
def the_disable_filter_of_drivers_read_once(original: Original, environment: Any, *others: Any) -> Any:
    """What VK_LOADER_DRIVERS_DISABLE says later in a process does not count."""
    return original(_as_at_first(environment, "VK_LOADER_DRIVERS_DISABLE"), *others)


@replaces(filters.driver_filters, "FILTER-DRIVER-SELECT-01")
def the_select_filter_read_once(original: Original, environment: Any, *others: Any) -> Any:
    """What VK_LOADER_DRIVERS_SELECT says later in a process does not count."""
    return original(_as_at_first(environment, "VK_LOADER_DRIVERS_SELECT"), *others)


@replaces(path_variables.replacing_variable, "ENV-LAYERPATH-01")
def layer_path_read_once(original: Original, environment: Any, facts: Any, use: Any) -> Any:
    """VK_LAYER_PATH has no effect if it was not set when the process first looked for layers."""
    return original(_as_at_first(environment, "VK_LAYER_PATH"), facts, use)


@replaces(path_variables.entries, "ENV-DRIVERFILES-01")
def driver_files_read_once(original: Original, environment: Any, name: str, use: Any, facts: Any) -> Any:
    """What VK_DRIVER_FILES says later in a process does not count."""
    names = ("VK_DRIVER_FILES",) if use is Use.DRIVER else ()
    return original(_as_at_first(environment, *names), name, use, facts)


@replaces(instance_extensions._filters, "EXT-FILTER-04")
def the_extension_filter_read_once(original: Original, environment: Any, edition: Any) -> Any:
    """What VK_LOADER_DISABLE_INST_EXT_FILTER says later in a process does not count."""
    return original(_as_at_first(environment, "VK_LOADER_DISABLE_INST_EXT_FILTER"), edition)


# ---- while an instance lives, and after the last ------------------------------------------------------------------


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
