"""Opens a loader in this process, with typed wrappers of the commands that a harness needs: ``refloader.Loader``.

Does not check the answers. Another vendor's loader can crash or hang this process; the harness opens those in a
subprocess.
"""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from refloader.model.layer import Extension
from refloader.model.registry import results
from refloader.model.version import ApiVersion, unpacked
from refloader.native import calls
from refloader.native.dropin import dropin_library
from refloader.native.structures import (
    POINTER,
    U32,
    DeviceHead,
    DeviceInfo,
    ExtensionProperties,
    LoaderError,
    QueueFamily,
    QueueInfo,
    enumerated,
    function,
    names,
    to_bytes,
    to_text,
)

PORTABILITY_FLAG = 1
"""VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR."""


class VulkanError(Exception):
    """A command returned an error. ``result`` is the name of the VkResult, or its number if it has no name."""

    def __init__(self, command: str, code: int) -> None:
        by_number = {number: name for name, number in results().items()}
        self.code = code
        self.result = by_number.get(code, str(code))
        super().__init__(f"{command} returned {self.result}")


@dataclass(frozen=True, slots=True)
class LayerProperties:
    """One element of vkEnumerateInstanceLayerProperties."""

    name: str
    spec_version: ApiVersion
    implementation_version: int
    description: str


class Loader:
    """An open libvulkan: the library at ``path``, or the reference loader's library if ``path`` is None.

    Raises LoaderError if the library cannot be opened, was not built, or lacks a required command.
    """

    def __init__(self, path: str | None = None) -> None:
        self._calls = calls.Loader(dropin_library() if path is None else path)

    @property
    def path(self) -> str:
        """The file that the dynamic linker opened."""
        return self._calls.path

    def version(self) -> ApiVersion | None:
        """Return the version from vkEnumerateInstanceVersion; None if the loader does not have that command."""
        answer = self._calls.version()
        return unpacked(_number(answer["value"])) if answer["value"] is not None else None

    def layers(self) -> tuple[LayerProperties, ...]:
        """Return the layers that an application can enable, in the loader's order. Raises VulkanError."""
        rows = _rows("vkEnumerateInstanceLayerProperties", self._calls.layers(), "layers")
        return tuple(LayerProperties(name, unpacked(spec), own, text) for name, spec, own, text in rows)

    def extensions(self, layer: str = "") -> tuple[Extension, ...]:
        """Return the instance extensions of a layer, or without a name those of the loader and all drivers."""
        rows = _rows("vkEnumerateInstanceExtensionProperties", self._calls.extensions(layer), "extensions")
        return tuple(Extension(name, version) for name, version in rows)

    def create_instance(
        self,
        api_version: ApiVersion | None = None,
        layers: Sequence[str] = (),
        extensions: Sequence[str] = (),
        *,
        portability: bool = False,
    ) -> "Instance":
        """Create an instance. Destroy it with a ``with`` statement or ``destroy``. Raises VulkanError."""
        result, handle = self._calls.create(
            {
                "flags": PORTABILITY_FLAG if portability else 0,
                "version": api_version.packed if api_version else None,
                "layers": list(layers),
                "extensions": list(extensions),
            }
        )
        if result < 0:
            raise VulkanError("vkCreateInstance", result)
        return Instance(self._calls, handle)

    def proc_addr(self, name: str, instance: int | None = None) -> int:
        """Return the address from vkGetInstanceProcAddr for a name, or 0."""
        return self._calls.look_up(instance, name)


class _Owned:
    """A handle that is destroyed once, at the end of a ``with`` statement or by ``destroy``."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def destroy(self) -> None:
        """Destroy the object; a second call does nothing."""
        handle, self.handle = self.handle, 0
        if handle:
            self._destroy(handle)

    def _destroy(self, handle: int) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.destroy()


class Instance(_Owned):
    """A VkInstance."""

    def __init__(self, loader: calls.Loader, handle: int) -> None:
        super().__init__(handle)
        self._calls = loader

    def physical_devices(self) -> tuple["PhysicalDevice", ...]:
        """Return the physical devices in the loader's order. Raises VulkanError."""
        command = self._calls.command(self.handle, "vkEnumeratePhysicalDevices", POINTER, POINTER, POINTER)
        result, handles = enumerated(lambda count, room: command(self.handle, count, room), POINTER)
        if result < 0:
            raise VulkanError("vkEnumeratePhysicalDevices", result)
        return tuple(PhysicalDevice(self, handle) for handle in handles)

    def proc_addr(self, name: str) -> int:
        """Return the address from vkGetInstanceProcAddr for this instance, or 0."""
        return self._calls.look_up(self.handle, name)

    def _destroy(self, handle: int) -> None:
        self._calls.destroy(handle)


class PhysicalDevice:
    """A VkPhysicalDevice and the first members of its VkPhysicalDeviceProperties. Valid while its instance is."""

    def __init__(self, instance: Instance, handle: int) -> None:
        self.handle = handle
        self._instance = instance
        head = DeviceHead()
        self._call("vkGetPhysicalDeviceProperties", ctypes.byref(head))
        self.name = to_text(head.name)
        self.vendor_id, self.device_id, self.type = int(head.vendor), int(head.device), int(head.kind)
        self.api_version, self.driver_version = unpacked(head.api_version), int(head.driver_version)

    def queue_families(self) -> tuple[tuple[int, int], ...]:
        """Return the flags and the number of queues of each queue family."""
        count = U32(0)
        self._call("vkGetPhysicalDeviceQueueFamilyProperties", ctypes.byref(count), None)
        rows = (QueueFamily * count.value)()
        self._call("vkGetPhysicalDeviceQueueFamilyProperties", ctypes.byref(count), ctypes.byref(rows))
        return tuple((row.flags, row.count) for row in rows)

    def extensions(self, layer: str = "") -> tuple[Extension, ...]:
        """Return the device extensions of a layer, or without a name those of the device. Raises VulkanError."""
        name = to_bytes(layer) if layer else None
        command = "vkEnumerateDeviceExtensionProperties"
        result, rows = enumerated(lambda n, room: self._call(command, name, n, room), ExtensionProperties)
        if result < 0:
            raise VulkanError(command, result)
        return tuple(Extension(to_text(row.name), row.spec_version) for row in rows)

    def create_device(self, extensions: Sequence[str] = (), *, family: int = 0) -> "Device":
        """Create a device with one queue. Destroy it with a ``with`` statement or ``destroy``. Raises VulkanError."""
        priority = ctypes.c_float(1.0)
        queue = QueueInfo(kind=2, family=family, count=1, priorities=ctypes.pointer(priority))
        info = DeviceInfo(kind=3, queue_count=1, queues=ctypes.pointer(queue))
        info.extension_count, info.extensions = names(extensions)
        handle = POINTER(0)
        result = self._call("vkCreateDevice", ctypes.byref(info), None, ctypes.byref(handle))
        if result < 0:
            raise VulkanError("vkCreateDevice", result)
        return Device(self._instance, handle.value or 0)

    def _call(self, name: str, *arguments: object) -> int:
        address = self._instance.proc_addr(name)
        if not address:
            raise LoaderError(f"vkGetInstanceProcAddr gives no {name}")
        # ctypes passes bytes for a plain pointer parameter, so strings need no type of their own.
        return function(address, *[POINTER] * (len(arguments) + 1))(self.handle, *arguments)


class Device(_Owned):
    """A VkDevice."""

    def __init__(self, instance: Instance, handle: int) -> None:
        super().__init__(handle)
        self._look_up = ctypes.CFUNCTYPE(POINTER, POINTER, ctypes.c_char_p)(
            instance.proc_addr("vkGetDeviceProcAddr")
        )

    def proc_addr(self, name: str) -> int:
        """Return the address from vkGetDeviceProcAddr for a name, or 0."""
        return self._look_up(self.handle, to_bytes(name)) or 0

    def queue(self, family: int = 0, index: int = 0) -> int:
        """Return the VkQueue handle of a queue with which the device was created."""
        handle = POINTER(0)
        get = function(self.proc_addr("vkGetDeviceQueue"), POINTER, U32, U32, POINTER)
        get(self.handle, family, index, ctypes.byref(handle))
        return handle.value or 0

    def _destroy(self, handle: int) -> None:
        function(self._look_up(handle, b"vkDestroyDevice") or 0, POINTER, POINTER)(handle, None)


def _rows(command: str, answer: dict[str, object], key: str) -> list[list[Any]]:
    code = _number(answer["result"])
    if code < 0:
        raise VulkanError(command, code)
    rows = answer[key]
    assert isinstance(rows, list)
    return rows


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value
