"""Fixtures of the tests that run programs on the drop-in library: where it lies, a world of mocks, C programs."""

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program, system_library

import refloader.native

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "refloader/native/include"


@pytest.fixture(scope="session")
def dropin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the drop-in library as libvulkan.so.1 and libvulkan.so, and nothing else.

    REFLOADER_LIBRARY names another library to test; without it the installed one is taken.
    """
    library = os.environ.get("REFLOADER_LIBRARY") or _installed()
    if library is None:
        pytest.skip(f"this installation has no drop-in library: {_why_not_built()}")
    return folder_with(library, tmp_path_factory.mktemp("dropin"))


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for the machine's own loader."""
    library = system_library()
    if library is None:
        pytest.skip("the machine has no libvulkan.so.1 to compare with")
    return folder_with(library, tmp_path_factory.mktemp("system"))


@pytest.fixture
def program(dropin: Path, tmp_path: Path) -> Program:
    """Runs programs on the drop-in library and makes sure that it was the one used."""
    return Program(dropin, tmp_path)


@pytest.fixture
def on_system(system: Path, tmp_path: Path) -> Program:
    """Runs programs on the machine's own loader."""
    return Program(system, tmp_path)


@pytest.fixture
def world(tmp_path: Path) -> MockWorld:
    """A folder with one mock driver and no layer, and the variables that show it to a loader."""
    made = MockWorld(tmp_path / "world")
    made.driver("plain")
    return made


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Compiles one of the C programs in hosts/, with these flags more; gives its path."""
    compiler = shutil.which("cc")
    folder = tmp_path_factory.mktemp("hosts")

    def build(name: str, *flags: str) -> str:
        if compiler is None:
            pytest.skip("there is no C compiler")
        target = folder / "-".join((name, *(flag.strip("-").replace("=", "-") for flag in flags)))
        if not target.exists():
            common = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-g", "-O1", f"-I{INCLUDE}", "-pthread"]
            source = str(HERE / "hosts" / f"{name}.c")
            subprocess.run([compiler, *common, *flags, "-o", target, source, "-ldl"], check=True)
        return str(target)

    return build


def folder_with(library: str, folder: Path) -> Path:
    """The folder, with the library in it under both of its names.

    Programs look for libvulkan.so before libvulkan.so.1, so one name alone would leave them on the system's.
    """
    real = os.path.realpath(library)
    for name in ("libvulkan.so.1", "libvulkan.so"):
        (folder / name).symlink_to(real)
    return folder


def _installed() -> str | None:
    paths = (os.path.join(folder, "lib", "libvulkan.so.1") for folder in _native_folders())
    return next((path for path in paths if os.path.isfile(path)), None)


def _native_folders() -> list[str]:
    return [*refloader.native.__path__, os.path.join(sysconfig.get_path("platlib"), "refloader", "native")]


def _why_not_built() -> str:
    for folder in _native_folders():
        reason = Path(folder, "lib", "why-not-built.txt")
        if reason.is_file():
            return reason.read_text(encoding="utf-8").strip()
    return "it was made without a C compiler or without a static libpython"
