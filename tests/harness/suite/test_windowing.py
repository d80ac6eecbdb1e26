"""What an application says of a surface, and when there is nothing to judge because a loader lacks the system."""

from collections.abc import Callable

import pytest

from refloader.scenario.observation import Observation, SeenExtension
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SYSTEMS, XCB, System, seen_with


class _Offering(Trial):
    """A trial of a loader that reports these instance extensions."""

    def __init__(self, *names: str) -> None:
        self._extensions = {"": tuple(SeenExtension(name, 1) for name in names)}

    def calls(self, *_arguments: object, **_options: object) -> Observation:
        return Observation("ok", extensions=self._extensions)


@pytest.fixture
def look() -> Callable[[System, Trial], Observation]:
    """Looks for a windowing system."""
    return lambda system, trial: seen_with(system, trial, World(), Script())


def test_a_create_info() -> None:
    """The words behind sType and pNext follow them."""
    assert XCB.info == [1000005000, 0, 0, 0x11, 0x22]
    assert (XCB.own, XCB.structure) == ("own:XCB", "loader:XCB connection=0x11 window=0x22")


def test_each_system_once() -> None:
    """Extensions, commands and structure types differ."""
    assert len({(each.extension, each.command, each.kind) for each in SYSTEMS}) == 6


def test_a_loader_without_a_system(look: Callable[[System, Trial], Observation]) -> None:
    """There is nothing to judge; the display's extension is one that every loader has."""
    with pytest.raises(pytest.skip.Exception, match="built without VK_KHR_xcb_surface"):
        look(XCB, _Offering("VK_KHR_surface"))
    assert look(DISPLAY, _Offering()).ended == "ok"


def test_a_loader_with_a_system(look: Callable[[System, Trial], Observation]) -> None:
    """What was seen is judged."""
    assert look(XCB, _Offering("VK_KHR_xcb_surface")).extension_names() == ("VK_KHR_xcb_surface",)
