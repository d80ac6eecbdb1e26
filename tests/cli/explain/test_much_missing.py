"""What an explanation says of layers and drivers that are missing, however many they are."""

import cProfile
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from verbs import Run

from refloader.cli.main import main

_OF_ANSWERS = os.path.join("inspect", "explain", "")


def _words(root: Path, count: int) -> list[str]:
    names = ":".join(f"VK_LAYER_TEST_{number}" for number in range(count))
    paths = ":".join(f"/none/{number}.json" for number in range(count))
    variables = ["--env", f"VK_INSTANCE_LAYERS={names}", "--env", f"VK_DRIVER_FILES={paths}"]
    return ["explain", "--root", str(root), *variables]


def _calls(root: Path, count: int) -> int:
    profile = cProfile.Profile()
    profile.runcall(CliRunner().invoke, main, _words(root, count))
    return sum(e.callcount for e in profile.getstats() if _OF_ANSWERS in getattr(e.code, "co_filename", ""))


def test_the_work_for_each_is_the_same(tmp_path: Path) -> None:
    """No layer is compared with every path of a driver: twice as many are twice the work."""
    _calls(tmp_path, 10)  # what is imported late is imported here

    first, second, third = (_calls(tmp_path, count) for count in (15, 30, 60))

    assert third - second < 2 * 1.1 * (second - first)


@pytest.mark.parametrize("name", ["a.json", "deeper/a.json"])
def test_what_is_wrong_in_a_place_of_drivers_is_told(run: Run, tmp_path: Path, name: str) -> None:
    """Of a manifest that is named itself; the layer that is missing is told apart."""
    done = run(
        "explain", "--root", str(tmp_path), "--env", f"VK_DRIVER_FILES=/none/{name}", "VK_LAYER_TEST_a"
    )

    assert done.exit_code == 1
    assert f'"/none/{name}" (from VK_DRIVER_FILES) does not exist' in done.stdout
