"""Fixtures of the tests of native parts: mock libraries, child processes and what the mocks have written."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.native.mocks import mock_library

HERE = Path(__file__).resolve().parent


@pytest.fixture
def copy(tmp_path: Path) -> Callable[..., str]:
    """Put a copy of a mock library into a folder of its own, with these flags; gives its path."""

    def make(name: str, *flags: str, to: str = "mock.so") -> str:
        library = mock_library(name)
        if library is None:
            pytest.skip("this installation has no mock libraries: it was made without a C compiler")
        target = tmp_path / to
        shutil.copy(library, target)
        lines = [*flags, f"trace={tmp_path / 'trace'}"]
        Path(f"{target}.flags").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(target)

    return make


@pytest.fixture
def trace(tmp_path: Path) -> Callable[[], list[str]]:
    """The lines that the mocks have written."""
    return lambda: (tmp_path / "trace").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def child() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run Python code in a process of its own, beside mock_child.py."""

    def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        prelude = "import ctypes, json, sys\nfrom mock_child import *\n"
        command = [sys.executable, "-B", "-c", prelude + code, *arguments]
        return subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=60, check=False)

    return run


@pytest.fixture
def answer(child: Callable[..., subprocess.CompletedProcess[str]]) -> Callable[..., object]:
    """What the code in a child process prints, as JSON; the child has to end well."""

    def ask(code: str, *arguments: str) -> object:
        run = child(code, *arguments)
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)

    return ask
