"""What variants call of the C library, threads of their own, and small pieces of code. Has no variant."""

from typing import Any

from refloader.dropin.python import _edge

C_LIBRARY = "libc.so.6"
PAGE = 4096
_READ_WRITE_RUN, _PRIVATE_OF_NOTHING, _NO_FILE = 7, 0x22, (1 << 64) - 1
_PARAMETERS = (b"\x48\xbf", b"\x48\xbe", b"\x48\xba", b"\x48\xb9", b"\x49\xb8", b"\x49\xb9")
"""The beginnings of the instructions that put a number into the registers of the parameters, in their order."""
_OPEN: dict[str, Any] = {}


def libc(name: str) -> int:
    """Return a function of the C library."""
    if not _OPEN:
        _OPEN[C_LIBRARY] = _edge.open_library(C_LIBRARY)[0]
    return _edge.symbol(_OPEN[C_LIBRARY], name)


def threaded(function: int, argument: int) -> int | None:
    """Call a function of one parameter in a thread of its own; return its 32-bit result, or None for no thread."""
    given = _joined(function, argument)
    return None if given is None else _signed(given)


def _joined(function: int, argument: int) -> int | None:
    cell = _edge.Memory(16)
    if _edge.result(libc("pthread_create"), cell.address, 0, function, argument):
        return None
    _edge.call(libc("pthread_join"), _edge.u64(cell.address), cell.address + 8)
    return _edge.u64(cell.address + 8)


def _signed(value: int) -> int:
    low = value & 0xFFFF_FFFF
    return low - (1 << 32) if low >> 31 else low


def page() -> int:
    """Return a page of memory for code, or 0 if there can be none."""
    names = _edge.Memory(512)
    _edge.call(libc("uname"), names.address)
    if _edge.text(names.address + 4 * 65) != "x86_64":
        return 0
    found = _edge.call(libc("mmap"), 0, PAGE, _READ_WRITE_RUN, _PRIVATE_OF_NOTHING, _NO_FILE, 0)
    return 0 if found == _NO_FILE else found


def code(at: int, begin: bytes, function: int) -> int:
    """Put there a function that runs these instructions and goes on as another one, and return its address."""
    _edge.put(at, begin + b"\x48\xb8" + function.to_bytes(8, "little") + b"\xff\xe0")
    return at


def called_in_a_thread(function: int, *arguments: int) -> int | None:
    """Call a function of up to six parameters in a thread of its own; return its result, or None for no thread."""
    at = page()
    if not at:
        return None
    words = (each.to_bytes(8, "little") for each in arguments)
    begin = b"".join(
        register + word for register, word in zip(_PARAMETERS[: len(arguments)], words, strict=True)
    )
    given = _joined(code(at, begin, function), 0)
    _edge.call(libc("munmap"), at, PAGE)
    return given


def result_of_a_thread(function: int, *arguments: int) -> int | None:
    """Call a function in a thread of its own; return its 32-bit result, or None for no thread."""
    given = called_in_a_thread(function, *arguments)
    return None if given is None else _signed(given)
