"""Writes native/generated/device_facts.h: what a physical device tells of itself in numbers, member by member.

These are the limits, the features and the properties of core. Who a device or a driver is (names, UUIDs, versions) is
no such number and is left out, as are pointers.
"""

from collections.abc import Iterable, Iterator
from typing import Any

# Structures that every device fills: no pNext chain leads to them.
PLAIN = ("VkPhysicalDeviceLimits", "VkPhysicalDeviceSparseProperties", "VkPhysicalDeviceFeatures")
# Those of a pNext chain. Each is of one version; the first of them came with the one after.
CHAINED_LIMITS = tuple(f"VkPhysicalDeviceVulkan1{minor}Properties" for minor in range(1, 5))
CHAINED_FEATURES = tuple(f"VkPhysicalDeviceVulkan1{minor}Features" for minor in range(1, 5))
FIRST_WITH = {"1": "2"}
# Members that are filled only where another one says so.
CONDITIONAL = ("deviceLUID", "deviceNodeMask")
IDENTITY = ("LUID", "UUID", "driverID", "driverName", "driverInfo", "conformanceVersion", "deviceNodeMask")
# Types of such members that a text or a structure holds.
_IDENTITIES = {"char": "TEXT", "VkConformanceVersion": "VALUES"}
KINDS = {
    "VkBool32": "FACT_FLAG",
    "int32_t": "FACT_INT32",
    "float": "FACT_FLOAT",
    **dict.fromkeys(("uint64_t", "size_t", "VkDeviceSize"), "FACT_UINT64"),
}


def device_facts(vk: Any, banner: str) -> str:
    """The text of device_facts.h."""
    parts = (
        banner + "// A row of a structure: its name, a member, what that holds, how many of them.",
        *(_members(vk, name) for name in (*PLAIN, *CHAINED_LIMITS, *CHAINED_FEATURES, *_alone_in_1_1(vk))),
        "// A structure: its name and type, the minor number of the first version 1.x whose devices fill it.",
        _macro("CHAINED_LIMITS(X)", (_chained(vk, name) for name in CHAINED_LIMITS)),
        _macro("CHAINED_FEATURES(X)", (_chained(vk, name) for name in CHAINED_FEATURES)),
        "// Those of devices of Vulkan 1.1 alone, which fill no structure that has the members of all others.",
        _macro("LIMITS_OF_1_1(X)", (_alone(vk, name) for name in _alone_in_1_1(vk, "Properties"))),
        _macro("FEATURES_OF_1_1(X)", (_alone(vk, name) for name in _alone_in_1_1(vk, "Features"))),
        "// Every structure of core for the chain of VkPhysicalDeviceProperties2 and VkPhysicalDeviceFeatures2:\n"
        "// its name and type, which of the two, the minor number of its version. Its members: TEXT or VALUES.",
        _macro("QUERIED_STRUCTURES(X)", (_queried(vk, name, base) for name, base in _core(vk))),
        *(_queried_members(vk, name) for name, _ in _core(vk)),
        "// The members that two structures of a chain have under one name, one of them a summary of a version.",
        _macro("REPEATED_MEMBERS(X)", _repeated(vk)),
        "// The same of members that say who a driver is: TEXT or VALUES.",
        _macro("REPEATED_IDENTITIES(X)", _repeated_identities(vk)),
    )
    return "\n\n".join(parts) + "\n"


def _members(vk: Any, struct: str) -> str:
    rows = (_row(vk, struct, member) for member in vk.structs[struct].members if _is_number(member))
    return _macro(f"MEMBERS_OF_{struct}(X)", rows)


def _is_number(member: Any) -> bool:
    apart = member.name in ("sType", "pNext") or member.pointer
    return not apart and not any(word in member.name for word in IDENTITY)


def _row(vk: Any, struct: str, member: Any) -> str:
    count = 1
    for length in member.fixedSizeArray:
        count *= vk.constants[length].value if length.startswith("VK_") else int(length)
    return f"X({struct}, {member.name}, {KINDS.get(member.type, 'FACT_UINT32')}, {count})"


def _chained(vk: Any, name: str) -> str:
    minor = name.removeprefix("VkPhysicalDeviceVulkan1")[0]
    return f"X({name}, {vk.structs[name].sType}, {FIRST_WITH.get(minor, minor)})"


def _alone_in_1_1(vk: Any, base: str = "") -> list[str]:
    """The structures of Vulkan 1.1 with numbers, of properties or features alone if one is named."""
    return [
        name
        for name, of in _core(vk)
        if base in ("", of) and vk.structs[name].version.name == "VK_VERSION_1_1"
        if any(_is_number(member) for member in vk.structs[name].members)
    ]


def _alone(vk: Any, name: str) -> str:
    return f"X({name}, {vk.structs[name].sType})"


def _core(vk: Any) -> list[tuple[str, str]]:
    """Structures that a device of a version has to fill; those through whose pointers it would write are left out."""
    return [
        (name, base)
        for base in ("Properties", "Features")
        for name, struct in vk.structs.items()
        if f"VkPhysicalDevice{base}2" in struct.extends and struct.version
        if not any(member.pointer and member.name != "pNext" for member in struct.members)
    ]


def _queried(vk: Any, name: str, base: str) -> str:
    minor = vk.structs[name].version.name.rpartition("_")[2]
    return f"X({name}, {vk.structs[name].sType}, {base.upper()}, {minor})"


def _own(vk: Any, name: str) -> list[Any]:
    members = vk.structs[name].members
    return [each for each in members if each.name not in ("sType", "pNext", *CONDITIONAL)]


def _queried_members(vk: Any, name: str) -> str:
    rows = (
        f"X({name}, {each.name}, {'TEXT' if each.type == 'char' else 'VALUES'})" for each in _own(vk, name)
    )
    return _macro(f"QUERIED_MEMBERS_OF_{name}(X)", rows)


def _repeated(vk: Any) -> Iterator[str]:
    """Rows for the members of single structures that a VkPhysicalDeviceVulkan1xFeatures or ...Properties repeats."""
    for whole, name, each in _all_repeated(vk):
        if each.type not in _IDENTITIES:
            yield f"X({whole}, {name}, {each.name})"


def _repeated_identities(vk: Any) -> Iterator[str]:
    for whole, name, each in _all_repeated(vk):
        if each.type in _IDENTITIES:
            yield f"X({whole}, {name}, {each.name}, {_IDENTITIES[each.type]})"


def _all_repeated(vk: Any) -> Iterator[tuple[str, str, Any]]:
    for base in ("Properties", "Features"):
        names = [name for name, its in _core(vk) if its == base]
        for whole in (name for name in names if name.startswith("VkPhysicalDeviceVulkan1")):
            members = {each.name: each.type for each in _own(vk, whole)}
            for name in (name for name in names if not name.startswith("VkPhysicalDeviceVulkan1")):
                for each in _own(vk, name):
                    if members.get(each.name) == each.type:
                        yield whole, name, each


def _macro(head: str, rows: Iterable[str]) -> str:
    return " \\\n    ".join((f"#define {head}", *rows))
