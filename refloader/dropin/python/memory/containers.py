"""The end of surfaces: each driver destroys its own, then the container is freed. Never creates one."""

from refloader.dropin.python._edge import Memory, call, copy, u64
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.memory.objects import NOT_OF_THE_DRIVER, SurfaceRecord
from refloader.dropin.python.memory.state import Instance

_DESTROY = INSTANCE["vkDestroySurfaceKHR"]
_CALLBACKS = 48
"""The size of a VkAllocationCallbacks."""


def unmake(instance: Instance, surface: Memory, allocator: int) -> None:
    """Destroy the drivers' own surfaces in a container, and free it."""
    for driver in instance.drivers:
        own = u64(surface.address + SurfaceRecord.own + 8 * driver.index)
        if own > NOT_OF_THE_DRIVER:
            call(u64(driver.table.address + _DESTROY), driver.handle, own, allocator)
    surface.free(allocator)


def unmake_left(instance: Instance) -> None:
    """Destroy the surfaces that an application has not destroyed before its instance, with their own callbacks."""
    while instance.surfaces:
        handle, surface = instance.surfaces.popitem()
        unmake(instance, surface, copied_callbacks(instance, handle))


def callbacks_copy(allocator: int) -> Memory | None:
    """Return a copy of VkAllocationCallbacks for an object that the application may leave behind."""
    if not allocator:
        return None
    memory = Memory(_CALLBACKS)
    copy(memory.address, allocator, _CALLBACKS)
    return memory


def copied_callbacks(instance: Instance, handle: int) -> int:
    """Return the address of the copy for an object, or 0 if it was created without callbacks."""
    kept = instance.made_with.get(handle)
    return kept.address if kept else 0
