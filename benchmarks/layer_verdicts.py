"""Measures what a layer's full verdict takes on one core: the mock layer's, and those of layers of this machine."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rows import Row, alone

from refloader.native.mocks import mock_library
from refloader.suite.sessions.run_manifests import for_library

BOUND = 20.0
"""Seconds for one layer."""

INSTALLED = (
    "/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json",
    "/usr/share/vulkan/explicit_layer.d/VkLayer_MESA_overlay.json",
    "/usr/share/vulkan/implicit_layer.d/MangoHud.json",
)


def measure(fast: bool) -> Iterator[Row]:
    """A row for each layer; the mock layer alone in a quick look."""
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        mock = mock_manifest(Path(folder))
        found = [] if fast else [path for path in INSTALLED if os.path.exists(path)]
        for manifest in [*([mock] if mock else []), *found]:
            seconds = verdict(manifest, folder)
            yield alone(f"full verdict on {os.path.basename(manifest)}, one core", seconds, "s", BOUND)


def mock_manifest(folder: Path) -> str:
    """The manifest of the mock layer as it is; empty where it was not built."""
    library = mock_library("mock_layer_v2")
    if library is None:
        return ""
    path = folder / "VkLayer_mock.json"
    path.write_bytes(for_library(library, "VK_LAYER_TEST_mock"))
    return str(path)


def verdict(manifest: str, folder: str) -> float:
    """The seconds of the whole command, which may use one core."""
    core = min(os.sched_getaffinity(0))
    command = [sys.executable, "-m", "refloader", "conform", "--layer", manifest, "--out", f"{folder}/out"]
    start = time.perf_counter()
    subprocess.run(
        ["taskset", "-c", str(core), *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return time.perf_counter() - start
