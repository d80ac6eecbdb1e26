"""Tests that a host's timers may interrupt the drop-in library anywhere, and that floating-point traps do not."""

from collections.abc import Callable

import pytest
from mock_world import MockWorld
from programs import Program
from samples import LONG

pytestmark = pytest.mark.slow

SECONDS = 10 if LONG else 1


class TestSignals:
    """A signal that arrives ten thousand times a second changes nothing."""

    @pytest.mark.parametrize("timer", ["real", "prof"])
    @pytest.mark.parametrize("calls", ["restart", "interrupt"])
    def test_timer(
        self, program: Program, compiled: Callable[..., str], world: MockWorld, timer: str, calls: str
    ) -> None:
        """SIGALRM and SIGPROF, with and without SA_RESTART, while everything is used again and again."""
        world.layer("VK_LAYER_TEST_a")

        out = program.succeed(
            [compiled("signals"), program.library, timer, calls, str(SECONDS)], world.variables
        )

        assert int(out) >= 3


class TestFloats:
    """A program may have the processor trap inexact results, round upwards or flush small numbers to zero."""

    @pytest.mark.parametrize("mode", ["0000", "1800", "5f80", "9fc0"])
    def test_modes(self, program: Program, compiled: Callable[..., str], world: MockWorld, mode: str) -> None:
        """The library computes in a mode of its own, and all that it calls is called in the program's."""
        world.layer("VK_LAYER_TEST_a")

        out = program.succeed([compiled("floats"), program.library, mode], world.variables)

        assert out == "unchanged\n"
