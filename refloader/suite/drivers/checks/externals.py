"""Checks on the act "queries": what a driver says of the types of handles that objects are exported to.

Source, in the Vulkan specification: VkExternalMemoryProperties ("compatibleHandleTypes must include at least
handleType"), and the sections of VkExternalFenceProperties and VkExternalSemaphoreProperties, which have no such
sentence. A type with which nothing can be done is not judged.
"""

from collections.abc import Iterator

from refloader.suite.sessions.answers import Answers, number, part, texts
from refloader.suite.sessions.check_result import CheckResult

_START = "queries.externals."
_NOTHING = "the driver has no physical device of Vulkan 1.1 or newer here"
_MOST = 4


def memory_is_compatible(answers: Answers) -> CheckResult:
    """Check that a type that memory is imported from or exported to is compatible with itself."""
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers):
        look.seen += number(row, "asked")
        if apart := texts(row, "memory"):
            look.fail(
                f"vkGetPhysicalDeviceExternalBufferProperties of physical device {device} gives"
                " externalMemoryFeatures and compatibleHandleTypes without the type itself for"
                f" {look.some(apart, _MOST)}"
            )
    return look


def all_is_written(answers: Answers) -> CheckResult:
    """Check that each member is written for each type of handles: of one that is not supported, the features.

    "If handleType is not supported by the implementation, then VkExternalFenceProperties::externalFenceFeatures will
    be set to zero": the other members are left out of that sentence.
    """
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers):
        look.seen += number(row, "asked")
        if left := texts(row, "unwritten"):
            look.fail(
                f"physical device {device} leaves members of the properties of external handles unwritten for"
                f" {look.some(left, _MOST)}"
            )
    return look


def types_agree(answers: Answers) -> CheckResult:
    """Check that what is said of one type agrees, where no sentence says so in as many words."""
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers):
        look.seen += number(row, "asked")
        if apart := texts(row, "others"):
            look.fail(
                f"physical device {device} can import or export {look.some(apart, _MOST)}, of which"
                " compatibleHandleTypes does not have the type itself"
            )
        if never := texts(row, "unimportable"):
            look.fail(
                f"physical device {device} can import nothing from {look.some(never, _MOST)}, of which"
                " exportFromImportedHandleTypes has types"
            )
        if left := texts(row, "unsupported"):
            look.fail(
                f"physical device {device} leaves members unwritten beside features of zero for"
                f" {look.some(left, _MOST)}"
            )
    return look


def _rows(answers: Answers) -> Iterator[tuple[str, Answers]]:
    for label in answers:
        if label.startswith(_START):
            yield label.removeprefix(_START), part(answers, label)
