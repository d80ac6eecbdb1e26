"""The fixture of the drivers' part of the suite."""

import pytest

from refloader.suite.drivers.trial import DriverTrial
from refloader.suite.plugin import driver_trial, spread_drivers


@pytest.fixture
def driver(request: pytest.FixtureRequest) -> DriverTrial:
    """The driver of this case; every test is run on each driver of the run."""
    return driver_trial(request.param)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests on the drivers of the run."""
    spread_drivers(metafunc)
