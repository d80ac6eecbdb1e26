"""Writes refloader/model/generated/parameters.json: what the registry says of commands' parameters and results."""

import json
from typing import Any

WIDE = {"uint64_t", "int64_t", "VkDeviceSize", "VkDeviceAddress"}


def build_parameters(vk: Any) -> str:
    """The JSON text: an object of two members, one line for each row."""
    fields = vk.enums["VkResult"].fields
    results = {name: field.value for field in fields for name in (field.name, *field.aliases)}
    commands = {name: _command(vk, vk.commands[name], results) for name in sorted(vk.commands)}
    aliases = {alias: handle.name for handle in vk.handles.values() for alias in handle.aliases}
    members = {"commands": commands, "handle_aliases": dict(sorted(aliases.items()))}
    return "{" + ",\n".join(f'"{name}":{_object(rows)}' for name, rows in members.items()) + "}\n"


def _object(rows: dict[str, Any]) -> str:
    lines = (f'"{key}":{json.dumps(value, separators=(",", ":"))}' for key, value in rows.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def _command(vk: Any, command: Any, results: dict[str, int]) -> dict[str, Any]:
    codes = {results[code] for code in (*command.successCodes, *command.errorCodes) if code in results}
    handles = [row for row in command.params if row.type in vk.handles]
    return {
        "returns": command.returnType,
        "parameters": [row.name for row in command.params],
        "wide": [row.name for row in command.params if _has_64_bits(vk, row)],
        "floats": [row.name for row in command.params if row.type == "float" and not _is_pointer(row)],
        "codes": sorted(codes),
        "required": [row.name for row in handles if not (row.pointer or row.optional or row.noAutoValidity)],
        "synchronised": [row.name for row in handles if _synchronised(row)],
    }


# In every process, unlike pointers and what stands for one.
def _has_64_bits(vk: Any, row: Any) -> bool:
    if _is_pointer(row):
        return False
    handle, flags = vk.handles.get(row.type), vk.flags.get(row.type)
    if handle:
        return not handle.dispatchable
    return row.type in WIDE or bool(flags and flags.bitWidth == 64)


def _is_pointer(row: Any) -> bool:
    return "*" in row.cDeclaration or bool(row.fixedSizeArray)


# What only some circumstance makes so (MAYBE) is left out, but for queues: there it is the rule, and the
# exception is an extension that a device has to be made with.
def _synchronised(row: Any) -> bool:
    kind: str = row.externSync.name
    return kind == "ALWAYS" or (kind == "MAYBE" and row.type == "VkQueue")
