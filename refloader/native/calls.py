"""Calls a loader through ctypes and returns its answers as plain lists and numbers, ready for JSON.

Runs in the subprocess, and imports only the standard library and ``structures``. Does not check the answers.
"""

import ctypes
import os
from collections.abc import Callable, Mapping
from typing import Any

from refloader.native.structures import (
    POINTER,
    U32,
    ApplicationInfo,
    DeviceHead,
    ExtensionProperties,
    InstanceInfo,
    LayerProperties,
    LoaderError,
    SymbolInfo,
    enumerated,
    function,
    names,
    to_bytes,
    to_text,
)

# The dynamic linker's own functions. A ctypes.CDLL creates a class for each library, which costs a process that
# opens a single library more than all its calls.
_OWN = ctypes.CDLL(None)
_OPEN, _SYMBOL, _ERROR, _ADDRESS = _OWN.dlopen, _OWN.dlsym, _OWN.dlerror, _OWN.dladdr
_OPEN.restype, _OPEN.argtypes = POINTER, [ctypes.c_char_p, ctypes.c_int]
_SYMBOL.restype, _SYMBOL.argtypes = POINTER, [POINTER, ctypes.c_char_p]
_ERROR.restype, _ERROR.argtypes = ctypes.c_char_p, []
_ADDRESS.argtypes = [POINTER, POINTER]
_LOOK_UP = ctypes.CFUNCTYPE(POINTER, POINTER, ctypes.c_char_p)


class Loader:
    """An open loader. Methods raise LoaderError if the loader lacks a command or returns an implausible count."""

    def __init__(self, path: str) -> None:
        self._library = _OPEN(os.fsencode(path), os.RTLD_NOW | os.RTLD_LOCAL)
        self._address = _SYMBOL(self._library, b"vkGetInstanceProcAddr") if self._library else None
        if not self._address:
            raise LoaderError(os.fsdecode(_ERROR() or b""))
        self._look_up = _LOOK_UP(self._address)

    @property
    def path(self) -> str:
        """The file that the dynamic linker opened."""
        symbol = SymbolInfo()
        found = _ADDRESS(self._address, ctypes.byref(symbol))
        return os.fsdecode(symbol.path) if found and symbol.path else ""

    def version(self) -> dict[str, object]:
        """Return the result and the packed instance version; None for both without vkEnumerateInstanceVersion."""
        address = self._look_up(None, b"vkEnumerateInstanceVersion")
        if not address:
            return {"result": None, "value": None}
        value = U32(0)
        result = function(address, POINTER)(ctypes.byref(value))
        return {"result": result, "value": value.value}

    def layers(self) -> dict[str, object]:
        """Return the result, and each layer's name, specification version, implementation version and description."""
        enumerate_layers = self.command(None, "vkEnumerateInstanceLayerProperties", POINTER, POINTER)
        result, rows = enumerated(enumerate_layers, LayerProperties)
        texts = [
            [to_text(row.name), row.spec_version, row.implementation_version, to_text(row.description)]
            for row in rows
        ]
        return {"result": result, "layers": texts}

    def extensions(self, layer: str) -> dict[str, object]:
        """Return the result, and the name and version of each instance extension of a layer.

        An empty name stands for the extensions of the loader and all drivers.
        """
        command = self.command(
            None, "vkEnumerateInstanceExtensionProperties", ctypes.c_char_p, POINTER, POINTER
        )
        name = to_bytes(layer) if layer else None
        result, rows = enumerated(lambda count, room: command(name, count, room), ExtensionProperties)
        return {"result": result, "extensions": [[to_text(row.name), row.spec_version] for row in rows]}

    def create(self, application: Mapping[str, Any]) -> tuple[int, int]:
        """Return the VkResult of vkCreateInstance and the handle, which is 0 on failure."""
        command = self.command(None, "vkCreateInstance", POINTER, POINTER, POINTER)
        info = InstanceInfo(kind=1, flags=application["flags"])
        if application["version"] is not None:
            info.application = ctypes.pointer(application_info(application["version"]))
        info.layer_count, info.layers = names(application["layers"])
        info.extension_count, info.extensions = names(application["extensions"])
        handle = POINTER(0)
        result = command(ctypes.byref(info), None, ctypes.byref(handle))
        return result, (handle.value or 0) if result >= 0 else 0

    def devices(self, instance: int) -> dict[str, object]:
        """Return the result, and each device's name, vendor id, device id, type, API version and driver version."""
        walk = self.command(instance, "vkEnumeratePhysicalDevices", POINTER, POINTER, POINTER)
        describe = self.command(instance, "vkGetPhysicalDeviceProperties", POINTER, POINTER)
        result, handles = enumerated(lambda count, room: walk(instance, count, room), POINTER)
        rows = []
        for handle in handles:
            head = DeviceHead()
            describe(handle, ctypes.byref(head))
            rows.append(
                [
                    to_text(head.name),
                    head.vendor,
                    head.device,
                    head.kind,
                    head.api_version,
                    head.driver_version,
                ]
            )
        return {"result": result, "devices": rows}

    def destroy(self, instance: int) -> None:
        """Call vkDestroyInstance."""
        self.command(instance, "vkDestroyInstance", POINTER, POINTER)(instance, None)

    def look_up(self, instance: int | None, name: str) -> int:
        """Return the address from vkGetInstanceProcAddr, or 0."""
        return self._look_up(instance, to_bytes(name)) or 0

    def export(self, name: str) -> int:
        """Return the address of a symbol that the library exports, or 0."""
        return _SYMBOL(self._library, to_bytes(name)) or 0

    def command(self, instance: int | None, name: str, *arguments: Any) -> Callable[..., int]:
        """Return a callable command with these parameter types. Raises LoaderError if the loader lacks it."""
        address = self.look_up(instance, name)
        if not address:
            raise LoaderError(f"vkGetInstanceProcAddr gives no {name}")
        return function(address, *arguments)


def application_info(version: int) -> ApplicationInfo:
    """Return the VkApplicationInfo of an application that requests this packed version."""
    return ApplicationInfo(kind=0, name=b"refloader", engine_name=b"refloader", api_version=version)


def device_name(describe: Callable[..., int], handle: int) -> str:
    """Return the name of a physical device. ``describe`` is vkGetPhysicalDeviceProperties."""
    head = DeviceHead()
    describe(handle, ctypes.byref(head))
    return to_text(head.name)
