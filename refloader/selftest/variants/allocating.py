"""Liberties in what a loader does with the application's callbacks and with memory of its own."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import devices, physical_devices, surfaces
from refloader.dropin.python.generated.layouts import VkAllocationCallbacks, VkSystemAllocationScope
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.memory.objects import NOT_OF_THE_DRIVER, SurfaceRecord
from refloader.dropin.python.messages import messengers
from refloader.selftest.variants.marks import Original, allows, likewise

_MEMORY = "no document says for what a loader uses the callbacks of an application"
_COMMAND, _INSTANCE = VkSystemAllocationScope.COMMAND, VkSystemAllocationScope.INSTANCE
_SMALL, _LARGE, _ALIGNMENT, _EXECUTABLE = 40, 4000, 16, 0


def _scratch(allocator: int) -> None:
    """Allocate, reallocate twice and free."""
    if not allocator:
        return
    layout = VkAllocationCallbacks
    user, allocate, again, free = (
        _edge.u64(allocator + each)
        for each in (layout.pUserData, layout.pfnAllocation, layout.pfnReallocation, layout.pfnFree)
    )
    block = _edge.call(allocate, user, _SMALL, _ALIGNMENT, _COMMAND)
    for size in (_LARGE, _SMALL) if block else ():
        block = _edge.call(again, user, block, size, _ALIGNMENT, _COMMAND) or block
    if block:
        _edge.call(free, user, block)


@allows(instance.create_instance, "", _MEMORY)
def scratch_memory_of_instances_is_reallocated(
    original: Original, info: int, allocator: int, out: int
) -> Any:
    """vkCreateInstance allocates, reallocates and frees memory by the application's callbacks."""
    _scratch(allocator)
    return original(info, allocator, out)


@allows(devices.create_device, "", _MEMORY)
def scratch_memory_of_devices_is_reallocated(
    original: Original, device: int, info: int, allocator: int, out: int
) -> Any:
    """vkCreateDevice allocates, reallocates and frees memory by the application's callbacks."""
    _scratch(allocator)
    return original(device, info, allocator, out)


@allows(surfaces.create_surface_below, "", _MEMORY)
def scratch_memory_of_surfaces_is_reallocated(
    original: Original, command: str, handle: int, info: int, allocator: int, out: int
) -> Any:
    """A command that makes a surface allocates, reallocates and frees memory by the application's callbacks."""
    _scratch(allocator)
    return original(command, handle, info, allocator, out)


@allows(messengers._create, "", _MEMORY)
def scratch_memory_of_messengers_is_reallocated(
    original: Original, made: Any, names: Any, listener: Any, arguments: Any, out: int
) -> Any:
    """A command that makes a messenger allocates, reallocates and frees memory by the application's callbacks."""
    _scratch(arguments[1])
    return original(made, names, listener, arguments, out)


@allows(instance.destroy_instance, "", _MEMORY)
def memory_is_needed_at_the_end(original: Original, handle: int, allocator: int) -> Any:
    """vkDestroyInstance allocates, reallocates and frees memory by the callbacks that it is given."""
    _scratch(allocator)
    return original(handle, allocator)


@allows(instance.create_instance, "", "no document says that a loader makes no code")
def internal_memory_is_reported(original: Original, info: int, allocator: int, out: int) -> Any:
    """vkCreateInstance reports memory for code that is made and given up at once, if the application listens."""
    if allocator:
        layout = VkAllocationCallbacks
        for each in (layout.pfnInternalAllocation, layout.pfnInternalFree):
            function = _edge.u64(allocator + each)
            if function:
                user = _edge.u64(allocator + layout.pUserData)
                _edge.call(function, user, _LARGE, _EXECUTABLE, _INSTANCE)
    return original(info, allocator, out)


_OUTGOING: dict[int, tuple[Any, int]] = {}
"""The structures that layers are reading, with their sizes, by the instance: several threads may create theirs."""


@allows(instance._linked, "", "no document says how long a layer may read the structures that it is given")
def structures_are_overwritten_after_a_creation(original: Original, creation: Any, handle: int) -> Any:
    """When vkCreateInstance is over, the structures that the layers were given are overwritten."""
    memory = original(creation, handle)
    _OUTGOING[handle] = memory, instance._LINKS + instance._LINK_SIZE * len(creation.links)
    return memory


@likewise("structures_are_overwritten_after_a_creation", instance._call_chain)
def _overwritten(original: Original, creation: Any, made: Any) -> Any:
    code = original(creation, made)
    memory, size = _OUTGOING.pop(made.handle)
    _edge.put(memory.address, b"\xaa" * size)
    return code


@allows(physical_devices.wrapped, "", _MEMORY)
def each_device_costs_more_memory(original: Original, made: Any, handle: int) -> Any:
    """For each physical device the loader keeps a second block of the application's memory."""
    if handle not in made.devices_above:
        made.keep.append(_edge.Memory(_SMALL, made.allocator, _INSTANCE))
    return original(made, handle)


@allows(_edge.Memory, "", "no document says with which scope a loader allocates")
def memory_of_commands_is_said_to_last(original: Original, size: int, *others: int) -> Any:
    """Memory that lasts as long as a command is asked for with the scope of an instance."""
    if others[1:] == (_COMMAND,):
        return original(size, others[0], _INSTANCE)
    return original(size, *others)


_COPIES: list[Any] = []
"""Copies of callbacks, which stay as long as the process."""


def _copied(allocator: int) -> int:
    if not allocator:
        return 0
    _COPIES.append(_edge.Memory(VkAllocationCallbacks.SIZE))
    _edge.copy(_COPIES[-1].address, allocator, VkAllocationCallbacks.SIZE)
    return int(_COPIES[-1].address)


@allows(instance._call_chain, "", "no document says that the very structure of the callbacks goes down")
def instances_are_made_with_copied_callbacks(original: Original, creation: Any, made: Any) -> Any:
    """At vkCreateInstance, layers and drivers get a copy of the application's VkAllocationCallbacks."""
    given = creation.allocator
    creation.allocator = _copied(given)
    try:
        return original(creation, made)
    finally:
        creation.allocator = given


@allows(devices._call, "", "no document says that the very structure of the callbacks goes down")
def devices_are_made_with_copied_callbacks(
    original: Original, creation: Any, function: int, given: Any, arguments: Any
) -> Any:
    """At vkCreateDevice, layers and drivers get a copy of the application's VkAllocationCallbacks."""
    device, info, allocator, out = arguments
    return original(creation, function, given, (device, info, _copied(allocator), out))


_MUCH = 48 << 20


@allows(instance._make_record, "", "no document says how much memory a loader needs")
def much_memory_is_used(original: Original, creation: Any) -> Any:
    """From the first vkCreateInstance on, the loader uses 48 MiB for itself."""
    if not _BLOCKS:
        _BLOCKS.append(_edge.Memory(_MUCH))
        _edge.put(_BLOCKS[0].address, b"\1" * _MUCH)
    return original(creation)


_BLOCKS: list[Any] = []


@allows(instance._make_record, "VULKAN-LOADER-02", "pMemory of pfnFree may be NULL")
def nothing_is_freed_too(original: Original, creation: Any) -> Any:
    """vkCreateInstance frees NULL by the application's callbacks."""
    if creation.allocator:
        layout = VkAllocationCallbacks
        user, free = (_edge.u64(creation.allocator + each) for each in (layout.pUserData, layout.pfnFree))
        _edge.call(free, user, 0)
    return original(creation)


def _reallocated(allocator: int, alignment: int) -> None:
    """Allocate and free by the function for reallocations."""
    if allocator:
        layout = VkAllocationCallbacks
        user, again = (_edge.u64(allocator + each) for each in (layout.pUserData, layout.pfnReallocation))
        block = _edge.call(again, user, 0, _LARGE, alignment, _COMMAND)
        if block:
            _edge.call(again, user, block, 0, alignment, _COMMAND)


@allows(
    instance.create_instance,
    "VULKAN-LOADER-02",
    "pfnReallocation allocates where pOriginal is NULL, and frees where the size is 0",
)
def memory_is_made_by_reallocation(original: Original, info: int, allocator: int, out: int) -> Any:
    """vkCreateInstance allocates and frees scratch memory by pfnReallocation alone."""
    _reallocated(allocator, _ALIGNMENT)
    return original(info, allocator, out)


_PAGE = 4096


@allows(devices.create_device, "VULKAN-LOADER-02", "the alignment is any power of two")
def memory_is_aligned_to_pages(original: Original, device: int, info: int, allocator: int, out: int) -> Any:
    """vkCreateDevice asks for memory that begins at a page."""
    _reallocated(allocator, _PAGE)
    return original(device, info, allocator, out)


# ---- what drivers have of them

_KEPT = "an implementation will make callbacks to the application: no document says that drivers have them"


@allows(instance_terminator._create_one, "VULKAN-LOADER-05", _KEPT)
def instances_of_drivers_have_no_callbacks(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """A driver makes and ends its instance without the application's VkAllocationCallbacks."""
    given, arrived.allocator = arrived.allocator, 0
    try:
        return original(shared, creation, made, arrived)
    finally:
        arrived.allocator = given


@likewise("instances_of_drivers_have_no_callbacks", instance_terminator._destroy_one)
def _ended(original: Original, gipa: int, handle: int, _allocator: int) -> Any:
    return original(gipa, handle, 0)


@allows(surfaces._own, "VULKAN-LOADER-05", _KEPT)
def surfaces_of_drivers_have_no_callbacks(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """A driver makes and ends its surface without the application's VkAllocationCallbacks."""
    return original(made, driver, command, (arguments[0], 0), surface)


@likewise("surfaces_of_drivers_have_no_callbacks", surfaces._unmake)
def _surfaces_ended(original: Original, made: Any, surface: Any, allocator: int) -> Any:
    for driver in made.drivers:
        place = surface.address + SurfaceRecord.own + 8 * driver.index
        own = _edge.u64(place)
        if own and own != NOT_OF_THE_DRIVER:
            _edge.call(_edge.u64(driver.table.address + surfaces._DESTROY), driver.handle, own, 0)
        _edge.put64(place, 0)
    return original(made, surface, allocator)
