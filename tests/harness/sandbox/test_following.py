"""Where code leads that lies in no file: the worker's C executes it up to the first instruction of a file."""

import ctypes
import mmap
import platform
from collections.abc import Callable

import pytest

from refloader.sandbox.child import inquiry_library

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="generated code is followed on x86-64 alone"
)

Follow = Callable[[int, int], int | None]

_KEPT: list[object] = []


@pytest.fixture
def follow() -> Follow:
    """The function of the worker's C library that follows code."""
    path = inquiry_library()
    if path is None:
        pytest.skip("the worker's C library was not built")
    found = ctypes.CDLL(path).following_end
    found.restype, found.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_void_p]
    return found


def _address(function: object) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0  # type: ignore[arg-type]


def generated(code: bytes) -> int:
    """Put the code into memory that belongs to no file, and return its address."""
    memory = mmap.mmap(
        -1,
        mmap.PAGESIZE,
        mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS,
        mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC,
    )
    memory.write(code)
    _KEPT.append(memory)
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


def jump(to: int) -> bytes:
    """Return the code ``mov rax, to; jmp rax``."""
    return b"\x48\xb8" + to.to_bytes(8, "little") + b"\xff\xe0"


ABS = _address(ctypes.CDLL(None).abs)


class TestWhereItLeads:
    """The first instruction in a file counts."""

    def test_a_jump(self, follow: Follow) -> None:
        """A jump leads to its target."""
        assert follow(generated(jump(ABS)), 0) == ABS

    def test_several_pieces(self, follow: Follow) -> None:
        """So does one by way of other generated code."""
        assert follow(generated(jump(generated(b"\x90" + jump(ABS)))), 0) == ABS

    def test_the_table_of_an_object(self, follow: Follow) -> None:
        """A function is found in the table at the first word of what the first parameter points to."""
        table = (ctypes.c_uint64 * 2)(0, ABS)
        object_ = ctypes.c_uint64(ctypes.addressof(table))

        # mov rax, [rdi]; jmp [rax + 8]
        assert follow(generated(b"\x48\x8b\x07\xff\x60\x08"), ctypes.addressof(object_)) == ABS

    def test_a_call(self, follow: Follow) -> None:
        """A call leads there as well; nothing of the function is executed."""
        code = generated(b"\x48\xb8" + ABS.to_bytes(8, "little") + b"\xff\xd0\xc3")

        assert follow(code, 0) == ABS


class TestNowhere:
    """Of other code nothing is known, and the process goes on."""

    @pytest.mark.parametrize(
        "code",
        [
            pytest.param(b"\xc3", id="returns"),
            pytest.param(b"\xeb\xfe", id="never ends"),
            pytest.param(b"\x48\x8b\x07", id="reads at NULL"),
            pytest.param(b"\x0f\x0b", id="is no instruction"),
        ],
    )
    def test_code_that(self, follow: Follow, code: bytes) -> None:
        """It leads to no file; the next code is followed as before."""
        assert follow(generated(code), 0) is None
        assert follow(generated(jump(ABS)), 0) == ABS
