"""Writes native/generated/driver_commands.h: every command that the mock driver can answer, with its parameters.

And the features that a physical device can have since version 1.0.
"""

from collections.abc import Iterator
from typing import Any

from tables.header import WINDOW_EXTENSIONS, core_commands
from tables.registry import level

# They stand behind no function of this kind: looking a command up is the mock's own matter.
LOOKUPS = ("vkGetInstanceProcAddr", "vkGetDeviceProcAddr")
KINDS = {"void": "VOID", "VkResult": "RESULT"}


def driver_commands(vk: Any, banner: str) -> str:
    """An X-macro of the commands in vk_core.h that have an object: name, parameters, arguments, machine words."""
    rows = [_row(vk.commands[name]) for name in core_commands(vk) if _wanted(vk, name)]
    features = (f"X({member.name})" for member in vk.structs["VkPhysicalDeviceFeatures"].members)
    return (
        banner
        + " \\\n    ".join(("#define PHYSICAL_DEVICE_FEATURES(X)", *features))
        + "\n\n"
        + "// What the command returns picks the macro: name, parameters, arguments, the same as words.\n"
        + " \\\n    ".join(("#define DRIVER_COMMANDS(RESULT, VOID, VALUE)", *rows))
        + "\n"
    )


def _wanted(vk: Any, name: str) -> bool:
    window = any(extension in WINDOW_EXTENSIONS for extension in vk.commands[name].extensions)
    return level(vk, name) != "GLOBAL" and name not in LOOKUPS and not window


def _row(command: Any) -> str:
    parameters = command.cFunctionPointer.partition(")(")[2].rstrip(";")
    arguments = ", ".join(param.name for param in command.params)
    words = ", ".join(_words(command))
    kind = KINDS.get(command.returnType, "VALUE")
    return f"{kind}({command.name}, ({parameters}, ({arguments}), ({words}))"


def _words(command: Any) -> Iterator[str]:
    for param in command.params:
        by_value = param.type == "float" and not param.pointer and not param.fixedSizeArray
        yield "0" if by_value else f"(uintptr_t){param.name}"
