"""Liberties in how lists are asked for, how devices are checked, and what is answered where nothing is found."""

from typing import Any

from refloader.core.chain import links
from refloader.core.drivers import devices as sorting
from refloader.core.extensions import device_extensions as device_extension_names
from refloader.core.extensions import instance_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import (
    device_chain,
    device_extensions,
    device_facts,
    groups,
    id_filters,
    physical_devices,
    surfaces,
)
from refloader.dropin.python.generated.layouts import VkResult
from refloader.dropin.python.instances import globals as before
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import deciding, drivers
from refloader.dropin.python.memory import counted
from refloader.dropin.python.memory.acting import EDITION
from refloader.dropin.python.memory.state import INSTANCES, RefusedError
from refloader.dropin.python.messages import log, messengers
from refloader.model.plan import VkResult as Refusal
from refloader.selftest.variants.marks import Original, allows, likewise

_COUNTS = "no document says that a list is asked for its length first"
_WHEN = "no document says when, or how often, a driver is asked"
_ROOM = 64


@allows(counted.ask, "", _COUNTS)
def lists_are_asked_for_with_room_for_many(
    original: Original, function: int, arguments: Any, size: int, prepare: Any = None
) -> Any:
    """Drivers are asked at once for up to 64 elements of a list, and only for the length if there are more."""
    count, memory = _edge.Memory(8), _edge.Memory(_ROOM * size)
    _edge.put32(count.address, _ROOM)
    if prepare:
        prepare(memory.address, _ROOM)
    code = _edge.result(function, *arguments, count.address, memory.address)
    if code == VkResult.SUCCESS and _edge.u32(count.address) < _ROOM:
        return code, memory, _edge.u32(count.address)
    return original(function, arguments, size, prepare)


@allows(counted.ask, "", _COUNTS)
def arrays_have_more_room(
    original: Original, function: int, arguments: Any, size: int, prepare: Any = None
) -> Any:
    """A driver's list is fetched into an array with room for more elements than it counted, and so counted."""
    count = _edge.Memory(8)
    code = _edge.result(function, *arguments, count.address, 0)
    room = _edge.u32(count.address) + 7
    if code < 0 or room > _ROOM:
        return original(function, arguments, size, prepare)
    memory = _edge.Memory(room * size)
    _edge.put32(count.address, room)
    if prepare:
        prepare(memory.address, room)
    code = _edge.result(function, *arguments, count.address, memory.address)
    if code == VkResult.SUCCESS and _edge.u32(count.address) < room:
        return code, memory, _edge.u32(count.address)
    return original(function, arguments, size, prepare)


@allows(device_facts.facts_of, "", _WHEN)
def properties_are_asked_for_each_time(original: Original, device: Any, **options: Any) -> Any:
    """The properties of devices are queried at each enumeration."""
    device.facts = None
    return original(device, **options)


@allows(device_extensions.names_of, "", _WHEN)
def device_extensions_are_asked_for_each_time(original: Original, device: Any) -> Any:
    """The extensions of a device are queried each time the loader needs them."""
    device.extensions = None
    return original(device)


@allows(device_extensions.enumerate_device_extension_properties_below, "", _WHEN)
def the_loader_answers_for_device_extensions(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """The loader fetches the whole list of a device's extensions, and gives the application its part of it."""
    if layer and _edge.text(layer):
        return original(device, layer, count, out)
    cell = _edge.Memory(8)
    code = original(device, 0, cell.address, 0)
    if code < 0:
        return code
    room = _edge.u32(cell.address)
    memory = _edge.Memory(max(1, room) * device_extensions._SIZE)
    if room:
        code = original(device, 0, cell.address, memory.address)
        if code < 0:
            return code
    size = device_extensions._SIZE
    rows = range(memory.address, memory.address + _edge.u32(cell.address) * size, size)
    return counted.answer(count, out, size, rows, device_extensions._write_either)


_OF_NOBODY: set[str] = set()


@allows(device_chain.judged, "", "no document says who refuses an extension of a device that nobody offers")
def drivers_check_extensions_of_devices(original: Original, made: Any, device: int, info: int) -> Any:
    """Extensions of a device that nobody offers go down to the driver, which refuses them."""
    wanted = device_chain._wanted(_edge.words(info, device_chain._WORDS))
    code, names = device_extensions.reported(made, device)
    of_layers = {each.name for link in made.layers for each in link.layer.device_extensions}
    _OF_NOBODY.clear()
    if code >= 0:
        _OF_NOBODY.update(name for name in wanted if name not in names and name not in of_layers)
    return VkResult.SUCCESS


@likewise("drivers_check_extensions_of_devices", device_extension_names.for_driver)
def _those_too(original: Original, wanted: Any, names: Any) -> Any:
    return tuple(place for place, name in enumerate(wanted) if name in names or name in _OF_NOBODY)


@allows(physical_devices.devices_below, "", "no document says that no device is an error")
def no_devices_are_no_error(original: Original, made: Any) -> Any:
    """vkEnumeratePhysicalDevices succeeds without devices if the drivers succeed and have none."""
    found, failure = original(made)
    if failure == VkResult.ERROR_INITIALIZATION_FAILED and not found:
        codes = [physical_devices._devices_of(made, driver)[0] for driver in made.drivers]
        if codes and min(codes) >= 0:
            return (), None
    return found, failure


@allows(links.creation_result, "", "no document says which of the drivers' errors vkCreateInstance gives")
def the_last_drivers_error_is_given(original: Original, results: Any) -> Any:
    """If each driver fails, vkCreateInstance gives the error of the last one."""
    if results and 0 not in results and min(results) < 0:
        return results[-1]
    return original(results)


@likewise("the_last_drivers_error_is_given", instance_terminator._create_one)
def _of_the_last(original: Original, shared: Any, *others: Any) -> Any:
    """What has no vkCreateInstance is no driver (LDP_LOADER_1), and has given no error."""
    there = drivers.create_function(shared)
    return original(shared, *others) if there else VkResult.ERROR_INCOMPATIBLE_DRIVER


@allows(surfaces.create_surface_below, "", "no document says in which order drivers are called")
def surfaces_are_made_by_the_last_driver_first(
    original: Original, command: str, handle: int, *arguments: Any
) -> Any:
    """The drivers make their surfaces in the opposite order."""
    made = INSTANCES[handle].drivers
    made.reverse()
    try:
        return original(command, handle, *arguments)
    finally:
        made.reverse()


@allows(messengers._create, "", "no document says in which order drivers are called")
def messengers_are_made_by_the_last_driver_first(
    original: Original, made: Any, names: Any, listener: Any, arguments: Any, out: int
) -> Any:
    """The drivers make their messengers in the opposite order."""
    made.drivers.reverse()
    try:
        return original(made, names, listener, arguments, out)
    finally:
        made.drivers.reverse()


@allows(groups.enumerate_physical_device_groups_below, "", _WHEN)
def groups_are_asked_for_twice(original: Original, handle: int, count: int, out: int) -> Any:
    """The drivers are asked for their groups twice."""
    cell = _edge.Memory(8)
    if out:
        original(handle, cell.address, 0)
    return original(handle, count, out)


@allows(physical_devices.enumerate_physical_devices, "", "no document says when files are read")
def files_are_read_at_each_enumeration_of_devices(original: Original, *arguments: Any) -> Any:
    """The manifests and the settings file are read at each enumeration of devices, too."""
    deciding.plan_for(before._ENUMERATION)
    return original(*arguments)


@allows(instance_extensions.with_drivers, "", "no document says which spec_version of two drivers is listed")
def spec_versions_are_the_highest(original: Original, others: Any, offered: Any, *more: Any) -> Any:
    """Of an extension that several drivers offer, the highest spec_version is listed."""
    rows = list(offered)
    given = [each for one in rows for each in one]
    highest = {name: max(each.spec_version for each in given if each.name == name) for name in _names(given)}
    found = original(others, rows, *more)
    return tuple(_versioned(each, highest.get(each.name, each.spec_version)) for each in found)


def _names(given: Any) -> Any:
    return dict.fromkeys(each.name for each in given)


def _versioned(extension: Any, version: int) -> Any:
    return type(extension)(extension.name, version)


@allows(before.enumerate_instance_version_below, "APIVER-01", "the version that it supports itself")
def a_later_minor_version(original: Original, chain: int, version: int) -> Any:
    """The loader reports the next minor version of Vulkan."""
    code = original(chain, version)
    _edge.put32(version, _edge.u32(version) + (1 << 12))
    return code


@allows(before.enumerate_instance_version_below, "APIVER-01", "the version that it supports itself")
def an_older_minor_version(original: Original, chain: int, version: int) -> Any:
    """The loader reports Vulkan 1.3.296."""
    code = original(chain, version)
    _edge.put32(version, 1 << 22 | 3 << 12 | 296)
    return code


@allows(instance._refuse_by_plan, "", "no document says which of two errors is returned")
def drivers_are_opened_before_layers_are_missed(original: Original, creation: Any) -> Any:
    """A layer that is missing is noticed after the drivers were opened and asked for their extensions."""
    if creation.plan.result is Refusal.LAYER_NOT_PRESENT:
        found = drivers.borrow(drivers.used(creation.plan), creation.log)
        drivers.give_back(found)
    return original(creation)


@allows(before._offered, "", "no document says how often drivers are asked")
def drivers_list_extensions_at_each_call(original: Original, plan: Any) -> Any:
    """The drivers are asked for their extensions at each vkEnumerateInstanceExtensionProperties."""
    found = original(plan)
    for shared in drivers.borrow(drivers.used(plan), log.for_call()):
        drivers._extensions(shared.library, shared.interface, shared.gipa)
        drivers.keep((shared,))
    return found


@allows(instance_terminator._create_all, "", "no document says in which order drivers are called")
def instances_of_drivers_in_a_ring(original: Original, creation: Any, *others: Any) -> Any:
    """The drivers' vkCreateInstance are called from the second driver on, and in the first at the end."""
    direct = [shared for shared in creation.drivers if shared.direct]
    installed = [shared for shared in creation.drivers if not shared.direct]
    creation.drivers[:] = [*installed[1:], *installed[:1], *direct]
    return original(creation, *others)


@allows(physical_devices.walked, "", "no document says in which order drivers are called")
def drivers_are_asked_in_a_ring(original: Original, made: Any) -> Any:
    """The drivers are asked for devices from the second one on, and the first at the end."""
    direct = [driver for driver in made.drivers if driver.shared.direct]
    installed = [driver for driver in made.drivers if not driver.shared.direct]
    return [*installed[1:], *installed[:1], *direct]


_GROUPS: dict[int, tuple[Any, Any]] = {}
"""By the number of a driver's instance: the driver's instance and its groups."""


@allows(groups._listed_groups, "", "no document says how long what a loader learned of a driver holds")
def groups_are_asked_for_once(original: Original, made: Any, driver: Any) -> Any:
    """A driver is asked once in the life of an instance for its groups."""
    if id(driver) not in _GROUPS:
        listed = original(made, driver)
        if not listed:
            return listed
        _GROUPS[id(driver)] = (driver, listed)
    return _GROUPS[id(driver)][1]


@allows(groups._listed_groups, "", "no document says what a driver's lone device has to say of subsets")
def lone_devices_have_no_subsets(original: Original, made: Any, driver: Any) -> Any:
    """In a group of one, subsetAllocation is VK_FALSE, as Vulkan has it, whatever the driver says."""
    listed = original(made, driver)
    return [each if len(each.members) > 1 else each._replace(subset=False) for each in listed]


@allows(counted.ask, "", _COUNTS)
def lists_grow_by_doubling(
    original: Original, function: int, arguments: Any, size: int, prepare: Any = None
) -> Any:
    """Drivers are asked for one element of a list, then for two, for four and so on, never for the length."""
    count, room = _edge.Memory(8), 1
    while room <= counted.MOST:
        memory = _edge.Memory(room * size)
        _edge.put32(count.address, room)
        if prepare:
            prepare(memory.address, room)
        code = _edge.result(function, *arguments, count.address, memory.address)
        if code != VkResult.INCOMPLETE:
            given = min(_edge.u32(count.address), room) if code >= 0 else 0
            return code, memory, given
        room *= 2
    return original(function, arguments, size, prepare)


@allows(physical_devices._arranged, "FILTER-ID-MULTI-01", "nothing is said of what layers see")
def devices_are_filtered_below_the_layers(original: Original, made: Any, found: Any) -> Any:
    """The id filters hide devices from the layers as well."""
    arranged = original(made, found)
    if not id_filters.are_set():
        return arranged
    facts = [
        (device_facts.ids_of(each.driver.table.address, each.handle, driver=True), each) for each in arranged
    ]
    passed = sorting.filtered([fact for fact, _ in facts], id_filters.environment(), EDITION)
    numbers = {id(each) for each in passed}
    return tuple(each for fact, each in facts if id(fact) in numbers)


_LIBRARY = [0]
"""The library that is negotiated with."""


@allows(drivers._negotiated, "NEGOTIATE-ICD-03", "its desired interface version (typically the latest)")
def drivers_without_an_export_are_offered_less(
    original: Original, driver: Any, library: int, *others: Any
) -> Any:
    """A driver that exports no lookup for physical devices, which version 4 brought, is offered version 3."""
    _LIBRARY[0] = library
    try:
        return original(driver, library, *others)
    finally:
        _LIBRARY[0] = 0


@likewise("drivers_without_an_export_are_offered_less", drivers._offer)
def _less(original: Original, ask: int, newest: int) -> Any:
    library = _LIBRARY[0]
    has_export = library and _edge.symbol(library, "vk_icdNegotiateLoaderICDInterfaceVersion")
    less = has_export and not _edge.symbol(library, "vk_icdGetPhysicalDeviceProcAddr")
    return original(ask, min(newest, 3) if less else newest)


@allows(instance._open_layers, "", "no document says how many instances can live at once")
def sixteen_instances_live_at_once(original: Original, creation: Any) -> Any:
    """While sixteen instances live, vkCreateInstance returns VK_ERROR_OUT_OF_HOST_MEMORY."""
    if len(INSTANCES) >= 16:
        raise RefusedError(VkResult.ERROR_OUT_OF_HOST_MEMORY)
    return original(creation)
