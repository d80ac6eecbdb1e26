"""What takes long is made once, for all of pytest's processes."""

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """The temporary folder that all processes of a run have in common."""
    base = factory.getbasetemp()
    return base.parent if base.name.startswith("popen-") else base


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of that name for all processes; the first that asks has it made, and the others wait.

    What fails or skips leaves nothing: the next that asks tries again.
    """
    shared = shared_folder(factory)
    folder, ready = shared / name, shared / f"{name}.ready"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            ready.touch()
    return folder
