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
    """A folder of that name for all processes; the first that asks has it made, and the others wait."""
    return made_in(shared_folder(factory) / name, make)


def made_in(folder: Path, make: Callable[[Path], object]) -> Path:
    """The folder, as whoever asks first makes it. What fails or skips leaves nothing: the next tries again."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    ready = folder.parent / f"{folder.name}.ready"
    with (folder.parent / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            ready.touch()
    return folder
