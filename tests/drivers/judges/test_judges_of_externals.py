"""Judges of what a driver says of types of external handles, each on answers that keep its rule and that break it."""

from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import queries
from refloader.suite.sessions.answers import Answers


def said(**listed: list[str]) -> Answers:
    """What is said of sixteen types, of which some are listed."""
    return {"queries.externals.0": {"asked": 16, "memory": [], "others": [], "unimportable": [], **listed}}


CASES: list[Row] = [
    (
        "a type of memory that is not compatible with itself",
        queries.external_memory_is_compatible,
        said(),
        said(memory=["VkExternalMemoryHandleTypeFlagBits 0x1"]),
        "compatibleHandleTypes without the type itself for VkExternalMemoryHandleTypeFlagBits 0x1",
    ),
    (
        "properties that are left as they were",
        queries.externals_written,
        said(),
        said(unwritten=["VkExternalFenceHandleTypeFlagBits 0x8"]),
        "unwritten for VkExternalFenceHandleTypeFlagBits 0x8",
    ),
    (
        "a type of fences that is not compatible with itself",
        queries.external_types_agree,
        said(),
        said(others=["VkExternalFenceHandleTypeFlagBits 0x1"]),
        "can import or export VkExternalFenceHandleTypeFlagBits 0x1",
    ),
    (
        "a type that cannot be imported, and what is imported from it",
        queries.external_types_agree,
        said(),
        said(unimportable=["VkExternalSemaphoreHandleTypeFlagBits 0x2"]),
        "can import nothing from VkExternalSemaphoreHandleTypeFlagBits 0x2",
    ),
    (
        "a type that is not supported, of which the other members are left",
        queries.external_types_agree,
        said(),
        said(unsupported=["VkExternalFenceHandleTypeFlagBits 0x4"]),
        "unwritten beside features of zero for VkExternalFenceHandleTypeFlagBits 0x4",
    ),
]


@each(CASES)
class TestExternals(Judged):
    """What is said of a type agrees with itself."""
