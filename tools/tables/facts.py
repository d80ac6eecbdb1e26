"""Writes native/generated/device_facts.h: what a physical device tells of itself in numbers, member by member.

These are the limits, the features and the properties of core. Who a device or a driver is (names, UUIDs, versions) is
no such number and is left out, as are pointers.
"""

from collections.abc import Iterable
from typing import Any

# Structures that every device fills: no pNext chain leads to them.
PLAIN = ("VkPhysicalDeviceLimits", "VkPhysicalDeviceSparseProperties", "VkPhysicalDeviceFeatures")
# Those of a pNext chain. Each is of one version; the first of them came with the one after.
CHAINED_LIMITS = tuple(f"VkPhysicalDeviceVulkan1{minor}Properties" for minor in range(1, 5))
CHAINED_FEATURES = tuple(f"VkPhysicalDeviceVulkan1{minor}Features" for minor in range(1, 5))
FIRST_WITH = {"1": "2"}
IDENTITY = ("LUID", "UUID", "driverID", "driverName", "driverInfo", "conformanceVersion", "deviceNodeMask")
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
        *(_members(vk, name) for name in (*PLAIN, *CHAINED_LIMITS, *CHAINED_FEATURES)),
        "// A structure: its name and type, the minor number of the first version 1.x whose devices fill it.",
        _macro("CHAINED_LIMITS(X)", (_chained(vk, name) for name in CHAINED_LIMITS)),
        _macro("CHAINED_FEATURES(X)", (_chained(vk, name) for name in CHAINED_FEATURES)),
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


def _macro(head: str, rows: Iterable[str]) -> str:
    return " \\\n    ".join((f"#define {head}", *rows))
