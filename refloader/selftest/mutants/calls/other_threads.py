"""Violators that call the application's callbacks on threads of the loader's own."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import devices, surfaces
from refloader.dropin.python.generated.layouts import VkAllocationCallbacks, VkSystemAllocationScope
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import drivers
from refloader.selftest.mutants.marks import Original, completes, replaces
from refloader.selftest.variants.native import called_in_a_thread, result_of_a_thread

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


@replaces(surfaces.create_surface_below, "VULKAN-LOADER-02")
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
