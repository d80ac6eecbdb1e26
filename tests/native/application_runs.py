"""Runs the scripted application in a process of its own, on a chosen loader and driver. Never judges its answers."""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from refloader.native.dropin import dropin_library
from refloader.native.installed import folders
from refloader.native.mocks import mock_library

ACTS = (
    "instance",
    "devices",
    "device",
    "commands",
    "several",
    "again",
    "order",
    "threads",
    "reentrant",
    "lookups",
    "unknown",
    "failing",
    "debug",
    "descriptors",
    "compute",
    "compute-each",
    "graphics",
    "present",
    "modern",
)
JUDGED = ("frames", "states", "alike", "apart", "many", "agreeing")
"""Acts by whose answers drivers and layers are judged, and that must be valid for that."""

# What is the loader's own to say, besides the labels with "listed".
LOADERS_OWN = ("instance.version", "lookups.instance", "lookups.extended_instance", "lookups.device")
SYSTEM_LIBRARIES = ("/usr/lib/x86_64-linux-gnu/libvulkan.so.1", "/usr/lib/aarch64-linux-gnu/libvulkan.so.1")
MANIFESTS = Path("/usr/share/vulkan")
MOCKS = {"mock": "mock_icd", "free": "mock_icd_free"}
"""The usual one, and the one that takes liberties."""


@dataclass(frozen=True)
class Run:
    """What came of a run: its answers by label, and what it wrote elsewhere."""

    answers: dict[str, Any]
    events: list[dict[str, Any]]
    status: int
    printed: str
    violations: list[str]

    def comparable(self) -> dict[str, Any]:
        """The answers that are the same on every loader and under every layer that keeps out of the way."""
        return {k: v for k, v in self.answers.items() if ".listed." not in k and k not in LOADERS_OWN}


def program() -> str:
    """The path of the application; skips the test where it was not built."""
    for folder in folders("application"):
        path = os.path.join(folder, "refloader_application")
        if os.path.isfile(path):
            return path
    pytest.skip("this installation has no scripted application: it was made without a C compiler")


def loader(which: str) -> str:
    """The path of the reference's library or of the system's; skips the test where there is none."""
    if which == "reference":
        return dropin_library()
    found = next((path for path in SYSTEM_LIBRARIES if os.path.exists(path)), None)
    if found is None:
        pytest.skip("the system has no Vulkan loader (Debian: libvulkan1)")
    return found


class Stage:
    """A folder with a driver's manifest: a whole mock with these flags, or lavapipe."""

    def __init__(self, folder: Path, driver: str, *flags: str) -> None:
        self._folder = folder
        self._trace = folder / "trace"
        self._manifest = _lavapipe() if driver == "lavapipe" else _mock(folder, MOCKS[driver], *flags)

    def run(self, which: str, *arguments: str, variables: Sequence[str] = ()) -> Run:
        """Run the program on a loader. ``variables`` are NAME=VALUE; no implicit layer is on."""
        self._trace.unlink(missing_ok=True)
        command = [program(), loader(which), *arguments]
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" 3>"$0"', str(self._folder / "events"), *command],
            env={**self._variables(), **dict(each.split("=", 1) for each in variables)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        lines = (self._folder / "events").read_text(encoding="utf-8").splitlines()
        events = [json.loads(line) for line in lines if line]
        answers = {event["label"]: event["answer"] for event in events if event["event"] == "answer"}
        return Run(answers, events, done.returncode, done.stdout + done.stderr, self._violations())

    def _variables(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        return {
            **kept,
            **dict.fromkeys(("HOME", "TMPDIR", "XDG_CACHE_HOME"), str(self._folder)),
            "MESA_SHADER_CACHE_DISABLE": "true",
            "VK_DRIVER_FILES": self._manifest,
            "VK_ICD_FILENAMES": self._manifest,
            "VK_LOADER_LAYERS_DISABLE": "~implicit~",
            "NODEVICE_SELECT": "1",
            "VK_LOADER_DISABLE_INST_EXT_FILTER": "1",
        }

    def _violations(self) -> list[str]:
        if not self._trace.exists():
            return []
        return [line for line in self._trace.read_text(encoding="utf-8").splitlines() if "VIOLATION" in line]


def _mock(folder: Path, name: str, *flags: str) -> str:
    library = mock_library(name)
    if library is None:
        pytest.skip("this installation has no mock libraries: it was made without a C compiler")
    copy = folder / "mock.so"
    copy.write_bytes(Path(library).read_bytes())
    lines = ("whole=1", f"trace={folder / 'trace'}", *flags, "")
    Path(f"{copy}.flags").write_text("\n".join(lines), encoding="utf-8")
    manifest = folder / "driver.json"
    driver = {"library_path": str(copy), "api_version": "1.3.0"}
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": driver}), encoding="utf-8")
    return str(manifest)


def _lavapipe() -> str:
    found = sorted((MANIFESTS / "icd.d").glob("lvp_icd*.json"))
    if not found:
        pytest.skip("lavapipe is not installed (Debian: mesa-vulkan-drivers)")
    return str(found[0])
