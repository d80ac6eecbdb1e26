"""The prober's acts on lists, on mock drivers: one list can be asked for without the others."""

from collections.abc import Callable

import pytest

from refloader.suite.sessions.bench import probed
from refloader.suite.sessions.session import Probe, Session
from refloader.suite.subjects.driver import DriverSubject

pytestmark = pytest.mark.slow

Made = Callable[..., DriverSubject]


def asked(driver: DriverSubject, act: str, *arguments: str) -> Session:
    """The observations of an act. Skips where the machine cannot run it."""
    session = probed(Probe(driver.library, act, arguments, "driver"))
    if session.ended == "not covered":
        pytest.skip(session.detail)
    return session


def lists_of(session: Session) -> set[str]:
    """The kinds of lists that were counted."""
    return {label.split(".")[1] for label in session.answers if label.endswith(".counted")}


class TestOneList:
    """With --only, an act asks for the lists of one kind."""

    def test_behind_one_that_crashes(self, flagged: Made) -> None:
        """A list that comes after the one in which the driver crashes is there if it is asked for alone."""
        driver = flagged(violate="sparse_crashes")

        whole, tools = asked(driver, "lists"), asked(driver, "lists", "--only", "tools")

        assert whole.during == "enumerate.sparse2.0.none"
        assert "tools" not in lists_of(whole)
        assert (tools.ended, lists_of(tools)) == ("ok", {"tools"})

    def test_the_whole_name(self, flagged: Made) -> None:
        """A kind whose name only begins like the one that is asked for is left out."""
        families = asked(flagged(), "enumerate", "--only", "families")

        assert (families.ended, lists_of(families)) == ("ok", {"families"})
