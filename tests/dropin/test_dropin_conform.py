"""The drop-in library under the project's own suite, by the same path as any foreign loader."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


class TestConformance:
    """The reference loader keeps the rules it judges others by: what it decides is what happens."""

    @pytest.mark.whole
    def test_every_loader_rule_is_kept(self, dropin: Path, tmp_path: Path) -> None:
        """No case fails, and none is skipped because the library would be too old for it."""
        library = str(dropin / "libvulkan.so.1")
        verb = [sys.executable, "-m", "refloader", "conform", "--loader", library, "--out", str(tmp_path)]

        done = subprocess.run([*verb, "-n", "2", "--format", "json"], capture_output=True, text=True)

        results = json.loads(done.stdout)["results"]
        others = [row for row in results if row["verdict"] != "pass"]
        assert [
            (row["case"], row["verdict"], row["reason"]) for row in others if row["verdict"] != "skip"
        ] == []
        assert [row["case"] for row in others if "is known from loader" in row["reason"]] == []
        assert len(results) > 300
        assert done.returncode == 0
