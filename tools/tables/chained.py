"""Writes native/generated/chained.h: the structures of Vulkan itself that can stand on a pNext."""

import re
from collections.abc import Iterator
from typing import Any

_VERSION = re.compile(r"VK_VERSION_1_(\d+)$")


def chained_header(vk: Any, banner: str) -> str:
    """The text of chained.h."""
    rows = " \\\n".join(f"    X({minor}, {number}, {name})" for minor, number, name in _rows(vk))
    return (
        banner
        + "// A structure that extends others: the minor number of the version 1.x that it came with, its sType,\n"
        f"// its name.\n#define CHAINED_STRUCTURES(X) \\\n{rows}\n"
    )


def _rows(vk: Any) -> Iterator[tuple[int, int, str]]:
    numbers = {field.name: int(field.value) for field in vk.enums["VkStructureType"].fields}
    for name in sorted(vk.structs):
        struct = vk.structs[name]
        version = _VERSION.search(struct.version.name) if struct.version and struct.extends else None
        if version:
            yield int(version[1]), numbers[struct.sType], name
