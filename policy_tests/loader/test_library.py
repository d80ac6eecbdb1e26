"""What the loader's own library shows without being opened: its name and what it exports."""

import pytest

from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library


class TestName:
    """The ABI-versioned name of the loader's library on Linux is libvulkan.so.1."""

    @pytest.mark.rule("ABI-03")
    def test_the_soname(self, subject: Trial) -> None:
        """The library's SONAME is that name."""
        faults = subject.library_faults("ABI-03")

        assert faults == ()


class TestExports:
    """The library exports every core function of its version, and the WSI functions that fit the platform."""

    @pytest.mark.rule("APP-EXPORT-01")
    def test_core_functions(self, subject: Trial) -> None:
        """No core function up to the version that the loader claims is missing."""
        faults = subject.library_faults("APP-EXPORT-01")

        assert faults == ()

    @pytest.mark.rule("WSI-EXT-01")
    def test_common_wsi_functions(self, subject: Trial) -> None:
        """The functions of VK_KHR_surface, VK_KHR_swapchain and VK_KHR_display are exported."""
        faults = subject.library_faults("WSI-EXT-01")

        assert faults == ()

    @pytest.mark.rule("WSI-EXT-02")
    def test_wsi_functions_of_the_platform(self, subject: Trial) -> None:
        """The functions of the X11 and Wayland surfaces are exported."""
        faults = subject.library_faults("WSI-EXT-02")

        assert faults == ()
