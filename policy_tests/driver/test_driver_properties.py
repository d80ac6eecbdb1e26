"""What physical devices tell of themselves."""

import pytest

from refloader.suite.drivers.checks import properties
from refloader.suite.drivers.trial import DriverTrial


@pytest.mark.rule("VULKAN-DRIVER-06")
class TestPhysicalDevices:
    """Programs read names and arrays as far as they are said to go."""

    def test_names_are_texts(self, driver: DriverTrial) -> None:
        """The name of a physical device is a UTF-8 text with an end."""
        driver.answers(properties.names_are_texts, "enumerate", step="enumerate.device.")

    def test_memory_is_in_bounds(self, driver: DriverTrial) -> None:
        """There are no more memory types and heaps than the structure has room for, and each type is of a heap."""
        driver.answers(properties.memory_is_in_bounds, "enumerate", step="enumerate.memory.")
