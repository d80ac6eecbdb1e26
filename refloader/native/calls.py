"""Calls a loader through ctypes and gives what it said as plain lists and numbers, ready for JSON.

Runs in the child and imports the standard library only. Never judges an answer.
"""

import ctypes
import os
from collections.abc import Callable, Mapping
from typing import Any

_INCOMPLETE = 5
_MOST = 1 << 16
"""A loader that claims more items than this is not believed."""

_U32 = ctypes.c_uint32
_POINTER = ctypes.c_void_p


class LoaderError(Exception):
    """The library cannot be asked: it does not open, lacks a command, or claims nonsense."""


class _Layer(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char * 256),
        ("spec_version", _U32),
        ("implementation_version", _U32),
        ("description", ctypes.c_char * 256),
    )


class _Extension(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char * 256), ("spec_version", _U32))


class _ApplicationInfo(ctypes.Structure):
    _fields_ = (
        ("kind", _U32),
        ("next", _POINTER),
        ("name", ctypes.c_char_p),
        ("version", _U32),
        ("engine_name", ctypes.c_char_p),
        ("engine_version", _U32),
        ("api_version", _U32),
    )


class _InstanceInfo(ctypes.Structure):
    _fields_ = (
        ("kind", _U32),
        ("next", _POINTER),
        ("flags", _U32),
        ("application", ctypes.POINTER(_ApplicationInfo)),
        ("layer_count", _U32),
        ("layers", ctypes.POINTER(ctypes.c_char_p)),
        ("extension_count", _U32),
        ("extensions", ctypes.POINTER(ctypes.c_char_p)),
    )


class _DeviceHead(ctypes.Structure):
    """The first members of VkPhysicalDeviceProperties, and room for the 824 bytes of the whole."""

    _fields_ = (
        ("api_version", _U32),
        ("driver_version", _U32),
        ("vendor", _U32),
        ("device", _U32),
        ("kind", _U32),
        ("name", ctypes.c_char * 256),
        ("rest", ctypes.c_uint64 * 256),
    )


class _Symbol(ctypes.Structure):
    """Dl_info."""

    _fields_ = (
        ("path", ctypes.c_char_p),
        ("base", _POINTER),
        ("name", ctypes.c_char_p),
        ("address", _POINTER),
    )


class Loader:
    """An opened loader. Every method raises LoaderError where it cannot be asked."""

    def __init__(self, path: str) -> None:
        try:
            library = ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL)
            self._look_up = library.vkGetInstanceProcAddr
        except (OSError, AttributeError) as error:
            raise LoaderError(str(error)) from error
        self._look_up.restype = _POINTER
        self._look_up.argtypes = [_POINTER, ctypes.c_char_p]

    @property
    def path(self) -> str:
        """The file that the linker opened."""
        symbol = _Symbol()
        found = ctypes.CDLL(None).dladdr(self._look_up, ctypes.byref(symbol))
        return os.fsdecode(symbol.path) if found and symbol.path else ""

    def version(self) -> dict[str, object]:
        """The packed instance version; None where the loader has no vkEnumerateInstanceVersion."""
        address = self._look_up(None, b"vkEnumerateInstanceVersion")
        if not address:
            return {"result": None, "value": None}
        value = _U32(0)
        result = _function(address, _POINTER)(ctypes.byref(value))
        return {"result": result, "value": value.value}

    def layers(self) -> dict[str, object]:
        """Name, specification version, implementation version and description of each layer, in order."""
        enumerate_layers = self._command(None, "vkEnumerateInstanceLayerProperties", _POINTER, _POINTER)
        result, rows = _enumerate(enumerate_layers, _Layer)
        texts = [
            [_text(row.name), row.spec_version, row.implementation_version, _text(row.description)]
            for row in rows
        ]
        return {"result": result, "layers": texts}

    def extensions(self, layer: str) -> dict[str, object]:
        """Name and version of each instance extension of a layer, or without one for an empty name."""
        command = self._command(
            None, "vkEnumerateInstanceExtensionProperties", ctypes.c_char_p, _POINTER, _POINTER
        )
        name = _bytes(layer) if layer else None
        result, rows = _enumerate(lambda count, room: command(name, count, room), _Extension)
        return {"result": result, "extensions": [[_text(row.name), row.spec_version] for row in rows]}

    def create(self, application: Mapping[str, Any]) -> tuple[int, int]:
        """The VkResult of vkCreateInstance and the handle, 0 where there is none."""
        command = self._command(None, "vkCreateInstance", _POINTER, _POINTER, _POINTER)
        info = _InstanceInfo(kind=1, flags=application["flags"])
        if application["version"] is not None:
            head = _ApplicationInfo(
                kind=0, name=b"refloader", engine_name=b"refloader", api_version=application["version"]
            )
            info.application = ctypes.pointer(head)
        info.layer_count, info.layers = _names(application["layers"])
        info.extension_count, info.extensions = _names(application["extensions"])
        handle = _POINTER(0)
        result = command(ctypes.byref(info), None, ctypes.byref(handle))
        return result, (handle.value or 0) if result >= 0 else 0

    def devices(self, instance: int) -> dict[str, object]:
        """Name, vendor, device, type, API version and driver version of each physical device, in order."""
        walk = self._command(instance, "vkEnumeratePhysicalDevices", _POINTER, _POINTER, _POINTER)
        describe = self._command(instance, "vkGetPhysicalDeviceProperties", _POINTER, _POINTER)
        result, handles = _enumerate(lambda count, room: walk(instance, count, room), _POINTER)
        rows = []
        for handle in handles:
            head = _DeviceHead()
            describe(handle, ctypes.byref(head))
            rows.append(
                [_text(head.name), head.vendor, head.device, head.kind, head.api_version, head.driver_version]
            )
        return {"result": result, "devices": rows}

    def destroy(self, instance: int) -> None:
        """Call vkDestroyInstance."""
        self._command(instance, "vkDestroyInstance", _POINTER, _POINTER)(instance, None)

    def _command(self, instance: int | None, name: str, *arguments: Any) -> Callable[..., int]:
        address = self._look_up(instance, name.encode("ascii"))
        if not address:
            raise LoaderError(f"vkGetInstanceProcAddr gives no {name}")
        return _function(address, *arguments)


def _function(address: int, *arguments: Any) -> Callable[..., int]:
    return ctypes.CFUNCTYPE(ctypes.c_int, *arguments)(address)


def _enumerate(command: Callable[..., int], kind: Any) -> tuple[int, list[Any]]:
    """The two calls of every enumeration, made again while the answer grows between them."""
    for _ in range(4):
        count = _U32(0)
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


def _names(texts: list[str]) -> tuple[int, Any]:
    if not texts:
        return 0, None
    array = (ctypes.c_char_p * len(texts))(*map(_bytes, texts))
    return len(texts), ctypes.cast(array, ctypes.POINTER(ctypes.c_char_p))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")
