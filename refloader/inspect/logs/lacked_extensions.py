"""What to do about an extension that a program asks for and that no driver, layer or device here has.

An extension of another system is one that no driver of this one will ever have: the program is built for that one.
"""

import re

from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.nvidia_packages import is_of_nvidia
from refloader.inspect.logs.places_with_a_card import GRAPHICS
from refloader.inspect.logs.reading.kinds import Event
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.registry import extension, extensions
from refloader.model.system import System

_SURFACE = re.compile(r"VK_KHR_(?P<system>wayland|xcb|xlib|win32|surface)(?:_surface)?$", re.IGNORECASE)
_WINDOWS = {"wayland": "Wayland", "xcb": "X11", "xlib": "X11"}
_SYSTEMS = {
    "win32": System.WINDOWS,
    "android": System.ANDROID,
    "metal": System.MACOS,
    "macos": System.MACOS,
    "fuchsia": System.FUCHSIA,
}
"""The systems on which the extensions of a platform of the registry are."""

_BY_WINE = ("DXVK", "CrossOver")
"""The programs of the table that run others by Wine."""

_OF_VIDEO = (
    "update the driver; with Mesa set RADV_PERFTEST=video_decode,video_encode (AMD) or ANV_VIDEO_DECODE=1 (Intel), "
    "without which its older releases do not offer video (vulkaninfo | grep VK_KHR_video then lists it)"
)
_OF_NVIDIAS_VIDEO = (
    "update NVIDIA's driver: it decodes video by Vulkan from 535 on, and encodes from 550 on (vulkaninfo | grep "
    "VK_KHR_video shows what it has); cards before Maxwell have neither"
)


def of_lacked(event: Event, around: Around) -> str:
    """Return what to do about an extension that a line says to be missing."""
    if event.subject.startswith("VK_KHR_video_") and around.system is System.LINUX:
        return _OF_NVIDIAS_VIDEO if is_of_nvidia(around) else _OF_VIDEO
    if event.subject == "VK_KHR_surface" and around.is_given_no_graphics:
        return GRAPHICS
    if event.why == "no device":
        return of_device_extension(event.subject, around)
    return of_extension(event.subject, around)


def _of_another_system(name: str, around: Around) -> str:
    """Return what to do about an extension that only another system has; empty if this one can have it.

    Wine gives programs those of Windows, and a text need not name it. Where none names a system, it may be that one.
    """
    known = extension(name)
    system = _SYSTEMS.get((known.platform if known is not None else None) or "")
    of_wine = Sign.WINDOWS in around.signs or (around.program is not None and around.program.name in _BY_WINE)
    is_shown = around.os_release or not {Sign.LINUX, Sign.UNIX}.isdisjoint(around.signs)
    is_known = around.system is not System.LINUX or is_shown
    if system in (None, around.system) or not is_known or (system is System.WINDOWS and of_wine):
        return ""
    twin = name.replace("_win32", "_fd")
    instead = f" (here {twin} does the same by file descriptors)" if extension(twin) and twin != name else ""
    by_wine = "update Wine or Proton, if the program runs in it; else " * (system is System.WINDOWS)
    return (
        f"{by_wine}have the program ask for it on {system.label} alone, as no driver of another system has it"
        f"{instead}; if it is not your program, take its build for {around.system.label}"
    )


def of_device_extension(name: str, around: Around) -> str:
    """Return what to do about an extension that a device lacks."""
    elsewhere = _of_another_system(name, around)
    if elsewhere:
        return elsewhere
    if name.startswith(("VK_KHR_ray", "VK_KHR_acceleration", "VK_NV_ray", "VK_EXT_mesh_shader")):
        return (
            "take a card that has it (NVIDIA from RTX 20 on, AMD from RX 6000 on, Intel's Arc) with its newest "
            "driver, or switch ray tracing off in the program; for older cards of AMD, Mesa emulates ray tracing, "
            "slowly: RADV_PERFTEST=emulate_rt"
        )
    return (
        f"update the driver; if the newest one has no {name} (vulkaninfo | grep {name}), the card may be too "
        "old for this program, or the program does without it"
    )


def of_extension(name: str, around: Around) -> str:
    """Return what to do about an instance extension that nothing offers."""
    if name.upper() not in map(str.upper, extensions()):
        return f"correct the name {name}, which no known extension has, or have the program leave it out"
    elsewhere = _of_another_system(name, around)
    if elsewhere:
        return elsewhere
    surface = _SURFACE.match(name)
    if surface is not None:
        system = _WINDOWS.get(surface["system"].lower(), "")
        built = f"a driver that was built for {system}" if system else "a driver with surfaces"
        other = {"Wayland": "X11", "X11": "Wayland"}.get(system, "")
        run = f", or run the program under {other}" if other else ""
        run += " (SDL_VIDEODRIVER=x11, QT_QPA_PLATFORM=xcb, GDK_BACKEND=x11)" if other == "X11" else ""
        return f"see that a driver is found at all (vulkaninfo --summary); then it takes {built}{run}"
    if name.upper() == "VK_KHR_PORTABILITY_ENUMERATION":
        have = around.installing("libvulkan.so.1")
        return f"update the loader, which has it from release 1.3.212 on (of the SDK from 1.3.211){have}"
    if name.upper().startswith(("VK_EXT_DEBUG", "VK_EXT_VALIDATION", "VK_EXT_LAYER_SETTINGS")):
        return (
            "install the validation layer"
            f"{around.installing('VK_LAYER_KHRONOS_validation')}, have the program ask for it as well, or leave "
            f"{name} out"
        )
    return f"update the driver and the loader, or have the program leave {name} out"
