"""How tests run pytest in a vendor's project. Never asserts."""

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

_WORDS = ("-p", "no:cacheprovider", "-q", "-rA", "--color=no")
Vendor = Callable[..., "subprocess.CompletedProcess[str]"]


def run_pytest(folder: Path, *words: str, xdist: bool = False) -> "subprocess.CompletedProcess[str]":
    """Run pytest there, on two workers if wanted."""
    workers = ["-n", "2"] if xdist else []
    command = [sys.executable, "-m", "pytest", *_plugin(), *workers, *_WORDS, *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=300, env=environment(), check=False
    )


def environment() -> dict[str, str]:
    """What a shell has, without what this run of pytest has put there."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}


def _plugin() -> list[str]:
    """An installation from before the entry point was there has to name the plugin."""
    registered = any(
        each.value == "refloader.testing.plugin" for each in metadata.entry_points(group="pytest11")
    )
    return [] if registered else ["-p", "refloader.testing.plugin"]
