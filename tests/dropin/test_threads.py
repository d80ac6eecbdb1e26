"""Tests that many threads can be inside the drop-in library at once, plainly and under sanitizers."""

from collections.abc import Callable
from pathlib import Path

import pytest
import sanitized
from conftest import folder_with
from mock_world import MockWorld
from programs import LONG, Program

THREADS = 8
SECONDS = 60 if LONG else 3
SMALL_STACK = 32 * 1024


@pytest.fixture(scope="session", params=["address", "thread"])
def sanitizer(request: pytest.FixtureRequest) -> str:
    """The sanitizers under which threads are watched."""
    return str(request.param)


@pytest.fixture(scope="session")
def watched(sanitizer: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library built under that sanitizer."""
    library = sanitized.build(sanitizer, tmp_path_factory.mktemp(f"build-{sanitizer}"))
    return folder_with(library, tmp_path_factory.mktemp(sanitizer))


def in_threads(program: Program, host: str, world: MockWorld, stack: int = 0, **more: str) -> list[int]:
    """How often each thread went round."""
    command = [host, program.library, str(THREADS), str(SECONDS), str(stack)]
    out = program.succeed(command, {**world.variables, **more}, timeout=SECONDS + 120)
    return [int(line) for line in out.split()]


class TestThreads:
    """Instances and devices may be made, used and destroyed by any number of threads at once."""

    def test_eight_threads(self, program: Program, compiled: Callable[..., str], world: MockWorld) -> None:
        """Half of the threads live on instances of their own, half share one; all get on."""
        world.layer("VK_LAYER_TEST_a")

        rounds = in_threads(program, compiled("threads"), world)

        assert len(rounds) == THREADS
        assert min(rounds) > 0

    def test_small_stacks(self, program: Program, compiled: Callable[..., str], world: MockWorld) -> None:
        """A host's threads may have stacks of 32 KiB."""
        world.layer("VK_LAYER_TEST_a")

        rounds = in_threads(program, compiled("threads"), world, stack=SMALL_STACK)

        assert min(rounds) > 0

    def test_under_a_sanitizer(
        self,
        sanitizer: str,
        watched: Path,
        compiled: Callable[..., str],
        world: MockWorld,
        tmp_path: Path,
    ) -> None:
        """Neither AddressSanitizer nor ThreadSanitizer has anything to say."""
        world.layer("VK_LAYER_TEST_a")
        host = compiled("threads", f"-fsanitize={sanitizer}")

        rounds = in_threads(Program(watched, tmp_path), host, world, **sanitized.OPTIONS[sanitizer])

        assert min(rounds) > 0
