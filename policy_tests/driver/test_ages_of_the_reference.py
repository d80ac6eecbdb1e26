"""A driver under loaders of each age: the reference, kept to every version of the driver interface."""

from collections.abc import Mapping

import pytest

from refloader.suite.drivers import runs
from refloader.suite.drivers.checks import kept_lookups
from refloader.suite.drivers.checks.stack import old_loaders
from refloader.suite.drivers.trial import DriverTrial
from refloader.suite.sessions.session import Session

OF_AGE: Mapping[int, str] = {
    0: "IFACE-ICD-V0-01",
    1: "IFACE-ICD-V1-01",
    2: "IFACE-ICD-V2-01",
    3: "NEGOTIATE-ICD-04",
    4: "NEGOTIATE-ICD-04",
    5: "IFACE-ICD-V5-04",
    6: "NEGOTIATE-ICD-04",
    7: "IFACE-ICD-V7-01",
}
AGES = [pytest.param(age, marks=pytest.mark.rule(rule)) for age, rule in OF_AGE.items()]


def need_service(driver: DriverTrial, session: Session) -> None:
    """Skips where the driver has dropped the versions of legacy loaders."""
    if old_loaders.refuses_legacy(session, driver.session(runs.SIMPLE)):
        pytest.skip(old_loaders.NO_TO_LEGACY)


class TestLoadersOfEachAge:
    """Loader and driver agree on the latest version that both have, and the driver works at that version."""

    @pytest.mark.parametrize("age", AGES)
    def test_it_works(self, driver: DriverTrial, age: int) -> None:
        """Instances, devices and a job: as for a loader of today; or the driver is left out, and nothing worse."""
        session = driver.ends_well(runs.at_age(age), simpler=runs.EACH)
        need_service(driver, session)
        met = old_loaders.meeting(session)
        is_refused = met is not None and met.result != 0
        lacks = kept_lookups.lacking(driver.probe("lookups", "--interface", str(age))) if is_refused else ""
        driver.holds(old_loaders.works(session, driver.session(runs.EACH), age, lacks))

    @pytest.mark.parametrize("age", AGES[: runs.NEWEST])
    def test_it_tells_the_same(self, driver: DriverTrial, age: int) -> None:
        """Devices are the same, whoever asks: versions of the interface have nothing to say of them."""
        driver.need(runs.EACH)
        session, newest = driver.session(runs.at_age(age)), driver.session(runs.at_age(runs.NEWEST))
        need_service(driver, session)
        result = old_loaders.same_devices(session, newest, age)
        if result.broken and not driver.is_steady(runs.at_age(runs.NEWEST)):
            pytest.skip("the driver tells otherwise of its devices from process to process")
        driver.holds(result, should=True)


@pytest.mark.rule("LDP_DRIVER_3")
def test_a_loader_of_today_agrees_with_it(driver: DriverTrial) -> None:
    """The negotiation ends in a version that driver and loader both support."""
    driver.need_start()
    driver.holds(old_loaders.agrees(driver.session(runs.SIMPLE)))


@pytest.mark.rule("VULKAN-DRIVER-01")
def test_a_loader_of_today_reads_the_offer(driver: DriverTrial) -> None:
    """Loaders keep the list of instance extensions, so it should be one that they can keep."""
    driver.need_start()
    driver.holds(old_loaders.offer_is_read(driver.session(runs.SIMPLE)), should=True)
