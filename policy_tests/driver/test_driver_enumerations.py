"""What a driver enumerates, by the two-call protocol."""

from functools import partial

import pytest

from refloader.suite.drivers.checks import enumerations
from refloader.suite.drivers.checks.enumerations import COMMANDS, EXTENSIONS, OF_PROGRAMS, ROOMS
from refloader.suite.drivers.trial import AnswersCheck, DriverTrial

ELSEWHERE = {"cache": ("lists.instance", "lists.device.", "lists.end")}
"""The steps of the act "lists" that no kind is about, and the kind whose case tells how they end.

How a driver ends a prober that asks for the extensions of devices is told by the cases on those."""

KINDS = pytest.mark.parametrize("kind", COMMANDS)


def asked(driver: DriverTrial, judge: AnswersCheck, kind: str, *, should: bool = False) -> None:
    """Judge one enumeration of the act that asks for all of them. What no loader asks for is a should."""
    lenient = should or kind in enumerations.NEVER_ASKED
    driver.answers(judge, "enumerate", step=f"enumerate.{kind}.", should=lenient, alone=kind)


@pytest.mark.same_run
@pytest.mark.rule("VULKAN-DRIVER-01")
class TestTwoCalls:
    """An application asks for the number first, and then for as many."""

    @KINDS
    def test_as_many_as_were_counted(self, driver: DriverTrial, kind: str) -> None:
        """The driver gives as many as it counts, also where there is room for more."""
        asked(driver, partial(enumerations.counted_and_filled, kind=kind), kind)

    @KINDS
    def test_no_more_than_there_is_room_for(self, driver: DriverTrial, kind: str) -> None:
        """Where there is too little room, no more is written, and VK_INCOMPLETE says so."""
        asked(driver, partial(enumerations.arrays_respected, kind=kind), kind)

    @KINDS
    def test_the_same_each_time(self, driver: DriverTrial, kind: str) -> None:
        """Asked for once more, the driver gives the same."""
        asked(driver, partial(enumerations.always_the_same, kind=kind), kind)


@pytest.mark.same_run
@pytest.mark.rule("VULKAN-DRIVER-01")
class TestTwoCallsOfPrograms:
    """What only programs ask for follows the protocol as well: a loader passes the calls through."""

    @pytest.mark.parametrize("kind", OF_PROGRAMS)
    def test_as_many_as_programs_counted(self, driver: DriverTrial, kind: str) -> None:
        """The driver gives as many as it counts, also where there is room for more."""
        judge = partial(enumerations.counted_and_filled, kind=kind)
        driver.answers(judge, "lists", step=f"enumerate.{kind}.", alone=kind)

    @pytest.mark.parametrize("kind", ROOMS)
    def test_no_more_than_programs_have_room_for(self, driver: DriverTrial, kind: str) -> None:
        """Where there is too little room, no more is written, and VK_INCOMPLETE says so."""
        judge = partial(enumerations.arrays_respected, kind=kind)
        driver.answers(judge, "lists", step=(f"enumerate.{kind}.", *ELSEWHERE.get(kind, ())), alone=kind)


@pytest.mark.same_run
@pytest.mark.rule("VULKAN-DRIVER-01")
class TestContents:
    """What is written into the array can be used."""

    @pytest.mark.parametrize("kind", EXTENSIONS)
    def test_extensions_have_names(self, driver: DriverTrial, kind: str) -> None:
        """The name of each extension is a text that is not empty and has an end."""
        asked(driver, partial(enumerations.names_have_text, kind=kind), kind)

    @pytest.mark.parametrize("kind", EXTENSIONS)
    def test_extensions_are_listed_once(self, driver: DriverTrial, kind: str) -> None:
        """No extension should be listed twice."""
        asked(driver, partial(enumerations.listed_once, kind=kind), kind, should=True)

    def test_devices_have_handles(self, driver: DriverTrial) -> None:
        """Each physical device has a handle of its own."""
        asked(driver, enumerations.devices_are_handles, "devices")

    def test_each_device_is_in_one_group(self, driver: DriverTrial) -> None:
        """Groups hold each physical device once, and no others."""
        asked(driver, enumerations.groups_hold_devices, "groups")

    @pytest.mark.parametrize("kind", ["families", "families2"])
    def test_families_have_queues(self, driver: DriverTrial, kind: str) -> None:
        """A queue family has at least one queue."""
        asked(driver, partial(enumerations.families_have_queues, kind=kind), kind)

    def test_nothing_is_known_of_layers(self, driver: DriverTrial) -> None:
        """For a layer that does not exist, the driver should say so: no loader asks, but programs without one can."""
        asked(driver, enumerations.foreign_layers_unknown, "foreign-layer", should=True)
