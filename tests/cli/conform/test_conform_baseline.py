"""``refloader conform --baseline``: the exit code tells whether a run is worse than results that were kept."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from verbs import Run, checked_json, manifest

from refloader.cli.main import main

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def layer(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A layer without a library or a description."""
    return manifest(tmp_path_factory.mktemp("layer"), drop="description")


@pytest.fixture(scope="module")
def kept(layer: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of that layer."""
    folder = tmp_path_factory.mktemp("before")
    done = CliRunner().invoke(
        main, ["conform", "--layer", layer, "--out", str(folder)], catch_exceptions=False
    )
    assert done.exit_code == 1
    return folder


@pytest.fixture
def before(kept: Path, tmp_path: Path) -> str:
    """The same in a folder of the test's own."""
    return str(shutil.copytree(kept, tmp_path / "before"))


class TestBaseline:
    """Findings that the baseline has do not count."""

    def test_the_same_again(self, run: Run, layer: str, before: str, tmp_path: Path) -> None:
        """The run is no worse, and the summary says so."""
        done = run("conform", "--layer", layer, "--baseline", before, "--out", str(tmp_path / "now"))

        assert done.exit_code == 0
        line = next(each for each in done.stdout.splitlines() if each.startswith("against the baseline"))
        assert "found as before" in line
        assert line in (tmp_path / "now/summary.txt").read_text()

    def test_a_finding_more(self, run: Run, before: str, tmp_path: Path) -> None:
        """It is named, and so is what is better."""
        worse = manifest(tmp_path, drop="type")

        done = run("conform", "--layer", worse, "--baseline", before, "--out", str(tmp_path / "now"))

        assert done.exit_code == 1
        assert "  worse: MANIFEST-LAYER-05  static" in done.stdout
        assert "  better: MANIFEST-LAYER-12  static" in done.stdout

    def test_the_folder_of_results_can_be_the_baseline(self, run: Run, layer: str, before: str) -> None:
        """It is read before it is written anew."""
        assert run("conform", "--layer", layer, "--baseline", before, "--out", before).exit_code == 0

    def test_json(self, run: Run, layer: str, before: str, tmp_path: Path) -> None:
        """The run's own exit code stands beside that of the comparison."""
        words = ("--layer", layer, "--baseline", before, "--out", str(tmp_path / "now"), "--format", "json")

        document = checked_json(run("conform", *words), "run-1")

        assert (document["exit_code"], document["baseline"]["exit_code"]) == (1, 0)
        assert document["baseline"]["worse"] == []

    def test_a_baseline_that_cannot_be_used(self, run: Run, layer: str, tmp_path: Path) -> None:
        """It is told before anything runs."""
        path = tmp_path / "x.ndjson"
        path.write_text(json.dumps({"kind": "result"}))

        done = run("conform", "--layer", layer, "--baseline", str(path), "--out", str(tmp_path / "now"))

        assert done.exit_code == 2
        assert "--baseline" in done.stderr
        assert not (tmp_path / "now").exists()
