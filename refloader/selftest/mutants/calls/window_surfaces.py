"""Violators of surfaces that show with certain drivers, platforms or a second driver only."""

from typing import Any

from refloader.core.drivers import surfaces as own_surfaces
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import surfaces
from refloader.dropin.python.generated.layouts import VkIcdWsiPlatform, VkResult
from refloader.dropin.python.memory.objects import SurfaceRecord
from refloader.dropin.python.memory.state import INSTANCES
from refloader.selftest.mutants.marks import Original, replaces

_KEPT: dict[int, list[int]] = {}
"""By instance: the surfaces that have been destroyed."""

_GLOBAL_ALPHA = 20
"""Where globalAlpha is in what VkDisplaySurfaceCreateInfoKHR and VkIcdSurfaceDisplay have in common."""


def _plain(surface: Any) -> int:
    return _edge.u64(surface.address + SurfaceRecord.plain)


@replaces(surfaces._container, "WSI-SURFACE-01")
def surfaces_without_their_window(
    original: Original, drivers: int, platform: Any, info: int, *rest: Any
) -> Any:
    """The structure that the loader makes for a surface says its platform but not its window."""
    return original(drivers, platform._replace(size=0), info, *rest)


@replaces(surfaces._container, "WSI-SURFACE-01")
def half_of_the_window_missing(original: Original, drivers: int, platform: Any, info: int, *rest: Any) -> Any:
    """The structure that the loader makes for a surface holds the display but not the window on it."""
    return original(drivers, platform._replace(size=min(platform.size, 8)), info, *rest)


@replaces(surfaces._container, "WSI-SURFACE-01")
def xcb_surfaces_called_xlib(original: Original, drivers: int, platform: Any, info: int, *rest: Any) -> Any:
    """The structure for a surface of Xcb says that it is one of Xlib."""
    number = VkIcdWsiPlatform.XLIB if platform.number == VkIcdWsiPlatform.XCB else platform.number
    return original(drivers, platform._replace(number=number), info, *rest)


@replaces(surfaces._container, "WSI-SURFACE-01")
def wayland_surfaces_called_xcb(
    original: Original, drivers: int, platform: Any, info: int, *rest: Any
) -> Any:
    """The structure for a surface of Wayland says that it is one of Xcb."""
    number = VkIcdWsiPlatform.XCB if platform.number == VkIcdWsiPlatform.WAYLAND else platform.number
    return original(drivers, platform._replace(number=number), info, *rest)


@replaces(surfaces._container, "WSI-SURFACE-01")
def wayland_displays_stand_for_surfaces(
    original: Original, drivers: int, platform: Any, info: int, *rest: Any
) -> Any:
    """The structure for a surface of Wayland has the display in the place of the surface as well."""
    made = original(drivers, platform, info, *rest)
    if platform.number == VkIcdWsiPlatform.WAYLAND:
        display = _plain(made) + platform.target
        _edge.put64(display + 8, _edge.u64(display))
    return made


@replaces(surfaces._container, "WSI-SURFACE-01")
def displays_lose_their_alpha(original: Original, drivers: int, platform: Any, info: int, *rest: Any) -> Any:
    """The structure for a surface on a display has a globalAlpha of 0."""
    made = original(drivers, platform, info, *rest)
    if platform.number == VkIcdWsiPlatform.DISPLAY:
        _edge.put32(_plain(made) + platform.target + _GLOBAL_ALPHA, 0)
    return made


@replaces(surfaces.create_surface_below, "WSI-SURFACE-02")
def no_surfaces_of_wayland(original: Original, command: str, *arguments: int) -> Any:
    """No surface of Wayland can be made."""
    wayland = command == "vkCreateWaylandSurfaceKHR"
    return VkResult.ERROR_EXTENSION_NOT_PRESENT if wayland else original(command, *arguments)


@replaces(surfaces.create_surface_below, "WSI-SURFACE-02")
def no_surfaces_of_xcb(original: Original, command: str, *arguments: int) -> Any:
    """No surface of a window of Xcb can be made."""
    xcb = command == "vkCreateXcbSurfaceKHR"
    return VkResult.ERROR_EXTENSION_NOT_PRESENT if xcb else original(command, *arguments)


@replaces(surfaces._own, "LDP_LOADER_11")
def only_the_first_driver_makes_a_surface(original: Original, made: Any, driver: Any, *rest: Any) -> Any:
    """Only the first driver is asked for its own surface."""
    return VkResult.SUCCESS if driver.index else original(made, driver, *rest)


@replaces(surfaces._own, "LDP_LOADER_11")
def drivers_without_a_surface_get_anothers(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """A driver that makes no surfaces is handed the one that the driver before it has made."""
    result = original(made, driver, command, arguments, surface)
    place = surface.address + SurfaceRecord.own + 8 * driver.index
    if driver.index and not _edge.u64(place):
        _edge.put64(place, _edge.u64(place - 8))
    return result


@replaces(own_surfaces.makes_own_surfaces, "WSI-SURFACE-05", "LDP_LOADER_11")
def version_3_drivers_make_no_surfaces(
    original: Original, interface: int, has_create: bool, has_destroy: bool
) -> Any:
    """A driver has to be of interface version 4 to make its own surfaces."""
    return interface > 3 and original(interface, has_create, has_destroy)


@replaces(surfaces._unmake, "WSI-SURFACE-06")
def only_the_first_surface_destroyed(original: Original, made: Any, surface: Any, allocator: int) -> Any:
    """vkDestroySurfaceKHR reaches the first of the drivers that have made a surface."""
    found = False
    for driver in made.drivers:
        place = surface.address + SurfaceRecord.own + 8 * driver.index
        if found:
            _edge.put64(place, 0)
        found = found or bool(_edge.u64(place))
    return original(made, surface, allocator)


@replaces(surfaces._unmake, "WSI-SURFACE-06")
def surfaces_destroyed_that_are_not_there(original: Original, made: Any, surface: Any, allocator: int) -> Any:
    """vkDestroySurfaceKHR is called with no surface of drivers that have made none."""
    for driver in made.drivers:
        function = _edge.u64(driver.table.address + surfaces._DESTROY)
        if function and not _edge.u64(surface.address + SurfaceRecord.own + 8 * driver.index):
            _edge.call(function, driver.handle, 0, allocator)
    return original(made, surface, allocator)


@replaces(surfaces._unmake, "WSI-SURFACE-06")
def drivers_surfaces_outlive_the_second_one(
    original: Original, made: Any, surface: Any, allocator: int
) -> Any:
    """Of the surfaces of an instance, drivers are told of the end of the first only."""
    ended = _KEPT.setdefault(made.handle, [])
    if ended:
        for driver in made.drivers:
            _edge.put64(surface.address + SurfaceRecord.own + 8 * driver.index, 0)
    ended.append(surface.address)
    return original(made, surface, allocator)


@replaces(surfaces.create_surface_below, "LDP_LOADER_10")
def a_second_surface_cannot_be_made(original: Original, command: str, handle: int, *arguments: int) -> Any:
    """An instance of several drivers can have one surface at a time."""
    made = INSTANCES[handle]
    if made.surfaces and len(made.drivers) > 1:
        return VkResult.ERROR_INITIALIZATION_FAILED
    return original(command, handle, *arguments)


# ---- what a driver's own surface does not depend on ---------------------------------------------------------------


def _shared_where(original: Original, condition: Any) -> Any:
    """A stand-in for the creation of a driver's own surface that leaves it out under a condition."""

    def own(made: Any, driver: Any, command: str, arguments: Any, surface: Any) -> Any:
        if condition(made, driver, arguments):
            return VkResult.SUCCESS
        return original(made, driver, command, arguments, surface)

    return own


@replaces(surfaces._own, "WSI-SURFACE-05", "LDP_LOADER_11")
def surfaces_with_an_allocator_are_the_loaders(original: Original, *arguments: Any) -> Any:
    """No driver is asked for its own surface where the application gives VkAllocationCallbacks."""
    return _shared_where(original, lambda made, driver, given: given[1])(*arguments)


@replaces(surfaces._own, "WSI-SURFACE-05", "LDP_LOADER_11")
def surfaces_with_structures_are_the_loaders(original: Original, *arguments: Any) -> Any:
    """No driver is asked for its own surface where the create info of the surface has a pNext chain."""
    return _shared_where(original, lambda made, driver, given: _edge.u64(given[0] + 8))(*arguments)


@replaces(surfaces._own, "WSI-SURFACE-05", "LDP_LOADER_11")
def surfaces_below_layers_are_the_loaders(original: Original, *arguments: Any) -> Any:
    """No driver is asked for its own surface in an instance with layers."""
    return _shared_where(original, lambda made, driver, given: made.layers)(*arguments)


@replaces(surfaces._own, "WSI-SURFACE-05", "LDP_LOADER_11")
def surfaces_of_a_second_instance_are_the_loaders(original: Original, *arguments: Any) -> Any:
    """No driver is asked for its own surface for an instance that is made while another one exists."""
    return _shared_where(original, lambda made, driver, given: made is not next(iter(INSTANCES.values())))(
        *arguments
    )


@replaces(surfaces._own, "WSI-SURFACE-05", "LDP_LOADER_11")
def a_direct_driver_makes_no_surface(original: Original, *arguments: Any) -> Any:
    """A driver that the application hands over is not asked for its own surface."""
    return _shared_where(original, lambda made, driver, given: driver.shared.direct)(*arguments)


@replaces(surfaces._own, "WSI-SURFACE-05", "LDP_LOADER_11")
def a_driver_of_1_0_makes_no_surface(original: Original, *arguments: Any) -> Any:
    """A driver of Vulkan 1.0 is not asked for its own surface."""
    return _shared_where(original, lambda made, driver, given: driver.shared.api_version < 0x401000)(
        *arguments
    )


@replaces(surfaces._own, "WSI-SURFACE-05", "LDP_LOADER_11")
def a_driver_without_devices_makes_no_surface(original: Original, *arguments: Any) -> Any:
    """A driver of which no device has been enumerated yet is not asked for its own surface."""
    return _shared_where(
        original,
        lambda made, driver, given: all(index != driver.index for index, _ in made.devices_below),
    )(*arguments)


@replaces(surfaces.create_surface_below, "LDP_LOADER_10")
def shared_surfaces_are_empty_beside_own_ones(original: Original, command: str, *arguments: int) -> Any:
    """Drivers that make no surfaces find none of the window's numbers where another driver makes its own."""
    code = original(command, *arguments)
    if code == VkResult.SUCCESS:
        surface = _edge.u64(arguments[3])
        own = _edge.words(surface + SurfaceRecord.own, _edge.u32(surface + SurfaceRecord.count))
        plain = _edge.u64(surface + SurfaceRecord.plain)
        if plain and any(each > 1 for each in own):
            _edge.put32(plain, 0)
            _edge.put64(plain + 8, 0)
    return code


@replaces(surfaces.destroy_surface_below, "WSI-SURFACE-06")
def surfaces_of_older_instances_stay(original: Original, handle: int, surface: int, allocator: int) -> None:
    """A driver's surface is not destroyed with that of the application while there is a newer instance."""
    if next(reversed(INSTANCES)) == handle:
        original(handle, surface, allocator)
