"""The prober's acts on lists, on mock drivers: one list can be asked for without the others."""

from collections.abc import Callable

import pytest

from refloader.suite.sessions.bench import probed
from refloader.suite.sessions.session import Probe, Session
from refloader.suite.subjects.driver import DriverSubject

pytestmark = pytest.mark.slow

Made = Callable[..., DriverSubject]
PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
WITH_PROPERTIES2 = ("--instance-extension", PROPERTIES2)


def asked(driver: DriverSubject, act: str, *arguments: str) -> Session:
    """The observations of an act. Skips where the machine cannot run it."""
    session = probed(Probe(driver.library, act, arguments, "driver"))
    if session.ended == "not covered":
        pytest.skip(session.detail)
    return session


def crashing(flagged: Made) -> DriverSubject:
    """A driver that crashes when it is asked for the extensions of a device."""
    return flagged(violate="extensions_crash", extensions=f"{PROPERTIES2}:2")


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

    @pytest.mark.parametrize("kind", ["tools", "sparse", "sparse2"])
    def test_what_needs_no_extensions(self, flagged: Made, kind: str) -> None:
        """A list of no extension is there, though the driver crashes when it is asked for those of a device."""
        alone = asked(crashing(flagged), "lists", "--only", kind, *WITH_PROPERTIES2)

        assert (alone.ended, lists_of(alone)) == ("ok", {kind})

    @pytest.mark.parametrize("kind", ["domains", "domains-khr", "rates", "cache"])
    def test_a_crash_before_it(self, flagged: Made, kind: str) -> None:
        """A crash in the extensions of a device is no step of the list that needs them."""
        alone = asked(crashing(flagged), "lists", "--only", kind, *WITH_PROPERTIES2)

        assert (alone.ended, alone.during) == ("crash", "lists.device-extensions.0")
        assert "(asking for the extensions of a device)" in alone.detail

    @pytest.mark.parametrize(
        ("kind", "lists"),
        [
            ("instance-layers", {"instance-layers"}),
            ("foreign-layer", {"foreign-layer"}),
            ("families2", {"families2"}),
            ("groups", {"groups", "devices"}),
        ],
    )
    def test_what_needs_no_device(self, flagged: Made, kind: str, lists: set[str]) -> None:
        """Layers and groups are there without a device, whose making would crash."""
        alone = asked(crashing(flagged), "enumerate", "--only", kind, *WITH_PROPERTIES2)

        assert (alone.ended, lists_of(alone)) == ("ok", lists)
