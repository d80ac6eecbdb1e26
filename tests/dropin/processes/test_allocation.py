"""Tests that every allocation of the application's may fail, and that none is lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

WHAT = ["instance", "enumeration", "device", "messenger", "report", "surface"]
SURFACES = "VK_KHR_surface:25,VK_KHR_xcb_surface:6"


@pytest.fixture
def surfaces(tmp_path: Path) -> MockWorld:
    """A driver for which a loader makes surfaces, and a layer."""
    world = MockWorld(tmp_path / "surfaces")
    world.driver("plain", extensions=SURFACES)
    world.layer("VK_LAYER_TEST_a")
    return world


class TestAllocationFailures:
    """A failed allocation is VK_ERROR_OUT_OF_HOST_MEMORY, and everything made before it is given back."""

    @pytest.mark.parametrize("what", WHAT)
    def test_every_allocation_may_fail(
        self, program: Program, compiled: Callable[..., str], surfaces: MockWorld, what: str
    ) -> None:
        """The n-th allocation fails, for every n that there is; the application's allocator is really used."""
        out = program.succeed([compiled("memory"), program.library, what], surfaces.variables)

        assert int(out) > 0
