"""The whole stack over a driver: the scripted application on the reference's library."""

import pytest

from refloader.harness.drivers import runs
from refloader.harness.drivers.trial import DriverTrial


@pytest.mark.rule("LDP_DRIVER_3", "IFACE-ICD-V2-01")
class TestPrograms:
    """A driver that a loader of today has agreed with can be used by programs."""

    def test_an_instance(self, driver: DriverTrial) -> None:
        """The simplest program comes to its end."""
        driver.ends_well(runs.SIMPLE)
