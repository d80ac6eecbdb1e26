"""Writes native/generated/program_chains.h: structures that generated programs put on the pNext of create infos.

Those that a program may give with nothing in them: all members are numbers, flags that may be 0, or one of an
enumeration. They are of a version of Vulkan, or of an extension of devices that needs no other one.
"""

import re
from collections.abc import Iterator
from typing import Any

from tables.layouts import measure, measure_member, places

_VERSION = re.compile(r"VK_VERSION_1_(\d+)$")
_HEADS = re.compile(r"Vk\w+(Create|Allocate|Begin)Info$|VkSubmitInfo$")
_NEWEST = 3
"""Programs ask for no newer version: what came with 1.4 is of its extension."""

_OTHERWISE_GIVEN = re.compile(
    r"VkPhysicalDevice(Vulkan1\dFeatures|Features2)$|VkSemaphoreTypeCreateInfo$|VkDeviceGroup"
)
"""Programs give these themselves where they need them."""

_NOT_EMPTY = re.compile(
    r"Flags2CreateInfo|ShaderCoreControl|ExternalComputeQueue|OpaqueCapture|BufferDeviceAddress|RequiredSubgroupSize|VkImport"
    r"|ImageViewSliced|ImageViewASTC|ImageViewSampleWeight|QueryPoolPerformance|QueryPoolVideo|DedicatedAllocation|ReservedInfo"
)
"""What 0 is no valid value of, or means more than nothing."""


def program_chains(vk: Any, banner: str) -> str:
    """The text of program_chains.h."""
    rows = " \\\n".join(f"    X({', '.join(map(str, row))})" for row in _rows(vk))
    return (
        banner
        + "// What a structure extends and its sType; its own sType, name and size; the minor number of the\n"
        "// version 1.x that it came with, or the extension that has it; place and value of the one member\n"
        "// that is not 0, or 0 and 0.\n"
        f"#define PROGRAM_CHAINS(X) \\\n{rows}\n"
    )


def _rows(vk: Any) -> Iterator[tuple[Any, ...]]:
    numbers = {field.name: int(field.value) for field in vk.enums["VkStructureType"].fields}
    for name in sorted(vk.structs):
        struct = vk.structs[name]
        if not _HEADS.match(name) or struct.sType is None or (struct.extensions and not struct.version):
            continue
        for each in sorted(struct.extendedBy or ()):
            extending = vk.structs[each]
            origin = _origin(vk, extending, name)
            value = None if origin is None else _value(vk, extending)
            if origin is None or value is None:
                continue
            head = (f'"{name}"', numbers[struct.sType])
            yield (*head, numbers[extending.sType], f'"{each}"', measure(vk, each)[0], *origin, *value)


def _origin(vk: Any, struct: Any, head: str) -> tuple[int, str] | None:
    """The version that has a structure, or the extension; None where a program cannot give it."""
    if _OTHERWISE_GIVEN.match(struct.name) or _NOT_EMPTY.search(struct.name) or struct.protect:
        return None
    version = _VERSION.search(struct.version.name) if struct.version else None
    if version and int(version[1]) <= _NEWEST:
        # The features of later versions are in the structures of these versions.
        is_joined = head == "VkDeviceCreateInfo" and struct.name.endswith("Features") and int(version[1]) > 1
        return None if is_joined else (int(version[1]), '""')
    for name in struct.extensions or ():
        extension = vk.extensions[name]
        if (
            extension.device
            and not extension.platform
            and not extension.provisional
            and _needs_no_other(extension)
        ):
            return (1, f'"{name}"')
    return None


def _needs_no_other(extension: Any) -> bool:
    """Whether an application that has Vulkan 1.1 has all that an extension depends on."""
    has = {"VK_KHR_get_physical_device_properties2", "VK_VERSION_1_1", "VK_VERSION_1_0"}
    choices = re.sub(r"[()]", "", extension.depends or "").split(",")
    return any(set(filter(None, choice.split("+"))) <= has for choice in choices)


def _value(vk: Any, struct: Any) -> tuple[int, int] | None:
    """The place and value of a member that must not be 0; None where there is no such structure without pointers."""
    found = (0, 0)
    for member in struct.members:
        if member.name in ("sType", "pNext"):
            continue
        if member.pointer or member.fixedSizeArray or member.type in vk.handles or member.type in vk.structs:
            return None
        if member.type in vk.flags and not member.optional:
            return None
        values = [int(f.value) for f in vk.enums[member.type].fields] if member.type in vk.enums else [0]
        if 0 in values:
            continue
        if found != (0, 0):
            return None
        offsets = dict(places([(m.name, *measure_member(vk, m)) for m in struct.members]))
        found = (offsets[member.name], min(values))
    return found
