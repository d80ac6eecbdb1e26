"""Layers made for one test: they pass everything on and do one thing besides, given as C statements."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.suite.subjects.layer import LayerSubject, bare_library

HERE = Path(__file__).parent
INCLUDE = HERE.parent.parent / "refloader/native/include"
NAME = "VK_LAYER_hostile"

pytest.register_assert_rewrite("answered")


@pytest.fixture
def hostile(tmp_path: Path) -> Callable[..., LayerSubject]:
    """Makes a layer; each keyword is a place (load, negotiate, ..., stencil) and the statements there.

    Skips where there is no C compiler.
    """
    return _builder(tmp_path, "layer.c")


@pytest.fixture
def presenting(tmp_path: Path) -> Callable[..., LayerSubject]:
    """Makes a layer of its own for presentations, likewise, with other places (surface, submit, present, ...)."""
    return _builder(tmp_path, "presenting.c")


@pytest.fixture
def newer(tmp_path: Path) -> Callable[..., LayerSubject]:
    """Makes a right layer that passes down newer commands, likewise, with one place (image)."""
    return _builder(tmp_path, "newer.c")


def _builder(folder: Path, source: str) -> Callable[..., LayerSubject]:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (Debian: gcc)")

    def build(**deeds: str) -> LayerSubject:
        path = folder / f"lib{NAME}.so"
        defined = [f"-DON_{place.upper()}={statements}" for place, statements in deeds.items()]
        options = ["-shared", "-fPIC", "-w", "-fvisibility=hidden", f"-I{INCLUDE}", *defined]
        linked = ["-lpthread", "-ldl", "-lm"]
        subprocess.run([compiler, *options, "-o", path, HERE / "hostile" / source, *linked], check=True)
        return bare_library(str(path), NAME)

    return build
