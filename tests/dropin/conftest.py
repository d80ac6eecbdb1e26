"""Fixtures of the tests that run programs on the drop-in library: where it lies, a world of mocks, C programs."""

import os
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program, folder_with, system_library
from scripts import Script

from refloader.native.dropin import dropin_library
from refloader.native.structures import LoaderError

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "refloader/native/include"


@pytest.fixture(scope="session")
def dropin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the drop-in library as libvulkan.so.1 and libvulkan.so, and nothing else.

    REFLOADER_LIBRARY names another library to test; without it the installed one is taken.
    """
    try:
        library = os.environ.get("REFLOADER_LIBRARY") or dropin_library()
    except LoaderError as problem:
        pytest.skip(str(problem))
    return folder_with(library, tmp_path_factory.mktemp("dropin"))


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for the machine's own loader."""
    library = system_library()
    if library is None:
        pytest.skip("the machine has no libvulkan.so.1 to compare with (Debian: libvulkan1)")
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


@pytest.fixture
def script(program: Program, world: MockWorld) -> Script:
    """Runs small Python scripts on the drop-in library in the world."""
    return Script(program, world)


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X server without a screen: the value of DISPLAY. Ends with the module: others look for stray children."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed (Debian: xvfb)")
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
        server.terminate()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Compiles one of the C programs in hosts/, with these flags more; gives its path."""
    compiler = shutil.which("cc")
    folder = tmp_path_factory.mktemp("hosts")

    def build(name: str, *flags: str) -> str:
        if compiler is None:
            pytest.skip("there is no C compiler (Debian: gcc)")
        target = folder / f"{Path(name).name}-{zlib.crc32(' '.join(flags).encode()):08x}"
        if not target.exists():
            common = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-g", "-O1", f"-I{INCLUDE}", "-pthread"]
            source = str(HERE / "hosts" / f"{name}.c")
            subprocess.run([compiler, *common, *flags, "-o", target, source, "-ldl"], check=True)
        return str(target)

    return build
