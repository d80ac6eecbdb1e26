"""The C structures for calls of a loader, and the helpers that all such calls share. Never opens a library.

Imports only the standard library, because subprocesses of the harness import it too.
"""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

_INCOMPLETE = 5
_MOST = 1 << 16
"""The maximum number of items that an enumeration may report."""

U32 = ctypes.c_uint32
POINTER = ctypes.c_void_p


class LoaderError(Exception):
    """The library cannot be called: it cannot be opened, lacks a command, or returns an implausible count."""


class LayerProperties(ctypes.Structure):
    """VkLayerProperties."""

    _fields_ = (
        ("name", ctypes.c_char * 256),
        ("spec_version", U32),
        ("implementation_version", U32),
        ("description", ctypes.c_char * 256),
    )


class ExtensionProperties(ctypes.Structure):
    """VkExtensionProperties."""

    _fields_ = (("name", ctypes.c_char * 256), ("spec_version", U32))


class ApplicationInfo(ctypes.Structure):
    """VkApplicationInfo."""

    _fields_ = (
        ("kind", U32),
        ("next", POINTER),
        ("name", ctypes.c_char_p),
        ("version", U32),
        ("engine_name", ctypes.c_char_p),
        ("engine_version", U32),
        ("api_version", U32),
    )


class InstanceInfo(ctypes.Structure):
    """VkInstanceCreateInfo."""

    _fields_ = (
        ("kind", U32),
        ("next", POINTER),
        ("flags", U32),
        ("application", ctypes.POINTER(ApplicationInfo)),
        ("layer_count", U32),
        ("layers", ctypes.POINTER(ctypes.c_char_p)),
        ("extension_count", U32),
        ("extensions", ctypes.POINTER(ctypes.c_char_p)),
    )


class DeviceHead(ctypes.Structure):
    """The first members of VkPhysicalDeviceProperties, padded to hold at least all its 824 bytes."""

    _fields_ = (
        ("api_version", U32),
        ("driver_version", U32),
        ("vendor", U32),
        ("device", U32),
        ("kind", U32),
        ("name", ctypes.c_char * 256),
        ("rest", ctypes.c_uint64 * 256),
    )


class QueueInfo(ctypes.Structure):
    """VkDeviceQueueCreateInfo."""

    _fields_ = (
        ("kind", U32),
        ("next", POINTER),
        ("flags", U32),
        ("family", U32),
        ("count", U32),
        ("priorities", ctypes.POINTER(ctypes.c_float)),
    )


class DeviceInfo(ctypes.Structure):
    """VkDeviceCreateInfo."""

    _fields_ = (
        ("kind", U32),
        ("next", POINTER),
        ("flags", U32),
        ("queue_count", U32),
        ("queues", ctypes.POINTER(QueueInfo)),
        ("layer_count", U32),
        ("layers", POINTER),
        ("extension_count", U32),
        ("extensions", ctypes.POINTER(ctypes.c_char_p)),
        ("features", POINTER),
    )


class QueueFamily(ctypes.Structure):
    """VkQueueFamilyProperties."""

    _fields_ = (("flags", U32), ("count", U32), ("timestamp_bits", U32), ("granularity", U32 * 3))


class SymbolInfo(ctypes.Structure):
    """Dl_info."""

    _fields_ = (
        ("path", ctypes.c_char_p),
        ("base", POINTER),
        ("name", ctypes.c_char_p),
        ("address", POINTER),
    )


def function(address: int, *arguments: Any) -> Callable[..., int]:
    """Return the function at an address, with these parameter types; it returns a VkResult or nothing."""
    return ctypes.CFUNCTYPE(ctypes.c_int, *arguments)(address)


def enumerated(command: Callable[..., int], kind: Any) -> tuple[int, list[Any]]:
    """Make the two calls of an enumeration, up to four times while the second returns VK_INCOMPLETE.

    Return the result and the items, which are empty on failure. Raises LoaderError for an implausible count.
    """
    for _ in range(4):
        count = U32(0)
        result = command(ctypes.byref(count), None)
        if result < 0:
            return result, []
        if count.value > _MOST:
            raise LoaderError(f"the loader claims {count.value} items")
        room = (kind * count.value)()
        result = command(ctypes.byref(count), ctypes.byref(room))
        if result != _INCOMPLETE:
            break
    return result, list(room)[: count.value] if result >= 0 else []


def names(texts: Sequence[str]) -> tuple[int, Any]:
    """Return the length and the address of an array of C strings."""
    if not texts:
        return 0, None
    array = (ctypes.c_char_p * len(texts))(*map(to_bytes, texts))
    return len(texts), ctypes.cast(array, ctypes.POINTER(ctypes.c_char_p))


def to_bytes(text: str) -> bytes:
    """Encode a string for C, restoring undecodable bytes."""
    return text.encode("utf-8", "surrogateescape")


def to_text(name: bytes) -> str:
    """Decode a C string, preserving undecodable bytes as surrogates."""
    return name.decode("utf-8", "surrogateescape")
