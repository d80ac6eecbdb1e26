"""A driver beside another one in the same process, and what it does to the process that they share."""

from collections.abc import Mapping
from typing import Any

import pytest

from refloader.suite.drivers import runs
from refloader.suite.drivers.checks.stack import application, neighbours
from refloader.suite.drivers.trial import DriverTrial
from refloader.suite.sessions import side_effects

UNSTEADY = "the driver tells otherwise of its devices from process to process, alone as well"
IN_BOTH_ORDERS = pytest.mark.parametrize("after", [False, True], ids=["first", "second"])


@pytest.mark.rule("LDP_DRIVER_1")
@IN_BOTH_ORDERS
class TestNeighbours:
    """A driver must not make other drivers fail, crash or misbehave."""

    def test_the_program_comes_to_its_end(self, driver: DriverTrial, after: bool) -> None:
        """A program that runs with each of two drivers runs with both."""
        driver.need(runs.EACH)
        driver.ended_well(driver.with_neighbour(runs.EACH, before=after))

    def test_the_other_driver(self, driver: DriverTrial, after: bool) -> None:
        """Beside this driver, another one has the devices that it has alone, and is called and answers as there."""
        driver.need(runs.EACH)
        session = driver.with_neighbour(runs.EACH, before=after)
        driver.holds(neighbours.neighbour(driver.without(runs.EACH), session))

    def test_the_driver_itself(self, driver: DriverTrial, after: bool) -> None:
        """Beside another driver, this one has the devices that it has alone, and they do their work."""
        driver.need(runs.EACH)
        session = driver.with_neighbour(runs.EACH, before=after)
        result = neighbours.own(driver.session(runs.EACH), session)
        if result.broken and not driver.is_steady(runs.EACH):
            pytest.skip(UNSTEADY)
        driver.holds(result)


def with_and_without(driver: DriverTrial, label: str) -> tuple[object, object]:
    """The changes in the process with the driver, and those with a mock driver in its place."""
    driver.need(runs.SIMPLE)
    answers = driver.session(runs.MANNERS).answers
    if answers.get("manners.instance") not in (0, application.NO_DEVICES):
        pytest.skip("no instance could be made")
    others: Mapping[str, Any] = driver.without(runs.MANNERS).answers
    return answers.get(label), others.get(label)


@pytest.mark.rule("LDP_DRIVER_1")
class TestTheProcessStaysAsItWas:
    """What belongs to the whole process belongs to the other drivers too."""

    def test_nothing_of_others_is_taken_away(self, driver: DriverTrial) -> None:
        """Descriptors and variables of others are as before, and no signal leads into code that is gone."""
        gone, others = with_and_without(driver, "manners.gone")
        driver.holds(side_effects.harm(gone, others))

    def test_the_state_of_the_process_is_put_back(self, driver: DriverTrial) -> None:
        """Locale, folder, signals, threads and the like should be as before."""
        gone, others = with_and_without(driver, "manners.gone")
        driver.holds(side_effects.untidiness(gone, others), should=True)

    def test_nothing_grows_with_every_instance(self, driver: DriverTrial) -> None:
        """Descriptors and threads should not be left over by each instance."""
        again, others = with_and_without(driver, "manners.again")
        driver.holds(side_effects.leaks(again, others), should=True)

    def test_nothing_is_written_for_the_program(self, driver: DriverTrial) -> None:
        """What a program writes to its standard output is its own: others read it."""
        result = side_effects.silent(driver.session(runs.EVERYDAY), driver.without(runs.EVERYDAY), "driver")
        driver.holds(result, should=True)
