"""What a driver's library is like when it is opened: all of its symbols found at once, a layer beside the driver."""

import pytest

from refloader.suite.drivers.checks import libraries
from refloader.suite.drivers.runs import with_layer
from refloader.suite.drivers.trial import DriverTrial
from refloader.suite.sessions.check_result import CheckResult

AT_ONCE = (("LD_BIND_NOW", "1"),)


@pytest.mark.rule("GPA-ICD-01", "LDP_DRIVER_3")
def test_can_be_opened(driver: DriverTrial) -> None:
    """Nobody gets anything from a library that the dynamic linker does not open."""
    driver.holds(libraries.opened(driver.opening().answers))


@pytest.mark.rule("DEBUG-BIND-01")
def test_no_symbol_is_missing(driver: DriverTrial) -> None:
    """With LD_BIND_NOW the library is opened as without: what is missing would end a program in the middle."""
    usual = driver.probe("entry")
    driver.holds(libraries.whole(usual, driver.probe("entry", variables=AT_ONCE)), should=True)


@pytest.mark.rule("EXT-FILTER-08")
def test_a_layer_in_the_library(driver: DriverTrial) -> None:
    """Where the library holds a layer too, a program runs with that layer over the driver."""
    layer = libraries.layer_in(driver.driver.library)
    if layer is None:
        driver.holds(CheckResult(missing=libraries.NO_LAYER))
    else:
        driver.ends_well(with_layer(layer))
        driver.holds(CheckResult(seen=1))
