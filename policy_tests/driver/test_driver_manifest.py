"""What a driver's manifest says holds for the devices that it has here."""

import pytest

from refloader.suite.drivers.checks import manifests
from refloader.suite.drivers.trial import DriverTrial

DEVICES = "enumerate"


@pytest.mark.rule("MANIFEST-ICD-04")
@pytest.mark.editions("2026")
def test_the_highest_version(driver: DriverTrial) -> None:
    """The manifest's version is the newest that any device has, as loaders and tools go by it."""
    driver.holds(manifests.highest_version(driver.probe(DEVICES), driver.driver), should=True)


@pytest.mark.rule("MANIFEST-ICD-06")
@pytest.mark.editions("2026")
def test_portability(driver: DriverTrial) -> None:
    """A driver of devices that are not wholly conformant is marked, so that no program gets one unasked."""
    driver.holds(manifests.portability(driver.probe(DEVICES), driver.driver))


@pytest.mark.rule("MANIFEST-ICD-06")
@pytest.mark.editions("2026")
def test_marked_for_a_device(driver: DriverTrial) -> None:
    """A driver that is marked should have such a device: programs that do not ask for it get none of its devices."""
    driver.holds(manifests.marked_for_nothing(driver.probe(DEVICES), driver.driver), should=True)
