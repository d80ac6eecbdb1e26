"""Drivers get an X server for their surfaces, in the sandbox too."""

import shutil
from pathlib import Path

import pytest

from refloader.sandbox.layouts import Way
from refloader.sandbox.world import capabilities
from refloader.suite.sessions import bench
from refloader.suite.sessions.session import Probe
from refloader.suite.subjects.driver import driver_at

LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"


@pytest.fixture
def library() -> str:
    """The library of a driver that draws to windows; skips where it or what it needs is missing."""
    if not Path(LAVAPIPE).is_file():
        pytest.skip("lavapipe is not installed (Debian: mesa-vulkan-drivers)")
    if not shutil.which("Xvfb"):
        pytest.skip("there is no X server (Debian: xvfb)")
    if capabilities().way is Way.VARIABLES:
        pytest.skip("a program has an X server only where there are namespaces")
    return str(driver_at(LAVAPIPE).library)


@pytest.mark.parametrize("display", [True, False], ids=["with one", "without"])
def test_surface_of_a_window(library: str, display: bool) -> None:
    """A window is there to be drawn to if the prober is to have a display, and only then."""
    session = bench.probed(Probe(library, "surfaces", of="driver", devices="shown", display=display))

    assert (session.ended, "missing" in session.answers["surfaces.xcb"]) == ("ok", not display)
