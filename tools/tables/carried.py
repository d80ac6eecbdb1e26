"""Writes native/generated/carried.h: what every command takes, member by member, as tables of numbers.

From it the layer prober makes one call of each command that a layer has a function for, and compares what comes down
with what went in. A row says what kind of value a parameter or member is, how many there are, and what to give.
Parameters lie as members do, in an array of 64-bit words; those of floating point, which are in registers of their
own, lie behind fifteen others.
"""

import re
from collections.abc import Iterator
from math import prod
from typing import Any, NamedTuple

from tables.carried_commands import (
    IGNORABLE,
    IGNORED_TOO,
    MAY_BE_NULL,
    NAMED,
    NARROW,
    NONE_IS_VALID,
    NUMBERS,
    OFFSETS,
    OLDER_TYPES,
    ONE_TOO,
    SMALL,
    UNBOUNDED,
    WIDE,
    WILD,
    is_small,
)
from tables.carried_structures import FIRST_OF_EXTENSIONS, Structures, is_pointer
from tables.layouts import measure, measure_member, places
from tables.observed import IGNORED_UNLESS
from tables.registry import Row
from tables.uncarried import MOST_PARAMETERS, is_carried

NOWHERE = 0xFFFF
DISPATCHABLE = ("VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue", "VkCommandBuffer")
IS_WIDE, IS_FLOAT, FIRST_LIST = 1, 2, 3
FLOAT, DOUBLE, STEP = 0x3F000000, 0x3FE0000000000000, 0x20000
"""What a floating point number has from 0.5 on: each member's is its own, and none is greater than 1."""
LITTLE = (28, 36, 44, 52, 56, 68, 76, 84, 88, 92, 104, 108, 116, 124, 132, 136, 140)
"""Numbers of members in a row: places that are multiples of 4, and none that a layer would round or limit others to.

No two of them, nor one of them and another one plus 128, are equal: elements of arrays differ by that.
"""
WIDTH = 100
OF_DEVICES = 2
"""What a parameter that can be an object of any type says: it is a device or what a device has.

VUID-vkSetPrivateData-objectHandle-04016, VUID-vkGetPrivateData-objectType-04018.
"""
MAY_BE_NONE, IS_SOME, HAS_NO_LIMIT = 0, 2, 4
"""What a count says in place of a length: whether it may be 0, and whether it may be any number."""


class Field(NamedTuple):
    """A row. ``of`` is a structure or a type of handle; ``count_at`` the place of the count, else ``fixed`` is it.

    A text has the value 1 if it may be left out, a handle if it may be VK_NULL_HANDLE. That of a handle without a
    type of its own is where its type is. A word, or one of several, has 1 as ``of`` if it has 64 bits and may have
    any of them, 2 if it is of floating point, and from 3 on where the values of its enumeration are. An array that
    another member may have ignored has a mask as ``fixed``, of the numbers for which it is not, and as ``fill`` where
    the number is.
    """

    name: int
    kind: str
    at: int
    size: int
    of: int
    count_at: int
    fixed: int
    fill: int


def carried_header(vk: Any, rows: list[Row], banner: str) -> str:
    """The text of carried.h."""
    return _Tables(vk, rows).text(banner)


class _Tables:
    def __init__(self, vk: Any, rows: list[Row]) -> None:
        self._vk = vk
        self._known = Structures(vk)
        self._results = {
            name: int(field.value)
            for field in vk.enums["VkResult"].fields
            for name in (field.name, *field.aliases)
        }
        self._commands = [row.name for row in rows if is_carried(vk, self._known, row.name)]
        self._names: dict[str, int] = {}
        self._room = 0
        handles = [name for name in vk.handles if name not in DISPATCHABLE]
        self._handles = ("", *DISPATCHABLE, *handles)
        self._extending: list[int] = []
        self._structs: list[str] = []
        self._fields: list[Field] = []
        self._codes: list[int] = []
        self._values: list[int] = []
        self._runs: dict[tuple[Any, ...], int] = {}

    def text(self, banner: str) -> str:
        commands = [self._command(name) for name in self._commands]
        structs: list[str] = []
        wild = [self._wild(*row) for row in WILD]
        while len(structs) < len(self._structs):
            structs.append(self._struct(self._structs[len(structs)]))
        fields = (f"FIELD({', '.join(map(str, field))})" for field in self._fields)
        return "\n".join(
            (
                banner + "#ifndef REFLOADER_CARRIED_H\n#define REFLOADER_CARRIED_H\n",
                "// name, kind, place, size, structure or handle, place of the count, count, value",
                _macro("CARRIED_FIELDS(FIELD)", fields),
                "\n// sType, name, size, first row, rows, two that extend it, the first of all that do, how many do,"
                "\n// the name of its extension, the first of those that extend it with objects, how many do",
                _macro("CARRIED_STRUCTURES(STRUCTURE)", structs),
                _macro("CARRIED_EXTENDING", (f"{number}," for number in self._extending)),
                "\n// structure, place and value of a member that has a pointer ignored, place of the pointer",
                _macro("CARRIED_WILD(WILD)", wild),
                "\n// name, VkObjectType, VkDebugReportObjectTypeEXT, of core or a swapchain, of a device",
                _macro("CARRIED_HANDLES(HANDLE)", self._handle_rows()),
                "\n// name, first row, rows, whether it returns a VkResult, first code, codes, takes one,"
                "\n// the command that it is another name of",
                _macro("CARRIED_COMMANDS(COMMAND)", commands),
                _macro("CARRIED_VALUES", (f"{value}u," for value in self._values)),
                _macro("CARRIED_CODES", (f"{code}," for code in self._codes)),
                _macro("CARRIED_NAMES", (f'"{name}\\0"' for name in self._names)),
                "\n#endif\n",
            )
        )

    def _command(self, name: str) -> str:
        command = self._vk.commands[name]
        floats = [p for p in command.params if p.type == "float" and not is_pointer(p)]
        integers = [p for p in command.params if p.type != "float" or is_pointer(p)]
        offsets = {param.name: 8 * at for at, param in enumerate(integers)}
        offsets |= {param.name: 8 * (MOST_PARAMETERS + at) for at, param in enumerate(floats)}
        fields = list(self._rows(command.params, offsets, "", name))
        first = self._shared(self._fields, fields)
        codes = [
            self._results[code]
            for code in (*command.successCodes, *command.errorCodes)
            if code in self._results
        ]
        start = self._shared(self._codes, codes)
        returns = int(command.returnType == "VkResult")
        one_too = int(bool(ONE_TOO.match(name)))
        known = list(self._commands)
        alias = known.index(command.alias) if command.alias in known else NOWHERE
        return (
            f"COMMAND({name}, {first}, {len(fields)}, {returns}, {start}, {len(codes)}, {one_too}, {alias})"
        )

    def _struct(self, name: str) -> str:
        struct = self._vk.structs[name]
        offsets = dict(places([(m.name, *measure_member(self._vk, m)) for m in struct.members]))
        rows = list(self._rows(struct.members, offsets, name, name))
        first = self._shared(self._fields, rows)
        numbers = (self._known.number(name), self._name(name), measure(self._vk, name)[0], first, len(rows))
        extensions = self._extensions(struct)
        every = [self._index(each) for each in struct.extendedBy or () if self._known.is_chained(each)]
        start = self._shared(self._extending, every)
        of = self._name(struct.extensions[0]) if struct.extensions else NOWHERE
        holding = [self._index(each) for each in self._known.holding(struct)]
        plain = self._known.as_old_as_holding(struct)
        behind = self._index(plain) if plain else NOWHERE
        more = (start, len(every), of, self._shared(self._extending, holding), len(holding), behind)
        return f"STRUCTURE({', '.join(map(str, (*numbers, *extensions, *more)))})"

    def _wild(self, name: str, selector: str, value: int, pointer: str) -> str:
        struct = self._vk.structs[name]
        offsets = dict(places([(m.name, *measure_member(self._vk, m)) for m in struct.members]))
        return f"WILD({self._index(name)}, {offsets[selector]}, {value}, {offsets[pointer]})"

    def _handle_rows(self) -> Iterator[str]:
        types = {field.name: int(field.value) for field in self._vk.enums["VkObjectType"].fields}
        reported = {
            field.name: int(field.value) for field in self._vk.enums["VkDebugReportObjectTypeEXT"].fields
        }
        made = {
            param.type
            for name in self._commands
            for param in self._vk.commands[name].params
            if not re.search("[A-Z]{2,}$", name) or param.type == "VkSwapchainKHR"
        }
        for name in self._handles[1:]:
            kind = self._vk.handles[name].type
            older = kind.replace("VK_OBJECT_TYPE", "VK_DEBUG_REPORT_OBJECT_TYPE") + "_EXT"
            marks = f"{int(name in made)}, {int(self._is_of_device(name))}"
            yield f"HANDLE({name}, {types[kind]}, {reported.get(older, 0)}, {marks})"

    def _is_of_device(self, name: str) -> bool:
        """Whether a handle is a VkDevice, or of one that is."""
        parent = self._vk.handles[name].parent
        return name == "VkDevice" or (parent is not None and self._is_of_device(parent.name))

    def _shared(self, table: list[Any], run: list[Any]) -> int:
        """Return where a run of rows begins in a table; equal ones stand there once."""
        key = id(table), *run
        if key not in self._runs:
            self._runs[key] = len(table)
            table += run
        return self._runs[key]

    def _extensions(self, struct: Any) -> tuple[int, int]:
        """Return two structures that extend this one."""
        oldest = (self._index(name) for name in self._known.oldest_extending(struct)[:2])
        first, second = (*oldest, NOWHERE, NOWHERE)[:2]
        return first, second

    # ---- rows

    def _rows(self, members: Any, offsets: dict[str, int], owner: str, named: str) -> Iterator[Field]:
        counted = {m.length: m for m in members if m.length}
        for number, member in enumerate(members):
            row, array = self._row(member, members, offsets, owner), counted.get(member.name)
            if row is None:
                continue
            if array is not None and row.kind == "WORD" and array.type != "void":
                row = row._replace(fixed=self._limits(member, f"{named}.{member.name}"))
            if row.kind in ("WORD", "WORDS"):
                is_wide = member.type in WIDE and array is None and not NARROW.match(f"{named}.{member.name}")
                row = row._replace(of=IS_WIDE if is_wide else self._list(member) if array is None else 0)
            fill = offsets[member.objectType] if row.kind == "NAMED" else self._fill(member, number, array)
            if row.kind == "HANDLE":
                fill = int(bool(MAY_BE_NULL.match(f"{named}.{member.name}")))
            row = row._replace(fill=fill)
            selector, mask = IGNORED_TOO.get((owner, member.name), ("", 0))
            yield row._replace(fixed=mask, fill=offsets[selector]) if selector else row

    def _list(self, member: Any) -> int:
        """Where the values are that a word can have: of an enumeration of Vulkan itself, or of VkBool32."""
        if member.type in ("float", "double"):
            return IS_FLOAT
        if is_small(member) or NAMED.match(member.type):
            return 0
        values = [0, 1] if member.type == "VkBool32" else []
        kind = self._known.enumeration(member.type)
        if kind in self._vk.enums:
            every = {int(field.value) for field in self._vk.enums[kind].fields}
            values = sorted(value for value in every if 0 <= value < FIRST_OF_EXTENSIONS)
        if len(values) < 2:
            return 0
        return FIRST_LIST + self._shared(self._values, [len(values), *values])

    def _limits(self, member: Any, path: str) -> int:
        is_some = IS_SOME if not (member.optional and NONE_IS_VALID.match(path)) else MAY_BE_NONE
        return is_some + (HAS_NO_LIMIT if UNBOUNDED.match(path) else 0)

    def _row(self, member: Any, members: Any, offsets: dict[str, int], owner: str) -> Field | None:
        kind, size, of = self._kind(member, owner)
        if not kind:
            return None
        count_at, fixed = self._count(member, members, offsets)
        if kind in ("WORDS", "HANDLES", "STRUCTURES", "VALUES") and (count_at, fixed) == (NOWHERE, 0):
            kind, of = "ANY", 0
        return Field(self._name(member.name), kind, offsets[member.name], size, of, count_at, fixed, 0)

    def _kind(self, member: Any, owner: str) -> tuple[str, int, int]:
        name, depth = member.type, member.cDeclaration.count("*")
        if member.objectType and name == "uint64_t" and depth == 0:
            return "NAMED", 8, int(bool(OLDER_TYPES.search(owner))) if owner else OF_DEVICES
        if owner and member.name == "sType":
            return "TYPE", 4, 0
        if owner and member.name == "pNext":
            return "CHAIN", 8, 0
        if name == "VkAllocationCallbacks" and depth:
            return "ALLOCATOR", 8, 0
        if name in self._vk.funcPointers:
            return "FUNCTION", 8, 0
        if (owner, member.name) in IGNORED_UNLESS and IGNORED_UNLESS[owner, member.name][1] & 2 == 0:
            return "", 0, 0
        if depth == 0 and not (member.fixedSizeArray and not owner):
            return self._kind_here(member)
        if depth and IGNORABLE.match(owner):
            return "ANY", 8, 0
        return self._kind_behind(member, owner, depth)

    def _kind_here(self, member: Any) -> tuple[str, int, int]:
        name = member.type
        if name in self._vk.handles:
            return ("" if member.fixedSizeArray else "HANDLE"), 8, self._handle(name)
        if member.fixedSizeArray or name in NUMBERS:
            count = _elements(member)
            return ("BYTES", count * self._known.size(name), self._numbers(name)) if count else ("", 0, 0)
        if name in self._vk.structs:
            if self._vk.structs[name].union:
                return "", 0, 0
            return "STRUCTURE", self._known.size(name), self._index(name)
        is_mask = name in self._vk.flags or name in self._vk.bitmasks
        return ("FLAGS" if is_mask else "WORD"), self._known.size(name), 0

    def _kind_behind(self, member: Any, owner: str, depth: int) -> tuple[str, int, int]:
        name, is_struct = member.type, member.type in self._vk.structs
        union = is_struct and self._vk.structs[name].union
        if not owner and not member.const and depth == 1 and not member.fixedSizeArray:
            if name == "uint32_t" and member.name.endswith("Count"):
                return "COUNT", 4, 0
            if name in self._vk.handles:
                return "MADE", 8, self._handle(name)
            of = self._index(name) if is_struct and not union else NOWHERE
            return "OUT", self._known.size(name), of
        if depth > 1 and name == "char":
            return "TEXTS", 8, 0
        if depth == 1 and member.const and name in NUMBERS:
            return "VALUES", self._known.size(name), IS_FLOAT
        if depth > 1 or union or name == "void" or not member.const or not self._known.is_known(name):
            return "ANY", 8, 0
        if name == "char":
            return "TEXT", 8, 0
        if name in self._vk.handles:
            return "HANDLES", 8, self._handle(name)
        if is_struct:
            return "STRUCTURES", self._known.size(name), self._index(name)
        return "WORDS", self._known.size(name), 0

    def _count(self, member: Any, members: Any, offsets: dict[str, int]) -> tuple[int, int]:
        if member.fixedSizeArray:
            text = member.fixedSizeArray[0]
            return NOWHERE, int(text) if text.isdigit() else 0
        if member.length is None:
            return NOWHERE, 1
        counter = next((m for m in members if m.name == member.length and not is_pointer(m)), None)
        return (offsets[counter.name], 0) if counter is not None and counter.name in offsets else (NOWHERE, 0)

    def _fill(self, member: Any, number: int, array: Any) -> int:
        name = self._known.enumeration(member.type)
        if name == "char":
            return int(bool(member.optional))
        if array is not None:
            return 16 if array.type == "void" else 2
        if is_small(member):
            return SMALL[member.name]
        if name == "VkBool32":
            return 1
        if name in ("float", "double"):
            return (FLOAT if name == "float" else DOUBLE) + number % 32 * STEP
        if name in NUMBERS or (member.fixedSizeArray and name in OFFSETS):
            return FLOAT + number % 32 * STEP if self._numbers(name) == IS_FLOAT else 20
        if name in self._vk.enums:
            values = [int(field.value) for field in self._vk.enums[name].fields]
            return next((value for value in values if value > 0), 0) & 0x7FFFFFFF
        if name in self._vk.bitmasks or name in self._vk.flags:
            return self._bits(name)
        return LITTLE[number % len(LITTLE)]

    def _bits(self, name: str) -> int:
        mask = name if name in self._vk.bitmasks else self._vk.flags[name].bitmaskName
        flags = self._vk.bitmasks[mask].flags if mask in self._vk.bitmasks else []
        single = sorted(
            {
                int(flag.value)
                for flag in flags
                if int(flag.value).bit_count() == 1 and int(flag.value) < 1 << 31
            }
        )
        return sum(single[:1] if name in self._vk.bitmasks else single)

    def _numbers(self, name: str) -> int:
        """What kind of numbers a member of several has."""
        return IS_FLOAT if name in NUMBERS or name == "float" else 0

    # ---- indices

    def _handle(self, name: str) -> int:
        return self._handles.index(name)

    def _index(self, name: str) -> int:
        if name not in self._structs:
            self._structs.append(name)
        return self._structs.index(name)

    def _name(self, name: str) -> int:
        if name not in self._names:
            self._names[name] = self._room
            self._room += len(name) + 1
        return self._names[name]


def _elements(member: Any) -> int:
    """How many elements a member has that are numbers of four bytes, or several of those; 0 for all others."""
    if not member.fixedSizeArray:
        return 1
    sizes = [int(text) if text.isdigit() else 0 for text in member.fixedSizeArray]
    return prod(sizes) if member.type in ("float", "uint32_t", "int32_t", *OFFSETS) else 0


def _macro(head: str, items: Any) -> str:
    """A macro of which each line holds as many items as there is room for."""
    lines = [f"#define {head}"]
    for item in items:
        if len(lines) > 1 and len(lines[-1]) + len(item) < WIDTH:
            lines[-1] += f" {item}"
        else:
            lines.append(f"    {item}")
    return " \\\n".join(lines)
