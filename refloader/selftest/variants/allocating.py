"""Liberties in what a loader does with the application's callbacks and with memory of its own."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import devices, surfaces
from refloader.dropin.python.generated.layouts import VkAllocationCallbacks, VkSystemAllocationScope
from refloader.dropin.python.instances import instance
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


_OUTGOING: list[tuple[Any, int]] = []


@allows(instance._linked, "", "no document says how long a layer may read the structures that it is given")
def structures_are_overwritten_after_a_creation(original: Original, creation: Any, handle: int) -> Any:
    """When vkCreateInstance is over, the structures that the layers were given are overwritten."""
    memory = original(creation, handle)
    _OUTGOING.append((memory, instance._LINKS + instance._LINK_SIZE * len(creation.links)))
    return memory


@likewise("structures_are_overwritten_after_a_creation", instance._call_chain)
def _overwritten(original: Original, creation: Any, made: Any) -> Any:
    before = len(_OUTGOING)
    code = original(creation, made)
    for memory, size in _OUTGOING[before:]:
        _edge.put(memory.address, b"\xaa" * size)
    del _OUTGOING[before:]
    return code
