"""Which sanitizer's runtime a library needs before it is opened."""

import pytest

from refloader.inspect.libraries import sanitizers


@pytest.mark.parametrize(
    ("detail", "name"),
    [
        (
            "/a/libvulkan.so.1: undefined symbol: __asan_option_detect_stack_use_after_return",
            "AddressSanitizer",
        ),
        ("/a/libvulkan.so.1: undefined symbol: __msan_init", "MemorySanitizer"),
        ("/a/libvulkan.so.1: undefined symbol: __hwasan_init", "HWAddressSanitizer"),
        ("/a/libvulkan.so.1: undefined symbol: asan_of_mine", ""),
        ("exit with status 1 during dlopen", ""),
    ],
)
def test_a_library_whose_program_has_the_runtime(detail: str, name: str) -> None:
    """Clang leaves the runtime to the program, so that only a missing symbol shows the sanitizer."""
    assert sanitizers.sanitizer_of("/nowhere/libvulkan.so.1", detail) == name
