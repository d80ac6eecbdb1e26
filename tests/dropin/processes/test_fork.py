"""Tests that a process may fork at any moment and that the child can use the drop-in library."""

from collections.abc import Callable

import pytest
from mock_world import MockWorld
from programs import Program
from samples import LONG

pytestmark = pytest.mark.slow

TIMES = 500 if LONG else 100


class TestFork:
    """After a fork both processes have a whole loader."""

    @pytest.mark.parametrize("when", ["before", "after", "inherit", "twice"])
    def test_single_thread(
        self, program: Program, compiled: Callable[..., str], world: MockWorld, when: str
    ) -> None:
        """Before the first use, with a live instance, using the parent's instance, and again in the child."""
        world.layer("VK_LAYER_TEST_a")

        out = program.succeed([compiled("forks"), program.library, when, str(TIMES)], world.variables)

        assert out.endswith("well\n")

    def test_while_other_threads_are_inside(
        self, program: Program, compiled: Callable[..., str], world: MockWorld
    ) -> None:
        """Whatever four other threads are doing in the loader, the child's own calls work."""
        # No layer: the mock layer has a lock of its own, which a fork may leave locked in the child.
        command = [compiled("forks"), program.library, "busy", str(3 * TIMES)]

        out = program.succeed(command, world.variables, timeout=300)

        assert out.endswith("well\n")

    def test_while_other_threads_come_in_for_the_first_time(
        self, program: Program, compiled: Callable[..., str], world: MockWorld
    ) -> None:
        """What the library does before its first call leaves no lock to the child, however long it takes."""
        slow = compiled("slow_atfork", "-shared", "-fPIC")
        command = [compiled("forks"), program.library, "busy", "1"]

        out = program.succeed(command, {**world.variables, "LD_PRELOAD": slow})

        assert out.endswith("well\n")

    def test_inside_a_driver(self, program: Program, compiled: Callable[..., str], world: MockWorld) -> None:
        """A driver that forks in the middle of a command comes back twice, and both go on."""
        driver = compiled("subjects/hook_driver", "-shared", "-fPIC", "-fvisibility=hidden")
        hooked = MockWorld(world.folder / "hooked")
        hooked.driver_manifest("hook", driver)
        host = compiled("forks", "-rdynamic")

        out = program.succeed([host, program.library, "driver", str(TIMES)], hooked.variables)

        assert out.endswith("well\n")
