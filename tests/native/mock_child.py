"""What the child processes of these tests share: the structures they pass and a loader in miniature."""

import ctypes
from collections.abc import Callable
from typing import Any

VOID = ctypes.c_void_p
GET_PROC_ADDR = ctypes.CFUNCTYPE(VOID, VOID, ctypes.c_char_p)
CREATE = ctypes.CFUNCTYPE(ctypes.c_int, VOID, VOID, VOID)
ENUMERATE = ctypes.CFUNCTYPE(ctypes.c_int, VOID, VOID, VOID)
DESTROY = ctypes.CFUNCTYPE(None, VOID, VOID)


class Negotiation(ctypes.Structure):
    """VkNegotiateLayerInterface."""

    _fields_ = [
        ("sType", ctypes.c_int),
        ("pNext", VOID),
        ("version", ctypes.c_uint32),
        ("get_instance_proc_addr", VOID),
        ("get_device_proc_addr", VOID),
        ("get_physical_device_proc_addr", VOID),
    ]


class Application(ctypes.Structure):
    """VkApplicationInfo."""

    _fields_ = [
        ("sType", ctypes.c_int),
        ("pNext", VOID),
        ("name", ctypes.c_char_p),
        ("version", ctypes.c_uint32),
        ("engine", ctypes.c_char_p),
        ("engine_version", ctypes.c_uint32),
        ("api", ctypes.c_uint32),
    ]


class CreateInfo(ctypes.Structure):
    """VkInstanceCreateInfo."""

    _fields_ = [
        ("sType", ctypes.c_int),
        ("pNext", VOID),
        ("flags", ctypes.c_uint32),
        ("application", ctypes.POINTER(Application)),
        ("layer_count", ctypes.c_uint32),
        ("layers", ctypes.POINTER(ctypes.c_char_p)),
        ("extension_count", ctypes.c_uint32),
        ("extensions", ctypes.POINTER(ctypes.c_char_p)),
    ]


class ExtensionRow(ctypes.Structure):
    """VkExtensionProperties."""

    _fields_ = [("name", ctypes.c_char * 256), ("version", ctypes.c_uint32)]


class Link(ctypes.Structure):
    """VkLayerInstanceLink."""

    _fields_ = [("next", VOID), ("get_instance_proc_addr", VOID), ("get_physical_device_proc_addr", VOID)]


class LinkInfo(ctypes.Structure):
    """VkLayerInstanceCreateInfo with function VK_LAYER_LINK_INFO."""

    _fields_ = [
        ("sType", ctypes.c_int),
        ("pNext", VOID),
        ("function", ctypes.c_int),
        ("link", VOID),
        ("unused", VOID),
    ]


def create_info(*extensions: bytes, minor: int = 3) -> CreateInfo:
    """What an application of Vulkan 1.``minor`` passes to vkCreateInstance."""
    names = (ctypes.c_char_p * len(extensions))(*extensions)
    application = ctypes.pointer(Application(0, None, b"test", 0, None, 0, 1 << 22 | minor << 12))
    return CreateInfo(1, None, 0, application, 0, None, len(extensions), names)


def negotiate_layer(
    library: ctypes.CDLL, version: int = 2, kind: int = 1, more: Any = None
) -> tuple[int, Negotiation]:
    """The result of a layer's negotiation and the structure it filled."""
    offer = Negotiation(kind, ctypes.addressof(more) if more is not None else None, version)
    return library.vkNegotiateLoaderLayerInterfaceVersion(ctypes.byref(offer)), offer


def negotiate_driver(library: ctypes.CDLL, version: int = 7) -> tuple[int, int]:
    """The result of a driver's negotiation and the version it wrote."""
    number = ctypes.c_uint32(version)
    return library.vk_icdNegotiateLoaderICDInterfaceVersion(ctypes.byref(number)), number.value


def driver_lookup(library: ctypes.CDLL) -> Callable[[int | None, bytes], int | None]:
    """The driver's vk_icdGetInstanceProcAddr."""
    library.vk_icdGetInstanceProcAddr.argtypes = (VOID, ctypes.c_char_p)
    library.vk_icdGetInstanceProcAddr.restype = VOID
    lookup: Callable[[int | None, bytes], int | None] = library.vk_icdGetInstanceProcAddr
    return lookup


def create(pointer: int | None, info: CreateInfo) -> tuple[int, VOID]:
    """Call a vkCreateInstance by its address: the result and the instance."""
    assert pointer
    instance = VOID()
    result = CREATE(pointer)(ctypes.addressof(info), None, ctypes.addressof(instance))
    return result, instance


def chain(driver: ctypes.CDLL, *layers: ctypes.CDLL) -> tuple[CreateInfo, int | None, list[Any]]:
    """A create info with one link for each layer, the first vkCreateInstance, and what has to stay alive."""
    lookups = [negotiate_layer(layer)[1].get_instance_proc_addr for layer in layers]
    lookups.append(ctypes.cast(driver.vk_icdGetInstanceProcAddr, VOID).value)
    links: list[Link] = []
    for lookup in reversed(lookups[1:]):
        links.append(Link(ctypes.addressof(links[-1]) if links else None, lookup, None))
    node = LinkInfo(47, None, 0, ctypes.addressof(links[-1]))
    info = create_info()
    info.pNext = ctypes.addressof(node)
    return info, GET_PROC_ADDR(lookups[0])(None, b"vkCreateInstance"), [links, node]
