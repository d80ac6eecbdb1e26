"""The contract of the built-in module ``_edge``, which the drop-in library's C gives its private interpreter.

Addresses, handles and function pointers are plain ints, 0 for NULL. No function checks an address: reading a
wrong one ends the process, as it would in C.
"""

from collections.abc import Sequence
from typing import NoReturn

# ---- memory -------------------------------------------------------------------------------------------------

def u32(address: int, /) -> int: ...
def u64(address: int, /) -> int: ...
def put32(address: int, value: int, /) -> None: ...
def put64(address: int, value: int, /) -> None: ...
def words(address: int, count: int, /) -> tuple[int, ...]: ...  # 64-bit words
def put_words(address: int, values: Sequence[int], /) -> None: ...
def data(address: int, size: int, /) -> bytes: ...
def put(address: int, data: bytes, /) -> None: ...
def copy(target: int, source: int, size: int, /) -> None: ...
def text(address: int, /) -> str | None:
    """The NUL-terminated string there (UTF-8, surrogateescape), None for address 0."""

def texts(address: int, count: int, /) -> tuple[str, ...]:
    """The strings of a ``const char *const *``; a NULL pointer inside reads as an empty string."""

def put_text(address: int, text: str, size: int, /) -> None:
    """Write the string into a char array of ``size`` bytes, cut and NUL-terminated, the rest zero.

    Here as in all text that goes out, halves of surrogate pairs are written as ``\\ud800``.
    """

class Memory:
    """Zeroed memory, 16-byte aligned; given back when the object goes away or by ``free``.

    ``allocator`` is the address of a VkAllocationCallbacks (its five functions are copied) or 0 for malloc;
    ``scope`` a VkSystemAllocationScope. Raises MemoryError when there is none, which an entry turns into
    VK_ERROR_OUT_OF_HOST_MEMORY.
    """

    address: int
    def __init__(self, size: int, allocator: int = 0, scope: int = 0, /) -> None: ...
    def free(self, allocator: int = 0, /) -> None:
        """Give it back now, through these callbacks if not 0. A second call does nothing."""

# ---- calls --------------------------------------------------------------------------------------------------

def call(function: int, /, *arguments: int) -> int:
    """Call a C function with up to 9 integer or pointer arguments, the interpreter released; the 64-bit result."""

def result(function: int, /, *arguments: int) -> int:
    """The same for a function that returns a VkResult or another signed 32-bit number."""

def process() -> int:
    """The number of this process."""

def thread() -> int:
    """A number for the calling thread, which no other live thread has."""

# ---- libraries ----------------------------------------------------------------------------------------------

def open_library(path: str, /) -> tuple[int, str]:
    """dlopen (RTLD_LAZY | RTLD_LOCAL): the handle and nothing, or 0 and dlerror's text."""

def symbol(library: int, name: str, /) -> int: ...
def close_library(library: int, /) -> None: ...

# ---- the machine, through libc's own symbols ------------------------------------------------------------------

def getenv(name: str, /) -> str | None: ...
def elevated() -> bool: ...
def executable() -> str: ...
def list_folder(path: str, /) -> tuple[str, ...] | int:
    """The names in readdir order, . and .. left out, or the errno."""

def read_file(path: str, limit: int, /) -> bytes | int:
    """At most ``limit`` + 1 bytes of a regular file, or the errno; EINVAL for what is no regular file."""

def seen(path: str, /) -> bytes | None:
    """What tells a file or folder and its state from any other; None where only asking again can tell.

    That is for what is not there, is special, has changed within the last two seconds, or could be made up by
    somebody who stands in the place of libc's functions.
    """

def identity() -> int:
    """A number for the user and group whose rights decide what can be read."""

def plain_json(data: bytes, /) -> object:
    """The value of a JSON text that all readers read alike, or NotImplemented: then it must be scanned."""

def append_file(path: str, text: str, /) -> bool: ...
def stderr(text: str, /) -> None:
    """Write to standard error through fputs."""

def abort(text: str, /) -> NoReturn:
    """Write to standard error and end the process by abort()."""

# ---- entry points and dispatch tables ---------------------------------------------------------------------------

def entry(name: str, /) -> int:
    """The address of one of the library's own functions.

    ``vkX``: its trampoline, exported or not. ``terminator_vkX``: what stands at the bottom of the chain.
    ``terminator_gpdpa``, ``set_instance_loader_data``, ``set_device_loader_data``, ``layer_create_device``,
    ``layer_destroy_device``. Raises KeyError.
    """

def violator() -> str:
    """The violator that the library is to be, empty for none. There in the variant with violators only."""

INSTANCE_TABLE: int  # sizes in bytes
DEVICE_TABLE: int

def fill_instance_table(instance: int, /) -> None:
    """Fill the table of a ``struct instance`` by asking its top_gipa for every command, inner handle given."""

def fill_driver_table(driver: int, /) -> None:
    """Fill the table of a ``struct driver`` by asking the driver for every instance and physical-device command."""

def fill_device_table(table: int, /) -> None:
    """Fill a device table by asking its top_gdpa for every device command."""

def add_instance(instance: int, /) -> None:
    """From now on vkGetInstanceProcAddr and the stubs know this ``struct instance``."""

def remove_instance(instance: int, /) -> None: ...
def add_device(table: int, /) -> None:
    """From now on the stubs and vkGetDeviceProcAddr know this device table."""

def remove_device(table: int, /) -> None: ...

# ---- observers (dropin/python/loading/observing.py) ----------------------------------------------

def observe_on() -> bool:
    """Whether REFLOADER_OBSERVE names a recording; once it did, it does for the life of the process."""

def observe_between(above: str, below: str, gipa: int, gdpa: int, gpdpa: int, /) -> tuple[int, int, int]:
    """What stands in for these lookups of ``below`` when ``above`` calls them, 0 for 0.

    They themselves where no gap is left. Only while observe_on, as observe_note.
    """

def observe_note(about: str, text: str, value: int, /) -> None: ...
