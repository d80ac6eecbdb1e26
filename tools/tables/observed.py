"""Writes native/generated/observed.h: where the handles of every command's parameters lie, as tables of numbers.

A row says of a parameter, or of a member of a structure, what it is and how many there are. Structures that lead
to no handle have no rows, nor have unions, of which nobody can tell the member. Reading them is C's part.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tables.layouts import measure, measure_member, places
from tables.registry import Row

FLOATS = ("float", "double")
WIDE = ("uint64_t", "int64_t", "size_t", "double", "VkDeviceSize", "VkDeviceAddress", "HANDLE", "VisualID")
# The lookups of an interface, which are no commands of these names: in the layer's chain structures and by name.
LOOKUPS = ("vkGetInstanceProcAddr", "vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vkGetInstanceProcAddr")
NO_TYPE = 0xFFFFFFFF  # sType of a structure without one
# Members that are to be ignored unless another one has a value whose bit is set here.
IGNORED_UNLESS = {
    ("VkWriteDescriptorSet", "pImageInfo"): ("descriptorType", 0b100_0000_1111),
    ("VkWriteDescriptorSet", "pTexelBufferView"): ("descriptorType", 0b11_0000),
    ("VkWriteDescriptorSet", "pBufferInfo"): ("descriptorType", 0b11_1100_0000),
    ("VkDescriptorSetLayoutBinding", "pImmutableSamplers"): ("descriptorType", 0b11),
    ("VkFramebufferCreateInfo", "pAttachments"): ("flags", 0b1),
}


class Member(NamedTuple):
    """A row: ``at`` is a member's offset, ``count_at`` and ``count_more`` say where the count is.

    Parameters lie as members do, in an array of 64-bit words.
    ``of`` is the index of a handle type or of a structure; ``when`` that of a condition.
    """

    name: int
    of: int
    at: int
    count_at: int
    count_more: int
    kind: str
    counted: str
    made: bool
    when: int


def observed_header(vk: Any, rows: list[Row], banner: str) -> str:
    """The text of observed.h."""
    return _Tables(vk, rows).text(banner)


class _Tables:
    def __init__(self, vk: Any, rows: list[Row]) -> None:
        self._vk = vk
        self._rows = rows
        self._types = list(vk.handles)
        self._names: dict[str, int] = {}
        self._room = 0
        self._conditions = list(IGNORED_UNLESS)
        self._interest: dict[str, bool] = {}
        self._structs = sorted(self._reached(), key=lambda name: (self._number(name), name))
        self._members: list[Member] = []

    def text(self, banner: str) -> str:
        structs = [self._struct(name) for name in self._structs]
        shapes = [self._shape(name) for name in (*(row.name for row in self._rows), *LOOKUPS)]
        conditions = (self._condition(*key) for key in self._conditions)
        types = (f"TYPE({name}, {int(self._vk.handles[name].dispatchable)})" for name in self._types)
        return "\n".join(
            (
                banner + "#ifndef REFLOADER_OBSERVED_H\n#define REFLOADER_OBSERVED_H\n",
                _macro("OBSERVED_TYPES(TYPE)", types),
                "\n// VkObjectType, handle type",
                _macro("OBSERVED_OBJECTS(OBJECT)", self._objects()),
                "\n// name, handle type or structure, place, place of the count, more of it, kind, how to count,\n"
                "// whether it is handed up, condition",
                _macro(
                    "OBSERVED_MEMBERS(MEMBER)", (f"MEMBER({', '.join(_words(m))})" for m in self._members)
                ),
                "\n// sType, name, size, first row, rows, whether its pNext chain can lead to handles",
                _macro("OBSERVED_STRUCTURES(STRUCTURE)", structs),
                "\n// In the order of the commands' rows, then the lookups: first row, rows, parameters,\n"
                "// the 64-bit ones, the floating ones",
                _macro("OBSERVED_SHAPES(SHAPE)", shapes),
                "\n// 1 + place: where the number is, which numbers do",
                _macro("OBSERVED_CONDITIONS(CONDITION)", conditions),
                "\n// All names in one run of bytes.",
                _macro("OBSERVED_NAMES", (f'"{name}\\0"' for name in self._names)),
                "\n#endif\n",
            )
        )

    def _objects(self) -> Iterator[str]:
        numbers = {field.name: field.value for field in self._vk.enums["VkObjectType"].fields}
        for place, name in enumerate(self._types):
            yield f"OBJECT({numbers[self._vk.handles[name].type]}, {place})"

    # ---- which structures matter

    def _reached(self) -> set[str]:
        waiting = [p.type for command in self._vk.commands.values() for p in command.params]
        found: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in found or not self._interesting(name):
                continue
            found.add(name)
            waiting += [member.type for member in self._vk.structs[name].members]
            waiting += self._vk.structs[name].extendedBy or ()
        return found

    def _interesting(self, name: str) -> bool:
        """Whether a structure can lead to a handle."""
        struct = self._vk.structs.get(name)
        if struct is None or struct.union:
            return False
        if name not in self._interest:
            self._interest[name] = False  # for structures that lead back to themselves
            self._interest[name] = any(self._leads(m) for m in struct.members) or self._chained(name)
        return self._interest[name]

    def _chained(self, name: str) -> bool:
        return any(self._interesting(each) for each in self._vk.structs[name].extendedBy or ())

    def _leads(self, member: Any) -> bool:
        return _depth(member) < 2 and (member.type in self._vk.handles or self._interesting(member.type))

    # ---- rows

    def _name(self, name: str) -> int:
        if name not in self._names:
            self._names[name] = self._room
            self._room += len(name) + 1
        return self._names[name]

    def _struct(self, name: str) -> str:
        struct = self._vk.structs[name]
        offsets = dict(places([(m.name, *measure_member(self._vk, m)) for m in struct.members]))
        first = len(self._members)
        for member in struct.members:
            if self._leads(member):
                self._members += self._row(member, offsets, struct.members, name)
        numbers = (self._number(name), self._name(name), measure(self._vk, name)[0], first)
        rows = len(self._members) - first
        return f"STRUCTURE({', '.join(map(str, numbers))}, {rows}, {int(self._chained(name))})"

    def _shape(self, name: str) -> str:
        params = self._vk.commands[name].params
        offsets = {param.name: 8 * index for index, param in enumerate(params)}
        first = len(self._members)
        for param in params:
            if self._leads(param):
                self._members += self._row(param, offsets, params, "")
        wide = sum(1 << at for at, param in enumerate(params) if self._wide(param))
        floats = sum(
            1 << at
            for at, p in enumerate(params)
            if p.type in FLOATS and not _depth(p) and not p.fixedSizeArray
        )
        return f"SHAPE({first}, {len(self._members) - first}, {len(params)}, {wide:#x}, {floats:#x})"

    def _row(self, member: Any, offsets: dict[str, int], members: Any, owner: str) -> Iterator[Member]:
        count = self._count(member, offsets, members, inside=bool(owner))
        if count is None:
            return
        handle = member.type in self._vk.handles
        of = self._types.index(member.type) if handle else self._structs.index(member.type)
        kind = ("HANDLE" if handle else "STRUCTURE") + ("S" if _depth(member) else "_HERE")
        made = not owner and bool(_depth(member)) and not member.const
        key = (owner, member.name)
        when = 1 + self._conditions.index(key) if key in IGNORED_UNLESS else 0
        name = self._name(member.name)
        yield Member(name, of, offsets[member.name], count[1], count[2], kind, count[0], made, when)

    def _count(
        self, member: Any, offsets: dict[str, int], members: Any, *, inside: bool
    ) -> tuple[str, int, int] | None:
        if member.length is None:
            return "ONE", 0, 0
        head, _, tail = member.length.partition("->")
        counter = next((each for each in members if each.name == head), None)
        if counter is None:
            return None
        at = offsets[head]
        if tail:
            inner = self._vk.structs[counter.type].members
            more = dict(places([(m.name, *measure_member(self._vk, m)) for m in inner]))[tail]
            return "THROUGH", at, more
        if counter.type != "uint32_t" or (inside and _depth(counter)):
            return None
        return ("POINTED" if _depth(counter) else "MEMBER"), at, 0

    def _condition(self, struct: str, member: str) -> str:
        other, mask = IGNORED_UNLESS[struct, member]
        members = self._vk.structs[struct].members
        offsets = dict(places([(m.name, *measure_member(self._vk, m)) for m in members]))
        return f"CONDITION({offsets[other]}, {mask:#x})"

    # ---- types

    def _number(self, name: str) -> int:
        kind = self._vk.structs[name].sType
        types = {field.name: int(field.value) for field in self._vk.enums["VkStructureType"].fields}
        return types[kind] if kind else NO_TYPE

    def _wide(self, param: Any) -> bool:
        flags = self._vk.flags.get(param.type)
        return (
            bool(_depth(param) or param.fixedSizeArray)
            or param.type in self._vk.handles
            or param.type in WIDE
            or bool(flags and flags.bitWidth == 64)
        )


def _depth(member: Any) -> int:
    """How many pointers stand between a parameter or member and its value."""
    return int(member.cDeclaration.count("*"))


def _words(member: Member) -> Iterator[str]:
    return (str(int(value)) if isinstance(value, bool) else str(value) for value in member)


def _macro(head: str, lines: Any) -> str:
    return " \\\n    ".join((f"#define {head}", *lines))
