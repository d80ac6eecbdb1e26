"""A loader and a driver in miniature, in Python: what stands around mock layers in the child processes of tests.

Never opens a driver. Handles are zeroed blocks whose first word says whose children they are; every call that
comes out of the chain is written down with its arguments.
"""

# ruff: noqa: N802 - the commands are methods under their own names
import ctypes
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from mock_child import GET_PROC_ADDR, VOID, Application, CreateInfo, Link, create_info, negotiate_layer

WORD = ctypes.c_size_t
LINK, DATA, DEVICES, FEATURES = range(4)
INCOMPLETE = 5
ANSWERS_ZERO = {
    "vkGetPhysicalDeviceFeatures": 2,
    "vkCmdDraw": 5,
    "vkCmdPipelineBarrier": 10,
    "vkCmdExecuteCommands": 3,
    "vkQueueSubmit": 4,
    "vkQueueSubmit2": 4,
    "vkQueueWaitIdle": 1,
    "vkFreeCommandBuffers": 4,
    "vkDeviceWaitIdle": 1,
    "vkSubmitDebugUtilsMessageEXT": 4,
    "vkDestroyInstance": 2,
    "vkDestroyDevice": 2,
}
MADE = {
    "vkCreateInstance": 3,
    "vkEnumeratePhysicalDevices": 3,
    "vkEnumeratePhysicalDeviceGroups": 3,
    "vkEnumerateDeviceExtensionProperties": 4,
    "vkCreateDevice": 4,
    "vkGetDeviceQueue": 4,
    "vkAllocateCommandBuffers": 3,
}
UNKNOWN_PHYSICAL = {"vkFutureThingOfPhysicalDevice": 2}
UNKNOWN_DEVICE = {"vkFutureThingOfQueue": 2}


class Node(ctypes.Structure):
    """VkLayerInstanceCreateInfo, and with its first word only VkLayerDeviceCreateInfo."""

    _fields_ = [
        ("sType", ctypes.c_int),
        ("pNext", VOID),
        ("function", ctypes.c_int),
        ("first", VOID),
        ("second", VOID),
    ]


class DeviceInfo(ctypes.Structure):
    """VkDeviceCreateInfo."""

    _fields_ = [
        ("sType", ctypes.c_int),
        ("pNext", VOID),
        ("flags", ctypes.c_uint32),
        ("queue_count", ctypes.c_uint32),
        ("queues", VOID),
        ("layer_count", ctypes.c_uint32),
        ("layers", VOID),
        ("extension_count", ctypes.c_uint32),
        ("extensions", ctypes.POINTER(ctypes.c_char_p)),
        ("features", VOID),
    ]


class Allocator(ctypes.Structure):
    """VkAllocationCallbacks."""

    _fields_ = [("user", VOID), ("take", VOID), ("again", VOID), ("give", VOID), ("a", VOID), ("b", VOID)]


def word(address: int) -> int:
    """The first word of what lies there."""
    return WORD.from_address(address).value


def call(pointer: int | None, *arguments: Any) -> int:
    """Call a C function with integers and addresses; its result as an int."""
    assert pointer
    return int(ctypes.CFUNCTYPE(ctypes.c_int, *[WORD] * len(arguments))(pointer)(*arguments))


class Loader:
    """Layers in their order above a driver with two physical devices; ``calls`` is what came out below."""

    def __init__(self, *paths: str, callbacks: Sequence[int] = (DATA, DEVICES, FEATURES)) -> None:
        self.calls: list[list[Any]] = []
        self.calls_up: list[str] = []
        self.alive: list[Any] = []
        self.callbacks = callbacks
        self.layers = [ctypes.CDLL(path) for path in paths]
        self.offers = [negotiate_layer(layer)[1] for layer in self.layers]
        self.instance = self.device = 0
        self.instance_key, self.device_key = self.block(), self.block()
        self.physical = [self.handle(self.instance_key) for _ in range(2)]
        self.queue, self.buffers = self.block(), [self.block() for _ in range(2)]
        for fresh in (self.queue, *self.buffers):
            WORD.from_address(fresh).value = 0x01CDC0DE
        self.commands: dict[bytes, int] = {}
        for name, count in {**ANSWERS_ZERO, **UNKNOWN_PHYSICAL, **UNKNOWN_DEVICE}.items():
            self.add(name, count, lambda *_: 0)
        for name, count in MADE.items():
            self.add(name, count, getattr(self, name))
        self.asked: list[tuple[int | None, str]] = []
        self.gipa = self.pointer(GET_PROC_ADDR(self.lookup))
        self.gdpa = self.gipa
        self.gpdpa = self.pointer(GET_PROC_ADDR(self.physical_lookup))

    def block(self) -> int:
        """Zeroed memory that stays."""
        self.alive.append(ctypes.create_string_buffer(64))
        return ctypes.addressof(self.alive[-1])

    def handle(self, key: int) -> int:
        """An object with this first word."""
        made = self.block()
        WORD.from_address(made).value = key
        return made

    def pointer(self, function: Any) -> int:
        """The address of a C callable that stays."""
        self.alive.append(function)
        return ctypes.cast(function, VOID).value or 0

    def add(self, name: str, count: int, function: Callable[..., int]) -> None:
        """A command of the driver, or of the loader above it."""

        def noted(*arguments: int) -> int:
            self.calls.append([name, *arguments])
            return function(*arguments)

        self.commands[name.encode()] = self.pointer(ctypes.CFUNCTYPE(ctypes.c_int, *[WORD] * count)(noted))

    def called(self, name: str) -> list[list[Any]]:
        """The arguments of each call of this command that came out below."""
        return [arguments for command, *arguments in self.calls if command == name]

    def lookup(self, handle: int | None, name: bytes) -> int | None:
        """What a loader's vkGetInstanceProcAddr answers below the last layer."""
        self.asked.append((handle, name.decode()))
        return self.commands.get(name)

    def physical_lookup(self, _: int, name: bytes) -> int | None:
        """What a loader's vk_layerGetPhysicalDeviceProcAddr answers below the last layer."""
        return self.commands.get(name) if name.decode() in UNKNOWN_PHYSICAL else None

    # ---- the driver's side

    def vkCreateInstance(self, info: int, _: int, out: int) -> int:
        """Make the instance, and keep what was asked for."""
        seen = CreateInfo.from_address(info)
        self.api = seen.application[0].api if seen.application else None
        self.extensions = [seen.extensions[i].decode() for i in range(seen.extension_count)]
        WORD.from_address(out).value = self.bottom = self.handle(self.instance_key)
        return 0

    def vkEnumeratePhysicalDevices(self, _: int, count: int, out: int) -> int:
        """Two of them."""
        return self.fill(count, out, self.physical)

    def vkEnumeratePhysicalDeviceGroups(self, _: int, count: int, out: int) -> int:
        """One group of two: VkPhysicalDeviceGroupProperties has the handles at 24 and their number at 16."""
        ctypes.c_uint32.from_address(count).value = 1
        if out:
            ctypes.c_uint32.from_address(out + 16).value = 2
            for i, device in enumerate(self.physical):
                WORD.from_address(out + 24 + 8 * i).value = device
        return 0

    def vkEnumerateDeviceExtensionProperties(self, _: int, layer: int, count: int, out: int) -> int:
        """One row."""
        assert not layer
        ctypes.c_uint32.from_address(count).value = 1
        if out:
            ctypes.memmove(out, b"VK_EXT_of_driver", 17)
        return 0

    def vkCreateDevice(self, _: int, info: int, __: int, out: int) -> int:
        """Make the device, and keep what was asked for."""
        seen = DeviceInfo.from_address(info)
        self.device_extensions = [seen.extensions[i].decode() for i in range(seen.extension_count)]
        WORD.from_address(out).value = self.lower_device = self.handle(self.device_key)
        return 0

    def vkGetDeviceQueue(self, _: int, __: int, ___: int, out: int) -> int:
        """The one queue, its first word as the driver leaves it."""
        WORD.from_address(out).value = self.queue
        return 0

    def vkAllocateCommandBuffers(self, _: int, __: int, out: int) -> int:
        """Two buffers, their first words as the driver leaves them."""
        for i, buffer in enumerate(self.buffers):
            WORD.from_address(out + 8 * i).value = buffer
        return 0

    @staticmethod
    def fill(count: int, out: int, handles: Sequence[int]) -> int:
        """The usual protocol of a counted answer."""
        number = ctypes.c_uint32.from_address(count)
        given = handles[: number.value] if out else ()
        number.value = len(given) if out else len(handles)
        for i, each in enumerate(given):
            WORD.from_address(out + 8 * i).value = each
        return INCOMPLETE if out and len(given) < len(handles) else 0

    # ---- the loader's side

    def set_data(self, key: int) -> int:
        """vkSetInstanceLoaderData or vkSetDeviceLoaderData."""

        def write(_: int, target: int) -> int:
            self.calls_up.append("set_data")
            WORD.from_address(target).value = key
            return 0

        return self.pointer(ctypes.CFUNCTYPE(ctypes.c_int, WORD, WORD)(write))

    def layer_create_device(self, *given: int) -> int:
        """PFN_vkLayerCreateDevice: straight to the driver."""
        self.calls_up.append("layer_create_device")
        _, physical, info, allocator, out, _, lookup = given
        WORD.from_address(lookup).value = self.gdpa
        self.vkCreateDevice(physical, info, allocator, out)
        WORD.from_address(WORD.from_address(out).value).value = self.block()
        return 0

    def layer_destroy_device(self, device: int, allocator: int, destroy: int) -> None:
        """PFN_vkLayerDestroyDevice."""
        self.calls_up.append("layer_destroy_device")
        call(destroy, device, allocator)

    def nodes(self, kind: int, links: int, key: int) -> int:
        """What hangs on pNext: the address of the first node."""
        seven, three = ctypes.CFUNCTYPE(ctypes.c_int, *[WORD] * 7), ctypes.CFUNCTYPE(None, *[WORD] * 3)
        rows = {
            DATA: (self.set_data(key), None),
            DEVICES: (
                self.pointer(seven(self.layer_create_device)),
                self.pointer(three(self.layer_destroy_device)),
            ),
            FEATURES: (1, None),
        }
        wanted = [each for each in self.callbacks if kind == 47 or each == DATA]
        chain = [
            Node(kind, None, LINK, links, None),
            *(Node(kind, None, each, *rows[each]) for each in wanted),
        ]
        for node, following in itertools.pairwise(chain):
            node.pNext = ctypes.addressof(following)
        self.alive.append(chain)
        return ctypes.addressof(chain[0])

    def links(self, last: int, member: str) -> int:
        """A link for each layer: what it calls next."""
        below = 0
        rows = [getattr(offer, member) for offer in self.offers[1:]]
        for offer, second in zip([*self.offers[1:], None][::-1], [*rows, last][::-1], strict=True):
            lookup = offer.get_instance_proc_addr if offer else self.gipa
            self.alive.append(Link(below, lookup, second))
            below = ctypes.addressof(self.alive[-1])
        return below

    def create_instance(self, *extensions: bytes, api: bool = True, allocator: Any = None) -> int:
        """The application's vkCreateInstance: its result."""
        info = create_info(*extensions)
        if not api:
            info.application = ctypes.POINTER(Application)()
        info.pNext = self.nodes(
            47, self.links(self.gpdpa, "get_physical_device_proc_addr"), self.instance_key
        )
        out = WORD()
        address = ctypes.addressof(allocator) if allocator else 0
        create = GET_PROC_ADDR(self.offers[0].get_instance_proc_addr)(None, b"vkCreateInstance")
        result = call(create, ctypes.addressof(info), address, ctypes.addressof(out))
        self.instance = out.value
        return result

    def create_device(self, physical: int, *extensions: bytes, allocator: Any = None) -> int:
        """The application's vkCreateDevice: its result."""
        names = (ctypes.c_char_p * len(extensions))(*extensions)
        info = DeviceInfo(3, None, 0, 0, None, 0, None, len(extensions), names, None)
        info.pNext = self.nodes(48, self.links(self.gdpa, "get_device_proc_addr"), self.device_key)
        out = WORD()
        address = ctypes.addressof(allocator) if allocator else 0
        create = self.of_instance("vkCreateDevice")
        result = call(create, physical, ctypes.addressof(info), address, ctypes.addressof(out))
        self.device = out.value
        return result

    def of_instance(self, name: str) -> int | None:
        """What the first layer's vkGetInstanceProcAddr answers."""
        return self.ask("get_instance_proc_addr", self.instance, name)

    def of_device(self, name: str) -> int | None:
        """What the first layer's vkGetDeviceProcAddr answers."""
        return self.ask("get_device_proc_addr", self.device, name)

    def of_physical(self, name: str) -> int | None:
        """What the first layer's vk_layerGetPhysicalDeviceProcAddr answers."""
        return self.ask("get_physical_device_proc_addr", self.instance, name)

    def ask(self, member: str, handle: int, name: str) -> int | None:
        """What the first layer answers."""
        found: int | None = GET_PROC_ADDR(getattr(self.offers[0], member))(handle, name.encode())
        return found

    def devices(self) -> list[int]:
        """The physical devices as the application sees them."""
        count, out = ctypes.c_uint32(2), (WORD * 2)()
        call(
            self.of_instance("vkEnumeratePhysicalDevices"),
            self.instance,
            ctypes.addressof(count),
            ctypes.addressof(out),
        )
        return list(out)

    def get(self, name: str, *arguments: int, count: int = 1) -> list[int]:
        """The handles that a device-level command writes behind its other arguments."""
        out = (WORD * count)()
        call(self.of_device(name), self.device, *arguments, ctypes.addressof(out))
        return list(out)

    def end(self) -> None:
        """Destroy what there is, as an application would."""
        if self.device:
            call(self.of_device("vkDestroyDevice"), self.device, 0)
        if self.instance:
            call(self.of_instance("vkDestroyInstance"), self.instance, 0)


class Memory:
    """An application's allocator: ``taken`` counts what was asked for, ``left`` what was not given back."""

    def __init__(self, refuse: int = -1) -> None:
        self.taken = 0
        self.blocks: dict[int, Any] = {}
        self.refuse = refuse
        take = ctypes.CFUNCTYPE(VOID, VOID, WORD, WORD, ctypes.c_int)(self._take)
        give = ctypes.CFUNCTYPE(None, VOID, VOID)(self._give)
        self.alive = take, give
        self.callbacks = Allocator(None, ctypes.cast(take, VOID), None, ctypes.cast(give, VOID), None, None)

    @property
    def left(self) -> int:
        """How many blocks are out."""
        return len(self.blocks)

    def _take(self, _: int, size: int, __: int, ___: int) -> int | None:
        self.taken += 1
        if self.taken > self.refuse >= 0:
            return None
        block = ctypes.create_string_buffer(size + 16)
        address = (ctypes.addressof(block) + 15) & ~15
        self.blocks[address] = block
        return address

    def _give(self, _: int, address: int) -> None:
        del self.blocks[address]
