"""A loader need not support older interface versions of drivers; which failures rest on that alone."""

from dataclasses import replace

import pytest

from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Mock, Scenario, World
from refloader.suite.loaders.subjects import Reference
from refloader.suite.loaders.trial import Trial
from tests.harness.suite.test_trial import Fixed


class WithoutOlderDrivers(Fixed):
    """A loader that supports the newest interface version alone."""

    def __init__(self, *used: str, complaints: tuple[str, ...] = ()) -> None:
        super().__init__(Observation("ok", drivers=used, violations=complaints))

    def observe(self, scenario: Scenario) -> Observation:
        """No driver if each answers with an older version."""
        libraries = scenario.libraries.values()
        newest = [
            each for each in libraries if each.mock == "driver" and each.flags.get("interface", "7") == "7"
        ]
        return replace(self._observation, result=0 if newest else -9)


class ReferenceWithoutOlderDrivers(Reference):
    """A mutant of the reference that supports the newest interface version alone."""

    def observe(self, scenario: Scenario) -> Observation:
        """No driver if each answers with an older version."""
        return WithoutOlderDrivers().observe(scenario)


class Refusing(Fixed):
    """A loader that uses no driver of this kind, or of this version, and all others."""

    def __init__(self, mock: Mock | None = None, version: str = "") -> None:
        super().__init__(Observation("ok"))
        self._mock, self._version = mock, version

    def observe(self, scenario: Scenario) -> Observation:
        """No driver if each is such a one."""
        each = scenario.libraries.values()
        refused = [e.mock == self._mock or e.flags.get("interface") == self._version for e in each]
        return Observation("ok", result=-9 if all(refused) else 0)


class TestOlderDrivers:
    """A loader need not support every older interface version; what it refuses there shows nothing else."""

    def test_one_of_an_older_version_is_left_out(self) -> None:
        """Where it is alone there is no driver either."""
        world, trial = World(), Trial(WithoutOlderDrivers())
        world.driver("new")
        world.driver("old", flags={"interface": "4"})
        trial.observe(world)

        assert trial.leaves_out_older_drivers

    @pytest.mark.parametrize(
        ("mock", "flags"),
        [("driver_v6", {}), ("driver_v2", {"negotiate_version": "7"}), ("driver_v7", {})],
        ids=["by-its-exports", "by-its-answer", "that-exports-nothing"],
    )
    def test_a_driver_is_of_the_newest_version(self, mock: Mock, flags: dict[str, str]) -> None:
        """What such a driver exports does not make it older."""
        world, trial = World(), Trial(Refusing(mock))
        world.driver("odd", mock=mock, flags=flags)
        trial.observe(world)

        assert not trial.leaves_out_older_drivers

    def test_a_version_before_it_is_used(self) -> None:
        """A version is not deprecated if the loader uses one that came before it."""
        world, trial = World(), Trial(Refusing(version="4"))
        world.driver("old", flags={"interface": "4"})
        trial.observe(world)

        assert not trial.leaves_out_older_drivers

    def test_the_older_one_was_used(self) -> None:
        """Where each driver was used the failure has some other reason."""
        world, trial = World(), Trial(WithoutOlderDrivers("old"))
        world.driver("old", flags={"interface": "4"})
        trial.observe(world)

        assert not trial.leaves_out_older_drivers

    def test_the_reference(self) -> None:
        """The reference uses them all, and so do its mutants."""
        world, trial = World(), Trial(ReferenceWithoutOlderDrivers())
        world.driver("old", flags={"interface": "4"})
        trial.observe(world)

        assert not trial.leaves_out_older_drivers
        assert Trial(Reference()).observe(world).result == 0

    def test_mocks_complain(self) -> None:
        """What a mock complains of has nothing to do with another that is left out."""
        complaint = "driver new VIOLATION NEGOTIATE-ICD-02: too early"
        world, trial = World(), Trial(WithoutOlderDrivers(complaints=(complaint,)))
        world.driver("new")
        world.driver("old", flags={"interface": "4"})
        with pytest.raises(AssertionError):
            assert trial.observe(world).violations == ()

        assert trial.complained
        assert not trial.leaves_out_older_drivers

    def test_one_of_the_newest_version_is_left_out(self) -> None:
        """A loader that uses no driver at all does not choose among versions."""
        world, trial = World(), Trial(Fixed(Observation("ok", result=-9)))
        world.driver("old", flags={"interface": "4"})
        trial.observe(world)

        assert not trial.leaves_out_older_drivers

    def test_no_older_driver_is_there(self) -> None:
        """The case shows nothing of older versions."""
        world, trial = World(), Trial(WithoutOlderDrivers())
        world.driver("new")
        trial.observe(world)

        assert not trial.leaves_out_older_drivers

    def test_an_older_driver_is_used_elsewhere(self) -> None:
        """A loader that uses it where it is alone has left it out for some other reason."""
        world, trial = World(), Trial(Fixed(Observation("ok", result=0)))
        world.driver("old", flags={"interface": "4"})
        trial.observe(world)

        assert not trial.leaves_out_older_drivers
