"""Tests that a process that has little stack, no descriptors or no right to more code can use the drop-in library."""

from collections.abc import Callable

import pytest
from mock_world import MockWorld
from programs import Program

CANNOT = 77


class TestRestrictedHosts:
    """A process takes something away from itself, before or after its first instance, and uses the library."""

    @pytest.mark.parametrize("when", ["first", "later"])
    @pytest.mark.parametrize("what", ["coroutine", "descriptors", "files", "folder", "executable", "stack"])
    def test_a_whole_life(
        self, program: Program, compiled: Callable[..., str], world: MockWorld, what: str, when: str
    ) -> None:
        """16 KiB of stack, no open or free descriptors, no folder, no new code and no growing stack will do."""
        world.layer("VK_LAYER_TEST_a")

        done = program.run([compiled("restricted"), program.library, what, when], world.variables)

        if done.returncode == CANNOT:
            pytest.skip(f"this machine's kernel cannot take it away: {what}")
        assert (done.returncode, done.stdout) == (0, "well\n"), done.stderr
