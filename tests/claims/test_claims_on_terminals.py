"""What is said of a claim fits a terminal of 80 columns, in whole words, and is one line each elsewhere."""

import subprocess
import sys
from pathlib import Path

import pytest
from on_terminal import shown, too_long

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("errors", [False, True])
def test_packing(own_run: Path, tmp_path: Path, *, errors: bool) -> None:
    """Also where the bundle itself goes to standard output."""
    where = "-" if errors else str(tmp_path / "bundle")
    words = ["claim", str(own_run), "--output", where]

    lines = shown(words, errors=errors)
    piped = subprocess.run([sys.executable, "-m", "refloader", *words], capture_output=True, check=True)

    assert too_long(lines) == []
    told = (piped.stderr if errors else piped.stdout).decode()
    assert " ".join(lines).split() == told.split()
    assert len(lines) > len(told.splitlines()) > 1


def test_verifying(layer_bundle: bytes, tmp_path: Path) -> None:
    """Every line, with what is not checked and the conclusion."""
    bundle = tmp_path / "bundle"
    bundle.write_bytes(layer_bundle)
    words = ["verify-claim", str(bundle)]

    lines = shown(words, errors=False)
    piped = subprocess.run([sys.executable, "-m", "refloader", *words], capture_output=True, check=False)

    assert too_long(lines) == []
    told = piped.stdout.decode()
    assert " ".join(lines).split() == told.split()
    assert len(lines) > len(told.splitlines()) > 1
