"""Writes native/generated/program_chains.h: structures that generated programs put on the pNext of create infos.

Those that a program may give with nothing in them: all members are numbers, flags that may be 0, or one of an
enumeration. They are of a version of Vulkan, or of an extension of devices that needs no other one.

A layer that copies create infos leaves out the structures that it does not know, as it cannot know their sizes: only
extensions from the first years of Vulkan are given, which layers of any age know.
"""

import re
from collections.abc import Iterator
from typing import Any

from tables.layouts import measure, measure_member, places

_VERSION = re.compile(r"VK_VERSION_1_(\d+)$")
_HEADS = re.compile(r"Vk\w+(Create|Allocate|Begin)Info$|VkSubmitInfo$")
_NEWEST = 1
"""Of the versions of Vulkan with structures that are given."""

_LONG_KNOWN = frozenset(
    f"VK_{name}"
    for name in (
        "AMD_memory_overallocation_behavior",
        "AMD_rasterization_order",
        "EXT_astc_decode_mode",
        "EXT_blend_operation_advanced",
        "EXT_conditional_rendering",
        "EXT_conservative_rasterization",
        "EXT_depth_clip_enable",
        "EXT_fragment_density_map",
        "EXT_memory_priority",
        "EXT_transform_feedback",
        "KHR_global_priority",
        "NV_corner_sampled_image",
        "NV_fragment_coverage_to_color",
        "NV_mesh_shader",
        "NV_representative_fragment_test",
        "NV_scissor_exclusive",
        "NV_shader_image_footprint",
        "NV_shading_rate_image",
    )
)
"""Their structures are of 2018 or older, that of VK_KHR_global_priority as one of VK_EXT_global_priority."""

_OTHERWISE_GIVEN = re.compile(
    r"VkPhysicalDevice(Vulkan1\dFeatures|Features2)$|VkSemaphoreTypeCreateInfo$|VkDeviceGroup"
)
"""Programs give these themselves where they need them."""

_NOT_EMPTY = re.compile(
    r"Flags2CreateInfo|ShaderCoreControl|ExternalComputeQueue|OpaqueCapture|BufferDeviceAddress|RequiredSubgroupSize|VkImport"
    r"|ImageViewSliced|ImageViewASTC|ImageViewSampleWeight|QueryPoolPerformance|QueryPoolVideo|DedicatedAllocation|ReservedInfo|GlobalPriorityQuery"
)
"""What 0 is no valid value of, or means more than nothing; and what came to an extension later."""


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
            origin = _origin(vk, extending)
            value = None if origin is None else _value(vk, extending)
            if origin is None or value is None:
                continue
            head = (f'"{name}"', numbers[struct.sType])
            yield (*head, numbers[extending.sType], f'"{each}"', measure(vk, each)[0], *origin, *value)


def _origin(vk: Any, struct: Any) -> tuple[int, str] | None:
    """The version that has a structure, or the extension; None where a program cannot give it."""
    if _OTHERWISE_GIVEN.match(struct.name) or _NOT_EMPTY.search(struct.name) or struct.protect:
        return None
    version = _VERSION.search(struct.version.name) if struct.version else None
    if version and int(version[1]) <= _NEWEST:
        return (int(version[1]), '""')
    for name in struct.extensions or ():
        extension = vk.extensions[name]
        if (
            name in _LONG_KNOWN
            and extension.device
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
