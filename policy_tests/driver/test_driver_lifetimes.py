"""Instances and devices of a driver beside each other and one after the other, and its library opened again."""

import pytest

from refloader.suite.drivers.checks import leaks, lifetimes
from refloader.suite.drivers.trial import DriverTrial


@pytest.mark.rule("VULKAN-DRIVER-05")
class TestSeveralAtOnce:
    """A process may have many users of Vulkan that know nothing of each other: libraries, toolkits, overlays."""

    def test_together(self, driver: DriverTrial) -> None:
        """A second instance and a second device can be made while the first live.

        VK_ERROR_INITIALIZATION_FAILED warns: any instance and any device may get it.
        """
        should = lifetimes.is_refusal(driver.probe("several"))
        driver.answers(lifetimes.together, "several", step="several.order", should=should)

    def test_ended_in_any_order(self, driver: DriverTrial) -> None:
        """When one ends the others go on as before."""
        driver.answers(lifetimes.untouched, "several", step="several.order")

    def test_devices_of_their_own(self, driver: DriverTrial) -> None:
        """An instance gives its own physical devices, also while a newer one lives."""
        driver.answers(lifetimes.devices_of_their_own, "several", step="several.order")

    def test_devices_stay(self, driver: DriverTrial) -> None:
        """An instance has as many physical devices when another one has ended as before."""
        driver.answers(lifetimes.devices_stay, "several", step="several.order")

    def test_two_threads(self, driver: DriverTrial) -> None:
        """Two threads can make and destroy instances and devices of their own at once."""
        should = lifetimes.is_refusal(driver.probe("several"))
        driver.answers(lifetimes.at_once, "several", step="several.threads", should=should)


@pytest.mark.rule("OBJECTS-ICD-01")
def test_handles_of_their_own(driver: DriverTrial) -> None:
    """Objects that live at once have handles of their own, or a loader's table for one is the other's too."""
    driver.answers(lifetimes.handles_of_their_own, "several")


@pytest.mark.rule("OBJECTS-ICD-02")
def test_marked_beside_others(driver: DriverTrial) -> None:
    """Objects of a second instance begin with ICD_LOADER_MAGIC, although a loader has written over the first's."""
    driver.answers(lifetimes.marked, "several")


class TestOneAfterTheOther:
    """Programs make an instance for each window, each test, each question; a thousand times in a process."""

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_again_and_again(self, driver: DriverTrial) -> None:
        """What could be made once can be made each time."""
        driver.answers(lifetimes.all_rounds, "growth", step=("once", "growth."))
        driver.measured(**lifetimes.measured(driver.probe("growth")))

    @pytest.mark.rule("LDP_DRIVER_1")
    def test_nothing_kept(self, driver: DriverTrial) -> None:
        """Descriptors and threads, which are the whole process's, are not left, nor should they be now and then."""
        should = lifetimes.is_slow(driver.probe("growth"))
        driver.answers(lifetimes.nothing_kept, "growth", should=should)
        driver.measured(**lifetimes.measured(driver.probe("growth")))

    @pytest.mark.rule("LDP_DRIVER_1")
    def test_memory_kept(self, driver: DriverTrial) -> None:
        """Memory does not become more with each, caches that are filled once left aside."""
        driver.answers(lifetimes.memory_kept, "growth", should=True)
        driver.measured(**lifetimes.measured(driver.probe("growth")))


@pytest.mark.rule("LDP_DRIVER_1")
class TestObjectsOneAfterTheOther:
    """Programs make and destroy objects of a device all the time."""

    def test_objects_leave_nothing(self, driver: DriverTrial) -> None:
        """Descriptors and threads, which are the whole process's, do not become more with objects of any kind."""
        driver.answers(leaks.nothing_kept, "growth")

    def test_objects_leave_no_memory(self, driver: DriverTrial) -> None:
        """What was taken for an object is given back with it."""
        driver.answers(leaks.memory_kept, "growth", should=True)


class TestOpenedAgain:
    """Loaders close a driver's library with the last instance, and open it again for the next."""

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_works_again(self, driver: DriverTrial) -> None:
        """Closed and opened again it works as before."""
        driver.answers(lifetimes.reloaded, "reload", step="reload.", anyway=True)

    @pytest.mark.rule("LDP_DRIVER_1")
    def test_nothing_kept_loaded(self, driver: DriverTrial) -> None:
        """Descriptors, threads and mappings do not become more with each time, nor should they now and then."""
        should = lifetimes.is_slow(driver.probe("reload"))
        driver.answers(lifetimes.nothing_kept_loaded, "reload", step="once", should=should)
        driver.measured(**lifetimes.measured(driver.probe("reload")))

    @pytest.mark.rule("LDP_DRIVER_1")
    def test_no_thread_stays(self, driver: DriverTrial) -> None:
        """No thread of the driver's runs on once its library is gone."""
        driver.answers(lifetimes.no_thread_stays, "reload", should=True)
