"""Looking for garbage takes no part of the time that a command needs: there is hardly any."""

import json
import os
import subprocess
import sys
from pathlib import Path

COUNTED = """
import atexit, gc, runpy, sys
atexit.register(lambda: print(gc.get_stats()[0]["collections"], file=sys.stderr))
runpy.run_module("refloader", run_name="__main__")
"""
LAYERS = 4_000
MOST = 60
"""Python collects 250 times by its own numbers, and 25 times by ours."""


def test_lint_of_many_findings_rarely_looks_for_garbage(tmp_path: Path) -> None:
    """Five findings each of 4,000 layers."""
    layers = [{"name": f"VK_LAYER_A_{number}"} for number in range(LAYERS)]
    manifest = tmp_path / "layers.json"
    manifest.write_text(json.dumps({"file_format_version": "1.2.0", "layers": layers}))

    ended = subprocess.run(
        [sys.executable, "-c", COUNTED, "lint", manifest],
        capture_output=True,
        text=True,
        env={**os.environ, "REFLOADER_CONFIG": "none"},
        check=False,
    )

    assert ended.returncode == 1, ended.stderr
    assert ended.stdout.count(str(manifest)) > LAYERS
    assert int(ended.stderr.splitlines()[-1]) <= MOST
