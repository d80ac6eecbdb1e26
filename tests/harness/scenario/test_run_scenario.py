"""The example runner beside the scenarios: other projects copy it, so it has to work without this package."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.main import main
from refloader.native.dropin import dropin_library
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError
from refloader.shipped import shipped

RUNNER = Path(shipped("fixtures/scenarios")) / "run_scenario.py"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus as other projects get it."""
    folder = tmp_path_factory.mktemp("corpus") / "scenarios"
    done = CliRunner().invoke(main, ["export-scenarios", str(folder)])
    assert done.exit_code == 0
    return folder


def ran(
    scenario: Path, edition: str = "2026", before: Callable[[], object] | None = None
) -> "subprocess.CompletedProcess[str]":
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
    words = [str(RUNNER), str(scenario), loader, os.path.dirname(mock)]
    return subprocess.run(
        [sys.executable, *words, edition], capture_output=True, text=True, check=False, preexec_fn=before
    )


@pytest.mark.parametrize("scenario", ["order/three_groups", "extensions/from_everybody", "hostile/no_json"])
def test_the_reference_passes(corpus: Path, scenario: str) -> None:
    """Chain, devices, extensions and a file that is no JSON are judged as the scenario says."""
    done = ran(corpus / scenario)

    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def ignore_ends() -> None:
    """As whoever starts it may do; that is inherited, and then a process does not learn how its own end."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


@pytest.mark.parametrize("before", [None, ignore_ends])
def test_a_difference_is_told(corpus: Path, tmp_path: Path, before: Callable[[], object] | None) -> None:
    """A scenario that expects something else fails with what was seen."""
    original = (corpus / "order" / "three_groups" / "scenario.json").read_text()
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "scenario.json").write_text(original.replace('"expect"', '"was"').replace(
        '"note"', '"expect": {"2026": {"result": "VK_SUCCESS", "chain": ["nobody"]}}, "note"', 1
    ))  # fmt: skip

    done = ran(tmp_path / "wrong", before=before)

    assert done.returncode == 1
    assert "actual result: VK_ERROR_LAYER_NOT_PRESENT; expected: VK_SUCCESS" in done.stdout
    assert "actual chain: []; expected: ['nobody']" in done.stdout


def test_what_it_leaves_out_is_told(corpus: Path) -> None:
    """A scenario with privilege, and an edition that the scenario does not speak of, are left out."""
    assert ran(corpus / "privilege/layer_paths").returncode == 3
    assert ran(corpus / "settings/three_controls", "2016").returncode == 3
