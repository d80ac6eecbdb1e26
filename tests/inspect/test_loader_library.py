"""What the file of a loader shows by itself: its exports and its name."""

from collections.abc import Iterable

import pytest
from libraries import WHERE, library, told

from refloader.inspect.libraries.loader_library import loader_library
from refloader.model import registry
from refloader.model.version import ApiVersion, api_version

NOT_2022 = "2016 2018 2026"


def core(*versions: str) -> set[str]:
    """The core commands of some Vulkan versions."""
    return {command.name for command in registry.commands().values() if command.core in versions}


def wsi(*names: str) -> set[str]:
    """The commands of some extensions."""
    return {command for name in names for command in registry.extensions()[name].commands}


WINDOWS = wsi("VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface")
LOADER_1_1 = core("1.0", "1.1") | wsi("VK_KHR_surface", "VK_KHR_swapchain", "VK_KHR_display") | WINDOWS
V11 = api_version(1, 1)


def of_loader(
    exports: Iterable[str], version: ApiVersion = V11, soname: str = "libvulkan.so.1"
) -> list[tuple[str, str, str]]:
    """The findings about a loader's library."""
    return told(loader_library(library(exports, soname=soname), version, WHERE))


class TestLoaderLibrary:
    """A loader exports the core commands and the WSI commands that fit the platform, under a fixed name."""

    @pytest.mark.rule("APP-EXPORT-01", "WSI-EXT-01", "WSI-EXT-02", "ABI-03")
    def test_a_complete_loader_draws_no_remark(self) -> None:
        """Everything of 1.0 and 1.1 makes a loader of 1.1."""
        assert of_loader(LOADER_1_1) == []

    @pytest.mark.rule("APP-EXPORT-01")
    @pytest.mark.parametrize("missing", ["vkCreateInstance", "vkCmdDraw", "vkEnumerateInstanceVersion"])
    def test_every_core_command_is_exported(self, missing: str) -> None:
        """A missing one is an error; the 2022 document speaks of layers only."""
        assert of_loader(LOADER_1_1 - {missing}) == [("APP-EXPORT-01", "error", NOT_2022)]

    @pytest.mark.rule("APP-EXPORT-01", "ABI-01")
    def test_a_later_loader_exports_more_and_nothing_less(self) -> None:
        """All versions of one major number are compatible, so older commands stay and newer ones join."""
        newer = LOADER_1_1 | core("1.2")

        assert of_loader(newer, api_version(1, 2, 131)) == []
        assert of_loader(LOADER_1_1, api_version(1, 2)) == [("APP-EXPORT-01", "error", NOT_2022)]
        assert of_loader(newer - core("1.0"), api_version(1, 2))[0] == ("APP-EXPORT-01", "error", NOT_2022)

    @pytest.mark.rule("ABI-03")
    @pytest.mark.parametrize("soname", ["libvulkan.so", "libvulkan.so.1.3.239", "", "libvulkan.so.2"])
    def test_the_soname_is_fixed(self, soname: str) -> None:
        """Programs are linked against libvulkan.so.1."""
        assert of_loader(LOADER_1_1, soname=soname) == [("ABI-03", "error", NOT_2022)]

    @pytest.mark.rule("WSI-EXT-01")
    @pytest.mark.parametrize("name", ["VK_KHR_surface", "VK_KHR_swapchain", "VK_KHR_display"])
    def test_every_loader_has_three_wsi_extensions(self, name: str) -> None:
        """A loader without one of them leaves the rule of 2018 and 2026."""
        assert of_loader(LOADER_1_1 - wsi(name)) == [("WSI-EXT-01", "error", "2018 2026")]

    @pytest.mark.rule("WSI-EXT-02", "WSI-SURFACE-02")
    @pytest.mark.parametrize("name", ["VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface"])
    def test_window_systems_are_chosen_when_a_loader_is_built(self, name: str) -> None:
        """A Linux loader without one of the three is told of; nobody asks for Mir any more."""
        assert of_loader(LOADER_1_1 - wsi(name)) == [("WSI-EXT-02", "warning", "2018 2026")]

    @pytest.mark.rule("APP-EXPORT-01", "WSI-SURFACE-02")
    @pytest.mark.parametrize(
        "missing", ["vkCreateXcbSurfaceKHR", "vkAcquireNextImageKHR", "vkAcquireNextImage2KHR"]
    )
    def test_an_extension_is_exported_whole(self, missing: str) -> None:
        """A loader that makes surfaces of a window system exports all of its commands."""
        assert of_loader(LOADER_1_1 - {missing}) == [("APP-EXPORT-01", "error", NOT_2022)]

    @pytest.mark.rule("APP-EXPORT-01", "ABI-01")
    def test_a_loader_of_1_0_knows_no_device_groups(self) -> None:
        """Some swapchain commands came with 1.1."""
        old = core("1.0") | wsi("VK_KHR_surface", "VK_KHR_display") | WINDOWS
        old |= wsi("VK_KHR_swapchain") - {"vkAcquireNextImage2KHR", "vkGetDeviceGroupPresentCapabilitiesKHR"}

        assert of_loader(old, api_version(1, 0, 61)) == []
