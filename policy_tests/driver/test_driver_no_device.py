"""A driver on a machine where it finds no physical device: those of this machine are hidden from it."""

import pytest

from refloader.suite.drivers.checks import no_device
from refloader.suite.drivers.trial import DriverTrial


@pytest.mark.rule("LDP_DRIVER_2")
def test_no_crash_without_devices(driver: DriverTrial) -> None:
    """Whatever can be called without a device comes back: devices may be taken out, or not be put in yet."""
    driver.answers(no_device.comes_back, "no-device", step="no-device", devices="hidden")


@pytest.mark.rule("LDP_DRIVER_1")
def test_results(driver: DriverTrial) -> None:
    """Every call returns what it may: drivers without a device are asked with all others, and must not end them."""
    driver.answers(no_device.results_of_calls, "no-device", devices="hidden")


@pytest.mark.rule("VULKAN-DRIVER-01")
def test_no_groups_either(driver: DriverTrial) -> None:
    """Where there is no device there is no group of devices."""
    driver.answers(no_device.none_counted, "no-device", devices="hidden")
