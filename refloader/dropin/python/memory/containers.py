"""The end of surfaces: each driver destroys its own, then the container is freed. Never creates one."""

from refloader.dropin.python._edge import Memory, call, u64
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.memory.objects import NOT_OF_THE_DRIVER, SurfaceRecord
from refloader.dropin.python.memory.state import Instance

_DESTROY = INSTANCE["vkDestroySurfaceKHR"]


def unmake(instance: Instance, surface: Memory, allocator: int) -> None:
    """Destroy the drivers' own surfaces in a container, and free it."""
    for driver in instance.drivers:
        own = u64(surface.address + SurfaceRecord.own + 8 * driver.index)
        if own > NOT_OF_THE_DRIVER:
            call(u64(driver.table.address + _DESTROY), driver.handle, own, allocator)
    surface.free(allocator)


def unmake_left(instance: Instance, allocator: int) -> None:
    """Destroy the surfaces that an application has not destroyed before its instance."""
    while instance.surfaces:
        unmake(instance, instance.surfaces.popitem()[1], allocator)
