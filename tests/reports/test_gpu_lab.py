"""tools/gpu-lab.sh refuses what it cannot do, and says what is there, before it installs or runs anything."""

import os
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "gpu-lab.sh"
WRONG_USAGE, COULD_NOT_RUN = 2, 3


def lab(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """The script's end and what it said."""
    environment = {**os.environ, **variables}
    return subprocess.run(
        ["bash", str(SCRIPT), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_help_tells_both_uses() -> None:
    """The head of the script is its manual."""
    ran = lab("--help")
    assert ran.returncode == 0
    assert "gpu-lab.sh --pack WHEELS" in ran.stdout
    assert "gpu-lab.sh WHEELS OUT" in ran.stdout
    assert "set -euo" not in ran.stdout


@pytest.mark.parametrize("arguments", [(), ("wheels",), ("--pack",), ("--unknown", "out")])
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    """Too little, or an option where a folder belongs."""
    ran = lab(*arguments)
    assert ran.returncode == WRONG_USAGE
    assert "gpu-lab.sh WHEELS OUT" in ran.stderr


def test_no_wheels(tmp_path: Path) -> None:
    """A folder that is not there is a wrong use."""
    ran = lab(str(tmp_path / "none"), str(tmp_path / "out"))
    assert ran.returncode == WRONG_USAGE
    assert "there is no folder" in ran.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--only", "layers"), "--only takes drivers or loaders"),
        (("--driver", "/nowhere.json"), "/nowhere.json does not exist"),
    ],
)
def test_wrong_options(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    """They are refused before anything is installed."""
    (tmp_path / "wheels").mkdir()
    ran = lab(str(tmp_path / "wheels"), str(tmp_path / "out"), *options)
    assert ran.returncode == WRONG_USAGE
    assert said in ran.stderr
    assert not (tmp_path / "out").exists()


def test_no_python(tmp_path: Path) -> None:
    """It is said, and how to name another one."""
    (tmp_path / "wheels").mkdir()
    ran = lab(str(tmp_path / "wheels"), str(tmp_path / "out"), PYTHON="/nowhere/python3")
    assert ran.returncode == COULD_NOT_RUN
    assert "there is no /nowhere/python3" in ran.stderr


def test_an_old_python(tmp_path: Path) -> None:
    """It is said before anything is installed; what the machine is stands in the folder already."""
    (tmp_path / "wheels").mkdir()
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\n[ \"$1\" = --version ] && echo 'Python 3.9.2' && exit 0\nexit 1\n")
    old.chmod(0o755)
    ran = lab(str(tmp_path / "wheels"), str(tmp_path / "out"), PYTHON=str(old))
    assert ran.returncode == COULD_NOT_RUN
    assert "older than Python 3.11" in ran.stderr
    assert "Python 3.9.2" in (tmp_path / "out" / "machine.txt").read_text()


def test_an_empty_folder_of_wheels(tmp_path: Path) -> None:
    """Nothing is fetched from a network: what is missing is told, and the exit code says that nothing ran."""
    (tmp_path / "wheels").mkdir()
    ran = lab(str(tmp_path / "wheels"), str(tmp_path / "out"))
    assert ran.returncode == COULD_NOT_RUN
    assert "could not be installed from" in ran.stderr
    assert not (tmp_path / "out" / "results.ndjson").exists()
