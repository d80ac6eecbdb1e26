"""How a driver treats the application's allocation callbacks."""

import pytest

from refloader.suite.drivers.checks import allocations
from refloader.suite.drivers.trial import DriverTrial

ELSEWHERE = (
    "once",
    "allocators.plain",
    "allocators.beside",
    "allocators.used",
    "allocators.others",
    "allocators.end",
)
"""The steps that no other case is about."""


@pytest.mark.rule("VULKAN-DRIVER-03")
class TestAllocators:
    """Memory that an application gives a driver is the application's to count, to limit and to have back."""

    def test_used(self, driver: DriverTrial) -> None:
        """What an instance and a device need comes from the callbacks, so that an application can count it."""
        driver.answers(allocations.used, "allocators", should=True)

    def test_given_back(self, driver: DriverTrial) -> None:
        """Nothing is kept longer than the command, the device or the instance that it was taken for."""
        driver.answers(allocations.given_back, "allocators", step=ELSEWHERE)

    def test_own(self, driver: DriverTrial) -> None:
        """Callbacks get back what came from them, once: anything else corrupts the application's memory."""
        driver.answers(allocations.own, "allocators", step="allocators.plain")

    def test_structures_are_not_kept(self, driver: DriverTrial) -> None:
        """The structure with the callbacks is the application's again when the call is back."""
        driver.answers(allocations.none_kept, "allocators", step="allocators.lent")

    def test_alignment(self, driver: DriverTrial) -> None:
        """Alignments are such as an allocator can keep, and scopes are those that there are."""
        driver.answers(allocations.aligned, "allocators")

    def test_scopes(self, driver: DriverTrial) -> None:
        """What ends with a device or one of its objects should not be taken in the scope of the instance."""
        driver.answers(allocations.scopes_are_narrow, "allocators", should=True)

    def test_out_of_memory(self, driver: DriverTrial) -> None:
        """Where the callbacks have no memory the driver says so, or does without it, and does not crash."""
        driver.answers(allocations.out_of_memory, "allocators", step="allocators.failing")

    def test_nothing_is_made_by_halves(self, driver: DriverTrial) -> None:
        """If memory lacks for one of several command buffers, none of them is in the array."""
        driver.answers(allocations.many_unmade, "allocators", step="allocators.many")

    def test_pipelines_are_made_or_refused(self, driver: DriverTrial) -> None:
        """If memory lacks for one of several pipelines, the call fails, and nothing of that pipeline stays."""
        driver.answers(allocations.pipelines_made, "allocators", step="allocators.pipelines")

    def test_nothing_left_by_failures(self, driver: DriverTrial) -> None:
        """What fails for want of memory keeps none of what it had already got."""
        driver.answers(allocations.nothing_left, "allocators")
