"""What physical devices tell of themselves."""

import pytest

from refloader.suite.drivers.checks.devices import limits, properties, usable
from refloader.suite.drivers.trial import DriverTrial


@pytest.mark.rule("VULKAN-DRIVER-06")
class TestPhysicalDevices:
    """Programs read names and arrays as far as they are said to go."""

    def test_names_are_texts(self, driver: DriverTrial) -> None:
        """The name of a physical device is a UTF-8 text with an end."""
        driver.answers(properties.names_are_texts, "enumerate", step="enumerate.device.")

    def test_types_are_types(self, driver: DriverTrial) -> None:
        """The type of a device is one of those that there are, and so is the value of what is true or false."""
        driver.answers(properties.types_are_types, "facts")

    def test_memory_is_in_bounds(self, driver: DriverTrial) -> None:
        """There are no more memory types and heaps than the structure has room for, and each type is of a heap."""
        driver.answers(properties.memory_is_in_bounds, "enumerate", step="enumerate.memory.")

    def test_families_are_allowed(self, driver: DriverTrial) -> None:
        """Timestamps have 36 to 64 bits or none, and queues that draw or compute copy images texel by texel."""
        driver.answers(properties.families_are_allowed, "facts")

    def test_drawing_with_computing(self, driver: DriverTrial) -> None:
        """If any queue family draws, one of some device draws and computes."""
        driver.answers(properties.drawing_with_computing, "facts")

    def test_other_families_are_allowed(self, driver: DriverTrial) -> None:
        """Queues that neither draw nor compute should have as many bits, if any."""
        driver.answers(properties.other_families_are_allowed, "facts", should=True)

    def test_limits_are_as_required(self, driver: DriverTrial) -> None:
        """No limit is less than each device has, and alignments are powers of two."""
        driver.answers(limits.required_limits, "facts")

    def test_limits_follow_from_others(self, driver: DriverTrial) -> None:
        """Sets have descriptors for each stage, a stage has resources of each kind, and lines can be 1 wide."""
        driver.answers(properties.derived_limits, "facts")

    def test_features_are_as_required(self, driver: DriverTrial) -> None:
        """A device has the features that each device of its version has."""
        driver.answers(limits.required_features_are_there, "facts")

    def test_other_devices_have_as_much(self, driver: DriverTrial) -> None:
        """A device that need not have all of it should: a portability subset, or one that draws nothing."""
        driver.answers(limits.advised, "facts", should=True)

    def test_limits_fit_each_other(self, driver: DriverTrial) -> None:
        """The bounds of viewports are as wide as the largest viewport asks for."""
        driver.answers(properties.limits_fit_each_other, "facts")

    def test_numbers_are_usable(self, driver: DriverTrial) -> None:
        """Heaps have memory, timestamps count nanoseconds, and the driver has a number: no sentence says so."""
        driver.answers(usable.numbers_are_usable, "facts", should=True)

    def test_memory_can_be_mapped(self, driver: DriverTrial) -> None:
        """A memory type is host-visible and coherent, and a type with fewer properties comes before the others."""
        driver.answers(properties.memory_can_be_mapped, "facts")

    def test_memory_types_are_listed(self, driver: DriverTrial) -> None:
        """A memory type has property flags that go together: none is lazily allocated and host-visible."""
        driver.answers(properties.memory_types_are_listed, "facts")

    def test_memory_is_of_its_heap(self, driver: DriverTrial) -> None:
        """A memory type is local to the device where its heap is, and there is one that is."""
        driver.answers(properties.memory_is_of_its_heap, "facts")
