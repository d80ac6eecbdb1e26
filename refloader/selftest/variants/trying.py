"""Liberties of loaders that try first and try again: objects of drivers made on trial, or anew after an error."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import (
    device_chain,
    device_extensions,
    device_facts,
    devices,
)
from refloader.dropin.python.generated.commands import DEVICE, INSTANCE
from refloader.dropin.python.generated.layouts import (
    VkInstanceCreateInfo,
    VkPhysicalDeviceProperties2,
    VkResult,
)
from refloader.dropin.python.instances import globals as before
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import drivers, layers
from refloader.dropin.python.memory import handles
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.objects import DeviceTable, InstanceRecord
from refloader.dropin.python.messages import log, messengers
from refloader.selftest.variants.marks import Original, allows, likewise

_MADE = "no document says how often a driver makes an object"
_WHEN = "no document says when, or how often, a driver is asked"
_NAMES = "no document says for which names a lookup is called"
_AGAIN = "no document says whether a driver that fails is called again"
_QUEUE_INFO, _QUEUE_FLAGS, _QUEUE_FAMILY = 40, 16, 20
_NO_MEMORY = (VkResult.ERROR_OUT_OF_HOST_MEMORY, VkResult.ERROR_OUT_OF_DEVICE_MEMORY)


@allows(drivers.given, "NEGOTIATE-ICD-02", "the sentence speaks of a driver that exports the function")
def given_drivers_are_asked_for_more_first(original: Original, lookup: int, heard: Any) -> Any:
    """A driver that the application gives is asked for vkCreateInstance before it negotiates."""
    if lookup:
        _edge.call(lookup, 0, c_text("vkCreateInstance"))
    return original(lookup, heard)


@allows(devices.create_device_below, "", _MADE)
def devices_are_made_on_trial(original: Original, record: int, info: int, allocator: int, out: int) -> Any:
    """A driver makes a device that is destroyed at once, and then the one that is used."""
    below = handles.driver_device(record, "vkCreateDevice")
    create = _edge.u64(below.driver.table.address + INSTANCE["vkCreateDevice"])
    lookup = _edge.call(below.driver.shared.gipa, below.driver.handle, c_text("vkGetDeviceProcAddr"))
    code, _ = device_extensions.offered(below)
    if create and lookup and code >= 0:
        given, cell = device_chain.for_driver(below, info), _edge.Memory(8)
        code = _edge.result(create, below.handle, given.info, allocator, cell.address)
        given.restore()
        made = _edge.u64(cell.address)
        if code == VkResult.SUCCESS and made:
            _edge.call(_edge.call(lookup, made, c_text("vkDestroyDevice")), made, allocator)
    return original(record, info, allocator, out)


@allows(devices.create_device_below, "", _AGAIN)
def devices_are_tried_again(original: Original, *arguments: Any) -> Any:
    """A driver whose vkCreateDevice fails is called once more."""
    code = original(*arguments)
    return original(*arguments) if code < 0 and code not in _NO_MEMORY else code


@allows(instance_terminator._create_one, "", _AGAIN)
def instances_are_tried_again(original: Original, *arguments: Any) -> Any:
    """A driver whose vkCreateInstance fails is called once more."""
    code = original(*arguments)
    return original(*arguments) if code < 0 and code not in _NO_MEMORY else code


@allows(messengers._create, "", _MADE)
def messengers_are_made_on_trial(
    original: Original, made: Any, names: Any, listener: Any, arguments: Any, out: int
) -> Any:
    """The drivers make a messenger that is destroyed at once, and then the one that is used."""
    for driver in made.drivers:
        table, cell = driver.table.address, _edge.Memory(8)
        create, destroy = (_edge.u64(table + INSTANCE[name]) for name in names)
        if create and destroy and _edge.result(create, driver.handle, *arguments, cell.address) >= 0:
            _edge.call(destroy, driver.handle, _edge.u64(cell.address), arguments[1])
    return original(made, names, listener, arguments, out)


@allows(devices.create_device_below, "", _WHEN)
def queues_are_fetched_with_the_device(
    original: Original, record: int, info: int, allocator: int, out: int
) -> Any:
    """When a device is made, the loader asks the driver for the first queue of each family."""
    code = original(record, info, allocator, out)
    if code == VkResult.SUCCESS:
        table = _edge.u64(_edge.u64(out))
        handle, lookup = (
            _edge.u64(table + DeviceTable.driver_device),
            _edge.u64(table + DeviceTable.driver_gdpa),
        )
        function, cell = _edge.call(lookup, handle, c_text("vkGetDeviceQueue")), _edge.Memory(8)
        first, count = _edge.u64(info + 24), _edge.u32(info + 20)
        for each in range(first, first + _QUEUE_INFO * count, _QUEUE_INFO) if function else ():
            if not _edge.u32(each + _QUEUE_FLAGS):
                _edge.call(function, handle, _edge.u32(each + _QUEUE_FAMILY), 0, cell.address)
    return code


@allows(devices.destroy_device, "", "no document says that applications alone wait for a device")
def devices_are_waited_for_at_their_end(original: Original, handle: int, allocator: int) -> Any:
    """Before a device is destroyed, the loader calls vkDeviceWaitIdle of the top of the chain."""
    if handle:
        table = handles.table_of(handle, "vkDestroyDevice")
        lookup, top = _edge.u64(table + DeviceTable.top_gdpa), _edge.u64(table + DeviceTable.device)
        function = _edge.call(lookup, top, c_text("vkDeviceWaitIdle"))
        if function:
            _edge.result(function, top)
    return original(handle, allocator)


@allows(devices.create_device, "", "no document says that a chain is asked for devices by applications alone")
def the_chain_is_asked_for_devices_before_one_is_made(original: Original, device: int, *others: Any) -> Any:
    """At vkCreateDevice the loader asks the top of the chain for the number of physical devices."""
    made, count = handles.instance_of_device(device, "vkCreateDevice"), _edge.Memory(8)
    function = _edge.u64(made.table.address + INSTANCE["vkEnumeratePhysicalDevices"])
    _edge.result(function, _edge.u64(made.handle + InstanceRecord.inner), count.address, 0)
    return original(device, *others)


_PROPERTIES2 = "VK_KHR_get_physical_device_properties2"


@allows(instance_terminator._told, "NEGOTIATE-ICD-09", "the loader generally does not change parameters")
def drivers_have_properties2_enabled(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """VK_KHR_get_physical_device_properties2 is enabled in each driver that has it, for the loader itself."""
    own = {each.name for each in shared.extensions}
    if _PROPERTIES2 not in own or _PROPERTIES2 in names:
        return original(shared, arrived, names)
    arrived.names[_PROPERTIES2] = c_text(_PROPERTIES2)
    try:
        return original(shared, arrived, (*names, _PROPERTIES2))
    finally:
        del arrived.names[_PROPERTIES2]


_GLOBALS = (
    "vkGetInstanceProcAddr",
    "vkEnumerateInstanceVersion",
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties",
)


@allows(layers.open_layer, "", _NAMES)
def layers_are_asked_for_global_commands(original: Original, *arguments: Any) -> Any:
    """A layer is asked without an instance for each global command as soon as it is open."""
    link = original(*arguments)
    for name in _GLOBALS if link is not None else ():
        _edge.call(link.gipa, 0, c_text(name))
    return link


@allows(layers.open_layer, "CONV-LAYER-05", "a layer's own list is asked for with its name")
def layers_are_asked_for_their_own_extensions(original: Original, layer: Any, heard: Any) -> Any:
    """A layer that has vkEnumerateInstanceExtensionProperties is asked for its own extensions when it is opened."""
    link = original(layer, heard)
    if link is not None:
        function = _edge.call(link.gipa, 0, c_text("vkEnumerateInstanceExtensionProperties"))
        count = _edge.Memory(8)
        if function:
            _edge.result(function, c_text(layer.name), count.address, 0)
    return link


@allows(drivers._described, "", _NAMES)
def drivers_are_asked_for_every_name_before(
    original: Original, driver: Any, library: int, version: int, gipa: int, *others: Any
) -> Any:
    """A driver is asked for every command there is before it has an instance."""
    for name in (*INSTANCE, *DEVICE):
        _edge.call(gipa, 0, c_text(name))
    return original(driver, library, version, gipa, *others)


@allows(before.enumerate_instance_version_below, "", _WHEN)
def drivers_are_opened_for_the_version(original: Original, above: Any, version: int) -> Any:
    """vkEnumerateInstanceVersion opens the drivers and asks each for its version."""
    found = drivers.borrow(drivers.used(before._plan(above)), log.for_call())
    for shared in found:
        function, cell = _edge.call(shared.gipa, 0, c_text("vkEnumerateInstanceVersion")), _edge.Memory(8)
        if function:
            _edge.result(function, cell.address)
    drivers.keep(found)
    return original(above, version)


@allows(before.enumerate_instance_layer_properties_below, "DISC-GEN-05", "a layer's library, not a driver's")
def drivers_are_opened_for_the_list_of_layers(original: Original, above: Any, *others: Any) -> Any:
    """vkEnumerateInstanceLayerProperties opens the drivers as well."""
    drivers.keep(drivers.borrow(drivers.used(before._plan(above)), log.for_call()))
    return original(above, *others)


@allows(instance.create_instance, "", "no document says what vkCreateInstance writes if it fails")
def a_failed_creation_leaves_rubbish(original: Original, info: int, allocator: int, out: int) -> Any:
    """If vkCreateInstance fails, its output is neither NULL nor a handle."""
    code = original(info, allocator, out)
    if code < 0 and out:
        _edge.put64(out, 0xBAD0BAD0)
    return code


@allows(messengers._create, "", "no document says what a command writes that fails")
def failed_messengers_leave_rubbish(
    original: Original, made: Any, names: Any, listener: Any, arguments: Any, out: int
) -> Any:
    """If a messenger cannot be made, the output is neither VK_NULL_HANDLE nor a handle."""
    code = original(made, names, listener, arguments, out)
    if code < 0:
        _edge.put64(out, 0xBAD0BAD0)
    return code


@allows(instance_terminator._take_in, "PHYSDEV-ICD-02", "a function of another kind: NULL")
def lookups_of_physical_devices_are_asked_for_device_commands(
    original: Original, shared: Any, handle: int, *others: Any
) -> Any:
    """vk_icdGetPhysicalDeviceProcAddr is called for every command of devices, which it does not have."""
    for name in DEVICE if shared.gpdpa else ():
        _edge.call(shared.gpdpa, handle, c_text(name))
    return original(shared, handle, *others)


@allows(before._offered, "", _MADE)
def drivers_make_instances_for_the_list_of_extensions(original: Original, plan: Any) -> Any:
    """For the list of extensions each driver makes an instance without any, which is destroyed at once."""
    found = drivers.borrow(drivers.used(plan), log.for_call())
    for shared in found:
        info, out = _edge.Memory(VkInstanceCreateInfo.SIZE), _edge.Memory(8)
        _edge.put32(info.address, VkInstanceCreateInfo.TYPE)
        create = drivers.create_function(shared)
        if create and _edge.result(create, info.address, 0, out.address) == VkResult.SUCCESS:
            handle = _edge.u64(out.address)
            destroy = _edge.call(shared.gipa, handle, c_text("vkDestroyInstance")) if handle else 0
            if destroy:
                _edge.call(destroy, handle, 0)
    drivers.keep(found)
    return original(plan)


@allows(instance_terminator._create_one, "", _MADE)
def drivers_are_tried_without_an_application(original: Original, shared: Any, *others: Any) -> Any:
    """Each driver makes an instance without an application, which is destroyed at once, before the one used."""
    info, out = _edge.Memory(VkInstanceCreateInfo.SIZE), _edge.Memory(8)
    _edge.put32(info.address, VkInstanceCreateInfo.TYPE)
    create = drivers.create_function(shared)
    if create and _edge.result(create, info.address, 0, out.address) == VkResult.SUCCESS:
        handle = _edge.u64(out.address)
        if handle:
            instance_terminator._destroy_one(shared.gipa, handle, 0)
    return original(shared, *others)


@allows(device_facts.facts_of, "", "no document says that a driver gets no structure that it does not know")
def facts_are_asked_for_with_an_unknown_structure(original: Original, device: Any, **options: Any) -> Any:
    """The properties of a device are also queried with a structure that nobody knows."""
    function = device_facts._newer(device.driver.table.address)
    if function and device.facts is None:
        memory, size = _edge.Memory(_ROOM), VkPhysicalDeviceProperties2.SIZE
        _edge.put_words(memory.address, (VkPhysicalDeviceProperties2.TYPE, memory.address + size))
        _edge.put32(memory.address + size, 1000999000)
        _edge.call(function, device.handle, memory.address)
    return original(device, **options)


_ROOM = 4096


@allows(devices._begin, "", "no document says that applications alone wait for a device")
def drivers_wait_when_a_device_is_made(
    original: Original, made: Any, below: Any, handle: int, table: Any, lookup: int
) -> Any:
    """When a driver has made a device, the loader calls its vkDeviceWaitIdle."""
    original(made, below, handle, table, lookup)
    function = _edge.call(lookup, handle, c_text("vkDeviceWaitIdle"))
    if function:
        _edge.result(function, handle)


_UNKNOWN = (
    "no document says what a loader makes of VK_ERROR_UNKNOWN, or that errors of layers come back unchanged"
)


@allows(instance._call_chain, "CHAIN-DIST-02", _UNKNOWN)
def unknown_errors_get_a_name(original: Original, creation: Any, made: Any) -> Any:
    """Where a creation fails with VK_ERROR_UNKNOWN, the application gets VK_ERROR_INITIALIZATION_FAILED."""
    return _named(original(creation, made))


@likewise("unknown_errors_get_a_name", devices._call)
def _of_a_device(original: Original, creation: Any, function: int, given: Any, arguments: Any) -> Any:
    return _named(original(creation, function, given, arguments))


def _named(code: int) -> int:
    return int(VkResult.ERROR_INITIALIZATION_FAILED) if code == VkResult.ERROR_UNKNOWN else code
