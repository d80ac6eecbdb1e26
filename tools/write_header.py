"""Writes vk_registry.h, the types and command pointers that the C parts need, and command_list.h, every name."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from registry_commands import level

# The header declares every core command below device level, these of device level, and those of EXTENSIONS.
DEVICE_COMMANDS = (
    "vkDestroyDevice",
    "vkGetDeviceProcAddr",
    "vkGetDeviceQueue",
    "vkGetDeviceQueue2",
    "vkQueueSubmit",
    "vkQueueSubmit2",
    "vkQueueWaitIdle",
    "vkDeviceWaitIdle",
    "vkCreateCommandPool",
    "vkDestroyCommandPool",
    "vkResetCommandPool",
    "vkAllocateCommandBuffers",
    "vkFreeCommandBuffers",
    "vkBeginCommandBuffer",
    "vkEndCommandBuffer",
    "vkResetCommandBuffer",
    "vkCmdDraw",
    "vkCmdDispatch",
    "vkCmdExecuteCommands",
)
# Those of another window system are left out: their parameters are that system's own types.
EXTENSIONS = (
    "VK_KHR_surface",
    "VK_KHR_swapchain",
    "VK_KHR_display",
    "VK_KHR_display_swapchain",
    "VK_KHR_get_surface_capabilities2",
    "VK_KHR_get_display_properties2",
    "VK_EXT_headless_surface",
    "VK_EXT_display_surface_counter",
    "VK_EXT_full_screen_exclusive",
    "VK_EXT_debug_report",
    "VK_EXT_debug_utils",
    "VK_EXT_debug_marker",
    "VK_NV_external_compute_queue",
)
# Structures that none of those commands names as a parameter.
CHAINED_STRUCTURES = (
    "VkBaseInStructure",
    "VkBaseOutStructure",
    "VkDeviceGroupDeviceCreateInfo",
    "VkDebugUtilsMessengerCallbackDataEXT",
    "VkDirectDriverLoadingListLUNARG",
    "VkExternalImageFormatProperties",
    "VkPhysicalDeviceDriverProperties",
    "VkPhysicalDeviceExternalImageFormatInfo",
    "VkPhysicalDeviceIDProperties",
    "VkPhysicalDeviceMultiviewFeatures",
    "VkPhysicalDevicePCIBusInfoPropertiesEXT",
    "VkPhysicalDeviceVulkan11Properties",
    "VkPhysicalDeviceVulkan12Properties",
    "VkSurfaceProtectedCapabilitiesKHR",
)
# The registry holds these two as reserved numbers: the loader interface gives them to its own structures.
EXTRA_STRUCTURE_TYPES = (
    "VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO",
    "VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO",
)
# Types of vk.xml that the package does not describe.
BASE_TYPES = {
    "VkBool32": "uint32_t",
    "VkFlags": "uint32_t",
    "VkFlags64": "uint64_t",
    "VkDeviceSize": "uint64_t",
}
# Enumerations whose values no C part needs: hundreds of lines saved.
OPAQUE_ENUMS = ("VkFormat",)

PREAMBLE = """\
#ifndef REFLOADER_VK_REGISTRY_H
#define REFLOADER_VK_REGISTRY_H

#include <stddef.h>
#include <stdint.h>

#define VK_MAKE_API_VERSION(variant, major, minor, patch) \\
    (((uint32_t)(variant) << 29) | ((uint32_t)(major) << 22) | ((uint32_t)(minor) << 12) | (uint32_t)(patch))
#define VK_API_VERSION_VARIANT(version) ((uint32_t)(version) >> 29)
#define VK_API_VERSION_MAJOR(version) (((uint32_t)(version) >> 22) & 0x7FU)
#define VK_API_VERSION_MINOR(version) (((uint32_t)(version) >> 12) & 0x3FFU)
#define VK_API_VERSION_PATCH(version) ((uint32_t)(version) & 0xFFFU)

#define VK_DEFINE_HANDLE(name) typedef struct name##_T *name;
#if UINTPTR_MAX == UINT64_MAX
#define VK_DEFINE_NON_DISPATCHABLE_HANDLE(name) typedef struct name##_T *name;
#else
#define VK_DEFINE_NON_DISPATCHABLE_HANDLE(name) typedef uint64_t name;
#endif
"""


def build_header(vk: Any, banner: str) -> str:
    """The C header: constants, enumerations, handles, structures and command pointers, in that order."""
    commands = [vk.commands[name] for name in _header_commands(vk)]
    needed = _closure(vk, commands)
    parts = [
        *(f"typedef {c_type} {name};" for name, c_type in BASE_TYPES.items()),
        *_constants(vk, needed),
        *(_enum(e.name, _values(vk, e, needed)) for name, e in vk.enums.items() if name in needed),
        *_flags(vk, needed),
        *(_handle(handle) for name, handle in vk.handles.items() if name in needed),
        *_forward(vk, needed),
        *(_plain(pointer.cFunctionPointer) for n, pointer in vk.funcPointers.items() if n in needed),
        *(_struct(vk.structs[name]) for name in _ordered(vk, needed)),
        *(_plain(command.cFunctionPointer) for command in commands),
    ]
    return banner + PREAMBLE + "\n" + "\n".join(parts) + "\n\n#endif\n"


def build_list(vk: Any, banner: str) -> str:
    """A C header with one row for each command, in the order of strcmp: name and type of the first parameter."""
    rows = (f"    X({name}, {vk.commands[name].params[0].type})" for name in sorted(vk.commands))
    macro = " \\\n".join(("#define VK_COMMAND_LIST(X)", *rows))
    return banner + macro + "\n"


def _header_commands(vk: Any) -> list[str]:
    return [name for name, command in vk.commands.items() if not command.alias and _wanted(vk, name, command)]


def _wanted(vk: Any, name: str, command: Any) -> bool:
    if command.extensions:
        return any(extension in EXTENSIONS for extension in command.extensions)
    return level(vk, name) != "DEVICE" or name in DEVICE_COMMANDS


def _closure(vk: Any, commands: Iterable[Any]) -> set[str]:
    waiting = [name for command in commands for name in _types(command.params)]
    waiting += ["VkResult", "VkStructureType", "PFN_vkVoidFunction", *CHAINED_STRUCTURES]
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += _mentioned(vk, name)
    return needed


def _mentioned(vk: Any, name: str) -> Iterator[str]:
    if name in vk.structs:
        yield from _types(vk.structs[name].members)
    elif name in vk.funcPointers:
        yield from _types(vk.funcPointers[name].params)
    elif name in vk.flags:
        yield vk.flags[name].baseFlagsType
    elif name in vk.bitmasks:
        yield vk.bitmasks[name].flagName


def _types(members: Iterable[Any]) -> Iterator[str]:
    for member in members:
        yield member.type
        yield from (size for size in getattr(member, "fixedSizeArray", ()) if size.startswith("VK_"))


def _constants(vk: Any, needed: set[str]) -> Iterator[str]:
    yield "#define VK_TRUE 1U"
    yield "#define VK_FALSE 0U"
    for release in ("1_0", *(name.removeprefix("VK_VERSION_") for name in vk.versions)):
        major, minor = release.split("_")
        yield f"#define VK_API_VERSION_{release} VK_MAKE_API_VERSION(0, {major}, {minor}, 0)"
    for name in sorted(vk.constants.keys() & needed):
        yield f"#define {name} {vk.constants[name].value}U"


def _values(vk: Any, enum: Any, needed: set[str]) -> list[Any]:
    if enum.name == "VkStructureType":
        used = {vk.structs[name].sType for name in needed if name in vk.structs}
        return [field for field in enum.fields if field.name in used.union(EXTRA_STRUCTURE_TYPES)]
    if enum.name == "VkResult":
        return list(enum.fields)
    return [f for f in enum.fields if enum.name not in OPAQUE_ENUMS and _core_or_ours(f)]


def _core_or_ours(value: Any) -> bool:
    return not value.extensions or any(name in EXTENSIONS for name in value.extensions)


def _enum(name: str, fields: Iterable[Any]) -> str:
    # The last value gives the enumeration its 32 bits, whatever the others are.
    words = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).upper()
    rows = [*(f"    {field.name} = {field.value}," for field in fields), f"    {words}_MAX_ENUM = 0x7FFFFFFF"]
    return "\n".join((f"typedef enum {name} {{", *rows, f"}} {name};"))


def _flags(vk: Any, needed: set[str]) -> Iterator[str]:
    for name in sorted(vk.flags.keys() & needed):
        bits = vk.bitmasks.get(vk.flags[name].bitmaskName or "")
        if bits:
            yield _enum(bits.name, [flag for flag in bits.flags if _core_or_ours(flag)])
        yield f"typedef {vk.flags[name].baseFlagsType} {name};"


def _handle(handle: Any) -> str:
    kind = "VK_DEFINE_HANDLE" if handle.dispatchable else "VK_DEFINE_NON_DISPATCHABLE_HANDLE"
    return f"{kind}({handle.name})"


def _forward(vk: Any, needed: set[str]) -> Iterator[str]:
    """Structures that a callback takes, which stands before them."""
    taken = {name for n, pointer in vk.funcPointers.items() if n in needed for name in _types(pointer.params)}
    return (f"typedef struct {name} {name};" for name in sorted(taken & vk.structs.keys()))


def _ordered(vk: Any, needed: set[str]) -> list[str]:
    order: list[str] = []

    def visit(name: str) -> None:
        if name in vk.structs and name not in order:
            for member in vk.structs[name].members:
                if member.type != name:  # VkBaseInStructure points at its own kind
                    visit(member.type)
            order.append(name)

    for name in sorted(needed):
        visit(name)
    return order


def _struct(struct: Any) -> str:
    kind = "union" if struct.union else "struct"
    members = (f"    {' '.join(member.cDeclaration.split())};" for member in struct.members)
    return "\n".join((f"typedef {kind} {struct.name} {{", *members, f"}} {struct.name};"))


def _plain(typedef: str) -> str:
    return typedef.replace("VKAPI_PTR *", "*")
