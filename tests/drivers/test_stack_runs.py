"""Runs of the whole stack over mock drivers: what circumstances say of company, ages and versions comes true."""

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from refloader.native.mocks import mock_library
from refloader.sandbox.programs import Program
from refloader.suite.drivers import runs
from refloader.suite.drivers.checks.stack import application, neighbours, old_loaders
from refloader.suite.sessions import bench, side_effects
from refloader.suite.sessions.session import Circumstances, Session
from refloader.suite.subjects.driver import DriverSubject, bare_driver

pytestmark = pytest.mark.slow

Made = Callable[..., DriverSubject]


@pytest.fixture
def flagged(tmp_path: Path) -> Made:
    """Makes a driver that came without a manifest: the mock driver with these flags. Skips where it was not built."""
    library = mock_library("mock_icd")
    if library is None:
        pytest.skip("the mock driver is not built (install with a C compiler)")

    def make(name: str = "driver", **flags: str) -> DriverSubject:
        path = tmp_path / f"lib{name}.so"
        shutil.copy(library, path)
        lines = (f"{key}={value}\n" for key, value in {"whole": "1", "name": name, **flags}.items())
        Path(f"{path}.flags").write_text("".join(lines))
        return bare_driver(str(path))

    return make


def run(during: Circumstances, driver: DriverSubject, *beside: DriverSubject) -> Session:
    """The run over this driver, with others beside it; it comes to its end."""
    session = bench.run(replace(during, driver=driver, beside=beside))
    assert (session.ended, session.detail) == ("ok", "")
    return session


class TestCompany:
    """Several drivers are there at once."""

    def test_both_are_found(self, flagged: Made) -> None:
        """The order in which they are given has a say in that of their devices."""
        one, two = flagged("one", device_name="one"), flagged("two", device_name="two")

        names = [
            [name for name, _ in application.devices(run(runs.EACH, *pair))]
            for pair in ((one, two), (two, one))
        ]

        assert names in ([["one", "two"], ["two", "one"]], [["two", "one"], ["one", "two"]])

    def test_the_mock_beside(self, flagged: Made) -> None:
        """The mock driver is the neighbour whose name and device the judges know."""
        alone = bench.run(runs.EACH)
        beside = bench.run(replace(runs.EACH, driver=flagged(), beside=("mock",)))

        result = neighbours.neighbour(alone, beside)

        assert (result.seen, result.broken) == (1, [])

    def test_a_driver_that_meddles(self, flagged: Made) -> None:
        """One that negotiates with its neighbours is caught."""
        driver = flagged(violate="LDP_DRIVER_1_neighbours")
        beside = bench.run(replace(runs.EACH, driver=driver, beside=("mock",)))

        result = neighbours.neighbour(bench.run(runs.EACH), beside)

        assert any("negotiate offered=0" in broken.fact for broken in result.broken)


class TestAges:
    """The loader is as old as it is told."""

    @pytest.mark.parametrize("age", [1, 4, 7])
    def test_they_meet_at_that_version(self, flagged: Made, age: int) -> None:
        """And the program is one of Vulkan 1.0."""
        session = run(runs.at_age(age), flagged(name="old"))

        assert old_loaders.meeting(session) == (age, 0)
        assert any(" vkCreateInstance api=1.0.0 " in line for line in session.trace)

    def test_they_do_not_meet(self, flagged: Made) -> None:
        """A loader of version 0 looks for exports that the mock driver does not have."""
        session = run(runs.at_age(0), flagged())

        assert old_loaders.was_asked(session)
        assert old_loaders.meeting(session) is None


@pytest.mark.parametrize(("nodes", "share"), [((), 5), (("/dev/dri/card0",), 2)])
def test_time_to_wake_a_gpu(monkeypatch: pytest.MonkeyPatch, nodes: tuple[str, ...], share: int) -> None:
    """Where there are GPUs a driver may do nothing for longer, before it is taken to do nothing any more."""
    monkeypatch.setattr(bench, "gpu_nodes", lambda: nodes)

    assert bench._still_share(Program("", devices="shown")) == share
    assert bench._still_share(Program("", devices="hidden")) == 5


class TestManners:
    """What a driver has once for a process is no growth."""

    def test_descriptors_of_the_library(self, hostile: Made) -> None:
        """Loaders unload a driver's library or leave it open; what it has opened when it was loaded is there once."""
        driver = hostile(load='for (int i = 0; i < 11; i++) open("/dev/null", O_RDWR)')
        Path(f"{driver.library}.flags").unlink()  # so that it is opened where it lies
        time.sleep(3.1)  # loaders keep open what has not changed for two whole seconds

        answers = run(runs.MANNERS, driver).answers

        # Loaders that unload it open it for the first instance, and again for one that is refused.
        assert len(answers["manners.gone"]["opened"]) in (11, 22)
        assert side_effects.leaks(answers["manners.again"], {}).broken == []

    def test_descriptors_of_instances(self, flagged: Made) -> None:
        """What every instance leaves over is growth."""
        answers = run(runs.MANNERS, flagged(violate="grows_descriptors")).answers

        assert (
            "3 instances leave 3 descriptors open"
            in side_effects.leaks(answers["manners.again"], {}).broken[0].fact
        )


def test_what_is_computed_wrongly(flagged: Made) -> None:
    """The job shows a driver that does it wrong."""
    result = application.computed(run(runs.EACH, flagged(violate="compute_wrong")))

    assert "the job's numbers are wrong" in result.broken[0].fact
