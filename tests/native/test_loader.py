"""The typed wrappers of a loader, on the system's own and on what is none."""

import os
from pathlib import Path

import pytest

import refloader
from refloader.model.version import api_version
from refloader.native.loader import Loader, VulkanError
from refloader.native.structures import LoaderError

SYSTEM = "/usr/lib/x86_64-linux-gnu/libvulkan.so.1"
needs_system = pytest.mark.skipif(not os.path.isfile(SYSTEM), reason=f"there is no {SYSTEM}")
needs_driver = pytest.mark.skipif(
    not os.path.isdir("/usr/share/vulkan/icd.d"), reason="there is no driver in /usr/share/vulkan/icd.d"
)


@needs_system
class TestSystemLoader:
    """What any libvulkan can be asked for, with values instead of structures."""

    def test_it_says_which_file_and_version_it_is(self) -> None:
        """The path is the file the linker opened, the version that of the instance."""
        loader = refloader.Loader(SYSTEM)

        assert os.path.samefile(loader.path, SYSTEM)
        assert (loader.version() or api_version(1, 0)) >= api_version(1, 1)

    def test_a_layer_that_is_not_there_is_an_error_by_name(self) -> None:
        """A VkResult below zero raises with its Vulkan name."""
        with pytest.raises(VulkanError, match="vkCreateInstance returned VK_ERROR_LAYER_NOT_PRESENT"):
            Loader(SYSTEM).create_instance(layers=["VK_LAYER_nobody_has_this"])

    @needs_driver
    def test_a_device_can_be_made_and_asked(self) -> None:
        """Instance, physical device, device and queue in turn, each destroyed at the end of its block."""
        with Loader(SYSTEM).create_instance(api_version(1, 1)) as instance:
            physical = instance.physical_devices()[0]
            families = physical.queue_families()
            with physical.create_device() as device:
                queue = device.queue()
                found = device.proc_addr("vkQueueSubmit")
                missing = device.proc_addr("vkCreateInstance")

        assert queue
        assert found
        assert not missing
        assert families[0][1] >= 1
        assert device.handle == 0


class TestNoLoader:
    """What cannot be opened is said so, never a crash."""

    def test_a_text_file_is_refused(self, tmp_path: Path) -> None:
        """The linker's own words are the message."""
        path = tmp_path / "libvulkan.so.1"
        path.write_text("no library")

        with pytest.raises(LoaderError, match="libvulkan"):
            Loader(str(path))
