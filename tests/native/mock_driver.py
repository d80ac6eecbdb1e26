"""What the child processes that try the mock driver share: a loader in miniature that keeps its side."""

import ctypes
import struct
from typing import Any

from mock_child import VOID, CreateInfo, ExtensionRow, create_info, driver_lookup, negotiate_driver


class Driver:
    """An opened driver with one instance. Commands are called by name, structures passed by address."""

    def __init__(self, path: str, offered: int = 7, info: CreateInfo | None = None) -> None:
        self.library = ctypes.CDLL(path)
        negotiate_driver(self.library, offered)
        self.look_up = driver_lookup(self.library)
        self.instance = 0
        self.instance = self.made("vkCreateInstance", info or create_info(), None)

    def call(self, name: str, *arguments: Any) -> int:
        """The signed 32-bit result of the command, which has to be there."""
        return call(self.look_up(self.instance, name.encode()), *arguments)

    def made(self, name: str, *arguments: Any) -> int:
        """The handle that a successful command writes to its last parameter."""
        handle = VOID()
        assert self.call(name, *arguments, handle) == 0, name
        return handle.value or 0

    def has(self, name: str) -> bool:
        """Whether the command is found with the instance."""
        return bool(self.look_up(self.instance, name.encode()))

    def listed(self, name: str, first: int, size: int) -> list[bytes]:
        """The elements of an enumeration, by two calls."""
        count = ctypes.c_uint32()
        self.call(name, first, count, None)
        room = ctypes.create_string_buffer(size * count.value + 1)
        self.call(name, first, count, room)
        return [room.raw[i * size : (i + 1) * size] for i in range(count.value)]

    def physical(self) -> list[int]:
        """The physical devices."""
        return [
            struct.unpack("@N", row)[0] for row in self.listed("vkEnumeratePhysicalDevices", self.instance, 8)
        ]

    def device(self, physical: int = 0, *extensions: bytes) -> int:
        """A device of one physical device, marked as a loader would."""
        names = (ctypes.c_char_p * len(extensions))(*extensions)
        array = ctypes.addressof(names) if extensions else 0
        info = packed("@iPIIPIPIPP", 3, 0, 0, 0, 0, 0, 0, len(extensions), array, 0)
        return stamped(self.made("vkCreateDevice", self.physical()[physical], info, None))

    def of_device(self, device: int, name: str) -> int | None:
        """What vkGetDeviceProcAddr gives."""
        function = ctypes.CFUNCTYPE(VOID, VOID, ctypes.c_char_p)
        found: int | None = function(self.look_up(self.instance, b"vkGetDeviceProcAddr") or 0)(
            device, name.encode()
        )
        return found


def call(address: int | None, *arguments: Any) -> int:
    """Call a function that returns a signed 32-bit number; structures and buffers go by address."""
    assert address, "there is no such command"
    values = [ctypes.c_uint64(_word(argument)) for argument in arguments]
    result: int = ctypes.CFUNCTYPE(ctypes.c_int, *(ctypes.c_uint64 for _ in values))(address)(*values)
    return result


def _word(argument: Any) -> int:
    if argument is None or isinstance(argument, int):
        return argument or 0
    return ctypes.addressof(argument)


def packed(layout: str, *values: Any) -> Any:
    """A C structure by the letters of the struct module."""
    data = struct.pack(layout, *values)
    return ctypes.create_string_buffer(data, len(data))


def stamped(handle: int) -> int:
    """Put a pointer in place of the magic number, as a loader does."""
    ctypes.c_size_t.from_address(handle).value = 0x1000
    return handle


def extension_names(rows: list[bytes]) -> list[str]:
    """The names among VkExtensionProperties."""
    return [ExtensionRow.from_buffer_copy(row).name.decode() for row in rows]
