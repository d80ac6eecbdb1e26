"""Bytecode is shared between the processes of a run, wherever Python is asked to write none."""

import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import bytecode
import pytest

CODE = "import bytecode, sys; bytecode.share(sys.argv[1]); import samples; print(sys.pycache_prefix)"
BASE = {"PYTHONPATH": str(Path(__file__).parent), "PATH": "/usr/bin:/bin"}


def run(folder: Path, **variables: str) -> str:
    """Share bytecode in a process, import a module there, and return where its bytecode goes."""
    words = [sys.executable, "-c", CODE, str(folder)]
    done = subprocess.run(words, env={**BASE, **variables}, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_it_is_written_elsewhere(tmp_path: Path) -> None:
    """The variable asks for a clean checkout, which it stays."""
    assert run(tmp_path, PYTHONDONTWRITEBYTECODE="1") == str(tmp_path)
    assert [path.name.partition(".")[0] for path in tmp_path.rglob("samples.*.pyc")] == ["samples"]


def test_a_place_of_the_user_stays(tmp_path: Path) -> None:
    """PYTHONPYCACHEPREFIX names another folder."""
    other = str(tmp_path / "other")

    assert run(tmp_path / "own", PYTHONDONTWRITEBYTECODE="1", PYTHONPYCACHEPREFIX=other) == other
    assert not (tmp_path / "own").exists()


def test_by_default_python_decides(tmp_path: Path) -> None:
    """It writes beside the modules, without any help."""
    assert run(tmp_path) == "None"
    assert list(tmp_path.iterdir()) == []


def test_assertions_are_rewritten_before_the_workers_start(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """pytest itself takes what was written, and rewrites nothing again."""
    files = [tmp_path / f"test_{name}.py" for name in ("first", "second", "third")]
    for each in files:
        each.write_text("def test_it():\n    assert 1\n", encoding="ascii")

    bytecode.rewrite(request.config, files)

    written = [
        found for each in files for found in Path(cache_from_source(str(each))).parent.glob(f"{each.stem}.*")
    ]
    before = [path.stat().st_mtime_ns for path in written]
    assert [path.name.count("-pytest-") for path in written] == [1, 1, 1]
    bytecode.rewrite(request.config, files)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        str(tmp_path),
        "-c",
        "/dev/null",
        "-p",
        "no:cacheprovider",
    ]
    subprocess.run(command, capture_output=True, check=True)
    assert [path.stat().st_mtime_ns for path in written] == before


def test_a_file_that_cannot_be_rewritten_is_left_to_the_workers(
    tmp_path: Path, request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]
) -> None:
    """Which report it. The others are rewritten all the same."""
    names = ["not_python", *(f"good_{number:02}" for number in range(16))]
    files = [tmp_path / f"test_{name}.py" for name in names]
    for each in files:
        each.write_text("assert 1\n", encoding="ascii")
    files[0].write_text("this is no Python\n", encoding="ascii")

    bytecode.rewrite(request.config, files)

    written = {
        path.name.partition(".")[0] for path in Path(cache_from_source(str(files[0]))).parent.iterdir()
    }
    assert written == {each.stem for each in files[1:]}
    assert capfd.readouterr() == ("", "")


def test_another_pytest_rewrites_by_itself(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """One that names its functions in another way."""
    monkeypatch.delattr("_pytest.assertion.rewrite._rewrite_test")
    file = tmp_path / "test_it.py"
    file.write_text("assert 1\n", encoding="ascii")

    bytecode.rewrite(request.config, [file])

    assert list(tmp_path.rglob("*.pyc")) == []
    assert capfd.readouterr() == ("", "")
