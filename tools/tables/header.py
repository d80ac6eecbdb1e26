"""Writes vk_registry.h, the types and command pointers that the C parts need, vk_core.h, the rest of core for those
that use devices, and command_list.h, every name.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tables.registry import level

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
# Of these windowing systems vk_core.h has the commands, with the few types of theirs in CORE_PREAMBLE.
WINDOW_EXTENSIONS = ("VK_KHR_xcb_surface", "VK_KHR_xlib_surface")
# What members of its structures can be besides a size.
CORE_CONSTANTS = (
    "VK_ATTACHMENT_UNUSED",
    "VK_QUEUE_FAMILY_IGNORED",
    "VK_REMAINING_ARRAY_LAYERS",
    "VK_REMAINING_MIP_LEVELS",
    "VK_SUBPASS_EXTERNAL",
    "VK_WHOLE_SIZE",
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
    "VkSurfacePresentModeCompatibilityKHR",
    "VkSurfacePresentModeKHR",
    "VkSurfacePresentScalingCapabilitiesKHR",
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

CORE_PREAMBLE = """\
// What vk_registry.h leaves out: all of core at device level, and two windowing systems. The values of
// enumerations which that header cuts short are constants here.
#ifndef REFLOADER_VK_CORE_H
#define REFLOADER_VK_CORE_H

#include "vk_registry.h"

typedef uint32_t VkSampleMask;
typedef uint64_t VkDeviceAddress;
typedef struct _XDisplay Display;
typedef unsigned long Window;
typedef unsigned long VisualID;
typedef struct xcb_connection_t xcb_connection_t;
typedef uint32_t xcb_window_t;
typedef uint32_t xcb_visualid_t;
"""


def build_header(vk: Any, banner: str) -> str:
    """The C header: constants, enumerations, handles, structures and command pointers, in that order."""
    commands = [vk.commands[name] for name in _header_commands(vk)]
    needed = _closure(vk, commands)
    parts = [
        *(f"typedef {c_type} {name};" for name, c_type in BASE_TYPES.items()),
        "#define VK_TRUE 1U",
        "#define VK_FALSE 0U",
        *_releases(vk),
        *_declarations(vk, needed, _values, _core_or_ours),
        *(_plain(command.cFunctionPointer) for command in commands),
    ]
    return banner + PREAMBLE + "\n" + "\n".join(parts) + "\n\n#endif\n"


def build_core(vk: Any, banner: str) -> str:
    """The second C header, which includes the first and declares nothing twice."""
    first = _header_commands(vk)
    commands = [vk.commands[name] for name in core_commands(vk)]
    known = _closure(vk, [vk.commands[name] for name in first])
    needed = _closure(vk, commands, _core_structures(vk))
    parts = [
        *(f"#define {name} {vk.constants[name].valueStr}" for name in CORE_CONSTANTS),
        *_declarations(vk, needed - known, _all_of_core, _in_core_or_ours),
        *_missing_values(vk, known, needed),
        *(_plain(command.cFunctionPointer) for command in commands if command.name not in first),
    ]
    return banner + CORE_PREAMBLE + "\n" + "\n".join(parts) + "\n\n#endif\n"


def _declarations(
    vk: Any,
    needed: set[str],
    values: Callable[[Any, Any, set[str]], list[Any]],
    wanted: Callable[[Any], bool],
) -> Iterator[str]:
    yield from _constants(vk, needed)
    yield from (_enum(e.name, values(vk, e, needed)) for name, e in vk.enums.items() if name in needed)
    yield from _flags(vk, needed, wanted)
    yield from (_handle(handle) for name, handle in vk.handles.items() if name in needed)
    yield from _forward(vk, needed)
    yield from (_plain(pointer.cFunctionPointer) for n, pointer in vk.funcPointers.items() if n in needed)
    yield from (_struct(vk.structs[name]) for name in _ordered(vk, needed) if name in needed)


def _missing_values(vk: Any, known: set[str], needed: set[str]) -> Iterator[str]:
    """What the first header's enumerations lack, as constants."""
    for name in sorted(needed & vk.enums.keys()):
        yield from _without(vk, vk.enums[name], known, needed)
    for name in sorted(known & vk.flags.keys()):
        kind = "VkFlags64" if vk.flags[name].bitWidth == 64 else "VkFlags"
        bits = vk.bitmasks.get(vk.flags[name].bitmaskName or "")
        for flag in bits.flags if bits else ():
            if not _core_or_ours(flag) and _in_core_or_ours(flag):
                yield f"#define {flag.name} (({kind}){flag.value}U)"


def _without(vk: Any, enum: Any, known: set[str], needed: set[str]) -> Iterator[str]:
    there = {field.name for field in _values(vk, enum, known)} if enum.name in known else set()
    every = _values(vk, enum, needed) if enum.name == "VkStructureType" else _all_of_core(vk, enum, needed)
    if enum.name in known:
        yield from (f"#define {f.name} (({enum.name}){f.value})" for f in every if f.name not in there)


def _all_of_core(vk: Any, enum: Any, needed: set[str]) -> list[Any]:
    return [field for field in enum.fields if _in_core_or_ours(field)]


def _in_core_or_ours(value: Any) -> bool:
    """The same, and what a version has brought, or has been there from its enumeration's beginning."""
    homes = value.definingRequirements
    return _core_or_ours(value) or not homes or any(home.startswith("VK_VERSION_") for home in homes)


def build_list(vk: Any, banner: str) -> str:
    """A C header with one row for each command, in the order of strcmp: name and type of the first parameter."""
    rows = (f"    X({name}, {vk.commands[name].params[0].type})" for name in sorted(vk.commands))
    macro = " \\\n".join(("#define VK_COMMAND_LIST(X)", *rows))
    return banner + macro + "\n"


def _header_commands(vk: Any) -> list[str]:
    return [name for name, command in vk.commands.items() if not command.alias and _wanted(vk, name, command)]


def core_commands(vk: Any) -> list[str]:
    """The first header's commands, all others of core, and those of WINDOW_EXTENSIONS."""
    return [
        name
        for name, command in vk.commands.items()
        if not command.alias
        and (
            _wanted(vk, name, command)
            or not command.extensions
            or any(extension in WINDOW_EXTENSIONS for extension in command.extensions)
        )
    ]


def _wanted(vk: Any, name: str, command: Any) -> bool:
    if command.extensions:
        return any(extension in EXTENSIONS for extension in command.extensions)
    return level(vk, name) != "DEVICE" or name in DEVICE_COMMANDS


def _core_structures(vk: Any) -> list[str]:
    """Those that only hang on a pNext chain as well."""
    return [
        name
        for name, struct in vk.structs.items()
        if any(home.startswith("VK_VERSION_") for home in struct.definingRequirements)
    ]


def _closure(vk: Any, commands: Iterable[Any], structures: Iterable[str] = CHAINED_STRUCTURES) -> set[str]:
    waiting = [name for command in commands for name in _types(command.params)]
    waiting += ["VkResult", "VkStructureType", "PFN_vkVoidFunction", *structures]
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


def _releases(vk: Any) -> Iterator[str]:
    for release in ("1_0", *(name.removeprefix("VK_VERSION_") for name in vk.versions)):
        major, minor = release.split("_")
        yield f"#define VK_API_VERSION_{release} VK_MAKE_API_VERSION(0, {major}, {minor}, 0)"


def _constants(vk: Any, needed: set[str]) -> Iterator[str]:
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


def _flags(vk: Any, needed: set[str], wanted: Callable[[Any], bool]) -> Iterator[str]:
    for name in sorted(vk.flags.keys() & needed):
        bits = vk.bitmasks.get(vk.flags[name].bitmaskName or "")
        if bits:
            yield _enum(bits.name, [flag for flag in bits.flags if wanted(flag)])
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
