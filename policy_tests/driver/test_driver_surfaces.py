"""Surfaces that a driver makes itself, and those that a loader makes for it."""

from functools import partial

import pytest

from refloader.suite.drivers.checks import allocations, surfaces
from refloader.suite.drivers.trial import DriverTrial

ELSEWHERE = ("surfaces.offered", "surfaces.end")
BEFORE_OWN_SURFACES = ("--interface", "2")
"""A loader that makes all surfaces itself, because it knows no version in which drivers do."""


@pytest.mark.rule("LDP_DRIVER_8", "WSI-SURFACE-04", "IFACE-ICD-V3-01")
class TestOwnSurfaces:
    """A driver may make surfaces itself, all of the way, from interface version 3 on."""

    def test_version(self, driver: DriverTrial) -> None:
        """A driver that offers to make surfaces says version 3 or a later one."""
        driver.answers(surfaces.own_need_version, "surfaces", display=True)

    def test_whole(self, driver: DriverTrial) -> None:
        """All functions that take a surface are offered, or loaders hand the driver one that it cannot use."""
        driver.answers(surfaces.own_are_whole, "surfaces", display=True)

    def test_made_by_the_driver(self, driver: DriverTrial) -> None:
        """A surface is made, asked what it can, and destroyed."""
        judge = partial(surfaces.usable, by="driver")
        driver.answers(judge, "surfaces", step="surfaces.driver", display=True)


@pytest.mark.rule("VULKAN-DRIVER-03")
def test_memory_of_surfaces(driver: DriverTrial) -> None:
    """What a driver takes from the application's callbacks for a surface it gives back with that."""
    driver.answers(allocations.surfaces_given_back, "surfaces", display=True)


@pytest.mark.rule("VULKAN-DRIVER-03")
def test_memory_of_swapchains(driver: DriverTrial) -> None:
    """What a driver takes for a swapchain it gives back with that, and where memory lacks for a part of it."""
    driver.answers(allocations.swapchains_given_back, "surfaces", step="surfaces.swapchain", display=True)


@pytest.mark.rule("IFACE-ICD-V3-01")
def test_not_half(driver: DriverTrial) -> None:
    """A driver that leaves surfaces to loaders offers no vkDestroySurfaceKHR either."""
    driver.answers(surfaces.left_alone, "surfaces", should=True, display=True)


@pytest.mark.rule("WSI-SURFACE-03")
class TestLoadersSurfaces:
    """What a loader hands down as a surface is a VkIcdSurface structure, which the driver reads."""

    def test_made_by_the_loader(self, driver: DriverTrial) -> None:
        """Where the driver makes no surfaces itself, the loader's can be asked what they can."""
        judge = partial(surfaces.usable, by="loader")
        driver.answers(judge, "surfaces", step="surfaces.loader", display=True)

    def test_made_by_an_older_loader(self, driver: DriverTrial) -> None:
        """A loader of interface version 2 makes all surfaces, and a driver that agrees to that version reads them."""
        its_own = driver.probed("surfaces", display=True).answers
        judge = partial(surfaces.usable, by="loader", of_its_own=its_own)
        driver.answers(judge, "surfaces", *BEFORE_OWN_SURFACES, step="surfaces.loader", display=True)


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_presentable(driver: DriverTrial) -> None:
    """A surface that a queue family can present to has a format, and the mode that every one has."""
    driver.answers(surfaces.presentable, "surfaces", display=True)


@pytest.mark.rule("VULKAN-DRIVER-06")
def test_same_by_newer_commands(driver: DriverTrial) -> None:
    """The commands of VK_KHR_get_surface_capabilities2 give the capabilities and formats that the first ones do."""
    driver.answers(surfaces.same_by_newer_commands, "surfaces", step=ELSEWHERE, display=True)


@pytest.mark.rule("VULKAN-DRIVER-01")
def test_lists_of_surfaces(driver: DriverTrial) -> None:
    """Formats and modes of a surface are as many as are counted, and VK_INCOMPLETE says if there is less room."""
    driver.answers(surfaces.counted_and_listed, "surfaces", step=ELSEWHERE, display=True)


@pytest.mark.rule("VULKAN-DRIVER-01")
def test_images_of_swapchains(driver: DriverTrial) -> None:
    """A swapchain has as many images as were asked for, and VK_INCOMPLETE says if there is less room for them."""
    driver.answers(surfaces.images_listed, "surfaces", display=True)
