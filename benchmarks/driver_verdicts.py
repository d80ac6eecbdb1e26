"""Measures what a full verdict on a driver takes on two cores: the mock driver, and drivers of this machine."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rows import Row, alone

from refloader.native.mocks import mock_library

BOUND = 60.0
"""Seconds for one driver."""

CORES = 2
INSTALLED = (
    "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
    "/usr/share/vulkan/icd.d/lvp_icd.aarch64.json",
    "/usr/share/vulkan/icd.d/lvp_icd.json",
    "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json",
    "/usr/share/vulkan/icd.d/nvidia_icd.json",
    "/etc/vulkan/icd.d/nvidia_icd.json",
)


def measure(fast: bool) -> Iterator[Row]:
    """A row for each driver; the mock driver alone in a quick look."""
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        mock = mock_manifest(Path(folder))
        found = [] if fast else [path for path in INSTALLED if os.path.exists(path)]
        for manifest in [*([mock] if mock else []), *found]:
            seconds = verdict(manifest, folder)
            yield alone(f"full verdict on {os.path.basename(manifest)}, two cores", seconds, "s", BOUND)


def mock_manifest(folder: Path) -> str:
    """The manifest of the mock driver, which then is as good as a real one; empty where it was not built."""
    library = mock_library("mock_icd")
    if library is None:
        return ""
    copy = folder / "libmock_driver.so"
    shutil.copy(library, copy)
    Path(f"{copy}.flags").write_text("whole=1\n", encoding="ascii")
    body = {"file_format_version": "1.0.1", "ICD": {"library_path": str(copy), "api_version": "1.3.0"}}
    path = folder / "mock_driver.json"
    path.write_text(json.dumps(body), encoding="utf-8")
    return str(path)


def verdict(manifest: str, folder: str) -> float:
    """The seconds of the whole command, which may use two cores."""
    cores = ",".join(map(str, sorted(os.sched_getaffinity(0))[:CORES]))
    command = [sys.executable, "-m", "refloader", "conform", "--driver", manifest, "--out", f"{folder}/out"]
    start = time.perf_counter()
    subprocess.run(
        ["taskset", "-c", cores, *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return time.perf_counter() - start
