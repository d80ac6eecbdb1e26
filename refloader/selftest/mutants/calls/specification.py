"""Violators of what the Vulkan specification asks of whatever answers an application: room, memory, null handles,
extensions."""

from dataclasses import replace
from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, devices, groups, physical_devices
from refloader.dropin.python.devices import surfaces as surface_calls
from refloader.dropin.python.generated.layouts import (
    VkAllocationCallbacks,
    VkApplicationInfo,
    VkDeviceCreateInfo,
    VkInstanceCreateInfo,
    VkPhysicalDeviceGroupProperties,
    VkResult,
    VkSystemAllocationScope,
)
from refloader.dropin.python.instances import globals, instance, instance_terminator
from refloader.dropin.python.loading import drivers
from refloader.dropin.python.memory import counted, handles
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.objects import DeviceTable, InstanceRecord
from refloader.dropin.python.messages import messengers
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, completes, replaces
from refloader.selftest.variants.native import called_in_a_thread, result_of_a_thread

# ---- enumerations -----------------------------------------------------------------------------------------------


@replaces(groups.enumerate_physical_device_groups, "VULKAN-LOADER-05")
def groups_lose_their_type(original: Original, handle: int, count: int, out: int) -> Any:
    """vkEnumeratePhysicalDeviceGroups writes 0 to the sType of each structure that the application gives."""
    result = original(handle, count, out)
    size = VkPhysicalDeviceGroupProperties.SIZE
    for place in range(_edge.u32(count) if out else 0):
        _edge.put32(out + place * size, 0)
    return result


@replaces(counted.answer, "VULKAN-LOADER-01")
def short_lists_are_success(original: Original, count: int, out: int, *rest: Any) -> Any:
    """An enumeration with too little room gives VK_SUCCESS."""
    original(count, out, *rest)
    return VkResult.SUCCESS


@replaces(counted.answer, "VULKAN-LOADER-01")
def one_entry_too_many(original: Original, count: int, out: int, *rest: Any) -> Any:
    """An enumeration with too little room writes one entry more than there is room for."""
    size, items, write = rest
    room = _edge.u32(count)
    result = original(count, out, *rest)
    if out and room < len(items):
        write(out + room * size, items[room])
    return result


@replaces(counted.answer, "VULKAN-LOADER-01")
def the_count_tells_what_there_is(original: Original, count: int, out: int, *rest: Any) -> Any:
    """An enumeration with too little room counts all that there is, not what it wrote."""
    result = original(count, out, *rest)
    _, items, _ = rest
    _edge.put32(count, len(items))
    return result


@replaces(counted.answer, "VULKAN-LOADER-01")
def no_room_is_no_question(original: Original, count: int, out: int, *rest: Any) -> Any:
    """An enumeration into an array without room counts what there is."""
    return original(count, out if _edge.u32(count) else 0, *rest)


_ROOM: dict[object, int] = {}
"""By what is enumerated: the room of the first call if that was too little, or else more than there can be."""


def _as_at_first(what: object, original: Original, arguments: tuple[int, ...], count: int, out: int) -> Any:
    """Enumerate; what had too little room at its first call has no more entries than that from then on."""
    room = _edge.u32(count) if out else counted.MOST
    most = _ROOM.get(what, counted.MOST)
    if out:
        _edge.put32(count, min(room, most))
    result = original(*arguments, count, out)
    if what not in _ROOM:
        _ROOM[what] = room if result == VkResult.INCOMPLETE else counted.MOST
        return result
    _edge.put32(count, min(_edge.u32(count), most))
    return VkResult.SUCCESS if result == VkResult.INCOMPLETE and room >= most else result


@replaces(physical_devices.enumerate_physical_devices, "VULKAN-LOADER-01")
def a_first_list_of_devices_stays(original: Original, handle: int, count: int, out: int) -> Any:
    """An instance whose first list of devices was too short has no others afterwards."""
    return _as_at_first(("devices", handle), original, (handle,), count, out)


@replaces(groups.enumerate_physical_device_groups, "VULKAN-LOADER-01")
def a_first_list_of_groups_stays(original: Original, handle: int, count: int, out: int) -> Any:
    """An instance whose first list of groups was too short has no others afterwards."""
    return _as_at_first(("groups", handle), original, (handle,), count, out)


@replaces(globals.enumerate_instance_extension_properties, "VULKAN-LOADER-01")
def a_first_list_of_extensions_stays(original: Original, layer: int, count: int, out: int) -> Any:
    """A process whose first list of instance extensions was too short has no others afterwards."""
    return _as_at_first(("extensions", _edge.text(layer)), original, (layer,), count, out)


# ---- memory -----------------------------------------------------------------------------------------------------

_FREE = 24
"""The offset of pfnFree in VkAllocationCallbacks."""

_KEPT: list[Any] = []
"""What is kept for good: memory is given back with the object that owns it."""


@replaces(instance._free, "VULKAN-LOADER-02")
def memory_of_instances_is_kept(original: Original, gone: Any, allocator: int) -> Any:
    """What the application's callbacks allocated for an instance is never given back."""
    _KEPT.append(gone)


@replaces(surface_calls._unmake, "VULKAN-LOADER-02")
def surfaces_are_freed_by_nobody(original: Original, owner: Any, surface: Any, allocator: int) -> Any:
    """The memory of a surface is not given back to the callbacks that it came from."""
    _KEPT.append(surface)


@replaces(surface_calls._unmake, "VULKAN-LOADER-02")
def surfaces_are_freed_by_callbacks_of_the_instance(
    original: Original, owner: Any, surface: Any, allocator: int
) -> Any:
    """The memory of a surface is given to the callbacks of its instance, whatever it came from."""
    return original(owner, surface, owner.allocator)


@replaces(instance._free, "VULKAN-LOADER-02")
def memory_of_instances_is_freed_twice(original: Original, gone: Any, allocator: int) -> Any:
    """The record of an instance is given back to the application's callbacks a second time."""
    address = gone.record.address
    original(gone, allocator)
    if allocator:
        _edge.call(_edge.u64(allocator + _FREE), _edge.u64(allocator), address)


@replaces(instance._free, "VULKAN-LOADER-02")
def freed_instances_are_written_to(original: Original, gone: Any, allocator: int) -> Any:
    """The record of an instance is marked as gone after it was given back."""
    address = gone.record.address
    original(gone, allocator)
    if allocator:
        _edge.put64(address + InstanceRecord.magic, 0)


@replaces(instance._free, "VULKAN-LOADER-02")
def instances_are_written_past_their_end(original: Original, gone: Any, allocator: int) -> Any:
    """The record of an instance is cleared with one word more than it has."""
    _edge.put64(gone.record.address + InstanceRecord.SIZE, 0)
    original(gone, allocator)


# ---- threads -----------------------------------------------------------------------------------------------------

_SIZE, _ALIGNMENT, _COMMAND = 40, 16, VkSystemAllocationScope.COMMAND


def _functions(allocator: int) -> tuple[int, int, int]:
    """Return pUserData, pfnAllocation and pfnFree."""
    layout = VkAllocationCallbacks
    user, allocate, free = (
        _edge.u64(allocator + each) for each in (layout.pUserData, layout.pfnAllocation, layout.pfnFree)
    )
    return user, allocate, free


@replaces(instance.create_instance, "VULKAN-LOADER-02")
def memory_is_allocated_by_a_thread(original: Original, info: int, allocator: int, out: int) -> Any:
    """vkCreateInstance has a thread of its own allocate by the application's callbacks."""
    if allocator:
        user, allocate, free = _functions(allocator)
        block = called_in_a_thread(allocate, user, _SIZE, _ALIGNMENT, _COMMAND)
        if block:
            _edge.call(free, user, block)
    return original(info, allocator, out)


@replaces(devices.create_device, "VULKAN-LOADER-02")
def memory_is_freed_by_a_thread(original: Original, device: int, info: int, allocator: int, out: int) -> Any:
    """vkCreateDevice allocates itself and has a thread of its own free by the application's callbacks."""
    _freed_by_a_thread(allocator)
    return original(device, info, allocator, out)


@replaces(surface_calls.create_surface_below, "VULKAN-LOADER-02")
def memory_of_surfaces_is_freed_by_a_thread(
    original: Original, command: str, handle: int, info: int, allocator: int, out: int
) -> Any:
    """A command that makes a surface allocates itself and has a thread of its own free by the callbacks."""
    _freed_by_a_thread(allocator)
    return original(command, handle, info, allocator, out)


def _freed_by_a_thread(allocator: int) -> None:
    if allocator:
        user, allocate, free = _functions(allocator)
        block = _edge.call(allocate, user, _SIZE, _ALIGNMENT, _COMMAND)
        if block:
            called_in_a_thread(free, user, block)


_CREATING: list[int] = []
"""The functions of drivers that make instances by callbacks."""


@replaces(instance_terminator._create_one, "VULKAN-LOADER-02")
def drivers_allocate_in_threads(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """A driver's vkCreateInstance is called in a thread, with the application's callbacks."""
    _CREATING.append(drivers.create_function(shared) if arrived.allocator else 0)
    try:
        return original(shared, creation, made, arrived)
    finally:
        _CREATING.pop()


@completes("drivers_allocate_in_threads", _edge.result)
def _in_a_thread(original: Original, function: int, *arguments: int) -> Any:
    given = result_of_a_thread(function, *arguments) if _CREATING and function == _CREATING[-1] else None
    return original(function, *arguments) if given is None else given


# ---- null handles -----------------------------------------------------------------------------------------------


@replaces(instance.destroy_instance, "VULKAN-LOADER-03")
def no_instance_is_a_wrong_one(original: Original, handle: int, allocator: int) -> Any:
    """VK_NULL_HANDLE for the instance to be destroyed ends the process."""
    handles.instance_of(handle, "vkDestroyInstance")
    return original(handle, allocator)


@replaces(devices.destroy_device, "VULKAN-LOADER-03")
def no_device_is_a_wrong_one(original: Original, handle: int, allocator: int) -> Any:
    """VK_NULL_HANDLE for the device to be destroyed is read."""
    _edge.u64(handle)
    return original(handle, allocator)


@replaces(messengers.destroy_messenger_below, "VULKAN-LOADER-03")
def no_messenger_is_a_wrong_one(original: Original, handle: int, messenger: int, allocator: int) -> Any:
    """VK_NULL_HANDLE for the messenger to be destroyed is read."""
    _edge.u64(messenger)
    return original(handle, messenger, allocator)


# ---- extensions that nobody offers -------------------------------------------------------------------------------


@replaces(instance._check_extensions, "VULKAN-LOADER-07")
def extensions_of_idle_layers_can_be_enabled(original: Original, creation: Any, active: Any) -> Any:
    """An instance extension can be enabled if any layer offers it that is found, enabled or not."""
    original(creation, [*active, *creation.plan.enumerated])


@replaces(instance._check_extensions, "VULKAN-LOADER-07")
def extensions_of_implicit_layers_that_are_off(original: Original, creation: Any, active: Any) -> Any:
    """An instance extension can be enabled if an implicit layer offers it, whatever keeps this layer off."""
    implicit = [layer for layer in creation.plan.enumerated if layer.kind is Use.IMPLICIT]
    original(creation, [*active, *implicit])


@replaces(instance._check_extensions, "VULKAN-LOADER-07")
def one_extension_that_is_there_is_enough(original: Original, creation: Any, active: Any) -> Any:
    """Of the extensions that an application enables only the first is looked for."""
    wanted = creation.asked.request
    creation.asked.request = replace(wanted, extensions=wanted.extensions[:1])
    try:
        original(creation, active)
    finally:
        creation.asked.request = wanted


@replaces(device_chain.judged, "VULKAN-LOADER-07")
def device_extensions_of_idle_layers_can_be_enabled(
    original: Original, made: Any, device: int, info: int
) -> Any:
    """A device extension can be enabled if any layer offers it that is found, enabled or not."""
    code = original(made, device, info)
    if code != VkResult.ERROR_EXTENSION_NOT_PRESENT:
        return code
    names = _edge.u64(info + VkDeviceCreateInfo.ppEnabledExtensionNames)
    wanted = _edge.texts(names, _edge.u32(info + VkDeviceCreateInfo.enabledExtensionCount))
    listed = {each.name for layer in made.plan.enumerated for each in layer.device_extensions}
    return VkResult.SUCCESS if listed.intersection(wanted) else code


# ---- what belongs to the application ------------------------------------------------------------------------------


@replaces(instance._call_chain, "VULKAN-LOADER-05")
def layers_get_no_allocator(original: Original, creation: Any, made: Any) -> Any:
    """The vkCreateInstance of layers gets no VkAllocationCallbacks."""
    creation.allocator = 0 if creation.links else creation.allocator
    return original(creation, made)


@replaces(devices.create_through, "VULKAN-LOADER-05")
def layers_devices_get_no_allocator(
    original: Original, made: Any, handle: int, layers: Any, arguments: Any, **more: Any
) -> Any:
    """The vkCreateDevice of layers gets no VkAllocationCallbacks."""
    device, info, allocator, out = arguments
    return original(made, handle, layers, (device, info, 0 if layers else allocator, out), **more)


@replaces(devices.destroy_device, "CHAIN-DIST-02")
def the_end_of_devices_passes_the_layers(original: Original, handle: int, allocator: int) -> Any:
    """vkDestroyDevice goes to the driver at once."""
    if not handle:
        return original(handle, allocator)
    table = _edge.u64(handle)
    device, lookup = _edge.u64(table + DeviceTable.driver_device), _edge.u64(table + DeviceTable.driver_gdpa)
    return devices.destroy_through(_edge.call(lookup, device, c_text("vkDestroyDevice")), handle, allocator)


@replaces(instance_terminator._told, "APIVER-04", "VULKAN-LOADER-05")
def lowered_applications_have_no_versions(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """A driver of Vulkan 1.0 is told neither the version of the application nor that of its engine."""
    told = original(shared, arrived, names)
    given = _edge.u64(told.address + VkInstanceCreateInfo.pApplicationInfo)
    if given and given != arrived.words[3]:
        _edge.put32(given + VkApplicationInfo.applicationVersion, 0)
        _edge.put32(given + VkApplicationInfo.engineVersion, 0)
    return told


_ALIAS: dict[str, bool] = {}
"""What is different while the alias is called."""

# ---- the alias of an enumeration ----------------------------------------------------------------------------------


@replaces(groups.enumerate_physical_device_groups_khr, "VULKAN-LOADER-04")
def members_of_the_alias_are_the_layers_handles(original: Original, handle: int, count: int, out: int) -> Any:
    """The members in vkEnumeratePhysicalDeviceGroupsKHR are no handles that an application has."""
    _ALIAS["bare"] = True
    try:
        return original(handle, count, out)
    finally:
        _ALIAS["bare"] = False


@completes("members_of_the_alias_are_the_layers_handles", physical_devices.wrapped)
def _unless_bare(original: Original, made: Any, handle: int) -> int:
    return handle if _ALIAS.get("bare") else int(original(made, handle))


# ---- what stands in a chain ---------------------------------------------------------------------------------------


@replaces(device_chain._translated, "VULKAN-LOADER-05")
def groups_behind_others_stay_the_loaders(original: Original, chain: int, translate: Any) -> Any:
    """The members of a device group keep the application's handles if another structure stands before the group."""
    before, _ = device_chain._up_to_group(chain)
    return original(chain, None if before else translate)
