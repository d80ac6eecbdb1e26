"""Liberties in what is asked and done again, on trial or later: at devices, at enumerations and at the end."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import (
    device_facts,
    devices,
    groups,
    physical_devices,
    surfaces,
)
from refloader.dropin.python.generated.commands import DEVICE, INSTANCE
from refloader.dropin.python.generated.layouts import (
    VkPhysicalDeviceDriverProperties,
    VkPhysicalDeviceIDProperties,
    VkPhysicalDeviceProperties2,
    VkResult,
)
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import drivers
from refloader.dropin.python.memory import handles
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.objects import NOT_OF_THE_DRIVER, InstanceRecord, SurfaceRecord
from refloader.dropin.python.memory.state import INSTANCES
from refloader.selftest.variants.marks import Original, allows

_WHEN = "no document says when, or how often, a driver is asked"
_NAMES = "no document says for which names a driver's lookup is called"
_FILLED = "no document says how often tables are filled"
_QUERIES = (
    "vkGetPhysicalDeviceFeatures",
    "vkGetPhysicalDeviceMemoryProperties",
    "vkGetPhysicalDeviceProperties",
)
_ROOM = 4096


def _queried(device: Any) -> None:
    table = device.driver.table.address
    for name in _QUERIES:
        function, room = _edge.u64(table + INSTANCE[name]), _edge.Memory(_ROOM)
        if function:
            _edge.call(function, device.handle, room.address)
    families = _edge.u64(table + INSTANCE["vkGetPhysicalDeviceQueueFamilyProperties"])
    count = _edge.Memory(8)
    if families:
        _edge.call(families, device.handle, count.address, 0)


@allows(devices.create_device_below, "", _WHEN)
def devices_are_queried_before_they_are_made(original: Original, record: int, *others: Any) -> Any:
    """At vkCreateDevice the driver is asked for properties, features, memory and queue families."""
    _queried(handles.driver_device(record, "vkCreateDevice"))
    return original(record, *others)


@allows(devices._begin, "", _NAMES)
def drivers_are_asked_for_every_device_command(
    original: Original, made: Any, below: Any, handle: int, table: Any, lookup: int
) -> Any:
    """A driver is asked for every command of devices, and for names that nobody knows, when it made one."""
    for name in (*DEVICE, "vkNoSuchCommandOfDevices", "vkCreateInstance"):
        _edge.call(lookup, handle, c_text(name))
    return original(made, below, handle, table, lookup)


@allows(instance.destroy_instance, "", _WHEN)
def devices_are_enumerated_at_the_end(original: Original, handle: int, allocator: int) -> Any:
    """At vkDestroyInstance the drivers are asked for their devices once more."""
    made = INSTANCES.get(handle)
    if made is not None:
        for driver in made.drivers:
            function = _edge.u64(driver.table.address + INSTANCE["vkEnumeratePhysicalDevices"])
            count = _edge.Memory(8)
            if function:
                _edge.result(function, driver.handle, count.address, 0)
    return original(handle, allocator)


@allows(instance._release, "", "no document says in which order libraries are closed")
def layers_are_closed_from_the_bottom(original: Original, made: Any, allocator: int) -> Any:
    """At vkDestroyInstance the library of the last layer is closed first."""
    made.layers = tuple(reversed(made.layers))
    return original(made, allocator)


@allows(devices._adopt, "", _FILLED)
def tables_of_devices_are_filled_twice(original: Original, device: Any, *others: int) -> Any:
    """The top of the chain is asked twice for the functions of a device."""
    original(device, *others)
    _edge.fill_device_table(device.table.address)


@allows(physical_devices.enumerate_physical_devices, "", _FILLED)
def tables_are_filled_again_with_the_devices(original: Original, handle: int, *others: Any) -> Any:
    """Each vkEnumeratePhysicalDevices asks the top of the chain for its functions again."""
    if handle in INSTANCES:
        _edge.fill_instance_table(handle)
    return original(handle, *others)


@allows(instance_terminator._take_in, "", _NAMES)
def drivers_are_asked_for_what_they_lack(original: Original, shared: Any, handle: int, *others: Any) -> Any:
    """A driver is asked for names that no driver knows, and by its lookup for physical devices too."""
    for name in ("vkNoSuchCommand", "", "vkGetPhysicalDeviceNoSuchThing"):
        _edge.call(shared.gipa, handle, c_text(name))
        if shared.gpdpa:
            _edge.call(shared.gpdpa, handle, c_text(name))
    return original(shared, handle, *others)


@allows(device_facts.facts_of, "", _WHEN)
def facts_are_asked_for_in_one_long_chain(original: Original, device: Any, **options: Any) -> Any:
    """The properties of a device are queried with several structures in one chain, too."""
    function = device_facts._newer(device.driver.table.address)
    if function and device.facts is None:
        memory, size = _edge.Memory(_ROOM), VkPhysicalDeviceProperties2.SIZE
        second = size + VkPhysicalDeviceIDProperties.SIZE
        _edge.put_words(memory.address, (VkPhysicalDeviceProperties2.TYPE, memory.address + size))
        _edge.put_words(memory.address + size, (VkPhysicalDeviceIDProperties.TYPE, memory.address + second))
        _edge.put32(memory.address + second, VkPhysicalDeviceDriverProperties.TYPE)
        _edge.call(function, device.handle, memory.address)
    return original(device, **options)


@allows(device_facts._newer, "", "no document says by which name a driver is asked for its properties")
def properties_are_asked_for_by_the_older_name(original: Original, table: int) -> Any:
    """A driver is asked by vkGetPhysicalDeviceProperties2KHR where it has both names."""
    # The top of the chain has the name even if the application does not enable the extension that it belongs to.
    if any(table == each.table.address for each in INSTANCES.values()):
        return original(table)
    return _edge.u64(table + INSTANCE["vkGetPhysicalDeviceProperties2KHR"]) or original(table)


@allows(instance._open_drivers, "", _WHEN)
def drivers_list_extensions_at_each_creation(original: Original, creation: Any) -> Any:
    """The drivers are asked for their extensions at each vkCreateInstance."""
    original(creation)
    for shared in creation.drivers:
        drivers._extensions(shared.library, shared.interface, shared.gipa)


@allows(instance._open_drivers, "", _WHEN)
def drivers_tell_their_version_at_each_creation(original: Original, creation: Any) -> Any:
    """Drivers that know the command are asked for their version at each vkCreateInstance."""
    original(creation)
    for shared in creation.drivers:
        function, version = _edge.call(shared.gipa, 0, c_text("vkEnumerateInstanceVersion")), _edge.Memory(8)
        if function:
            _edge.result(function, version.address)


@allows(instance._finish, "", "no document says that a chain is asked for devices by applications alone")
def the_chain_is_asked_for_its_devices(original: Original, creation: Any, made: Any) -> Any:
    """When an instance is made, the loader asks the top of the chain for the number of devices."""
    original(creation, made)
    function = _edge.u64(made.table.address + INSTANCE["vkEnumeratePhysicalDevices"])
    inner, count = _edge.u64(made.handle + InstanceRecord.inner), _edge.Memory(8)
    if function:
        _edge.result(function, inner, count.address, 0)


@allows(groups._groups_of, "", _WHEN)
def members_of_groups_are_queried(original: Original, made: Any, driver: Any, found: Any) -> Any:
    """Each member of a group is asked for its properties."""
    given = original(made, driver, found)
    for device in found:
        if device.driver is driver:
            _queried(device)
    return given


@allows(surfaces._own, "", "no document says how often a driver makes a surface")
def surfaces_are_made_on_trial(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """A driver makes a surface that is destroyed at once, and then the one that is used."""
    place = surface.address + SurfaceRecord.own + 8 * driver.index
    code = original(made, driver, command, arguments, surface)
    own = _edge.u64(place)
    if code != VkResult.SUCCESS or own <= NOT_OF_THE_DRIVER:
        return code
    _edge.call(_edge.u64(driver.table.address + surfaces._DESTROY), driver.handle, own, arguments[1])
    _edge.put64(place, 0)
    return original(made, driver, command, arguments, surface)


@allows(surfaces.create_surface_below, "", "no document says in which order drivers make their surfaces")
def surfaces_are_made_from_the_last_driver_on(
    original: Original, command: str, handle: int, *others: int
) -> Any:
    """The drivers' own surfaces are made from the last driver on, and the first driver's at the end."""
    made = INSTANCES[handle]
    made.drivers.reverse()
    try:
        return original(command, handle, *others)
    finally:
        made.drivers.reverse()
