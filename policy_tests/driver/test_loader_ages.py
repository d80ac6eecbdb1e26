"""Loaders of each age with a driver: their first calls in the order of the documents, an instance, a device."""

from functools import partial

import pytest

from refloader.suite.drivers.checks import interface
from refloader.suite.drivers.trial import Answers, AnswersCheck, DriverTrial

ACT = "ages"
LEGACY = (0, 1)
NEGOTIATING = range(2, 8)


def newest(driver: DriverTrial) -> Answers:
    """What a loader of today gets."""
    return driver.probe(ACT)


def of_age(driver: DriverTrial, judge: AnswersCheck, age: int) -> None:
    """Have a judge look at what a loader of this age gets."""
    driver.answers(judge, ACT, "--interface", str(age), step="ages")


class TestLegacyLoaders:
    """Loaders from before the negotiation: a driver knows them by their first call."""

    @pytest.mark.rule("NEGOTIATE-ICD-08")
    @pytest.mark.parametrize("age", LEGACY)
    def test_are_recognised(self, driver: DriverTrial, age: int) -> None:
        """Exports alone, or vk_icdGetInstanceProcAddr first: they get what they ask for, or a clean no."""
        of_age(driver, partial(interface.served, newest=newest(driver)), age)

    @pytest.mark.rule("IFACE-ICD-V0-01")
    def test_exports_are_enough_for_version_0(self, driver: DriverTrial) -> None:
        """A driver of version 0 is used by what it exports under official names."""
        judge = partial(interface.served_at, version=0, newest=newest(driver))
        of_age(driver, judge, 0)

    @pytest.mark.rule("IFACE-ICD-V1-01")
    def test_one_export_is_enough_for_version_1(self, driver: DriverTrial) -> None:
        """A driver with vk_icdGetInstanceProcAddr and no negotiation is used by that function alone."""
        judge = partial(interface.served_at, version=1, newest=newest(driver))
        of_age(driver, judge, interface.NEWEST)


class TestNegotiatingLoaders:
    """Loaders that begin with the negotiation."""

    @pytest.mark.rule("LDP_DRIVER_3")
    @pytest.mark.parametrize("age", NEGOTIATING)
    def test_use_the_driver(self, driver: DriverTrial, age: int) -> None:
        """At the version that was agreed on, instances and devices come and go."""
        of_age(driver, partial(interface.served, newest=newest(driver)), age)

    @pytest.mark.rule("IFACE-ICD-V2-01")
    @pytest.mark.parametrize("age", [2, interface.NEWEST])
    def test_find_the_magic_number(self, driver: DriverTrial, age: int) -> None:
        """From version 2 on the objects are made for a loader that puts its table there."""
        driver.answers(interface.marked, ACT, "--interface", str(age))

    @pytest.mark.rule("NEGOTIATE-ICD-08")
    @pytest.mark.editions("2026")
    def test_ask_for_the_negotiation(self, driver: DriverTrial) -> None:
        """Where it is not exported, a first question for it is that of a loader of version 7."""
        of_age(driver, partial(interface.recognised, newest=newest(driver)), interface.NEWEST)


@pytest.mark.rule("DIRECT-DRIVER-07")
class TestDirectDrivers:
    """An application hands vk_icdGetInstanceProcAddr over, and nothing is exported."""

    def test_version_7_is_enough(self, driver: DriverTrial) -> None:
        """A driver of version 7 gives its whole interface by that function."""
        judge = partial(interface.serves_directly, newest=newest(driver))
        driver.answers(judge, ACT, "--only", "direct", step="ages")
