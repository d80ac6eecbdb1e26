"""Liberties in how often, when and in which order layers and drivers are called, opened and closed."""

from typing import Any

from refloader.core.chain import links
from refloader.core.drivers import devices
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import devices as logical
from refloader.dropin.python.devices import groups, physical_devices
from refloader.dropin.python.devices.device_extensions import names_of
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkResult
from refloader.dropin.python.instances import globals as before
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import deciding, drivers, layers, libraries
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.handles import driver_device, table_of
from refloader.dropin.python.memory.objects import DriverDeviceRecord
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import log
from refloader.selftest.variants.marks import Original, allows, likewise

_TWICE = "no document says how often a driver is asked"


@allows(physical_devices.walked, "", "no document says in which order drivers are called")
def drivers_are_asked_in_found_order(original: Original, made: Any) -> Any:
    """Drivers are asked for their devices in the order of discovery, direct ones at the end."""
    return sorted(made.drivers, key=lambda driver: driver.shared.direct)


@allows(devices.ordered, "DEVICE-SORT-LINUX-02", "nothing is said of devices of one type at one address")
def equal_devices_backwards(original: Original, found: Any, *others: Any) -> Any:
    """Devices that the sorting takes for equal stand in the opposite order."""
    if devices.switched_on(others[0].get("VK_LOADER_DISABLE_SELECT")):
        return original(found, *others)
    return original(tuple(reversed(found)), *others)


@allows(instance_terminator._create_all, "", "no document says in which order drivers are called")
def instances_of_drivers_backwards(original: Original, creation: Any, *others: Any) -> Any:
    """The drivers' vkCreateInstance are called in the opposite order, those of direct drivers at the end."""
    creation.drivers.sort(key=lambda shared: shared.direct)
    installed = [shared for shared in creation.drivers if not shared.direct]
    creation.drivers[: len(installed)] = reversed(installed)
    return original(creation, *others)


@allows(instance_terminator.destroy_drivers, "", "no document says in which order drivers are called")
def drivers_are_destroyed_in_found_order(original: Original, made: Any, allocator: int) -> Any:
    """The drivers' vkDestroyInstance are called in the order of creation."""
    made.drivers.reverse()
    original(made, allocator)


@allows(
    libraries.let_go, "DEBUG-UNLOAD-01", "that libraries are unloaded at vkDestroyInstance is only implied"
)
def libraries_stay_open(original: Original, library: int) -> Any:
    """No library that an instance used is closed."""


@allows(libraries.let_go, "", "no document says that a library outlives its last instance")
def libraries_are_closed_at_once(original: Original, library: int) -> Any:
    """Every library is closed with the last instance that uses it."""
    libraries.close_library(library)


@likewise("libraries_are_closed_at_once", drivers.keep)
def _close_after_enumeration(original: Original, found: Any) -> Any:
    drivers.give_back(found)


@allows(before.enumerate_instance_layer_properties_below, "", "no document says when drivers are opened")
def drivers_are_opened_early(original: Original, *arguments: Any) -> Any:
    """The drivers are opened when layers are listed."""
    plan = deciding.plan_for(before._ENUMERATION)
    drivers.keep(drivers.borrow(drivers.used(plan), log.for_call()))
    return original(*arguments)


@likewise("drivers_are_opened_early", before.enumerate_instance_version_below)
def _opened_for_the_version(original: Original, *arguments: Any) -> Any:
    plan = deciding.plan_for(before._ENUMERATION)
    drivers.keep(drivers.borrow(drivers.used(plan), log.for_call()))
    return original(*arguments)


@allows(libraries.open_library, "", "no document says how often a library is opened")
def libraries_are_opened_twice(original: Original, *arguments: Any) -> Any:
    """Each library is opened, closed and opened again."""
    library = original(*arguments)
    if library:
        _edge.open_library(libraries._PATHS[library])
        _edge.close_library(library)
    return library


@allows(drivers._extensions, "", _TWICE)
def drivers_list_extensions_twice(original: Original, *arguments: Any) -> Any:
    """A driver is asked for its instance extensions twice."""
    original(*arguments)
    return original(*arguments)


@allows(drivers._api_version, "", _TWICE)
def drivers_tell_their_version_twice(original: Original, *arguments: Any) -> Any:
    """A driver is asked for its version twice."""
    original(*arguments)
    return original(*arguments)


@allows(devices.facts_matter, "", "no document says when the properties of devices are queried")
def properties_are_always_queried(original: Original, *arguments: Any) -> Any:
    """The properties of a single device are queried, too."""
    return True


@allows(instance._finish, "", "no document says when drivers are asked for their devices")
def devices_are_asked_for_at_creation(original: Original, creation: Any, made: Any) -> Any:
    """The devices of all drivers are enumerated when the instance is made."""
    original(creation, made)
    try:
        physical_devices.devices_below(made)
    except MemoryError:
        return  # they are asked for again when the application does


@allows(physical_devices.device_of, "", "no document says when device extensions are queried")
def device_extensions_are_queried_early(original: Original, *arguments: Any) -> Any:
    """The extensions of a device are queried when it is enumerated."""
    found = original(*arguments)
    if found is not None:
        names_of(found)
    return found


@allows(physical_devices.enumerate_physical_devices_below, "", _TWICE)
def devices_are_enumerated_twice(original: Original, *arguments: Any) -> Any:
    """Each driver is asked for its devices twice."""
    made = INSTANCES.get(arguments[0])
    if made is not None and arguments[1]:
        physical_devices.devices_below(made)
    return original(*arguments)


@allows(layers.open_layer, "", "no document says for which names a layer's vkGetInstanceProcAddr is called")
def layers_are_asked_for_more(original: Original, *arguments: Any) -> Any:
    """A layer is asked for vkCreateInstance as soon as it is open."""
    link = original(*arguments)
    if link is not None:
        _edge.call(link.gipa, 0, c_text("vkCreateInstance"))
    return link


@allows(instance._finish, "", "no document says how often tables are filled")
def tables_are_filled_twice(original: Original, creation: Any, made: Any) -> Any:
    """The top of the chain is asked twice for its functions."""
    original(creation, made)
    _edge.fill_instance_table(made.handle)


@allows(instance_terminator._take_in, "", "no document says for which names a driver's lookup is called")
def drivers_are_asked_for_more(original: Original, shared: Any, handle: int, *others: Any) -> Any:
    """A driver is asked for names that the loader makes no use of."""
    for name in ("vkCreateInstance", "vkEnumerateInstanceLayerProperties", "vkCreateDevice"):
        _edge.call(shared.gipa, handle if name == "vkCreateDevice" else 0, c_text(name))
    original(shared, handle, *others)


_ONE_COMMAND = (
    "no document says by which of its names, which are aliases of one command, a promoted one is asked for"
)
_OLDER = tuple(links._OF_1_1)
_OF_CORE = tuple(name for names in links._OF_1_1.values() for name in names)


@allows(instance_terminator._create_one, "", _ONE_COMMAND)
def queries_of_core_go_by_older_names(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """A driver that offers the extensions from which queries of core come is called by the names of these."""
    kept = arrived.extensions, arrived.names
    offered = {each.name for each in shared.extensions}
    more = [name for name in _OLDER if name in offered and name not in kept[0]]
    arrived.extensions = (*kept[0], *more)
    arrived.names = {**kept[1], **{name: c_text(name) for name in more}}
    try:
        result = original(shared, creation, made, arrived)
    finally:
        arrived.extensions, arrived.names = kept
    if result == VkResult.SUCCESS:
        table = made.drivers[-1].table.address
        for name in _OF_CORE:
            function = _edge.u64(table + INSTANCE[f"{name}KHR"])
            _edge.put64(table + INSTANCE[name], function or _edge.u64(table + INSTANCE[name]))
    return result


@allows(libraries.open_library, "NEGOTIATE-ICD-02", "the first call into a driver; opening one is no call")
def libraries_are_tried_first(original: Original, *arguments: Any) -> Any:
    """Each library is opened and closed once to see whether it can be loaded, and then opened to be used."""
    library = original(*arguments)
    if library:
        _edge.close_library(library)
        library = original(*arguments)
    return library


_FAILED: set[tuple[str, str]] = set()


@allows(libraries.open_library, "", "no document says that a library is tried again that could not be loaded")
def failures_are_remembered(original: Original, path: str, manifest: str, *others: Any) -> Any:
    """A library that could not be loaded is left out in later calls without a message."""
    if (path, manifest) in _FAILED:
        return 0
    library = original(path, manifest, *others)
    if not library:
        _FAILED.add((path, manifest))
    return library


@allows(physical_devices._devices_of, "", _TWICE)
def devices_are_enumerated_ten_times(original: Original, *arguments: Any) -> Any:
    """Each driver is asked ten times for its devices."""
    for _ in range(9):
        original(*arguments)
    return original(*arguments)


@allows(instance.destroy_instance, "", "no document says when, or how often, a table is filled")
def tables_are_filled_again_at_the_end(original: Original, handle: int, allocator: int) -> Any:
    """At vkDestroyInstance the top of the chain is asked for its functions once more."""
    if handle in INSTANCES:
        _edge.fill_instance_table(handle)
    return original(handle, allocator)


@allows(logical.destroy_device, "", "no document says when, or how often, a table is filled")
def tables_of_devices_are_filled_again_at_the_end(original: Original, handle: int, allocator: int) -> Any:
    """At vkDestroyDevice the top of the chain is asked for the functions of the device once more."""
    if handle:
        _edge.fill_device_table(table_of(handle, "vkDestroyDevice"))
    return original(handle, allocator)


@allows(
    devices._sort_key, "DEVICE-SORT-LINUX-02", "nothing is said of devices with equal types and addresses"
)
def equal_devices_by_name(original: Original, device: Any) -> Any:
    """Devices that the sorting takes for equal stand in the order of their names."""
    return (*original(device)[:4], device.name)


@allows(groups._read, "", "no document gives an order to the members of a group")
def members_of_groups_backwards(original: Original, *arguments: Any) -> Any:
    """The members of a group are listed in the opposite order."""
    group = original(*arguments)
    return group._replace(members=group.members[::-1])


@allows(drivers.give_back, "", "no document says in which order libraries are closed")
def drivers_are_closed_from_the_last(original: Original, given: Any) -> Any:
    """The libraries of drivers are closed in the opposite order."""
    return original(tuple(given)[::-1])


@allows(
    before.enumerate_instance_extension_properties_below,
    "LDP_LOADER_12",
    "a driver never gets a layer's name",
)
def drivers_are_opened_for_the_extensions_of_a_layer(
    original: Original, above: Any, layer: int, *others: Any
) -> Any:
    """vkEnumerateInstanceExtensionProperties opens the drivers also where the name of a layer is given."""
    if _edge.text(layer):
        drivers.keep(drivers.borrow(drivers.used(before._plan(above)), log.for_call()))
    return original(above, layer, *others)


@allows(logical.create_device_below, "", _TWICE)
def drivers_are_asked_for_devices_before_one_is_made(original: Original, record: int, *others: Any) -> Any:
    """At vkCreateDevice the driver is asked for its physical devices once more."""
    below = driver_device(record, "vkCreateDevice")
    made = INSTANCES[_edge.u64(record + DriverDeviceRecord.instance)]
    physical_devices._devices_of(made, below.driver)
    return original(record, *others)


@allows(instance._finish, "", "no document says when a library is closed")
def drivers_without_an_instance_stay_open(original: Original, creation: Any, made: Any) -> Any:
    """The library of a driver that has made no instance is closed with the instance of the others."""
    used = {id(driver.shared) for driver in made.drivers}
    spare = [shared for shared in creation.drivers if id(shared) not in used]
    for shared in spare:
        shared.users += 1
    original(creation, made)
    made.borrowed += spare


_REMEMBERED: dict[str, Any] = {}
_NOW: dict[int, str] = {}
"""By thread: the driver that is being asked, empty for one without a manifest."""


@allows(drivers._described, "", "no document says how long what a loader learned of a driver holds")
def extensions_of_drivers_are_remembered(original: Original, driver: Any, *others: Any) -> Any:
    """A driver that is opened again is not asked again for the extensions of instances."""
    _NOW[_edge.thread()] = drivers._key(driver) if driver else ""
    return original(driver, *others)


@likewise("extensions_of_drivers_are_remembered", drivers._extensions)
def _known(original: Original, *arguments: Any) -> Any:
    key = _NOW[_edge.thread()]
    if key in _REMEMBERED:
        return _REMEMBERED[key]
    found = original(*arguments)
    if key and not isinstance(found, str):
        _REMEMBERED[key] = found
    return found
