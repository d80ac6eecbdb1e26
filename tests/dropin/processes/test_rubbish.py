"""Tests of drivers and layers that break their side: errors, NULL and rubbish from every interface call."""

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

pytestmark = pytest.mark.slow

HOSTS = Path(__file__).resolve().parents[1] / "hosts"
SHARED = ("-shared", "-fPIC", "-fvisibility=hidden")
GOOD_DEVICE = "device mock driver extensions=0 create=0"


def named_in(source: str) -> list[str]:
    """Every mistake that a C source knows."""
    text = (HOSTS / source).read_text(encoding="utf-8")
    table = re.findall(r'^    \{"vk\w+", "([a-z-]+)"', text, re.MULTILINE)
    return sorted({*re.findall(r'wrong\("([a-z-]+)"\)', text), *table})


DRIVER_MISTAKES = named_in("subjects/rubbish_driver.c")
LAYER_MISTAKES = named_in("subjects/rubbish_layer.c")


@pytest.fixture
def outcome(program: Program, compiled: Callable[..., str]) -> Callable[..., list[str]]:
    """What the surviving program prints in a world; it survives, or the loader says why it aborts."""

    def run(world: MockWorld, **variables: str) -> list[str]:
        command = [compiled("survivor"), program.library]
        done = program.run(command, {**world.variables, **variables})
        lines = done.stdout.splitlines()
        aborted = done.returncode == -signal.SIGABRT and "[Vulkan Loader] ERROR: " in done.stderr
        assert aborted or (done.returncode == 0 and lines[-1] == "survived"), (
            done.returncode,
            done.stderr,
            lines,
        )
        return lines

    return run


class TestRubbishDrivers:
    """A driver's mistake costs that driver at most."""

    def test_without_a_mistake(
        self, outcome: Callable[..., list[str]], world: MockWorld, compiled: Callable[..., str]
    ) -> None:
        """The driver works as long as nothing is asked to be wrong."""
        world.driver_manifest("rubbish", compiled("subjects/rubbish_driver", *SHARED))

        lines = outcome(world)

        assert lines.count("device r extensions=0 create=0") == 2

    @pytest.mark.parametrize("mistake", DRIVER_MISTAKES)
    def test_beside_a_good_driver(
        self,
        outcome: Callable[..., list[str]],
        world: MockWorld,
        compiled: Callable[..., str],
        mistake: str,
    ) -> None:
        """The process goes on, and the good driver's device is there and can be made."""
        world.driver_manifest("rubbish", compiled("subjects/rubbish_driver", *SHARED))

        lines = outcome(world, RUBBISH_DRIVER=mistake)

        assert GOOD_DEVICE in lines or mistake == "enumerate-fails"

    @pytest.mark.parametrize("mistake", DRIVER_MISTAKES)
    def test_alone(
        self,
        outcome: Callable[..., list[str]],
        tmp_path: Path,
        compiled: Callable[..., str],
        mistake: str,
    ) -> None:
        """Without a good driver there may be no instance, but there is an answer."""
        world = MockWorld(tmp_path / "alone")
        world.driver_manifest("rubbish", compiled("subjects/rubbish_driver", *SHARED))

        assert outcome(world, RUBBISH_DRIVER=mistake)


class TestRubbishLayers:
    """A layer's mistake may cost the instance, never the process without a word."""

    def test_without_a_mistake(
        self, outcome: Callable[..., list[str]], world: MockWorld, compiled: Callable[..., str]
    ) -> None:
        """The layer hands everything down as long as nothing is asked to be wrong."""
        world.layer_manifest("VK_LAYER_TEST_rubbish", compiled("subjects/rubbish_layer", *SHARED))

        assert outcome(world).count(GOOD_DEVICE) == 2

    @pytest.mark.parametrize("mistake", LAYER_MISTAKES)
    def test_mistake(
        self,
        outcome: Callable[..., list[str]],
        world: MockWorld,
        compiled: Callable[..., str],
        mistake: str,
    ) -> None:
        """An error, or an abort that names what was wrong."""
        world.layer_manifest("VK_LAYER_TEST_rubbish", compiled("subjects/rubbish_layer", *SHARED))

        assert outcome(world, RUBBISH_LAYER=mistake)
