"""The functions that the drop-in library's C gives its private interpreter, and the way in from C."""

import ast
import ctypes
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRIPT = HERE / "edge_script.py"
TEXT = "träger \udcff ✓"


def _run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def _checks() -> list[str]:
    functions = [each for each in ast.parse(SCRIPT.read_text()).body if isinstance(each, ast.FunctionDef)]
    return [each.name for each in functions if [argument.arg for argument in each.args.args] == ["world"]]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The drop-in library around edge_script.py."""
    if shutil.which("cmake") is None or shutil.which("cc") is None:
        pytest.skip("cmake or a C compiler is not installed (Debian: cmake gcc)")
    folder = tmp_path_factory.mktemp("edge")
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    _run(
        "cmake",
        "-S",
        ROOT,
        "-B",
        folder,
        *generator,
        "-DREFLOADER_MOCKS=OFF",
        f"-DPython_EXECUTABLE={sys.executable}",
    )
    if (folder / "why-not.txt").exists():
        pytest.skip((folder / "why-not.txt").read_text())
    _run("cmake", "--build", folder, "--target", "edge_test")
    return str(folder / "edge_test" / "libvulkan.so.1")


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The C functions that the script calls."""
    path = tmp_path_factory.mktemp("native") / "edge_native.so"
    _run("cc", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o", path, HERE / "edge_native.c", "-ldl")
    return str(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One of everything a folder can hold that a loader may meet."""
    made = tmp_path / "made"
    (made / "folder").mkdir(parents=True)
    (made / "file").write_bytes(b"content\0\n")
    (made / "big").write_bytes(b"x" * 100_000)
    (made / TEXT).touch()
    os.mkfifo(made / "pipe")
    return made


@pytest.fixture
def opened(library: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs lines of Python in a child in which ``loader`` is the library."""

    def run(lines: str, **variables: str) -> subprocess.CompletedProcess[str]:
        start = f"import ctypes, os\nloader = ctypes.CDLL({library!r})\n"
        environment = {**os.environ, **variables}
        return subprocess.run(
            [sys.executable, "-c", start + lines],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


@pytest.mark.parametrize("check", _checks())
def test_edge(check: str, library: str, native: str, folder: Path) -> None:
    """Each check in edge_script.py passes inside the library."""
    environment = {**os.environ, "EDGE_TEST": TEXT, "VK_LOADER_DEBUG": "all"}
    command = [sys.executable, HERE / "edge_child.py", library, native, folder, check]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


class TestNoExceptionGetsOut:
    """A slow entry turns an exception into a VkResult, or 0."""

    def test_no_memory(self, opened: Callable[..., subprocess.CompletedProcess[str]]) -> None:
        """MemoryError is VK_ERROR_OUT_OF_HOST_MEMORY, and silent."""
        done = opened("print(loader.vkEnumerateInstanceLayerProperties(0, 0))")
        assert (done.stdout, done.stderr) == ("-1\n", "")

    def test_any_other(self, opened: Callable[..., subprocess.CompletedProcess[str]]) -> None:
        """Everything else is VK_ERROR_INITIALIZATION_FAILED; a defect of ours, it is told where in the Python."""
        done = opened("print(loader.vkEnumerateInstanceExtensionProperties(0, 0, 0))")
        first, second = done.stderr.splitlines()
        assert done.stdout == "-3\n"
        assert first.startswith(
            "[Vulkan Loader] ERROR:          vkEnumerateInstanceExtensionProperties: ValueError: xxx"
        )
        assert second.startswith("  <refloader.dropin.python.entries>, in wrong, line ")

    def test_nothing_to_return(self, opened: Callable[..., subprocess.CompletedProcess[str]]) -> None:
        """A command that returns nothing still comes back."""
        done = opened("loader.vkDestroyInstance(0, 0); print('back')")
        assert done.stdout == "back\n"

    def test_an_entry_that_is_not_there(
        self, opened: Callable[..., subprocess.CompletedProcess[str]]
    ) -> None:
        """A missing row of ENTRIES is an error of that call alone."""
        done = opened("print(loader.vkCreateDevice(0, 0, 0, 0))")
        assert done.stdout == "-3\n"
        assert "vkCreateDevice: KeyError" in done.stderr


def test_the_process_can_be_ended(opened: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """``wrong_handle`` names the command and its parameter and ends the process with SIGABRT."""
    done = opened("loader.vkDestroyInstance(0, 1); print('went on')")
    assert (done.returncode, done.stdout) == (-signal.SIGABRT, "")
    assert "vkDestroyInstance: Invalid instance [VUID-vkDestroyInstance-instance-parameter]\n" in done.stderr


def test_parameters_of_32_bits_and_on_the_stack(library: str, native: str, folder: Path) -> None:
    """32-bit parameters come without what lies in the upper half; the seventh and eighth come from the stack."""
    code = f"""
import ctypes
loader = ctypes.CDLL({library!r})
function = ctypes.CFUNCTYPE(None, *[ctypes.c_uint64] * 8)
native = ctypes.CDLL({native!r})
out = (ctypes.c_uint64 * 7)()
request = (ctypes.c_char_p * 3)(b"message_entry", {native!r}.encode(), b"")
address = (ctypes.c_uint64 * 1).in_dll(native, "live")
loader.vkEnumerateInstanceVersion(ctypes.byref(request))
high = 0xABCD << 32
function(address[0])(1 << 40, high | 2, high | 3, 4 << 40, 5 << 40, high | 6, ctypes.addressof(out), 8 << 40)
assert list(out) == [1 << 40, 2, 3, 4 << 40, 5 << 40, 6, 8 << 40], list(out)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_library_that_cannot_start_says_so_once(
    opened: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    """Python that fails at import: every call fails, one line of reason on standard error."""
    lines = "print([loader.vkEnumerateInstanceLayerProperties(0, 0) for _ in range(3)])"
    done = opened(lines, EDGE_TEST_BROKEN="1")
    assert done.stdout == "[-3, -3, -3]\n"
    assert done.stderr.count("refloader: its frozen Python cannot be imported: RuntimeError: broken") == 1


def test_only_libc_is_needed(library: str) -> None:
    """The library depends on nothing but libc and its parts."""
    elftools = pytest.importorskip("elftools.elf.elffile")
    with open(library, "rb") as file:
        dynamic = elftools.ELFFile(file).get_section_by_name(".dynamic")
        needed = {tag.needed for tag in dynamic.iter_tags() if tag.entry.d_tag == "DT_NEEDED"}
    allowed = {"libc.so.6", "libdl.so.2", "libpthread.so.0", "libutil.so.1"}
    assert {name for name in needed if not name.startswith("ld-linux")} <= allowed


def test_the_host_s_python_is_left_alone(library: str) -> None:
    """A second interpreter in one process: the host's goes on as before."""
    ctypes.CDLL(library).vkEnumerateInstanceLayerProperties(0, 0)
    assert sys.modules["os"] is os
