"""The drop-in library's part of the build: its options, and what it says where it cannot be built."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from refloader.native.mocks import mock_library

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
CREATE = """
import ctypes, sys
info = (ctypes.c_uint64 * 8)(1)
instance = ctypes.c_void_p()
loader = ctypes.CDLL(sys.argv[1])
print(loader.vkCreateInstance(ctypes.byref(info), None, ctypes.byref(instance)))
"""


def configure(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run CMake on this source tree."""
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not installed (Debian: cmake)")
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    command = ["cmake", "-S", ROOT, "-B", folder, *generator, "-DREFLOADER_MOCKS=OFF", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


class TestWithoutLibpython:
    """Where no static libpython can be linked, the rest is built and a message says what to install."""

    def test_left_out(self, tmp_path: Path) -> None:
        """By default the build goes on; the message is kept for the command line to show."""
        done = configure(tmp_path / "b", "-DREFLOADER_PYTHON=/bin/false")

        assert done.returncode == 0
        assert "the drop-in libvulkan.so.1 is left out" in done.stdout
        assert "apt install libpython3-dev" in (tmp_path / "b/why-not.txt").read_text()

    def test_asked_for(self, tmp_path: Path) -> None:
        """REFLOADER_DROPIN=ON makes it an error."""
        done = configure(tmp_path / "b", "-DREFLOADER_PYTHON=/bin/false", "-DREFLOADER_DROPIN=ON")

        assert done.returncode != 0
        assert "apt install libpython3-dev" in " ".join(done.stderr.split())

    def test_not_wanted(self, tmp_path: Path) -> None:
        """REFLOADER_DROPIN=OFF needs no compiler and no libpython."""
        done = configure(tmp_path / "b", "-DREFLOADER_DROPIN=OFF")

        assert done.returncode == 0
        assert (tmp_path / "b/why-not.txt").read_text() == "REFLOADER_DROPIN=OFF\n"


class TestOtherWordSize:
    """The machine code of the library is that of 64-bit processors."""

    def test_a_compiler_for_32_bits(self, tmp_path: Path) -> None:
        """The build says so, and does not fail at the first file of machine code."""
        (tmp_path / "c.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
        tried = subprocess.run(["cc", "-m32", "-o", tmp_path / "c", tmp_path / "c.c"], check=False)
        if tried.returncode:
            pytest.skip("cc makes no 32-bit programs here (Debian: gcc-multilib)")

        done = configure(tmp_path / "b", "-DCMAKE_C_FLAGS=-m32")

        assert done.returncode == 0
        assert "it is for 64-bit programs" in (tmp_path / "b/why-not.txt").read_text()


class TestPlace:
    """Where the built parts go is an option: into the package, or into the wheel that has nothing else."""

    def test_the_folder_can_be_named(self, tmp_path: Path) -> None:
        """All that is installed lies below it."""
        configure(tmp_path / "b", "-DREFLOADER_DROPIN=OFF", "-DREFLOADER_PLACE=refloader_native")

        subprocess.run(["cmake", "--install", tmp_path / "b", "--prefix", tmp_path / "i"], check=True)

        assert [path.name for path in (tmp_path / "i").iterdir()] == ["refloader_native"]
        assert (tmp_path / "i/refloader_native/lib/why-not.txt").read_text() == "REFLOADER_DROPIN=OFF\n"


class TestOptions:
    """An option that says nothing is an error, not a default."""

    @pytest.mark.parametrize("option", ["REFLOADER_DROPIN=MAYBE", "REFLOADER_SANITIZE=frob"])
    def test_a_value_that_there_is_not(self, tmp_path: Path, option: str) -> None:
        """The message names the option, its value and the values there are."""
        done = configure(tmp_path / "b", f"-D{option}")

        assert done.returncode != 0
        assert f"{option} is none of" in done.stderr

    def test_an_interpreter_that_there_is_not(self, tmp_path: Path) -> None:
        """It is listed with what is wrong with it."""
        configure(tmp_path / "b", "-DREFLOADER_PYTHON=/nonexistent")

        assert "/nonexistent: no such file" in (tmp_path / "b/why-not.txt").read_text().lower()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a build of the library in ``b`` that looks for manifests in ``etc`` only."""
    folder = tmp_path_factory.mktemp("built")
    none = ("FALLBACK_CONFIG_DIRS", "FALLBACK_DATA_DIRS", "EXTRASYSCONFDIR")
    folders = [f"-DSYSCONFDIR={folder / 'etc'}", *(f"-D{name}={folder / 'none'}" for name in none)]
    configure(folder / "b", *folders, f"-DPython_EXECUTABLE={sys.executable}")
    if (folder / "b/why-not.txt").exists():
        pytest.skip((folder / "b/why-not.txt").read_text())
    done = subprocess.run(
        ["cmake", "--build", folder / "b"], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class TestFolders:
    """SYSCONFDIR and its kin are where the library looks for manifests."""

    @pytest.mark.whole
    def test_sysconfdir(self, built: Path) -> None:
        """A driver in <SYSCONFDIR>/vulkan/icd.d, and nowhere else, is found."""
        driver = mock_library("mock_icd")
        if driver is None:
            pytest.skip("this installation has no mock libraries: it was made without a C compiler")
        manifest = {"file_format_version": "1.0.0", "ICD": {"library_path": driver, "api_version": "1.3.0"}}

        before = self._created(built)
        (built / "etc/vulkan/icd.d").mkdir(parents=True)
        (built / "etc/vulkan/icd.d/mock.json").write_text(json.dumps(manifest))

        assert (before, self._created(built)) == ("-9", "0")

    def _created(self, folder: Path) -> str:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("VK_", "XDG_"))}
        command = [sys.executable, "-c", CREATE, folder / "b/libvulkan.so.1"]
        done = subprocess.run(
            command, env={**kept, "HOME": str(folder)}, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()


class TestLinking:
    """The build's folder is one to link programs in."""

    def test_by_the_usual_name(self, built: Path, tmp_path: Path) -> None:
        """-lvulkan finds the commands, and the program will look for libvulkan.so.1."""
        source, program = tmp_path / "p.c", tmp_path / "p"
        source.write_text("int vkCreateInstance(void); int main(void) { return vkCreateInstance(); }")

        subprocess.run(["cc", "-o", program, source, f"-L{built / 'b'}", "-lvulkan"], check=True)

        with program.open("rb") as file:
            dynamic = ELFFile(file).get_section_by_name(".dynamic")
            assert "libvulkan.so.1" in [tag.needed for tag in dynamic.iter_tags("DT_NEEDED")]
