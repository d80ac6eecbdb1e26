"""Tests that many threads can be inside the drop-in library at once."""

from collections.abc import Callable

import pytest
from mock_world import MockWorld
from programs import Program
from samples import LONG

pytestmark = pytest.mark.slow

THREADS = 8
SECONDS = 60 if LONG else 5
SECONDS_SMALL = 20 if LONG else 3
SMALL_STACK = 32 * 1024


def in_threads(program: Program, host: str, world: MockWorld, seconds: int, stack: int = 0) -> list[int]:
    """How often each thread went round."""
    command = [host, program.library, str(THREADS), str(seconds), str(stack)]
    out = program.succeed(command, world.variables, timeout=seconds + 120)
    return [int(line) for line in out.split()]


class TestThreads:
    """Instances and devices may be made, used and destroyed by any number of threads at once."""

    def test_eight_threads(self, program: Program, compiled: Callable[..., str], world: MockWorld) -> None:
        """Half of the threads live on instances of their own, half share one; all get on."""
        world.layer("VK_LAYER_TEST_a")

        rounds = in_threads(program, compiled("threads"), world, SECONDS)

        assert len(rounds) == THREADS
        assert min(rounds) > 0

    def test_small_stacks(self, program: Program, compiled: Callable[..., str], world: MockWorld) -> None:
        """A host's threads may have stacks of 32 KiB."""
        world.layer("VK_LAYER_TEST_a")

        rounds = in_threads(program, compiled("threads"), world, SECONDS_SMALL, SMALL_STACK)

        assert min(rounds) > 0

    def test_cancelled_threads(
        self, program: Program, compiled: Callable[..., str], world: MockWorld
    ) -> None:
        """A thread that is cancelled while it is inside ends when it is out again, and leaves nothing locked."""
        world.layer("VK_LAYER_TEST_a")

        program.succeed([compiled("cancel"), program.library, "40"], world.variables, timeout=120)
