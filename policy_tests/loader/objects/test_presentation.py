"""Questions about windows and displays that are passed on: with the driver's own objects and the given values."""

import pytest

from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, of_instance, out, pair, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import (
    DIRECTFB,
    DISPLAY,
    SURFACE,
    WAYLAND,
    XCB,
    XLIB,
    System,
    asking,
    seen_with,
)

pytestmark = pytest.mark.needs_library

INSTANCE = of_instance("instance")
DISPLAY_OF_THE_MOCK, MODE_OF_THE_MOCK = 0xD15000, 0xD16000
MODE: Argument = [1000002000, 0, pair(0, 64), pair(64, 60000)]
"""VkDisplayModeCreateInfoKHR."""

SUPPORT: list[tuple[System, str, tuple[int, ...]]] = [
    (XCB, "vkGetPhysicalDeviceXcbPresentationSupportKHR", (0x11, 0x22)),
    (XLIB, "vkGetPhysicalDeviceXlibPresentationSupportKHR", (0x11, 0x22)),
    (WAYLAND, "vkGetPhysicalDeviceWaylandPresentationSupportKHR", (0x11,)),
    (DIRECTFB, "vkGetPhysicalDeviceDirectFBPresentationSupportEXT", (0x11,)),
]
"""Whether a queue family can present to a windowing system: the arguments after the family."""

LATER = pytest.mark.editions("2018", "2022", "2026")
"""Extensions that loaders of 2016 report but do not know."""

DISPLAYS: dict[str, tuple[Argument, ...]] = {
    "vkGetPhysicalDeviceDisplayPropertiesKHR": (read(0), None),
    "vkGetPhysicalDeviceDisplayPlanePropertiesKHR": (read(0), None),
    "vkGetDisplayPlaneSupportedDisplaysKHR": (0, read(0), None),
    "vkGetDisplayModePropertiesKHR": (DISPLAY_OF_THE_MOCK, read(0), None),
    "vkCreateDisplayModeKHR": (DISPLAY_OF_THE_MOCK, MODE, None, out("mode")),
    "vkGetDisplayPlaneCapabilitiesKHR": (MODE_OF_THE_MOCK, 0, [*(0,) * 16]),
}
"""The commands of VK_KHR_display, and their arguments after the device."""


def two_drivers(world: World, system: System) -> None:
    """Two drivers for the windowing system, each with a device of its name."""
    offers = {"extensions": f"{SURFACE}:25,{system.extension}:23"}
    world.driver("alpha", flags={**offers, "device_name": "alpha"})
    world.driver("beta", flags={**offers, "device_name": "beta"})


def second(seen: Observation) -> list[str]:
    """The name of the second device, which is its driver's."""
    return seen.device_names()[1:]


class TestPresentationSupport:
    """Apart from the stated interface rules the loader calls the driver's function with the parameters given."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize(
        ("system", "command", "arguments"),
        [pytest.param(*row, marks=LATER if row[0] is DIRECTFB else ()) for row in SUPPORT],
        ids=[each.name.lower() for each, _, _ in SUPPORT],
    )
    @pytest.mark.parametrize(("family", "answer"), [(0, 1), (5, 0)], ids=["can", "cannot"])
    def test_a_question_about_windows(
        self,
        world: World,
        subject: Trial,
        family: int,
        answer: int,
        system: System,
        command: str,
        arguments: tuple[int, ...],
    ) -> None:
        """A query for presentation support reaches the device's own driver, whose answer comes back."""
        two_drivers(world, system)
        script = asking(system)
        asked = script.call(command, "devices.1", family, *arguments, via=INSTANCE, label="asked")

        seen = seen_with(system, subject, world, script)

        expected = [f"driver {who} vkGetPhysicalDevicePresentationSupport device=0" for who in second(seen)]
        assert (seen.returned(asked), [*seen.lines[asked]]) == ([answer], expected)
        assert seen.violations == ()


class TestDisplays:
    """Displays and modes are plain handles, which the loader passes on as they are."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize("command", DISPLAYS)
    def test_a_question_about_displays(self, world: World, subject: Trial, command: str) -> None:
        """A command about displays reaches the device's own driver with the display and mode unchanged."""
        two_drivers(world, DISPLAY)
        script = asking(DISPLAY)
        asked = script.call(command, "devices.1", *DISPLAYS[command], via=INSTANCE)

        seen = subject.calls(world, script)

        expected = [["driver", who, command, "device=0"] for who in second(seen)]
        assert (seen.returned(asked), [line.split()[:4] for line in seen.lines[asked]]) == ([0], expected)
        assert seen.violations == ()
