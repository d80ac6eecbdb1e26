"""What the loader's own library shows without being opened: its name and what it exports."""

import pytest

from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

EVERYWHERE = {
    "VK_KHR_surface": [
        "vkDestroySurfaceKHR",
        "vkGetPhysicalDeviceSurfaceSupportKHR",
        "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
        "vkGetPhysicalDeviceSurfaceFormatsKHR",
        "vkGetPhysicalDeviceSurfacePresentModesKHR",
    ],
    "VK_KHR_swapchain": [
        "vkCreateSwapchainKHR",
        "vkDestroySwapchainKHR",
        "vkGetSwapchainImagesKHR",
        "vkAcquireNextImageKHR",
        "vkQueuePresentKHR",
    ],
    "VK_KHR_display": [
        "vkGetPhysicalDeviceDisplayPropertiesKHR",
        "vkGetPhysicalDeviceDisplayPlanePropertiesKHR",
        "vkGetDisplayPlaneSupportedDisplaysKHR",
        "vkGetDisplayModePropertiesKHR",
        "vkCreateDisplayModeKHR",
        "vkGetDisplayPlaneCapabilitiesKHR",
        "vkCreateDisplayPlaneSurfaceKHR",
    ],
}
"""The extensions that every loader for windows and displays has, with the commands that they have from the start."""


class TestName:
    """The ABI-versioned name of the loader's library on Linux is libvulkan.so.1."""

    @pytest.mark.rule("ABI-03")
    def test_the_soname(self, subject: Trial) -> None:
        """The SONAME of the loader's library on Linux is libvulkan.so.1."""
        faults = subject.library_faults("ABI-03")

        assert faults == ()


class TestExports:
    """The library exports every core function of its version, and the WSI functions that fit the platform."""

    @pytest.mark.rule("APP-EXPORT-01")
    def test_core_functions(self, subject: Trial) -> None:
        """The loader's library exports each core function up to the Vulkan version that the loader claims."""
        faults = subject.library_faults("APP-EXPORT-01")

        assert faults == ()

    @pytest.mark.rule("WSI-EXT-01")
    def test_common_wsi_functions(self, subject: Trial) -> None:
        """The loader's library exports the functions of VK_KHR_surface, VK_KHR_swapchain and VK_KHR_display."""
        faults = subject.library_faults("WSI-EXT-01")

        assert faults == ()

    @pytest.mark.rule("WSI-EXT-01")
    @pytest.mark.parametrize("extension", EVERYWHERE)
    def test_each_common_wsi_function(self, world: World, subject: Trial, extension: str) -> None:
        """The loader's library exports each function of VK_KHR_surface, VK_KHR_swapchain or VK_KHR_display."""
        names = EVERYWHERE[extension]
        script = Script()
        script.exports(names, "exports")

        seen = subject.calls(world, script)

        assert [name for name, file in zip(names, seen.answers["exports"], strict=True) if not file] == []

    @pytest.mark.rule("WSI-EXT-02")
    def test_wsi_functions_of_the_platform(self, subject: Trial) -> None:
        """The loader's library exports the functions of the X11 and Wayland surface extensions."""
        faults = subject.library_faults("WSI-EXT-02")

        assert faults == ()
