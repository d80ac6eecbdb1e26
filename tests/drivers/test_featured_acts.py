"""What the application enables on devices with optional extensions and features."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from refloader.suite.drivers import runs
from refloader.suite.sessions import bench
from refloader.suite.subjects.driver import DriverSubject

pytestmark = pytest.mark.slow

Made = Callable[..., DriverSubject]

FEATURED = replace(runs.STATES, acts=("featured",))
HOST_IMAGE_COPY = "VK_EXT_host_image_copy:1,VK_KHR_copy_commands2:1,VK_KHR_format_feature_flags2:2"


@pytest.mark.parametrize(("api", "asked"), [("1.2.0", 0), ("1.3.0", 2)])
def test_extension_with_dependencies(flagged: Made, api: str, asked: int) -> None:
    """VK_EXT_host_image_copy is enabled where Vulkan 1.3 has what it depends on: this driver ends other programs."""
    driver = flagged(mock="mock_icd_free", api=api, take="strict", device_extensions=HOST_IMAGE_COPY)

    session = bench.run(replace(FEATURED, driver=driver))

    assert (session.ended, session.detail) == ("ok", "")
    assert len([each for each in session.answers if ".host_images." in each]) == asked
