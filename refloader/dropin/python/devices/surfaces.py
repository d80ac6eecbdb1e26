"""Surfaces of every windowing system: a container, with an own surface of each driver that creates surfaces.

For all other drivers, the container has the plain structure (VkIcdSurface...) that a driver may cast a surface to.
The C code chooses which of the two a driver gets in a query. Never calls a windowing system.
"""

from typing import NamedTuple

from refloader.core.drivers.surfaces import makes_own_surfaces
from refloader.dropin.python._edge import Memory, copy, put32, put64, result, u64, words
from refloader.dropin.python.devices.instance_messages import tell
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkIcdWsiPlatform, VkResult, VkSystemAllocationScope
from refloader.dropin.python.memory.acting import AGE
from refloader.dropin.python.memory.containers import callbacks_copy, unmake
from refloader.dropin.python.memory.objects import NOT_OF_THE_DRIVER, SURFACE_MAGIC, SurfaceRecord
from refloader.dropin.python.memory.state import INSTANCES, DriverInstance, Instance
from refloader.rules import decides

_DESTROY = INSTANCE["vkDestroySurfaceKHR"]
_NO_PLAIN = -1
_OF_ALL = (
    VkResult.ERROR_OUT_OF_HOST_MEMORY,
    VkResult.ERROR_OUT_OF_DEVICE_MEMORY,
    VkResult.ERROR_NATIVE_WINDOW_IN_USE_KHR,
)
"""What fails a command if one driver returns it. Another error leaves that driver without the surface."""


class Platform(NamedTuple):
    """A windowing system: its extension, and how its plain structure is derived from the create info.

    ``size`` bytes at ``source`` of the create info are copied to ``target`` of the plain structure, which begins with
    ``number``. It is _NO_PLAIN for a platform without such a structure, whose surfaces only drivers can create.
    """

    extension: str
    number: int
    source: int = 24
    target: int = 8
    size: int = 0


_POINTER, _TWO, _POINTER_AND_NUMBER = 8, 16, 12
_PLATFORMS = {
    "vkCreateAndroidSurfaceKHR": Platform("VK_KHR_android_surface", VkIcdWsiPlatform.ANDROID, size=_POINTER),
    "vkCreateDirectFBSurfaceEXT": Platform("VK_EXT_directfb_surface", VkIcdWsiPlatform.DIRECTFB, size=_TWO),
    "vkCreateDisplayPlaneSurfaceKHR": Platform("VK_KHR_display", VkIcdWsiPlatform.DISPLAY, size=36),
    "vkCreateHeadlessSurfaceEXT": Platform("VK_EXT_headless_surface", VkIcdWsiPlatform.HEADLESS),
    "vkCreateIOSSurfaceMVK": Platform("VK_MVK_ios_surface", VkIcdWsiPlatform.IOS, size=_POINTER),
    "vkCreateImagePipeSurfaceFUCHSIA": Platform("VK_FUCHSIA_imagepipe_surface", VkIcdWsiPlatform.FUCHSIA),
    "vkCreateMacOSSurfaceMVK": Platform("VK_MVK_macos_surface", VkIcdWsiPlatform.MACOS, size=_POINTER),
    "vkCreateMetalSurfaceEXT": Platform("VK_EXT_metal_surface", VkIcdWsiPlatform.METAL, size=_POINTER),
    "vkCreateScreenSurfaceQNX": Platform("VK_QNX_screen_surface", VkIcdWsiPlatform.SCREEN, size=_TWO),
    "vkCreateStreamDescriptorSurfaceGGP": Platform(
        "VK_GGP_stream_descriptor_surface", VkIcdWsiPlatform.GGP, source=20, target=4, size=4
    ),
    "vkCreateSurfaceOHOS": Platform("VK_OHOS_surface", _NO_PLAIN),
    "vkCreateUbmSurfaceSEC": Platform("VK_SEC_ubm_surface", _NO_PLAIN),
    "vkCreateViSurfaceNN": Platform("VK_NN_vi_surface", VkIcdWsiPlatform.VI, size=_POINTER),
    "vkCreateWaylandSurfaceKHR": Platform("VK_KHR_wayland_surface", VkIcdWsiPlatform.WAYLAND, size=_TWO),
    "vkCreateWin32SurfaceKHR": Platform("VK_KHR_win32_surface", VkIcdWsiPlatform.WIN32, size=_TWO),
    "vkCreateXcbSurfaceKHR": Platform("VK_KHR_xcb_surface", VkIcdWsiPlatform.XCB, size=_POINTER_AND_NUMBER),
    "vkCreateXlibSurfaceKHR": Platform("VK_KHR_xlib_surface", VkIcdWsiPlatform.XLIB, size=_TWO),
}


@decides("LDP_LOADER_10", "WSI-SURFACE-05")
def create_surface_below(command: str, handle: int, info: int, allocator: int, out: int) -> int:
    """The terminator of each command that creates a surface."""
    instance, platform = INSTANCES[handle], _PLATFORMS[command]
    if platform.extension not in instance.extensions:
        tell(instance, "error", "", f"{command}: {platform.extension} is not enabled")
        return VkResult.ERROR_EXTENSION_NOT_PRESENT
    kept = callbacks_copy(allocator)
    surface = _container(len(instance.drivers), platform, info, allocator)
    failed = 0
    for driver in instance.drivers:
        code = _own(instance, driver, command, (info, allocator), surface)
        if code < 0 and (AGE or code in _OF_ALL):
            _unmake(instance, surface, allocator)
            return code
        failed = failed or min(code, 0)
    own = words(surface.address + SurfaceRecord.own, len(instance.drivers))
    if failed and all(each == NOT_OF_THE_DRIVER for each in own):
        surface.free(allocator)
        return failed
    if platform.number == _NO_PLAIN and not any(each > NOT_OF_THE_DRIVER for each in own):
        surface.free(allocator)
        tell(instance, "error", "driver", f"{command}: no driver makes such a surface")
        return VkResult.ERROR_EXTENSION_NOT_PRESENT
    instance.surfaces[surface.address] = surface
    if kept:
        instance.made_with[surface.address] = kept
    put64(out, surface.address)
    return VkResult.SUCCESS


@decides("WSI-SURFACE-01", "WSI-SURFACE-02", "WSI-SURFACE-03")
def _container(drivers: int, platform: Platform, info: int, allocator: int) -> Memory:
    """Return the container, followed by the plain structure in the same block of memory."""
    head = SurfaceRecord.own + 8 * drivers
    surface = Memory(head + platform.target + platform.size, allocator, VkSystemAllocationScope.OBJECT)
    put64(surface.address + SurfaceRecord.magic, SURFACE_MAGIC)
    put32(surface.address + SurfaceRecord.count, drivers)
    if platform.number != _NO_PLAIN:
        plain = surface.address + head
        put64(surface.address + SurfaceRecord.plain, plain)
        put32(plain, platform.number)
        copy(plain + platform.target, info + platform.source, platform.size)
    return surface


def _own(
    instance: Instance, driver: DriverInstance, command: str, arguments: tuple[int, int], surface: Memory
) -> int:
    """Let a driver create its own surface if it creates surfaces; otherwise do nothing and return VK_SUCCESS.

    A driver that fails is left without a surface: its error is returned.
    """
    place = surface.address + SurfaceRecord.own + 8 * driver.index
    extension = _PLATFORMS[command].extension
    if all(offered.name != extension for offered in driver.shared.extensions):
        put64(place, NOT_OF_THE_DRIVER)
        return VkResult.SUCCESS
    table = driver.table.address
    create, destroy = u64(table + INSTANCE[command]), u64(table + _DESTROY)
    if not makes_own_surfaces(driver.shared.interface, bool(create), bool(destroy)):
        return VkResult.SUCCESS
    code = result(create, driver.handle, *arguments, place)
    if code < 0:
        put64(place, NOT_OF_THE_DRIVER)
        tell(instance, "error", "driver", f"{driver.shared.name}: {command} gives {code}")
    return code


def destroy_surface_below(handle: int, surface: int, allocator: int) -> None:
    """The terminator of vkDestroySurfaceKHR."""
    instance = INSTANCES[handle]
    known = instance.surfaces.pop(surface, None)
    if known:
        instance.made_with.pop(surface, None)
        _unmake(instance, known, allocator)
    elif surface:
        tell(instance, "error", "", f"vkDestroySurfaceKHR: {surface:#x} is no surface of this instance")


@decides("WSI-SURFACE-06")
def _unmake(instance: Instance, surface: Memory, allocator: int) -> None:
    unmake(instance, surface, allocator)
