"""The example runner in ``docs``: other projects copy it, so it has to work without this package."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.native.dropin import dropin_library
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError

TOP = Path(__file__).resolve().parents[2]
SCENARIOS = TOP / "fixtures" / "scenarios"


def ran(scenario: str, edition: str = "2026", folder: Path = SCENARIOS) -> "subprocess.CompletedProcess[str]":
    """The runner on a scenario and the reference's library; skips where the runner cannot work."""
    mock = mock_library("mock_layer")
    try:
        loader = str(dropin_library())
    except LoaderError as error:
        pytest.skip(str(error))
    if mock is None:
        pytest.skip("the mocks are not built (install with a C compiler)")
    if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"], check=False).returncode != 0:
        pytest.skip("only root can make a mount namespace by itself")
    words = [str(TOP / "docs" / "run_scenario.py"), str(folder / scenario), loader, os.path.dirname(mock)]
    return subprocess.run([sys.executable, *words, edition], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("scenario", ["order/three_groups", "extensions/from_everybody", "hostile/no_json"])
def test_the_reference_passes(scenario: str) -> None:
    """Chain, devices, extensions and a file that is no JSON are judged as the scenario says."""
    done = ran(scenario)

    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_a_difference_is_told(tmp_path: Path) -> None:
    """A scenario that expects something else fails with what was seen."""
    original = (SCENARIOS / "order" / "three_groups" / "scenario.json").read_text()
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "scenario.json").write_text(original.replace('"expect"', '"was"').replace(
        '"note"', '"expect": {"2026": {"result": "VK_SUCCESS", "chain": ["nobody"]}}, "note"', 1
    ))  # fmt: skip

    done = ran("wrong", folder=tmp_path)

    assert done.returncode == 1
    assert "result: seen VK_ERROR_LAYER_NOT_PRESENT; expected VK_SUCCESS" in done.stdout
    assert "chain: seen []; expected ['nobody']" in done.stdout


def test_what_it_leaves_out_is_told() -> None:
    """A scenario with privilege, and an edition that the scenario does not speak of, are left out."""
    assert ran("privilege/layer_paths").returncode == 3
    assert ran("settings/three_controls", "2016").returncode == 3
