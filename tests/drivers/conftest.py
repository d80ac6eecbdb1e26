"""Drivers made for one test: the mock driver that does one thing besides, given as C statements, or by its flags."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.native.mocks import mock_library
from refloader.suite.subjects.driver import DriverSubject, bare_driver, driver_at

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
INCLUDES = (ROOT / "refloader/native/include", ROOT / "mock_icd")

Made = Callable[..., DriverSubject]


OPTIONS = ("-fPIC", "-w", "-fvisibility=hidden", *(f"-I{each}" for each in INCLUDES))


@pytest.fixture(scope="session")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The units of the mock driver in one object; None where there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    path = tmp_path_factory.mktemp("units") / "driver.o"
    sources = [each for each in (ROOT / "mock_icd").rglob("*.c") if not each.name.endswith("exports.c")]
    common = INCLUDES[0] / "mock_common.c"
    subprocess.run([compiler, *OPTIONS, "-r", "-nostdlib", "-o", path, *sources, common], check=True)
    return path


@pytest.fixture
def hostile(tmp_path: Path, units: Path | None) -> Made:
    """Makes a driver; each keyword is a place of hostile/driver.c (load, negotiate, ...) and the statements there.

    Skips where there is no C compiler.
    """
    compiler = shutil.which("cc")
    if compiler is None or units is None:
        pytest.skip("there is no C compiler (Debian: gcc)")

    def build(**deeds: str) -> DriverSubject:
        path = tmp_path / "libhostile.so"
        defined = [f"-DAT_{place.upper()}={statements}" for place, statements in deeds.items()]
        source = HERE / "hostile/driver.c"
        subprocess.run(
            [compiler, "-shared", *OPTIONS, *defined, "-o", path, source, units, "-lpthread", "-ldl"],
            check=True,
        )
        Path(f"{path}.flags").write_text("whole=1\n")
        return bare_driver(str(path))

    return build


@pytest.fixture
def flagged(tmp_path: Path) -> Made:
    """Makes a driver of a manifest: a mock driver with these flags. Skips where the mock was not built."""

    def make(name: str = "driver", mock: str = "mock_icd", **flags: str) -> DriverSubject:
        library = mock_library(mock)
        if library is None:
            pytest.skip("the mock driver is not built (install with a C compiler)")
        path = tmp_path / f"lib{name}.so"
        shutil.copy(library, path)
        Path(f"{path}.flags").write_text("".join(f"{k}={v}\n" for k, v in {"whole": "1", **flags}.items()))
        body = {"file_format_version": "1.0.1", "ICD": {"library_path": str(path), "api_version": "1.3.0"}}
        manifest = tmp_path / f"{name}.json"
        manifest.write_text(json.dumps(body))
        return driver_at(str(manifest))

    return make
