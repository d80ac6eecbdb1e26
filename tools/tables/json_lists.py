"""Writes refloader/model/generated/registry.json: commands, extensions, results and extending structures."""

import json
from typing import Any

from tables.registry import level


def build_json(vk: Any) -> str:
    """The JSON text: an object of five members, one line for each row."""
    results = {field.name: field.value for field in vk.enums["VkResult"].fields}
    members = {
        "header_version": json.dumps(vk.headerVersionComplete),
        "results": _object(results),
        "extensions": _object({name: _extension(vk.extensions[name]) for name in sorted(vk.extensions)}),
        "commands": _object({name: _command(vk, vk.commands[name]) for name in sorted(vk.commands)}),
        "structures": _object(
            {
                name: _version(vk.structs[name])
                for name in sorted(vk.structs)
                if _is_extending(vk.structs[name])
            }
        ),
    }
    return "{" + ",\n".join(f'"{name}":{text}' for name, text in members.items()) + "}\n"


def _is_extending(struct: Any) -> bool:
    """Whether a structure can be on the pNext of another one, and a version of Vulkan has it."""
    return bool(struct.extends and struct.sType and struct.version)


def _version(struct: Any) -> str:
    return str(struct.version.name).removeprefix("VK_VERSION_").replace("_", ".")


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
        "level": level(vk, command.name).lower().replace("_", " "),
        "core": core[0] if core else None,
        "alias": command.alias,
        "extensions": [home for home in homes if home in vk.extensions],
        "always": [
            home for home in homes if home in vk.extensions and not command.definingRequirements[home]
        ],
    }
