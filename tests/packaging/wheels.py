"""Builds refloader's wheels and installs them as a user does. Never asserts what is in them."""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from pathlib import Path

from once import made_in

TOP = Path(__file__).resolve().parent.parent.parent
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
EPOCH = "1700000000"


def built(source: Path, folder: Path, **variables: str) -> Path:
    """Build the wheel of a project, once for all processes of a run that ask for the same folder."""

    def build(folder: Path) -> None:
        command = [*PIP, "wheel", "-q", "--no-deps", "-w", str(folder), str(source)]
        done = subprocess.run(
            command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    (wheel,) = made_in(folder, build).glob("*.whl")
    return wheel


def _names() -> list[str]:
    """Return the files of this checkout, or of the archive that was unpacked here: git knows nothing of that."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(words, cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return done.stdout.split("\0")
    found = (path.relative_to(TOP) for path in TOP.rglob("*"))
    kept = (path for path in found if path.suffix != ".pyc" and not path.parts[0].startswith((".", "build")))
    return [str(path) for path in kept]


def sources(folder: Path) -> Path:
    """Copy what git has of this checkout, with what has changed since, into a folder of its own."""
    for name in _names():
        if name and not name.startswith(("tests/", "docs/")) and (TOP / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((TOP / name).read_bytes())
    return folder


def metadata(wheel: Path) -> Message:
    """Read the wheel's METADATA."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [each for each in archive.namelist() if each.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode("utf-8"))


def required(wheel: Path, extra: str = "") -> set[str]:
    """List the names of what a wheel requires, without an extra or with one alone."""
    found = set()
    for row in metadata(wheel).get_all("Requires-Dist", []):
        marked = re.search(r"extra == .([\w-]+)", row)
        if (marked[1] if marked else "") == extra:
            found.add(re.match(r"[\w-]+", row)[0])
    return found


@dataclass(frozen=True)
class Place:
    """A virtual environment without pip."""

    folder: Path

    @classmethod
    def made(cls, folder: Path, *wheels: Path | str, python: str = sys.executable) -> "Place":
        """Make the environment and install the wheels, once for all processes of a run."""

        def install(folder: Path) -> None:
            subprocess.run([python, "-m", "venv", "--without-pip", str(folder)], check=True)
            command = [*PIP, "--python", str(folder / "bin" / "python"), "install", "-q", *map(str, wheels)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr

        return cls(made_in(folder, install))

    def run(
        self, words: Sequence[str | Path], cwd: Path, *, variables: Mapping[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run refloader where there is no compiler, and no other program."""
        command = [str(self.folder / "bin" / "refloader"), *map(str, words)]
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("VK_", "PYTHON"))}
        return subprocess.run(
            command,
            cwd=cwd,
            env={**kept, "PATH": "/nonexistent", **(variables or {})},
            capture_output=True,
            text=True,
            check=False,
        )

    def python(self, code: str) -> str:
        """Run Python code there, and return what it prints."""
        command = [str(self.folder / "bin" / "python"), "-I", "-c", code]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
