"""Checks on the act "enumerate": the properties of a physical device are valid.

Source, in the Vulkan specification: VkPhysicalDeviceProperties (deviceName is a null-terminated UTF-8 string),
VkPhysicalDeviceMemoryProperties (arrays of VK_MAX_MEMORY_TYPES and VK_MAX_MEMORY_HEAPS elements, of which the counts
say how many are valid) and "Device Memory" (there is a heap, and a type, that every device has). ``refloader diff``
compares limits and features; they are not checked.
"""

from collections.abc import Iterator

from refloader.model.text import quote
from refloader.suite.sessions.answers import Answers, number, numbers, part
from refloader.suite.sessions.check_result import CheckResult

MOST = {"types": ("memoryTypeCount", 32), "heaps": ("memoryHeapCount", 16)}
"""The members that count, and their maxima: VK_MAX_MEMORY_TYPES and VK_MAX_MEMORY_HEAPS."""

_NO_DEVICE = "the driver has no physical device here"


def is_utf8(text: str) -> bool:
    """Return whether a text from the prober was UTF-8: all other bytes arrive as lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def names_are_texts(answers: Answers) -> CheckResult:
    """Check that the name of each physical device is terminated, and is UTF-8."""
    result = CheckResult(missing=_NO_DEVICE)
    for place, row in _rows(answers, "device"):
        result.seen += 1
        name = str(row.get("name"))
        if row.get("unended"):
            result.fail(f"deviceName of physical device {place} has no terminating NUL in its 256 bytes")
        if not is_utf8(name):
            result.fail(f"deviceName of physical device {place} is not UTF-8: {quote(name)}")
    return result


def memory_is_in_bounds(answers: Answers) -> CheckResult:
    """Check that a device has memory types and heaps, no more than fit, and that each type has a heap."""
    result = CheckResult(missing=_NO_DEVICE)
    for place, row in _rows(answers, "memory"):
        result.seen += 1
        for key, (member, most) in MOST.items():
            if not 1 <= number(row, key) <= most:
                result.fail(
                    f"{member} of physical device {place} is {number(row, key)}, where 1 to {most} may be"
                )
        nowhere = [
            type_ for type_, heap in enumerate(numbers(row, "heap_of")) if heap >= number(row, "heaps")
        ]
        if nowhere and number(row, "heaps"):
            heap = numbers(row, "heap_of")[nowhere[0]]
            fact = f"memory type {nowhere[0]} of physical device {place} is of heap {heap}"
            result.fail(f"{fact}, and there are {number(row, 'heaps')}")
    return result


def _rows(answers: Answers, what: str) -> Iterator[tuple[str, Answers]]:
    """Yield the answers by the number of the physical device."""
    head = f"enumerate.{what}."
    for label in answers:
        row = part(answers, label)
        if label.startswith(head) and row:
            yield label.removeprefix(head), row
