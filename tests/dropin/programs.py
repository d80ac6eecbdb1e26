"""Runs programs on a chosen libvulkan and tells which one they used. Never judges what they print."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

_INIT = re.compile(r"calling init: (/.*\S)\s*$", re.MULTILINE)
_NAMES = (
    "/usr/lib/x86_64-linux-gnu/libvulkan.so.1",
    "/usr/lib/aarch64-linux-gnu/libvulkan.so.1",
    "/usr/lib64/libvulkan.so.1",
    "/usr/lib/libvulkan.so.1",
)
_MANIFESTS = ("/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d")


def system_library() -> str | None:
    """The machine's own loader."""
    return next((path for path in _NAMES if os.path.exists(path)), None)


def folder_with(library: str, folder: Path) -> Path:
    """The folder, with the library in it under both of its names.

    Programs look for libvulkan.so before libvulkan.so.1, so one name alone would leave them on the system's.
    """
    real = os.path.realpath(library)
    for name in ("libvulkan.so.1", "libvulkan.so"):
        (folder / name).symlink_to(real)
    return folder


def lavapipe() -> str:
    """The manifest of Mesa's driver for the processor; skips the test where there is none."""
    for folder in _MANIFESTS:
        found = sorted(Path(folder).glob("lvp_icd*.json"))
        if found:
            return str(found[0])
    pytest.skip("lavapipe is not installed (Debian: mesa-vulkan-drivers)")


class Program:
    """Runs programs with one folder in front of the linker's path, and proves that its libvulkan was used."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder = folder
        self.library = os.path.realpath(folder / "libvulkan.so.1")
        self.loaded: set[str] = set()
        """The real paths of all libraries that the last run has opened."""
        self._scratch = scratch
        self._runs = 0

    def environment(self, variables: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of a program: this process's, without what steers loaders, and with these."""
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith(("VK_", "LD_", "MESA_"))
        }
        return {**kept, "LD_LIBRARY_PATH": str(self.folder), **(variables or {})}

    def run(
        self,
        command: Sequence[str],
        variables: Mapping[str, str] | None = None,
        timeout: float = 120,
        uses: bool = True,
    ) -> subprocess.CompletedProcess[str]:
        """Run it to its end. ``uses`` False when the program may end before it has opened the library."""
        self._runs += 1
        log = self._scratch / f"linker-{self._runs}-{os.path.basename(self.library)}"
        linker = {"LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": str(log)}
        done = subprocess.run(
            list(command),
            env=self.environment({**linker, **(variables or {})}),
            cwd=self._scratch,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
        )
        self.loaded = {os.path.realpath(path) for path in started(log)}
        used = {path for path in self.loaded if os.path.basename(path).startswith("libvulkan.so")}
        assert used <= {self.library}, f"another libvulkan was used: {used}"
        assert used or not uses, f"no libvulkan was used: {done.stdout}{done.stderr}"
        return done

    def succeed(
        self, command: Sequence[str], variables: Mapping[str, str] | None = None, timeout: float = 120
    ) -> str:
        """Run it; it has to end well. Gives what it printed."""
        done = self.run(command, variables, timeout)
        assert done.returncode == 0, f"{command} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout


def started(log: Path) -> set[str]:
    """Every library whose start the dynamic linker has written down in these files."""
    found: set[str] = set()
    for file in log.parent.glob(f"{log.name}.*"):
        found.update(_INIT.findall(file.read_text(encoding="utf-8", errors="replace")))
    return found


def installed(name: str) -> str:
    """The path of a program; skips the test where there is none."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed (Debian: vulkan-tools)")
    return path


def layer_manifest(name: str) -> str:
    """The manifest of an installed layer; skips the test where there is none."""
    for folder in ("explicit_layer.d", "implicit_layer.d"):
        for file in sorted(Path("/usr/share/vulkan", folder).glob("*.json")):
            if f'"{name}"' in file.read_text(encoding="utf-8", errors="replace"):
                return str(file)
    pytest.skip(f"{name} is not installed")
