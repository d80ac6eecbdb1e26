"""Measures how refloader is installed from its wheel, and how soon it says something.

The wheel is built from this checkout; what it requires is downloaded before the clock starts, as its size and the
network are not refloader's.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rows import Row, alone

TOP = Path(__file__).resolve().parent.parent
MANIFESTS = TOP / "fixtures" / "manifests" / "nsight-compute-2025.3"
_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
_MEGABYTE = 1_000_000


def measure(fast: bool) -> list[Row]:
    """Return rows for the size of the wheel, an installation into a fresh environment, and the first verdict."""
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        index = Path(folder, "index")
        _run(*_PIP, "wheel", "-q", "-w", str(index), str(TOP))
        (wheel,) = index.glob("refloader-*.whl")
        size = wheel.stat().st_size / _MEGABYTE
        times = [_installed(Path(folder, str(number)), index) for number in range(1 if fast else 5)]
    install, first = (statistics.median(column) for column in zip(*times, strict=True))
    return [
        alone("the wheel of refloader", size, "MB", 6.0),
        alone(
            "install refloader from wheels",
            install,
            "s",
            3.0,
            "with what it requires, all from a folder",
        ),
        alone("lint of a manifest right after it", first, "s", 2.0, "compiles what it imports"),
    ]


def _installed(place: Path, index: Path) -> tuple[float, float]:
    """Return the seconds of an installation into a fresh environment, and of the first command in it."""
    _run(sys.executable, "-m", "venv", "--without-pip", str(place))
    python = str(place / "bin" / "python")
    offline = ("--no-index", "--find-links", str(index))
    start = time.perf_counter()
    _run(*_PIP, "--python", python, "install", "-q", *offline, "refloader")
    installed = time.perf_counter()
    _run(str(place / "bin" / "refloader"), "lint", str(MANIFESTS))
    return installed - start, time.perf_counter() - installed


def _run(*command: str) -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    subprocess.run(command, env=kept, check=True, stdout=subprocess.DEVNULL)
