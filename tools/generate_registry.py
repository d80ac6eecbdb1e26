"""Turn the Vulkan registry of the package ``vulkan-object`` into one JSON file and two C headers.

``--check`` only compares. Writes refloader/model/generated/registry.json (every command and extension) and, in
refloader/native/generated, vk_registry.h (types for the C parts) and command_list.h (every command's name).
The oddities of the registry are the tables below; nothing else here knows a Vulkan name.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from vulkan_object import get_vulkan_object

PINNED = "1.4.366"
PACKAGE = Path(__file__).resolve().parent.parent / "refloader"
JSON_TARGET = PACKAGE / "model" / "generated" / "registry.json"
HEADER_TARGET = PACKAGE / "native" / "generated" / "vk_registry.h"
LIST_TARGET = PACKAGE / "native" / "generated" / "command_list.h"

LEVELS = {"VkInstance": "instance", "VkPhysicalDevice": "physical device"}

# The header declares every core command below device level, and these of device level.
DEVICE_COMMANDS = (
    "vkDestroyDevice",
    "vkGetDeviceProcAddr",
    "vkGetDeviceQueue",
    "vkGetDeviceQueue2",
    "vkQueueSubmit",
    "vkQueueSubmit2",
    "vkQueueWaitIdle",
    "vkAllocateCommandBuffers",
    "vkFreeCommandBuffers",
    "vkCmdExecuteCommands",
)
# Structures that none of those commands names as a parameter.
CHAINED_STRUCTURES = ("VkDeviceGroupDeviceCreateInfo", "VkDebugUtilsMessengerCallbackDataEXT")
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


def main() -> int:
    """Write the files, or with ``--check`` fail if one would change."""
    check = "--check" in sys.argv[1:]
    if version("vulkan-object") != PINNED:
        raise SystemExit(f"vulkan-object {PINNED} is needed, this is {version('vulkan-object')}")
    vk = get_vulkan_object()
    texts = {JSON_TARGET: build_json(vk), HEADER_TARGET: build_header(vk), LIST_TARGET: build_list(vk)}
    stale = [target for target, text in texts.items() if not _settle(target, text, check)]
    for target in stale:
        print(f"{target.name} is stale: run tools/generate_registry.py")
    return 1 if stale else 0


def _settle(target: Path, text: str, check: bool) -> bool:
    if check:
        return target.exists() and target.read_text(encoding="utf-8") == text
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    print(f"wrote {target.name}")
    return True


def build_json(vk: Any) -> str:
    """The JSON text: an object of four members, one line for each row."""
    results = {field.name: field.value for field in vk.enums["VkResult"].fields}
    members = {
        "header_version": json.dumps(vk.headerVersionComplete),
        "results": _object(results),
        "extensions": _object({name: _extension(vk.extensions[name]) for name in sorted(vk.extensions)}),
        "commands": _object({name: _command(vk, vk.commands[name]) for name in sorted(vk.commands)}),
    }
    return "{" + ",\n".join(f'"{name}":{text}' for name, text in members.items()) + "}\n"


def _object(rows: dict[str, Any]) -> str:
    lines = (f'"{key}":{json.dumps(value, separators=(",", ":"))}' for key, value in rows.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def _extension(extension: Any) -> dict[str, Any]:
    return {
        "type": "instance" if extension.instance else "device",
        "spec_version": extension.specVersionValue,
        "commands": [command.name for command in extension.commands],
        "platform": extension.platform,
        "depends": extension.depends,
        "promoted_to": extension.promotedTo,
    }


def _command(vk: Any, command: Any) -> dict[str, Any]:
    homes = sorted(command.definingRequirements)
    core = [home.removeprefix("VK_VERSION_").replace("_", ".") for home in homes if home not in vk.extensions]
    return {
        "level": _level(vk, command),
        "core": core[0] if core else None,
        "alias": command.alias,
        "extensions": [home for home in homes if home in vk.extensions],
    }


def _level(vk: Any, command: Any) -> str:
    first = command.params[0].type
    return LEVELS.get(first, "device" if first in vk.handles else "global")


def build_header(vk: Any) -> str:
    """The C header: constants, enumerations, handles, structures and command pointers, in that order."""
    commands = [vk.commands[name] for name in _header_commands(vk)]
    needed = _closure(vk, commands)
    parts = [
        *(f"typedef {c_type} {name};" for name, c_type in BASE_TYPES.items()),
        *_constants(vk, needed),
        *(_enum(e.name, _values(vk, e, needed)) for name, e in vk.enums.items() if name in needed),
        *_flags(vk, needed),
        *(_handle(handle) for name, handle in vk.handles.items() if name in needed),
        *(_plain(pointer.cFunctionPointer) for n, pointer in vk.funcPointers.items() if n in needed),
        *(_struct(vk.structs[name]) for name in _ordered(vk, needed)),
        *(_plain(command.cFunctionPointer) for command in commands),
    ]
    return _banner(vk) + PREAMBLE + "\n" + "\n".join(parts) + "\n\n#endif\n"


def build_list(vk: Any) -> str:
    """A C header with one row for each command, in the order of strcmp: name and type of the first parameter."""
    rows = (f"    X({name}, {vk.commands[name].params[0].type})" for name in sorted(vk.commands))
    macro = " \\\n".join(("#define VK_COMMAND_LIST(X)", *rows))
    return _banner(vk) + macro + "\n"


def _banner(vk: Any) -> str:
    source = f"vulkan-object {PINNED} (registry {vk.headerVersionComplete})"
    return f"// Written by tools/generate_registry.py from {source}. Do not edit.\n"


def _header_commands(vk: Any) -> list[str]:
    core = [name for name, command in vk.commands.items() if not command.extensions and not command.alias]
    return [name for name in core if _level(vk, vk.commands[name]) != "device" or name in DEVICE_COMMANDS]


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
    return [f for f in enum.fields if enum.name not in OPAQUE_ENUMS and not f.extensions]


def _enum(name: str, fields: Iterable[Any]) -> str:
    # The last value gives the enumeration its 32 bits, whatever the others are.
    words = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).upper()
    rows = [*(f"    {field.name} = {field.value}," for field in fields), f"    {words}_MAX_ENUM = 0x7FFFFFFF"]
    return "\n".join((f"typedef enum {name} {{", *rows, f"}} {name};"))


def _flags(vk: Any, needed: set[str]) -> Iterator[str]:
    for name in sorted(vk.flags.keys() & needed):
        bits = vk.bitmasks.get(vk.flags[name].bitmaskName or "")
        if bits:
            yield _enum(bits.name, [flag for flag in bits.flags if not flag.extensions])
        yield f"typedef {vk.flags[name].baseFlagsType} {name};"


def _handle(handle: Any) -> str:
    kind = "VK_DEFINE_HANDLE" if handle.dispatchable else "VK_DEFINE_NON_DISPATCHABLE_HANDLE"
    return f"{kind}({handle.name})"


def _ordered(vk: Any, needed: set[str]) -> list[str]:
    order: list[str] = []

    def visit(name: str) -> None:
        if name in vk.structs and name not in order:
            for member in vk.structs[name].members:
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


if __name__ == "__main__":
    raise SystemExit(main())
