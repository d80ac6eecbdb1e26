"""Tests of libraries that come and go, and of instances that live to the very end of a process."""

from collections.abc import Callable

import pytest
from mock_world import MockWorld
from programs import Program


class TestLifetime:
    """The drop-in library works as long as any code of the process can run."""

    @pytest.mark.parametrize("how", ["atexit", "late-atexit", "destructor", "first-use-at-exit"])
    def test_destroyed_at_the_end(
        self, program: Program, compiled: Callable[..., str], world: MockWorld, how: str
    ) -> None:
        """Instances are destroyed, or even first made, while the process exits."""
        world.layer("VK_LAYER_TEST_a")

        done = program.run([compiled("lifetime"), program.library, how], world.variables)

        assert (done.returncode, done.stdout, done.stderr) == (0, "well\n", "destroyed\n")

    def test_destroyed_by_a_library(
        self, program: Program, compiled: Callable[..., str], world: MockWorld
    ) -> None:
        """A library that holds an instance destroys it in its own destructor."""
        world.layer("VK_LAYER_TEST_a")
        holder = compiled("holder", "-shared", "-fPIC")

        done = program.run([compiled("lifetime"), program.library, "library", holder], world.variables)

        assert (done.returncode, done.stdout, done.stderr) == (0, "well\n", "destroyed\n")

    @pytest.mark.parametrize("how", ["reopen", "closed-early"])
    def test_opened_and_closed(
        self, program: Program, compiled: Callable[..., str], world: MockWorld, how: str
    ) -> None:
        """The library is opened, used and closed a hundred times, and once more while it is open."""
        world.layer("VK_LAYER_TEST_a")

        out = program.succeed([compiled("lifetime"), program.library, how], world.variables)

        assert out == "well\n"

    def test_several_copies(self, program: Program, compiled: Callable[..., str], world: MockWorld) -> None:
        """Copies in linker namespaces of their own do not meet: each has its interpreter and its threads."""
        world.layer("VK_LAYER_TEST_a")

        out = program.succeed([compiled("namespaces"), program.library], world.variables)

        assert out == "well\n"
