"""Writes what the plain loader takes from the registry: the table of commands and their trampolines."""

import re
import sys
from pathlib import Path

import vulkan_object

PLATFORMS = {None, "xcb", "xlib", "wayland", "xlib_xrandr", "provisional"}
"""The platforms whose commands the loader knows."""

SOURCES = "".join(each.read_text() for each in sorted(Path(__file__).parent.glob("*.c")))
HAND_MADE = set(re.findall(r"^EXPORT \w+ (vk\w+)\(", SOURCES, re.MULTILINE))
"""The commands whose trampolines are functions of the loader."""

ENDS = set(re.findall(r"^(?:\w+ end_|NAMED\()(vk\w+)[(,]", SOURCES, re.MULTILINE))
"""The commands for which the loader has a function behind the last layer."""

LEVELS = {"VkInstance": "INSTANCE", "VkPhysicalDevice": "PHYSICAL"}
LEVELS |= dict.fromkeys(("VkDevice", "VkQueue", "VkCommandBuffer", "VkExternalComputeQueueNV"), "DEVICE")
GLOBAL = {
    "vkCreateInstance",
    "vkEnumerateInstanceVersion",
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties",
}
JUMP = """
.globl {symbol}
{hidden}.type {symbol}, @function
{symbol}: endbr64
    mov (%rdi), %rax
    jmp *{offset}(%rax)
"""
JUMP_TO_DRIVER = """
.globl end_{name}
.hidden end_{name}
end_{name}: endbr64
    mov 8(%rdi), %rax
    mov 16(%rdi), %rdi
    jmp *{offset}(%rax)
"""
UNKNOWN = 250
"""As many names of each level as the loader can meet that the registry does not hold; plain.h has the number."""


def fits(command: vulkan_object.Command, registry: vulkan_object.VulkanObject) -> bool:
    """Whether a command is a core command or one of an extension that can exist on Linux."""
    parts = [registry.extensions[each] for each in command.extensions]
    return command.version is not None or not parts or any(each.platform in PLATFORMS for each in parts)


def is_exported(extensions: list[str]) -> bool:
    """The loader exports the core commands and those of the window systems of its platform."""
    windows = ("surface", "swapchain", "VK_KHR_display", "VK_EXT_headless_surface")
    return not extensions or any(
        each.startswith("VK_KHR_") and part in each for each in extensions for part in windows
    )


def hand_made_name(name: str) -> str:
    """A command of an extension that became core is the same function."""
    return name[: -len("KHR")] if name.endswith("KHR") and name[: -len("KHR")] in HAND_MADE | ENDS else name


def main(folder: Path) -> None:
    """Writes commands.inc and trampolines.S into the folder."""
    registry = vulkan_object.get_vulkan_object()
    table: list[str] = []
    jumps = [".text"]
    symbols: set[str] = set()
    commands = sorted(
        (each for each in registry.commands.values() if fits(each, registry)), key=lambda each: each.name
    )
    total = len(commands) + 2 * UNKNOWN
    for slot, command in enumerate(commands):
        name, first = command.name, command.params[0].type
        level = "GLOBAL" if name in GLOBAL else LEVELS[first]
        core = not command.extensions or command.version is not None
        extensions = [] if core else command.extensions
        own = hand_made_name(name)
        exported = is_exported(extensions)
        trampoline = own if own in HAND_MADE else name if exported else f"jump_{name}"
        if own not in HAND_MADE:
            hidden = "" if exported else f".hidden {trampoline}\n"
            jumps.append(JUMP.format(symbol=trampoline, hidden=hidden, offset=8 + 8 * slot))
        end = f"end_{own}" if own in ENDS else "NULL" if level in ("GLOBAL", "INSTANCE") else f"end_{name}"
        if level == "PHYSICAL" and own not in ENDS:
            jumps.append(JUMP_TO_DRIVER.format(name=name, offset=8 * slot))
        if level == "DEVICE" and own not in ENDS:
            jumps.append(JUMP.format(symbol=end, hidden=f".hidden {end}\n", offset=8 + 8 * (total + slot)))
        own_end = "true" if own in ENDS else "false"
        symbols |= {trampoline, end}
        table.append(
            f'COMMAND({name}, {level}, "{",".join(extensions)}", c_{trampoline}, c_{end}, {own_end})'
        )
    for number in range(UNKNOWN):
        physical, device = len(commands) + number, len(commands) + UNKNOWN + number
        for symbol, at in (("physical", physical), ("device", device), ("device_end", total + device)):
            symbol = f"unknown_{symbol}_{number}"
            jumps.append(JUMP.format(symbol=symbol, hidden=f".hidden {symbol}\n", offset=8 + 8 * at))
        jumps.append(JUMP_TO_DRIVER.format(name=f"unknown_{number}", offset=8 * physical))
        kinds = ("unknown_physical", "end_unknown", "unknown_device", "unknown_device_end")
        symbols |= {f"{each}_{number}" for each in kinds}
        table.append(f"UNKNOWN_COMMAND({', '.join(f'c_{each}_{number}' for each in kinds)})")
    table += [f"DECLARED({each})" for each in sorted(symbols - {"NULL"})]
    table += [
        f"INSTANCE_EXTENSION({each.name})"
        for each in registry.extensions.values()
        if each.instance and each.platform in PLATFORMS
    ]
    table.append(
        f"VERSION({registry.headerVersion.rpartition('.')[2] if hasattr(registry, 'headerVersion') else 366})"
    )
    jumps.append('.section .note.GNU-stack,"",@progbits')
    folder.joinpath("commands.inc").write_text("\n".join(sort_rows(table)) + "\n")
    folder.joinpath("trampolines.S").write_text("\n".join(jumps) + "\n")


def sort_rows(table: list[str]) -> list[str]:
    """The rows of each kind stand between #ifdef and #endif."""
    rows: list[str] = []
    for kind in ("DECLARED", "COMMAND", "UNKNOWN_COMMAND", "INSTANCE_EXTENSION", "VERSION"):
        rows += [
            f"#ifdef {kind}",
            *(each for each in table if each.startswith(f"{kind}(")),
            f"#undef {kind}",
            "#endif",
        ]
    return rows


if __name__ == "__main__":
    main(Path(sys.argv[1]))
