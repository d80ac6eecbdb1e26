"""The prober's act "at-once", on mock drivers: a race is told apart from what a signal does to one thread."""

from collections.abc import Callable
from typing import Any

import pytest

from refloader.suite.drivers.checks import queries
from refloader.suite.sessions.bench import probed
from refloader.suite.sessions.session import Probe
from refloader.suite.subjects.driver import DriverSubject

pytestmark = pytest.mark.slow

Made = Callable[..., DriverSubject]

INTERRUPTED = (
    "struct timespec moment = {.tv_nsec = 50000}; if (nanosleep(&moment, NULL) != 0) properties->vendorID = 0"
)
SHARED = (
    "static volatile uint32_t one; one = 1; for (volatile int i = 0; i < 5000; i++) continue; "
    "one = properties->vendorID = one + 1"
)
UNSTOPPED = (
    "sigset_t all, before; sigfillset(&all); pthread_sigmask(SIG_BLOCK, &all, &before); "
    "static volatile uint32_t one; one = 1; for (volatile int i = 0; i < 200; i++) continue; "
    "one = properties->vendorID = one + 1; pthread_sigmask(SIG_SETMASK, &before, NULL)"
)
MOST_RUNS = 4
ASKED = "vkGetPhysicalDeviceProperties (vendorID)"


def answers_of(driver: DriverSubject) -> dict[str, Any]:
    """The answers of the act. Skips where the machine cannot run it."""
    session = probed(Probe(driver.library, "at-once", (), "driver"))
    if session.ended == "not covered":
        pytest.skip(session.detail)
    assert session.ended == "ok", session.detail
    return dict(session.answers)


class TestTurns:
    """Two threads take turns, stopped by a signal."""

    def test_a_wait_that_a_signal_ends_is_no_matter_of_two_threads(self, hostile: Made) -> None:
        """One thread alone is told the same wrong number when it is stopped: nothing is judged by turns."""
        answers = answers_of(hostile(properties=INTERRUPTED))

        assert answers["at-once.device.0"]["interrupted"] == [ASKED]
        assert queries.same_at_once(answers).broken == []

    def test_a_number_that_threads_share_is(self, hostile: Made) -> None:
        """One thread alone is told the same each time, however often it is stopped."""
        answers = answers_of(hostile(properties=SHARED))
        found = [answers[f"at-once.device.{number}"] for number in range(2)]

        assert [row["interrupted"] for row in found] == [[], []]
        assert ASKED in found[0]["different"] + found[1]["different"]
        assert queries.same_at_once(answers).broken != []

    def test_the_mock_driver_is_right(self, hostile: Made) -> None:
        """Nothing differs."""
        answers = answers_of(hostile())

        assert queries.same_at_once(answers).seen > 0
        assert queries.same_at_once(answers).broken == []


class TestThreadsThatRunFreely:
    """Where signals are blocked nobody takes turns."""

    def test_a_number_that_threads_share_while_signals_are_blocked(self, hostile: Made) -> None:
        """Two threads meet there sooner or later; one run on a busy machine may miss it."""
        driver = hostile(properties=UNSTOPPED)

        assert any(queries.same_at_once(answers_of(driver)).broken for _ in range(MOST_RUNS))
