"""Which sanitizer's runtime a library needs before it is opened."""

import shutil
import subprocess
from pathlib import Path

import pytest

from refloader.inspect.libraries.sanitizers import sanitizer_of, without_runtime

RUNTIMES = {
    "libasan.so.8": "AddressSanitizer",
    "liblsan.so": "LeakSanitizer",
    "libclang_rt.tsan-x86_64.so": "ThreadSanitizer",
    "libclang_rt.hwasan_aliases-x86_64.so": "HWAddressSanitizer",
    "libubsan.so.1": "",
    "libtsan_utils.so": "",
    "libasan.so.8.json": "",
}


def built(folder: Path, name: str, text: str, *options: str) -> str:
    """Compile a library; skip where there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (Debian: gcc)")
    source, library = folder / f"{name}.c", folder / name
    source.write_text(text)
    subprocess.run([compiler, "-shared", "-fPIC", "-w", "-o", library, source, *options], check=True)
    return str(library)


@pytest.mark.parametrize(("runtime", "name"), RUNTIMES.items())
def test_the_files_of_runtimes(tmp_path: Path, runtime: str, name: str) -> None:
    """Only the runtimes of GCC and Clang count, not libraries whose names begin alike."""
    own = built(tmp_path, runtime, "int at(void) { return 0; }", f"-Wl,-soname,{runtime}")
    path = built(tmp_path, "libvulkan.so.1", "", "-Wl,--no-as-needed", own)

    found = sanitizer_of(path)

    assert (found.name if found else "") == name


def test_a_library_whose_program_has_the_runtime(tmp_path: Path) -> None:
    """Clang leaves the runtime to the program: only what the library calls shows the sanitizer."""
    text = "extern int __asan_init(void), __asan_version_mismatch_check_v8(void);"
    calls = "int start(void) { return __asan_init() + __asan_version_mismatch_check_v8(); }"
    path = built(tmp_path, "libvulkan.so.1", f"{text} {calls}")

    assert without_runtime(path).startswith("it is built with AddressSanitizer, whose runtime")


@pytest.mark.parametrize(
    "text",
    [
        'const char *text = "__asan_init libasan.so.8 AddressSanitizer";',
        "extern __attribute__((weak)) void __asan_init(void); void f(void) { if (__asan_init) __asan_init(); }",
        "void __asan_init(void) {} void __asan_version_mismatch_check_v8(void) {}",
        "extern void __asan_of_mine(void); void f(void) { __asan_of_mine(); }",
    ],
    ids=["text", "weak", "own", "alike"],
)
def test_words_of_a_sanitizer_are_none(tmp_path: Path, text: str) -> None:
    """A library that names a sanitizer, or works with one that is there, is not built with it."""
    assert without_runtime(built(tmp_path, "libvulkan.so.1", text)) == ""
