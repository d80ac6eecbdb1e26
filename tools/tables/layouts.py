"""Writes dropin/python/generated/layouts.py: where members lie in the structures that Python reads and writes.

The layout is that of the LP64 machines the drop-in library is built for. Loader-interface structures, which the
registry does not hold, are declared below, as is the size of every type that is not the registry's own.
"""

import re
from collections.abc import Iterator
from typing import Any

STRUCTS = (
    "VkApplicationInfo",
    "VkInstanceCreateInfo",
    "VkDeviceCreateInfo",
    "VkDeviceGroupDeviceCreateInfo",
    "VkAllocationCallbacks",
    "VkExtensionProperties",
    "VkLayerProperties",
    "VkPhysicalDeviceProperties",
    "VkPhysicalDeviceProperties2",
    "VkPhysicalDeviceIDProperties",
    "VkPhysicalDeviceDriverProperties",
    "VkPhysicalDevicePCIBusInfoPropertiesEXT",
    "VkPhysicalDeviceGroupProperties",
    "VkPhysicalDeviceMaintenance5Features",
    "VkDirectDriverLoadingInfoLUNARG",
    "VkDirectDriverLoadingListLUNARG",
    "VkDebugReportCallbackCreateInfoEXT",
    "VkDebugUtilsMessengerCreateInfoEXT",
    "VkDebugUtilsMessengerCallbackDataEXT",
    "VkDebugUtilsObjectNameInfoEXT",
    "VkLayerSettingsCreateInfoEXT",
)

ENUMS = (
    "VkResult",
    "VkSystemAllocationScope",
    "VkDebugReportObjectTypeEXT",
    "VkDirectDriverLoadingModeLUNARG",
    "VkInstanceCreateFlagBits",
    "VkDebugUtilsMessageTypeFlagBitsEXT",
)
# Of these, only what exists without a device: the names are long and the file is frozen into the library.
KEPT = {
    "VkDebugReportObjectTypeEXT": r"_(UNKNOWN|INSTANCE|(PHYSICAL_)?DEVICE|QUEUE|COMMAND_BUFFER|SURFACE_KHR)_EXT$",
}

# The loader interface: members as (name, size, alignment), numbers as the header names them.
_TYPE, _NEXT, _WORD, _POINTER = ("sType", 4, 4), ("pNext", 8, 8), (4, 4), (8, 8)
_CHAIN = (("header", 12, 4), ("pfnNextLayer", 8, 8), ("pNextLink", 8, 8))
INTERFACE_STRUCTS: dict[str, tuple[tuple[str, int, int], ...]] = {
    "VkNegotiateLayerInterface": (
        _TYPE,
        _NEXT,
        ("loaderLayerInterfaceVersion", *_WORD),
        ("pfnGetInstanceProcAddr", *_POINTER),
        ("pfnGetDeviceProcAddr", *_POINTER),
        ("pfnGetPhysicalDeviceProcAddr", *_POINTER),
    ),
    "VkLayerInstanceLink": (
        ("pNext", *_POINTER),
        ("pfnNextGetInstanceProcAddr", *_POINTER),
        ("pfnNextGetPhysicalDeviceProcAddr", *_POINTER),
    ),
    "VkLayerDeviceLink": (
        ("pNext", *_POINTER),
        ("pfnNextGetInstanceProcAddr", *_POINTER),
        ("pfnNextGetDeviceProcAddr", *_POINTER),
    ),
    "VkLayerInstanceCreateInfo": (_TYPE, _NEXT, ("function", *_WORD), ("u", 16, 8)),
    "VkLayerDeviceCreateInfo": (_TYPE, _NEXT, ("function", *_WORD), ("u", 8, 8)),
    "VkEnumerateInstanceExtensionPropertiesChain": _CHAIN,
    "VkEnumerateInstanceLayerPropertiesChain": _CHAIN,
    "VkEnumerateInstanceVersionChain": _CHAIN,
}
INTERFACE_TYPES = {
    "VkNegotiateLayerInterface": 1,
    "VkLayerInstanceCreateInfo": 47,
    "VkLayerDeviceCreateInfo": 48,
    "VkEnumerateInstanceExtensionPropertiesChain": 1,
    "VkEnumerateInstanceLayerPropertiesChain": 2,
    "VkEnumerateInstanceVersionChain": 3,
}
INTERFACE_NUMBERS = {
    "VkLayerFunction": {
        "LINK_INFO": 0,
        "LOADER_DATA_CALLBACK": 1,
        "LOADER_LAYER_CREATE_DEVICE_CALLBACK": 2,
        "LOADER_FEATURES": 3,
    },
    "VkIcdWsiPlatform": {
        name: number
        for number, name in enumerate(
            (
                *("MIR", "WAYLAND", "WIN32", "XCB", "XLIB", "ANDROID", "MACOS", "IOS", "DISPLAY", "HEADLESS"),
                *("METAL", "DIRECTFB", "VI", "GGP", "SCREEN", "FUCHSIA"),
            )
        )
    },
}
# Types that the registry does not describe.
SIZES = {
    **dict.fromkeys(("char", "uint8_t", "int8_t"), 1),
    **dict.fromkeys(("uint16_t", "int16_t"), 2),
    **dict.fromkeys(("uint32_t", "int32_t", "int", "float", "VkBool32", "VkFlags", "VkSampleMask"), 4),
    **dict.fromkeys(("uint64_t", "int64_t", "size_t", "double", "VkDeviceSize", "VkDeviceAddress"), 8),
    **dict.fromkeys(("VkAccelerationStructureTypeNV", "zx_handle_t"), 4),
    **dict.fromkeys(("VkLineRasterizationModeEXT", "VkComponentTypeNV", "VkScopeNV"), 4),
    **dict.fromkeys(("HANDLE", "LPCWSTR", "IOSurfaceRef", "MTLCommandQueue_id", "MTLBuffer_id"), 8),
    "VkRemoteAddressNV": 8,
    **dict.fromkeys(("MTLTexture_id", "MTLSharedEvent_id"), 8),
}


def python_layouts(vk: Any, banner: str) -> str:
    """The text of layouts.py."""
    classes = [_struct(vk, name) for name in STRUCTS]
    classes += [_interface(name) for name in INTERFACE_STRUCTS]
    classes += [_enum(vk, name) for name in ENUMS]
    classes += [_class(name, numbers) for name, numbers in INTERFACE_NUMBERS.items()]
    classes.append(_device_chain(vk))
    docstring = (
        '"""Byte offsets of members, sizes, structure types (TYPE) and numbers of the Vulkan and loader interfaces.'
        '\n\nThe layout of 64-bit machines; a test compares it with the C headers.\n"""\n\n'
    )
    return docstring + banner.replace("//", "#", 1) + "\n" + "\n\n".join(classes)


def _device_chain(vk: Any) -> str:
    """The sizes of what may hang on a VkDeviceCreateInfo: such a structure can be copied."""
    types = {field.name: field.value for field in vk.enums["VkStructureType"].fields}
    members = [struct for struct in vk.structs.values() if "VkDeviceCreateInfo" in (struct.extends or ())]
    rows = (f"    {types[each.sType]}: {measure(vk, each.name)[0]},  # {each.name}" for each in members)
    return "\n".join(
        (
            "# By structure type: the structures that extend VkDeviceCreateInfo.",
            "DEVICE_CHAIN_SIZES = {",
            *rows,
            "}",
            "",
        )
    )


def _class(name: str, members: dict[str, int]) -> str:
    return "\n".join(
        (f"class {name}:", *(f"    {member} = {value}" for member, value in members.items()), "")
    )


def _struct(vk: Any, name: str) -> str:
    struct = vk.structs[name]
    offsets = dict(places([(m.name, *measure_member(vk, m)) for m in struct.members]))
    members = {"SIZE": measure(vk, name)[0]}
    if struct.sType:
        members["TYPE"] = next(f.value for f in vk.enums["VkStructureType"].fields if f.name == struct.sType)
    return _class(name, {**members, **offsets})


def _interface(name: str) -> str:
    members = list(INTERFACE_STRUCTS[name])
    numbers = {"SIZE": _size(members)}
    if name in INTERFACE_TYPES:
        numbers["TYPE"] = INTERFACE_TYPES[name]
    return _class(name, {**numbers, **dict(places(members))})


def places(members: list[tuple[str, int, int]]) -> Iterator[tuple[str, int]]:
    """The offset of each member, of which name, size and alignment are known."""
    offset = 0
    for name, size, alignment in members:
        offset = -(-offset // alignment) * alignment
        yield name, offset
        offset += size


def _size(members: list[tuple[str, int, int]]) -> int:
    name, size, _ = members[-1]
    end = dict(places(members))[name] + size
    widest = max(alignment for _, _, alignment in members)
    return -(-end // widest) * widest


def measure_member(vk: Any, member: Any) -> tuple[int, int]:
    """Size and alignment of a structure's member."""
    if getattr(member, "bitFieldWidth", None):
        raise SystemExit(f"{member.name} is a bit field: no layout for it")
    one, alignment = (8, 8) if member.pointer and not member.fixedSizeArray else measure(vk, member.type)
    count = 1
    for length in member.fixedSizeArray:
        count *= vk.constants[length].value if length.startswith("VK_") else int(length)
    return one * count, alignment


def measure(vk: Any, name: str) -> tuple[int, int]:
    """Size and alignment of a type."""
    if name in SIZES:
        return SIZES[name], SIZES[name]
    if name in vk.structs:
        members = [(m.name, *measure_member(vk, m)) for m in vk.structs[name].members]
        alignment = max(member[2] for member in members)
        if vk.structs[name].union:
            return max(member[1] for member in members), alignment
        return _size(members), alignment
    if name in vk.flags:
        return vk.flags[name].bitWidth // 8, vk.flags[name].bitWidth // 8
    if name in vk.enums or name in vk.bitmasks:
        return 4, 4
    if name in vk.handles or name in vk.funcPointers:
        return 8, 8
    raise SystemExit(f"the size of {name} is not known")


def _enum(vk: Any, name: str) -> str:
    fields = vk.enums[name].fields if name in vk.enums else vk.bitmasks[name].flags
    kept = [field for field in fields if re.search(KEPT.get(name, ""), field.name)]
    return _class(name, {short_name(name, field.name): field.value for field in kept})


def short_name(enum: str, value: str) -> str:
    """A value's name without what its class already says: VERBOSE of VkDebugUtilsMessageSeverityFlagBitsEXT."""
    stem, vendor = re.fullmatch(r"(\w+?)(?:FlagBits)?(EXT|LUNARG|KHR)?", enum).groups()  # type: ignore[union-attr]
    words = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", stem).upper()
    short = value.removeprefix(f"{words}_").removeprefix("VK_")
    return re.sub(rf"(_BIT)?(_{vendor})?$", "", short) if "FlagBits" in enum or vendor else short
