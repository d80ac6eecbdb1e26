"""Builds the drop-in library with a sanitizer, once for each test session. Never runs anything on it."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
OPTIONS = {
    "address": {"ASAN_OPTIONS": "abort_on_error=0:exitcode=66:detect_leaks=1"},
    "thread": {"TSAN_OPTIONS": "exitcode=66:second_deadlock_stack=1"},
}
"""The variables that make a program end with 66 when the sanitizer has found something."""


def build(sanitizer: str, folder: Path) -> str:
    """The path of the library's sanitized build; skips where it cannot be made."""
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not installed (Debian: cmake)")
    probe(sanitizer, folder)
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    options = ["-DREFLOADER_MOCKS=OFF", f"-DREFLOADER_SANITIZE={sanitizer}"]
    run("cmake", "-S", str(ROOT), "-B", str(folder), *generator, *options)
    if (folder / "why-not.txt").exists():
        pytest.skip((folder / "why-not.txt").read_text(encoding="utf-8"))
    run("cmake", "--build", str(folder), "--parallel", "2", "--target", "vulkan")
    return str(folder / "libvulkan.so.1")


def run(*command: str) -> None:
    """Run a command of the build; it has to succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def probe(sanitizer: str, folder: Path) -> None:
    """Skip where the compiler or this kernel cannot run a program with the sanitizer."""
    folder.mkdir(parents=True, exist_ok=True)
    source, program = folder / "probe.c", folder / "probe"
    source.write_text("int main(void) { return 0; }\n")
    command = ["cc", f"-fsanitize={sanitizer}", "-o", str(program), str(source)]
    if shutil.which("cc") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip(f"there is no C compiler with -fsanitize={sanitizer}")
    if subprocess.run([str(program)], capture_output=True, check=False).returncode:
        pytest.skip(f"programs with -fsanitize={sanitizer} do not run on this machine")
