"""What a layer has to know, by the version of Vulkan that it supports. Gives no verdict.

Source: "api_version" of the manifest, since 2022 "an indication that the layer can support Vulkan API instance and
device functions up to and including that API version" (MANIFEST-LAYER-10). What came later, and what only extensions
have, a layer may know: when an extension was published, the registry does not say.
"""

import re

from refloader.model.registry import command as command_named
from refloader.model.registry import structure_core
from refloader.model.version import parse_strict

_ON_PNEXT = re.compile(r"pNext (\w+)$")
_FIRST = (1, 0)
_WITH_GROUPS = "1.1"


def supports(version: str, core: str | None) -> bool:
    """Return whether a layer of a version supports what came with a version of Vulkan; None: with extensions."""
    came, own = parse_strict(f"{core}.0"), parse_strict(version)
    return came is not None and came.feature <= (own.feature if own is not None else _FIRST)


def knows_structure(version: str, command: str, name: str) -> bool:
    """Return whether a layer of a version has to know a structure on a pNext of a command.

    It has to if that version has both. Commands that only extensions have can have structures of Vulkan itself on
    their pNext because of still other extensions, as vkCreateSwapchainKHR has VkImageFormatListCreateInfo.
    """
    return supports(version, structure_core(name)) and supports(version, _core(command))


def knows_held(version: str, command: str, name: str) -> bool:
    """Return whether a layer of a version that wraps objects has to know a structure with them on a pNext.

    Besides those of its version, these are structures of the extension that the objects are of. VK_KHR_swapchain got
    its own for Vulkan 1.1 (they came with groups of devices): a layer of 1.0 may know the extension without.
    Commands that ask about an image which need not exist take no object for it
    (VUID-VkDeviceImageMemoryRequirements-pCreateInfo-06416).
    """
    core = structure_core(name)
    if command.startswith("vkGet"):
        return False
    return supports(version, core or _WITH_GROUPS) and supports(version, _own_core(command))


def is_unknown(version: str, command: str, path: str) -> bool:
    """Return whether the end of a path is a structure on a pNext that a layer of a version need not know."""
    found = _ON_PNEXT.search(path)
    return found is not None and not knows_structure(version, command, found[1])


def _core(command: str) -> str | None:
    """Return the version of Vulkan that has a command, be it by another name."""
    row = command_named(command)
    if row is not None and row.core is None and row.alias:
        row = command_named(row.alias)
    return row.core if row is not None else None


def _own_core(command: str) -> str | None:
    row = command_named(command)
    return row.core if row is not None else None
