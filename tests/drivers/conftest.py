"""Drivers made for one test: the mock driver that does one thing besides, given as C statements."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.harness.drivers.subject import DriverSubject, bare_driver

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
INCLUDES = (ROOT / "refloader/native/include", ROOT / "mock_icd")

Made = Callable[..., DriverSubject]


@pytest.fixture
def hostile(tmp_path: Path) -> Made:
    """Makes a driver; each keyword is a place of hostile/driver.c (load, negotiate, ...) and the statements there.

    Skips where there is no C compiler.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")

    def build(**deeds: str) -> DriverSubject:
        path = tmp_path / "libhostile.so"
        defined = [f"-DAT_{place.upper()}={statements}" for place, statements in deeds.items()]
        options = ["-shared", "-fPIC", "-w", "-fvisibility=hidden", *(f"-I{each}" for each in INCLUDES)]
        source = HERE / "hostile/driver.c"
        subprocess.run([compiler, *options, *defined, "-o", path, source, "-lpthread", "-ldl"], check=True)
        Path(f"{path}.flags").write_text("whole=1\n")
        return bare_driver(str(path))

    return build
