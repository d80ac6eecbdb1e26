"""Measures what a layer's verdicts take on one core: the clean mock layer's, and those of layers of this machine."""

import compileall
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rows import Row, alone

import policy_tests
import refloader
from refloader.native.mocks import mock_library
from refloader.suite.sessions.run_manifests import for_library

BOUNDS = {"quick": 8.0, "full": 25.0}
"""Seconds of processor time for the mock layer, by profile; a layer of this machine may take twice as long."""

MOCK = "VK_LAYER_mock"
"""The name that the mock layer says it has: under another one it is not clean."""

INSTALLED = (
    "/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json",
    "/usr/share/vulkan/explicit_layer.d/VkLayer_MESA_overlay.json",
    "/usr/share/vulkan/implicit_layer.d/MangoHud.json",
)


def measure(fast: bool) -> Iterator[Row]:
    """A row for each layer and profile; the mock layer alone in a quick look.

    The modules are compiled, as pip leaves them: in an editable installation where PYTHONDONTWRITEBYTECODE is set,
    each start would compile them anew, which takes as long as the verdict.
    """
    for package in (refloader, policy_tests):
        for folder in package.__path__:
            compileall.compile_dir(folder, quiet=2)
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        mock = mock_manifest(Path(folder))
        for profile in BOUNDS if mock else ():
            yield row(mock, profile, folder, BOUNDS[profile])
        for manifest in () if fast else filter(os.path.exists, INSTALLED):
            yield row(manifest, "full", folder, 2 * BOUNDS["full"])


def row(manifest: str, profile: str, folder: str, bound: float) -> Row:
    """The row for one layer; it says if the verdict was another one than that the layer is conformant."""
    seconds, status = verdict(manifest, profile, folder)
    note = "" if status == 0 else f"exit {status}: findings are tried a second time"
    name = f"{profile} verdict on {os.path.basename(manifest)}, processor time"
    return alone(name, seconds, "s", bound, note)


def mock_manifest(folder: Path) -> str:
    """The manifest of the mock layer as it is; empty where it was not built."""
    library = mock_library("mock_layer_v2")
    if library is None:
        return ""
    path = folder / "VkLayer_mock.json"
    path.write_bytes(for_library(library, MOCK))
    return str(path)


def verdict(manifest: str, profile: str, folder: str) -> tuple[float, int]:
    """The seconds of the whole command, which may use one core, with all that it starts; and its exit status."""
    core = min(os.sched_getaffinity(0))
    command = [sys.executable, "-m", "refloader", "conform", "--layer", manifest, "--profile", profile]
    before = os.times()
    status = subprocess.run(
        ["taskset", "-c", str(core), *command, "--out", f"{folder}/out-{profile}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    ).returncode
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used, status
