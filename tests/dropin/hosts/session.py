"""What the scripts of the tests say to a loader, through ctypes: short commands for long structures.

Runs in a child process, whose script prints one JSON value. Never judges an answer.
"""

import ctypes
import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from refloader.native.calls import Loader
from refloader.native.structures import (
    POINTER,
    U32,
    ApplicationInfo,
    DeviceHead,
    DeviceInfo,
    ExtensionProperties,
    InstanceInfo,
    LayerProperties,
    QueueInfo,
    enumerated,
    names,
)

DEVICE_GROUP_CREATE_INFO = 1000070001
_GROUP_PROPERTIES = 1000070000


class Group(ctypes.Structure):
    """VkPhysicalDeviceGroupProperties."""

    _fields_ = (("kind", U32), ("next", POINTER), ("count", U32), ("devices", POINTER * 32), ("subset", U32))


def say(value: object) -> None:
    """Print the script's one answer."""
    print(json.dumps(value))


def block(*words: int) -> Any:
    """A structure as 64-bit words; ``ctypes.addressof`` is its address."""
    return (ctypes.c_uint64 * len(words))(*words)


class Session:
    """An instance on the library that the linker finds. ``chain`` is the pNext of its create info."""

    def __init__(
        self,
        extensions: Sequence[str] = (),
        version: int = 0x403000,
        chain: int = 0,
        allocator: int = 0,
        *,
        layers: Sequence[str] = (),
        flags: int = 0,
    ) -> None:
        self.loader = Loader("libvulkan.so.1")
        head = ApplicationInfo(kind=0, api_version=version)
        info = InstanceInfo(kind=1, next=chain, flags=flags, application=ctypes.pointer(head))
        info.layer_count, info.layers = names(layers)
        info.extension_count, info.extensions = names(extensions)
        handle = POINTER(0)
        create = self.loader.command(None, "vkCreateInstance", POINTER, POINTER, POINTER)
        self.result = create(ctypes.byref(info), allocator, ctypes.byref(handle))
        self.instance = handle.value or 0

    def command(self, name: str, count: int) -> Callable[..., int]:
        """A command with this many 64-bit parameters."""
        return self.loader.command(self.instance, name, *[ctypes.c_uint64] * count)

    def devices(self) -> list[int]:
        """The handles of the physical devices."""
        walk = self.command("vkEnumeratePhysicalDevices", 3)
        return self.counted(lambda count, room: walk(self.instance, count, room), POINTER)[1]

    def counted(self, walk: Callable[[int, int], int], kind: Any) -> tuple[int, list[Any]]:
        """The result and the elements of a counted command that takes two addresses."""
        return enumerated(lambda count, room: walk(_address(count), _address(room)), kind)

    def name(self, device: int) -> str:
        """The name of a physical device."""
        head = DeviceHead()
        self.command("vkGetPhysicalDeviceProperties", 2)(device, ctypes.addressof(head))
        return bytes(head.name).decode()

    def names(self) -> list[str]:
        """The names of all physical devices in order."""
        return [self.name(device) for device in self.devices()]

    def groups(self, command: str = "vkEnumeratePhysicalDeviceGroups") -> list[list[int]]:
        """The members of each device group."""
        walk = self.command(command, 3)
        room = (Group * 16)(*[Group(kind=_GROUP_PROPERTIES)] * 16)
        count = U32(16)
        result = walk(self.instance, ctypes.addressof(count), ctypes.addressof(room))
        assert result == 0, result
        return [list(group.devices[: group.count]) for group in room[: count.value]]

    def device_extensions(self, device: int, layer: str | None = None) -> tuple[int, dict[str, int]]:
        """The result and the device extensions with their versions."""
        walk = self.command("vkEnumerateDeviceExtensionProperties", 4)
        text = ctypes.create_string_buffer(layer.encode()) if layer is not None else None
        name = ctypes.addressof(text) if text else 0
        result, rows = self.counted(lambda count, room: walk(device, name, count, room), ExtensionProperties)
        return result, {row.name.decode(): row.spec_version for row in rows}

    def device_layers(self, device: int) -> list[str]:
        """The names that vkEnumerateDeviceLayerProperties gives."""
        walk = self.command("vkEnumerateDeviceLayerProperties", 3)
        rows = self.counted(lambda count, room: walk(device, count, room), LayerProperties)[1]
        return [row.name.decode() for row in rows]

    def create_device(
        self,
        device: int,
        extensions: Sequence[str] = (),
        chain: int = 0,
        allocator: int = 0,
        *,
        layers: Sequence[str] = (),
    ) -> tuple[int, int]:
        """The result of vkCreateDevice with one queue, and the handle."""
        queue = QueueInfo(kind=2, count=1, priorities=ctypes.pointer(ctypes.c_float(1)))
        info = DeviceInfo(kind=3, next=chain, queue_count=1, queues=ctypes.pointer(queue))
        info.layer_count, named = names(layers)
        info.layers = ctypes.cast(named, POINTER)
        info.extension_count, info.extensions = names(extensions)
        handle = POINTER(0)
        create = self.command("vkCreateDevice", 4)
        result = create(device, ctypes.addressof(info), allocator, ctypes.addressof(handle))
        return result, handle.value or 0

    def destroy_device(self, device: int, allocator: int = 0) -> None:
        """vkDestroyDevice as exported: it finds its way by the handle."""
        self.command("vkDestroyDevice", 2)(device, allocator)

    def queue(self, device: int) -> int:
        """The first queue of a device."""
        handle = POINTER(0)
        self.command("vkGetDeviceQueue", 4)(device, 0, 0, ctypes.addressof(handle))
        return handle.value or 0

    def create_surface(self, command: str, info: Any, allocator: int = 0) -> tuple[int, int]:
        """The result of a command that makes a surface of ``info`` (a block), and the handle."""
        handle = ctypes.c_uint64(0)
        create = self.command(command, 4)
        result = create(self.instance, ctypes.addressof(info), allocator, ctypes.addressof(handle))
        return result, handle.value

    def destroy(self, allocator: int = 0) -> None:
        """vkDestroyInstance."""
        self.command("vkDestroyInstance", 2)(self.instance, allocator)


class Allocator:
    """A VkAllocationCallbacks over malloc that counts what is held, and may run out at the nth call.

    ``strange`` counts what it is to free but does not hold.
    """

    def __init__(self, fails_at: int = 0) -> None:
        self.calls = 0
        self.held: dict[int, Any] = {}
        self.strange = 0
        self.fails_at = fails_at
        self._functions = (
            ctypes.CFUNCTYPE(POINTER, POINTER, ctypes.c_size_t, ctypes.c_size_t, U32)(self._allocate),
            ctypes.CFUNCTYPE(POINTER, POINTER, POINTER, ctypes.c_size_t, ctypes.c_size_t, U32)(self._again),
            ctypes.CFUNCTYPE(None, POINTER, POINTER)(self._free),
        )
        self._block = block(0, *(ctypes.cast(each, POINTER).value or 0 for each in self._functions), 0, 0)
        self.address = ctypes.addressof(self._block)

    def _allocate(self, _user: int, size: int, alignment: int, _scope: int) -> int | None:
        self.calls += 1
        if self.calls == self.fails_at:
            return None
        memory = ctypes.create_string_buffer(size + alignment)
        place = -(-ctypes.addressof(memory) // alignment) * alignment
        self.held[place] = memory
        return place

    def _again(self, _user: int, _old: int, _size: int, _alignment: int, _scope: int) -> int | None:
        os.abort()  # nobody reallocates

    def _free(self, _user: int, place: int | None) -> None:
        if place and self.held.pop(place, None) is None:
            self.strange += 1


def _address(value: Any) -> int:
    """The address of what ``enumerated`` hands to a command: a reference, or None."""
    return ctypes.addressof(value._obj) if value is not None else 0
