"""The windowing systems of Linux and the neutral ones: what an application passes and a driver reads. No verdicts.

The words are those of ``script``; the fields are as the mock driver writes them into its trace.
"""

from typing import NamedTuple

import pytest

from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, pair
from refloader.suite.loaders.trial import Trial

SURFACE = "VK_KHR_surface"


class System(NamedTuple):
    """A windowing system: ``words`` follow sType and pNext in its create info; ``name`` is its VkIcdWsiPlatform's."""

    name: str
    extension: str
    command: str
    kind: int
    words: tuple[int, ...]
    fields: str

    @property
    def info(self) -> Argument:
        """The create info of a surface."""
        return [self.kind, 0, *self.words]

    @property
    def structure(self) -> str:
        """The mock driver's text for the structure that the loader made for that surface."""
        return f"loader:{self.name}{self.fields}"

    @property
    def own(self) -> str:
        """The mock driver's text for a surface that it made itself."""
        return f"own:{self.name}"


_TWO = (0, 0x11, 0x22)

XCB = System(
    "XCB",
    "VK_KHR_xcb_surface",
    "vkCreateXcbSurfaceKHR",
    1000005000,
    _TWO,
    " connection=0x11 window=0x22",
)
XLIB = System(
    "XLIB",
    "VK_KHR_xlib_surface",
    "vkCreateXlibSurfaceKHR",
    1000004000,
    _TWO,
    " dpy=0x11 window=0x22",
)
WAYLAND = System(
    "WAYLAND",
    "VK_KHR_wayland_surface",
    "vkCreateWaylandSurfaceKHR",
    1000006000,
    _TWO,
    " display=0x11 surface=0x22",
)
DIRECTFB = System(
    "DIRECTFB",
    "VK_EXT_directfb_surface",
    "vkCreateDirectFBSurfaceEXT",
    1000346000,
    _TWO,
    " dfb=0x11 surface=0x22",
)
DISPLAY = System(
    "DISPLAY",
    "VK_KHR_display",
    "vkCreateDisplayPlaneSurfaceKHR",
    1000002001,
    (0, 0x11, pair(2, 3), pair(1, 0), pair(1, 64), 48),
    " displayMode=0x11 planeIndex=0x2 planeStackIndex=0x3 transform=0x1 globalAlpha=0x0 alphaMode=0x1"
    " width=0x40 height=0x30",
)
HEADLESS = System("HEADLESS", "VK_EXT_headless_surface", "vkCreateHeadlessSurfaceEXT", 1000256000, (0,), "")
SYSTEMS = (XCB, XLIB, WAYLAND, DIRECTFB, DISPLAY, HEADLESS)


def swapchain_info(
    surface: Argument = "surface", *, next: Argument = None, old: Argument = None, least: int = 3
) -> list[Argument]:
    """Return a valid VkSwapchainCreateInfoKHR: ``least`` images of 64x64 pixels in one layer, to be rendered to."""
    images: list[Argument] = [pair(least, 44), pair(0, 64), pair(64, 1), pair(16, 0), 0, None]
    return [1000001000, next, 0, surface, *images, pair(1, 1), pair(2, 1), old]


def asking(system: System) -> Script:
    """An application with an instance that knows its devices."""
    script = Script()
    script.query("extensions", "")
    script.create(extensions=[SURFACE, system.extension])
    script.devices()
    return script


def seen_with(
    system: System, subject: Trial, world: World, script: Script, *, listed: bool = False
) -> Observation:
    """Run the script and return the observation; skip if the loader was built without this windowing system.

    The script has to ask for the instance's extensions. The display's extension is in every loader (WSI-EXT-01); the
    others are chosen when one is built. ``listed`` says that the extension has to be there, so nothing is skipped.
    """
    seen = subject.calls(world, script)
    if system is not DISPLAY and not listed and system.extension not in seen.extension_names():
        pytest.skip(f"this loader was built without {system.extension}")
    return seen


def need_extensions(seen: Observation, *extensions: str) -> None:
    """Skip a test that needs instance extensions which the loader does not offer."""
    lacking = {*extensions} - {*seen.extension_names()}
    if lacking:
        pytest.skip(f"this loader does not offer {', '.join(sorted(lacking))}")
