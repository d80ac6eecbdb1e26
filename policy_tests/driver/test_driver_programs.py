"""Valid programs that are generated from seeds, played by the driver and over a model that carries out each call."""

import pytest

from refloader.suite.drivers.checks import generated
from refloader.suite.drivers.trial import AnswersCheck, DriverTrial
from refloader.suite.sessions.generated_programs import ACT, is_found

FEW = ("--seed", "1", "--count", "30")
MANY = ("--seed", "31", "--count", "300")
PROGRAMS = pytest.mark.parametrize("programs", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many")])


@PROGRAMS
class TestGeneratedPrograms:
    """What a program finds is what its own calls lead to."""

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_what_is_found(self, driver: DriverTrial, programs: tuple[str, ...]) -> None:
        """Contents of memory, states, counters and results are those that the specification says."""
        _keep(driver, generated.same_found, programs)

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_programs_end(self, driver: DriverTrial, programs: tuple[str, ...]) -> None:
        """A valid program comes to its end."""
        _keep(driver, generated.programs_ended, programs)

    @pytest.mark.rule("OBJECTS-ICD-01")
    def test_first_words_are_kept(self, driver: DriverTrial, programs: tuple[str, ...]) -> None:
        """What a loader has put into an object stays there, whatever is done with the object."""
        _keep(driver, generated.first_words_kept, programs)

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_calls_succeed(self, driver: DriverTrial, programs: tuple[str, ...]) -> None:
        """A failure is allowed where memory is short or a device is lost, and is then worth a look."""
        _keep(driver, generated.calls_succeed, programs, should=True)


def _keep(
    driver: DriverTrial, judge: AnswersCheck, programs: tuple[str, ...], *, should: bool = False
) -> None:
    if programs is not FEW and is_found(driver.probe(ACT, *FEW)):
        pytest.skip(
            "a few programs find something already, which is judged for them: many more say little more"
        )
    driver.answers(judge, ACT, *programs, should=should)
