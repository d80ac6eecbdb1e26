"""What is said of a claim fits a terminal of 80 columns, in whole words, and is one line each elsewhere."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def shown(words: list[str], *, errors: bool) -> list[str]:
    """The lines that a command prints on a terminal, which is its standard output or its standard error."""
    controller, terminal = pty.openpty()
    environment = {**os.environ, "COLUMNS": "80", "LINES": "24", "TERM": "dumb", "NO_COLOR": "1"}
    streams = {"stdout": subprocess.DEVNULL if errors else terminal, "stderr": terminal}
    with subprocess.Popen([sys.executable, "-m", "refloader", *words], env=environment, **streams):
        os.close(terminal)
        text = b""
        try:
            while more := os.read(controller, 65536):
                text += more
        except OSError:  # how Linux says that the other end is closed
            pass
    os.close(controller)
    return text.decode().splitlines()


def too_long(lines: list[str]) -> list[str]:
    """Lines that do not fit, though a blank in them would let them; a digest and its path stay together."""
    return [line for line in lines if len(line) > 80 and not line.startswith("sha256")]


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
