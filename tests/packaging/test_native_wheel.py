"""The wheel of the native parts: one for all Pythons, with all that a checkout builds, in equal bytes each time."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import wheels
from wheels import TOP, Place

import refloader
from refloader.native.installed import folders
from refloader.native.mocks import NAMES

PROGRAMS = {
    "application/libobserved_malloc.so",
    "application/refloader_application",
    "driver_prober/refloader_driver_prober",
    "lib/libvulkan.so",
    "lib/libvulkan.so.1",
    "lib/violators/libvulkan.so.1",
    "loader_prober/librefloader_relay.so",
    "loader_prober/refloader_loader_prober",
    "prober/librefloader_recorder.so",
    "prober/refloader_prober",
    "worker/librefloader_inquiry.so",
}
C_LIBRARY = {
    "libc.so.6",
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "ld-linux-x86-64.so.2",
    "libvulkan.so.1",
}

needs_libpython = pytest.mark.skipif(
    any(os.path.exists(os.path.join(folder, "why-not.txt")) for folder in folders("lib")),
    reason="there is no static libpython here",
)


@pytest.fixture(scope="session")
def native(shared: Path) -> Path:
    """The wheel of the native parts."""
    return wheels.built(TOP / "native", shared / "native", SOURCE_DATE_EPOCH=wheels.EPOCH)


def test_versions_are_equal() -> None:
    """Both projects, and what both packages say of themselves."""
    projects = [TOP / "pyproject.toml", TOP / "native/pyproject.toml"]
    read = [tomllib.loads(path.read_text(encoding="utf-8")) for path in projects]
    text = (TOP / "native/refloader_native/__init__.py").read_text(encoding="utf-8")

    found = {*(each["project"]["version"] for each in read), re.search(r'__version__ = "(.*)"', text)[1]}

    assert found == {refloader.__version__}


@needs_libpython
@pytest.mark.whole
class TestBuilt:
    """What is in the wheel, and that it works with the wheel of refloader."""

    def test_it_fits_every_python(self, native: Path) -> None:
        """The tag names the platform alone, and nothing that is built needs more than the C library."""
        assert re.fullmatch(r"refloader_native-[\d.]+-py3-none-linux_\w+\.whl", native.name)

        needed = set()
        with zipfile.ZipFile(native) as archive:
            for name in archive.namelist():
                if archive.read(name)[:4] == b"\x7fELF":
                    path = Path(archive.extract(name, native.parent / "content"))
                    told = subprocess.run(
                        ["readelf", "-d", path], capture_output=True, text=True, check=True
                    ).stdout
                    needed |= set(re.findall(r"NEEDED.*\[(.*)\]", told))

        assert needed <= C_LIBRARY | {"ld-linux-aarch64.so.1"}

    def test_all_that_is_built_is_in(self, native: Path) -> None:
        """Every mock, every program, the reference's library and its variant; no reason why one is missing."""
        with zipfile.ZipFile(native) as archive:
            files = {
                each.partition("/")[2] for each in archive.namelist() if each.startswith("refloader_native/")
            }

        assert files == {"__init__.py", *PROGRAMS, *(f"mocks/lib{name}.so" for name in NAMES)}

    def test_two_builds_are_equal(self, tmp_path: Path, native: Path) -> None:
        """From sources that lie elsewhere."""
        copy = wheels.sources(tmp_path / "elsewhere")

        other = wheels.built(copy / "native", tmp_path / "wheel", SOURCE_DATE_EPOCH=wheels.EPOCH)

        with zipfile.ZipFile(native) as one, zipfile.ZipFile(other) as two:
            assert [name for name in one.namelist() if one.read(name) != two.read(name)] == []
        assert other.read_bytes() == native.read_bytes()

    def test_both_wheels_judge(self, shared: Path, tmp_path: Path, pure: Path, native: Path) -> None:
        """The extra takes both and pytest from an index, and the reference keeps a rule of its own."""
        place = Place.made(shared / "whole", f"{pure}[conform]", native, python=sys.executable)

        done = place.run(
            [
                "conform",
                "--loader",
                "reference",
                "--rule",
                "LLP_LOADER_1",
                "--profile",
                "quick",
                "--out",
                "out",
            ],
            tmp_path,
            variables={"PATH": os.environ["PATH"]},
        )

        assert done.returncode == 0, done.stdout + done.stderr
        assert (tmp_path / "out/report.html").is_file()
        assert "refloader_native" in place.python("from refloader import Loader; print(Loader().path)")
