"""The interface of the built-in module ``_edge``, which the drop-in library's C code adds to its private interpreter.

Addresses, handles and function pointers are plain ints, 0 for NULL. No function checks an address: reading a
wrong one ends the process, as it would in C.
"""

from collections.abc import Sequence
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")

# ---- memory -------------------------------------------------------------------------------------------------

def u32(address: int, /) -> int: ...
def u64(address: int, /) -> int: ...
def put32(address: int, value: int, /) -> None: ...
def put64(address: int, value: int, /) -> None: ...
def words(address: int, count: int, /) -> tuple[int, ...]: ...  # 64-bit words
def members(address: int, count: int, halves: int, /) -> tuple[int, ...]:
    """Return the words of a structure; bit i of ``halves`` says that word i is a 32-bit member and padding."""

def put_words(address: int, values: Sequence[int], /) -> None: ...
def data(address: int, size: int, /) -> bytes: ...
def put(address: int, data: bytes, /) -> None: ...
def copy(target: int, source: int, size: int, /) -> None: ...
def text(address: int, /) -> str | None:
    """Return the NUL-terminated string at ``address`` (UTF-8, surrogateescape), or None for address 0."""

def texts(address: int, count: int, /) -> tuple[str, ...]:
    """Return the strings of a ``const char *const *``; a NULL pointer in it is read as an empty string."""

def put_text(address: int, text: str, size: int, /) -> None:
    """Write the string into a char array of ``size`` bytes, truncated, NUL-terminated and padded with zeros.

    Here, as in all text that is written, lone surrogates are written as ``\\ud800``.
    """

class Memory:
    """Zeroed memory, 16-byte aligned; freed with the object or by ``free``.

    ``allocator`` is the address of a VkAllocationCallbacks (its five functions are copied) or 0 for malloc;
    ``scope`` is a VkSystemAllocationScope. Raises MemoryError if there is no memory, which an entry converts to
    VK_ERROR_OUT_OF_HOST_MEMORY.
    """

    address: int
    def __init__(self, size: int, allocator: int = 0, scope: int = 0, /) -> None: ...
    def free(self, allocator: int = 0, /) -> None:
        """Free the memory now, through these callbacks if not 0. A second call does nothing."""

# ---- calls --------------------------------------------------------------------------------------------------

def call(function: int, /, *arguments: int) -> int:
    """Call a C function with up to 9 integer or pointer arguments, without the GIL; return the 64-bit result."""

def result(function: int, /, *arguments: int) -> int:
    """Do the same for a function that returns a VkResult or another signed 32-bit number."""

def process() -> int:
    """Return the id of this process."""

def thread() -> int:
    """Return a number for the calling thread that no other live thread has."""

# ---- libraries ----------------------------------------------------------------------------------------------

def open_library(path: str, /) -> tuple[int, str]:
    """Call dlopen (RTLD_LAZY | RTLD_LOCAL); return the handle and "", or 0 and the message of dlerror."""

def symbol(library: int, name: str, /) -> int: ...
def close_library(library: int, /) -> None: ...

# ---- the machine, through libc's own symbols ------------------------------------------------------------------

def getenv(name: str, /) -> str | None: ...
def elevated() -> bool: ...
def executable() -> str: ...
def list_folder(path: str, /) -> tuple[str, ...] | int:
    """Return the names in readdir order, without . and .., or the errno."""

def read_file(path: str, limit: int, /) -> bytes | int:
    """Return at most ``limit`` + 1 bytes of a regular file, or the errno; EINVAL if it is not a regular file."""

def read_and_seen(path: str, limit: int, /) -> tuple[bytes | int, bytes | None]:
    """Return what ``read_file`` returns, and of a file what ``seen`` returned before it was read."""

def seen(path: str, /) -> bytes | None:
    """Return bytes that identify a file or folder and its state, or None if only reading it again shows a change.

    None is for a path that does not exist, is a special file, has changed within the last two seconds, or could be
    faked by a library that interposes libc's functions.
    """

def identity() -> int:
    """Return a number for the user and group whose permissions decide what can be read."""

def plain_json(data: bytes, /) -> object:
    """Return the value of a JSON text on which all readers agree, else NotImplemented: it must be scanned."""

def clean_manifest(data: bytes, recent: tuple[Any, ...] | None, /) -> tuple[Any, ...] | None:
    """Return what clean manifests share, and the other members of the layer; None if there may be something to say.

    Lists and objects are returned as bytes that have to be read, members that are not there as None. ``recent`` is
    what another manifest shares: the same object is returned if this one shares it, too.
    """

def copied(value: T, /) -> T:
    """Return a copy of an object that has slots alone."""

def append_file(path: str, text: str, /) -> bool: ...
def stderr(text: str, /) -> None:
    """Write to standard error through fputs."""

def wrong_handle(command: str, type: str, parameter: str, whose: str, /) -> NoReturn:
    """Report a call with an invalid handle in its first parameter, and end the process by abort()."""

# ---- entry points and dispatch tables ---------------------------------------------------------------------------

def entry(name: str, /) -> int:
    """Return the address of one of the library's own functions.

    ``vkX``: its trampoline, exported or not. ``terminator_vkX``: the function at the bottom of the chain.
    ``terminator_gpdpa``, ``set_instance_loader_data``, ``set_device_loader_data``, ``layer_create_device``,
    ``layer_destroy_device``. Raises KeyError.
    """

def violator() -> str:
    """Return the name of the mutant that the library acts as, empty for none. Only in the variant with mutants."""

INSTANCE_TABLE: int  # sizes in bytes
DEVICE_TABLE: int

def fill_instance_table(instance: int, /) -> None:
    """Fill the table of a ``struct instance``: query its top_gipa, with the inner handle, for every command."""

def fill_driver_table(driver: int, /) -> None:
    """Fill the table of a ``struct driver``: query the driver for every instance and physical-device command."""

def fill_device_table(table: int, /) -> None:
    """Fill a device table: query its top_gdpa for every device command."""

def add_instance(instance: int, /) -> None:
    """Register this ``struct instance`` with vkGetInstanceProcAddr and the stubs."""

def remove_instance(instance: int, /) -> None: ...
def add_device(table: int, /) -> None:
    """Register this device table with the stubs and vkGetDeviceProcAddr."""

def remove_device(table: int, /) -> None: ...

# ---- observers (dropin/python/loading/observing.py) ----------------------------------------------

def observe_on() -> bool:
    """True if REFLOADER_OBSERVE names a recording, or did at an earlier call in this process."""

def observe_between(above: str, below: str, gipa: int, gdpa: int, gpdpa: int, /) -> tuple[int, int, int]:
    """Return observers of these lookups of ``below`` for ``above`` to call; 0 for 0.

    Return the lookups themselves if no observer slot is free. Call this and observe_note only if observe_on is true.
    """

def observe_note(about: str, text: str, value: int, /) -> None: ...
