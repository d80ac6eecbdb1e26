"""What carried.h asks of the structures of the registry: which of them can be made up, and which extend another."""

from typing import Any

from tables.carried_commands import LOW_NUMBER
from tables.layouts import measure
from tables.observed import NO_TYPE

FIRST_OF_EXTENSIONS = 1_000_000_000
_WORDS = ("uint32_t", "uint64_t", "VkBool32", "VkDeviceSize", "size_t")
_NEVER = "~"  # behind every version


def is_pointer(member: Any) -> bool:
    """Whether a parameter or a member is a pointer, or an array."""
    return "*" in member.cDeclaration or bool(member.fixedSizeArray)


class Structures:
    """The structures of a registry."""

    def __init__(self, vk: Any) -> None:
        self._vk = vk
        self._types = {field.name: int(field.value) for field in vk.enums["VkStructureType"].fields}
        self._enumerations: dict[str, str] = {
            alias: name for name, each in vk.enums.items() for alias in each.aliases
        }

    def number(self, name: str) -> int:
        """The sType of a structure."""
        kind = self._vk.structs[name].sType
        return self._types[kind] if kind else NO_TYPE

    def size(self, name: str) -> int:
        """The size of a value of a type."""
        return 1 if name == "void" else int(measure(self._vk, name)[0])

    def enumeration(self, name: str) -> str:
        """The name that an enumeration has now; any other name as it is."""
        return self._enumerations.get(name, name)

    def is_known(self, name: str) -> bool:
        """Whether the layout of a type is known, as are those of the structures that it holds."""
        try:
            self.size(name)
        except SystemExit:
            return False
        return True

    def oldest_extending(self, struct: Any) -> list[str]:
        """Flat structures that extend this one: of the oldest versions of Vulkan, if any have some.

        What a layer that copies has to know is a matter of its version, or of extensions that it need not know.
        """
        structs = (self._vk.structs[name] for name in struct.extendedBy or () if self._is_flat(name))
        fitting = [each for each in structs if each.version or self._is_of_low_number(each.name)]
        fitting.sort(key=lambda each: (not each.version, each.version and each.version.name, each.name))
        return [each.name for each in fitting]

    def is_chained(self, name: str) -> bool:
        """Whether a structure can be given on a pNext with all that it holds."""
        return self._has_type(name) and self.is_known(name) and not self._needs_more(self._vk.structs[name])

    def is_holding(self, name: str) -> bool:
        """Whether a structure on a pNext holds objects that come with it: of Vulkan itself, or of one extension.

        Who wraps the objects of an extension knows this one. What other extensions take them for, it need not know.
        """
        if not self._has_type(name):
            return False
        struct = self._vk.structs[name]
        held = [self._vk.handles[m.type] for m in struct.members if m.type in self._vk.handles]
        return self.is_known(name) and any(
            struct.version or set(struct.extensions) & set(handle.extensions) for handle in held
        )

    def holding(self, struct: Any) -> list[str]:
        """Structures with objects that extend this one: those of the oldest versions first, those of vendors last.

        A layer that copies a chain can copy it only as far as it knows the structures.
        """
        names = [name for name in struct.extendedBy or () if self.is_holding(name)]
        return sorted(names, key=lambda name: (self._age(name), not name.endswith("KHR"), name))

    def as_old_as_holding(self, struct: Any) -> str | None:
        """Return a flat structure that extends this one and is no newer than those with objects, if there is one.

        Who wraps swapchains may know the structures with them since Vulkan 1.1.
        """
        ages = [age for name in self.holding(struct) if (age := self._age(name)) != _NEVER]
        oldest = [
            name
            for name in self.oldest_extending(struct)
            if self._age(name) <= min(ages, default="VK_VERSION_1_1")
        ]
        return oldest[0] if oldest else None

    def _age(self, name: str) -> str:
        """Return the version of Vulkan that a structure came with."""
        version = self._vk.structs[name].version
        return version.name if version else _NEVER

    def _has_type(self, name: str) -> bool:
        """Whether a structure has an sType."""
        struct = self._vk.structs.get(name)
        return bool(struct and not struct.union and struct.sType)

    def _is_flat(self, name: str) -> bool:
        """Whether a structure holds nothing but numbers after its sType and its pNext."""
        struct = self._vk.structs.get(name)
        if struct is None or struct.union or len(struct.members) < 3:
            return False
        known = (*self._vk.flags, *self._vk.enums, *_WORDS)
        return self.is_known(name) and all(
            not is_pointer(m) and not getattr(m, "bitFieldWidth", None) and m.type in known
            for m in struct.members[2:]
        )

    def _is_of_low_number(self, name: str) -> bool:
        """Whether the extension of a structure got its number early. When it was published nobody says."""
        return (self.number(name) - FIRST_OF_EXTENSIONS) // 1000 < LOW_NUMBER

    def _needs_more(self, struct: Any) -> bool:
        """Whether a structure holds what no call can make up: objects, memory of unknown size."""
        others = [m for m in struct.members if m.name != "pNext"]
        return any(
            m.type in ("void", "char")
            or m.type in self._vk.handles
            or (m.type in self._vk.structs and self._needs_more(self._vk.structs[m.type]))
            for m in others
        )
