"""Writes what the drop-in library's C, assembly and linker need to know of each command, as text."""

from collections.abc import Iterable, Iterator
from typing import Any

from tables.registry import PRE_INSTANCE, RESERVED_SLOTS, Row, instance_extensions

DEVICE_TABLE_HEAD = 128
HASH_SIZE = 2048
# Odd, with its bits well spread; the lookup in dropin/c/calls/commands.c multiplies by the same number.
HASH_FACTOR = 0x9E3779B97F4A7C15
MASK = 2**64 - 1

# What the loader hands to layers under no Vulkan name.
LAYER_CALLBACKS = (
    ("layer_create_device", "RESULT", "PPPPPPP"),
    ("layer_destroy_device", "VOID", "PPP"),
)


def commands_header(vk: Any, rows: list[Row], banner: str) -> str:
    """generated/commands.h: the X-macro of every command and the hash table."""
    instance = [row for row in rows if row.level in ("INSTANCE", "PHYSICAL_DEVICE")]
    device = [row for row in rows if row.level == "DEVICE"]
    homes = list(dict.fromkeys(_home(vk, row) for row in rows))
    numbers = {
        "GLOBAL_COMMANDS": len(rows) - len(instance) - len(device),
        "INSTANCE_SLOTS": len(instance),
        "DEVICE_SLOTS": len(device),
        "DEVICE_SLOTS_EXPORTED": sum(row.exported for row in device),
        "RESERVED_SLOTS": RESERVED_SLOTS,
        "NO_EXTENSION": 255,
        "HOME_ROOM": max(map(len, homes)) + 1,
        "COMMAND_HASH_SIZE": HASH_SIZE,
    }
    return "\n".join(
        (
            banner + "#ifndef REFLOADER_COMMANDS_H\n#define REFLOADER_COMMANDS_H\n",
            *(f"#define {name} {value}" for name, value in numbers.items()),
            f"#define COMMAND_HASH_FACTOR 0x{HASH_FACTOR:X}ULL",
            "#define INSTANCE_TABLE_SIZE (8 * (INSTANCE_SLOTS + RESERVED_SLOTS))",
            f"#define DEVICE_TABLE_SIZE ({DEVICE_TABLE_HEAD} + 8 * (DEVICE_SLOTS + RESERVED_SLOTS))",
            "",
            "// The types of first parameters, and the name that such a parameter has in every command.",
            _macro("REFLOADER_FIRST_PARAMETERS(TYPE)", _first_parameters(vk, rows)),
            "",
            "// The versions and extensions that bring commands.",
            _macro("REFLOADER_HOMES", (f'"{home}",' for home in homes)),
            "",
            "// name, level, first parameter, slot, exported, trampoline, terminator, result,\n"
            "// core version, instance extension, whether a device extension brings it, index of what brings it",
            _macro("REFLOADER_COMMANDS(ROW)", (_table_row(row, homes.index(_home(vk, row))) for row in rows)),
            "",
            "// 1 + the row, 0 where there is none; open addressing.",
            _macro("REFLOADER_COMMAND_HASH", _wrapped(_hash_table([row.name for row in rows]))),
            "\n#endif\n",
        )
    )


def _first_parameters(vk: Any, rows: list[Row]) -> Iterator[str]:
    names: dict[str, str] = {}
    for row in rows:
        if row.level != "GLOBAL":
            name = vk.commands[row.name].params[0].name
            if names.setdefault(row.handle, name) != name:
                raise SystemExit(f"{row.name} has the parameter {name}, other commands {names[row.handle]}")
    return (f"TYPE({kind}, {name})" for kind, name in names.items())


def _home(vk: Any, row: Row) -> str:
    return " or ".join(vk.commands[row.name].definingRequirements)


def _table_row(row: Row, home: int) -> str:
    core = str(row.core)
    extension = "NO_EXTENSION" if row.extension < 0 else str(row.extension)
    slot = "0xFFFF" if row.slot < 0 else str(row.slot)
    handle = "NONE" if row.level == "GLOBAL" else row.handle
    fields = (
        row.name,
        row.level,
        handle,
        slot,
        int(row.exported),
        row.trampoline,
        row.terminator,
        row.result,
    )
    return f"ROW({', '.join(map(str, fields))}, {core}, {extension}, {row.device_extension}, {home})"


def _macro(head: str, lines: Iterable[str]) -> str:
    return " \\\n    ".join((f"#define {head}", *lines))


def _wrapped(numbers: list[int]) -> Iterator[str]:
    for start in range(0, len(numbers), 24):
        yield "".join(f"{number}, " for number in numbers[start : start + 24])


def _hash_table(names: list[str]) -> list[int]:
    table = [0] * HASH_SIZE
    for row, name in enumerate(names):
        place = command_hash(name) % HASH_SIZE
        while table[place]:
            place = (place + 1) % HASH_SIZE
        table[place] = row + 1
    return table


def command_hash(name: str) -> int:
    """The number under which the C looks a name of at least 8 bytes up: words of 8 bytes, the last overlapping."""
    data = name.encode()
    value = len(data)
    for start in (*range(0, len(data) - 8, 8), len(data) - 8):
        word = int.from_bytes(data[start : start + 8], "little")
        value = ((value ^ word) * HASH_FACTOR) & MASK
        value ^= value >> 32
    return value


def slow_entries(vk: Any, rows: list[Row], banner: str) -> str:
    """generated/slow_entries.h: the entry points that Python answers."""
    lines = [_slow(vk, row.name, row.name, row.exported, "") for row in rows if row.trampoline == "SLOW"]
    for row in rows:
        if row.terminator == "SLOW":
            before = "P" if row.name in PRE_INSTANCE else ""
            lines.append(_slow(vk, f"terminator_{row.name}", row.name, False, before))
    lines += [f"SLOW({name}, 0, {result}, {params})" for name, result, params in LAYER_CALLBACKS]
    note = (
        "// symbol, exported, return kind, parameters in order: P is 64 bits wide, W 32.\n"
        "// The pre-instance terminators take the chain's structure first.\n"
    )
    return banner + note + _macro("REFLOADER_SLOW_ENTRIES(SLOW)", lines) + "\n"


def _slow(vk: Any, symbol: str, name: str, exported: bool, before: str) -> str:
    command = vk.commands[name]
    result = {"void": "VOID", "VkResult": "RESULT"}[command.returnType]
    widths = before + "".join(_width(vk, parameter) for parameter in command.params)
    return f"SLOW({symbol}, {int(exported)}, {result}, {widths})"


def _width(vk: Any, parameter: Any) -> str:
    wide = ("uint64_t", "int64_t", "size_t", "VkDeviceSize", "VkDeviceAddress")
    if parameter.pointer or parameter.type in vk.handles or parameter.type in wide:
        return "P"
    if parameter.type in ("float", "double") or parameter.type in vk.structs:
        raise SystemExit(f"a slow entry cannot take {parameter.cDeclaration}")
    flags = vk.flags.get(parameter.type)
    return "P" if flags and flags.bitWidth == 64 else "W"


def stubs(rows: list[Row], banner: str) -> str:
    """generated/stubs.inc: one assembler macro call for each place in the three blocks of stubs."""
    below = [row for row in rows if row.level in ("INSTANCE", "PHYSICAL_DEVICE")]
    device = [row for row in rows if row.level == "DEVICE"]
    blocks = (
        (
            "instance_trampolines",
            [_trampoline_stub(row) for row in below],
            "RESERVED_PHYSICAL_DEVICE",
            len(below),
        ),
        ("terminators", [_terminator_stub(row) for row in below], "RESERVED_TERMINATOR", len(below)),
        ("device_trampolines", [_trampoline_stub(row) for row in device], "RESERVED_DEVICE", len(device)),
    )
    lines = [banner.replace("//", "#", 1).rstrip()]
    for label, places, reserved, first in blocks:
        lines += [f"BLOCK {label}", *places]
        lines += [f"{reserved} {first + number}" for number in range(RESERVED_SLOTS)]
    return "\n".join(lines) + "\n"


def _trampoline_stub(row: Row) -> str:
    if row.trampoline != "STUB":
        return f"HOLE {row.slot}"
    return f"{row.level} {row.name}, {row.slot}, {int(row.exported)}"


def _terminator_stub(row: Row) -> str:
    return f"TERMINATOR {row.name}, {row.slot}" if row.terminator == "STUB" else f"HOLE {row.slot}"


def exports_map(rows: list[Row], banner: str) -> str:
    """generated/exports.map: the linker's version script."""
    names = "".join(f"    {row.name};\n" for row in sorted(rows, key=lambda row: row.name) if row.exported)
    comment = banner.replace("//", "/*", 1).rstrip() + " */\n"
    return f"{comment}{{\n  global:\n{names}  local:\n    *;\n}};\n"


def python_commands(vk: Any, rows: list[Row], banner: str) -> str:
    """dropin/python/generated/commands.py: what Python needs to read and write tables."""
    lines = [
        '"""Instance extensions by index, slots of the commands that Python handles, names of first parameters."""\n',
        banner.replace("//", "#", 1),
        "EXTENSIONS = (",
        *(f'    "{name}",' for name in instance_extensions(vk)),
        ")\n",
        "# Byte offsets from the start of the table. What a driver does not have is 0 in its table where C or Python",
        "# stands at the bottom of the chain, elsewhere a function that says VK_ERROR_EXTENSION_NOT_PRESENT.",
    ]
    for title, levels, head in (
        ("INSTANCE", ("INSTANCE", "PHYSICAL_DEVICE"), 0),
        ("DEVICE", ("DEVICE",), DEVICE_TABLE_HEAD),
    ):
        lines.append(f"{title} = {{")
        lines += [
            f'    "{row.name}": {head + 8 * row.slot},'
            for row in rows
            if row.level in levels and (title == "INSTANCE" or row.trampoline != "STUB")
        ]
        lines.append("}\n")
    first = dict(
        sorted({(row.handle, vk.commands[row.name].params[0].name) for row in rows if row.slot >= 0})
    )
    lines += ["FIRST_PARAMETERS = {", *(f'    "{kind}": "{name}",' for kind, name in first.items()), "}\n"]
    return "\n".join(lines) + "\n"
