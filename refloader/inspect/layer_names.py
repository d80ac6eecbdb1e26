"""Names that people ask for and that no layer has today: layers that another one replaced, and what is none."""

import re
from collections.abc import Iterable, Iterator, Mapping

from refloader.inspect.package_names import KNOWN, UNPACKAGED
from refloader.model.system import System

_VALIDATION = "VK_LAYER_KHRONOS_validation"
REPLACED = {
    "VK_LAYER_LUNARG_standard_validation": _VALIDATION,
    "VK_LAYER_LUNARG_core_validation": _VALIDATION,
    "VK_LAYER_LUNARG_object_tracker": _VALIDATION,
    "VK_LAYER_LUNARG_parameter_validation": _VALIDATION,
    "VK_LAYER_LUNARG_assistant_layer": _VALIDATION,
    "VK_LAYER_LUNARG_draw_state": _VALIDATION,
    "VK_LAYER_LUNARG_mem_tracker": _VALIDATION,
    "VK_LAYER_LUNARG_swapchain": _VALIDATION,
    "VK_LAYER_GOOGLE_threading": _VALIDATION,
    "VK_LAYER_GOOGLE_unique_objects": _VALIDATION,
    "VK_LAYER_LUNARG_device_simulation": "VK_LAYER_KHRONOS_profiles",
    "VK_LAYER_LUNARG_vktrace": "VK_LAYER_LUNARG_gfxreconstruct",
}
"""Layers that programs and guides still name, and the one that replaced them."""

_READ_BY = {
    "MESA_VK_DEVICE_SELECT": "MESA_device_select",
    "MANGOHUD": "MangoHud",
    "ENABLE_VKBASALT": "vkBasalt",
    "OBS_VKCAPTURE": "OBS_vkcapture",
}
"""Variables that one layer reads and nothing else, with a part of its name."""

READ_BY_ONE = frozenset(_READ_BY)
"""These variables."""


def unanswered(variables: Mapping[str, str], texts: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """Yield the variables that are set for a layer none of the manifests names, with a part of the layer's name."""
    wanted = {name: part for name, part in _READ_BY.items() if variables.get(name, "0") not in ("", "0")}
    found = b"\n".join(texts).lower() if wanted else b""
    yield from ((name, part) for name, part in wanted.items() if part.lower().encode() not in found)


_NO_LAYERS = (
    (
        r"dxvk|d3d(?:8|9|10|11)(?:\.dll)?",
        "DXVK is a library that Wine loads for Direct3D 8 to 11, and no layer",
    ),
    (
        r"vkd3d(?:-proton)?|d3d12(?:\.dll)?",
        "vkd3d-proton is a library that Wine loads for Direct3D 12, and no layer",
    ),
    (r"zink", "Zink is the part of Mesa that has OpenGL by way of Vulkan, and no layer"),
    (
        r"(?-i:VK_(?!LAYER_)[A-Z0-9]+_[a-z0-9]+(?:_[a-z0-9]+)*)",
        "it is called as extensions are: the loader, drivers and layers have those, and vulkaninfo lists them",
    ),
    (
        r"(?:valve[ _-]?)?steam[ _-]?overlay",
        "Steam's overlay is VK_LAYER_VALVE_steam_overlay_64 (_32 for 32-bit programs); Steam itself puts its "
        "manifests into the user's folder of implicit layers",
    ),
    (r"gamemode(?:run|d)?", "GameMode is a program that tunes the system, and no layer"),
    (
        r"lossless[ _-]?scaling",
        "Lossless Scaling is a program for Windows; lsfg-vk is the layer that uses it on Linux",
    ),
)
_PACKAGED = tuple(part for part, _ in KNOWN)
_OF_WINDOWS = (
    (r"reshade", "ReShade has a layer for Windows only; vkBasalt is the like for Linux"),
    (
        r"rtss|rivatuner|(?:msi[ _-]?)?afterburner",
        "RivaTuner is for Windows only; MangoHud is the like for Linux",
    ),
)


def nearness(word: str) -> float:
    """Return how like a word the name of a layer has to be that it is taken for, as for near_names.

    Where people mean one thing by the word, a layer whose name is less like it is another one.
    """
    known = (*(words for words, _ in _NO_LAYERS), *(f".*(?:{part}).*" for part in (*_PACKAGED, UNPACKAGED)))
    is_full = word.startswith("VK_LAYER_")
    return 0.85 if not is_full and any(re.fullmatch(each, word, re.IGNORECASE) for each in known) else 0.6


def no_layer(word: str, system: System) -> str:
    """Say what a word is that people take for a layer, or for one of this system; empty if it is not known."""
    known = (*_NO_LAYERS, *(_OF_WINDOWS if system is System.LINUX else ()))
    return next((told for words, told in known if re.fullmatch(words, word, re.IGNORECASE)), "")
