"""Drivers where the prober uses another process: ends as if all was well, and processes that never start."""

from collections.abc import Callable

import pytest

from refloader.suite.sessions import bench, generated_programs
from refloader.suite.sessions.checked_trial import refusals
from refloader.suite.sessions.session import Probe
from refloader.suite.subjects.driver import DriverSubject

pytestmark = pytest.mark.slow

OPTIONS = ("--seed", "1", "--count", "20")


@pytest.mark.parametrize(
    ("status", "words"), [("_exit(0)", "(exit)"), ("_exit(3)", "(exit)"), ("abort()", "(SIGABRT)")]
)
def test_a_driver_that_ends_a_program(hostile: Callable[..., DriverSubject], status: str, words: str) -> None:
    """Also one that ends it as if all was well, in the second device of a process."""
    driver = hostile(device=f"static int number; if (++number == 2) {status}")

    answers = bench.probed(Probe(driver.library, "programs", OPTIONS, "driver", "shown", seconds=60)).answers

    assert [fact for _, _, fact in generated_programs.ends(answers)] == [
        f"vkCreateDevice (device 0, of instance 1) ends the program {words}"
    ]


NO_MORE = "struct rlimit none = {0, 0}; prlimit(getppid(), RLIMIT_NPROC, &none, 0)"
"""As where the user's processes have reached the limit: the prober can start none from then on."""


class TestNoMoreProcesses:
    """That a process cannot be started says nothing of a driver."""

    def test_before_an_offer(self, hostile: Callable[..., DriverSubject]) -> None:
        """The prober gives up and says so; it does not end as if the driver had aborted."""
        driver = hostile(negotiate=NO_MORE)

        seen = bench.probed(Probe(driver.library, "negotiate", (), "driver", "shown", seconds=30))

        assert (seen.ended, seen.detail) == ("ok", "")
        assert refusals(seen) == ["no process can be started"]

    def test_before_a_program(self, hostile: Callable[..., DriverSubject]) -> None:
        """No program is said to have crashed."""
        driver = hostile(device=NO_MORE)

        seen = bench.probed(Probe(driver.library, "programs", OPTIONS, "driver", "shown", seconds=60))

        assert list(generated_programs.ends(seen.answers)) == []
        assert refusals(seen) == ["no process can be started"]


@pytest.mark.parametrize("status", [0, 3])
def test_a_driver_that_ends_at_one_version(hostile: Callable[..., DriverSubject], status: int) -> None:
    """Each version is offered in a process of its own."""
    driver = hostile(negotiate=f"if (*version == 4) _exit({status})")

    seen = bench.probed(Probe(driver.library, "negotiate", (), "driver", "shown", seconds=30))

    assert (seen.ended, seen.during) == ("crash", "negotiate.7.4")
