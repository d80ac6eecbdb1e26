"""Judges of what physical devices tell by structures in a chain, on answers that keep and that break each rule."""

from functools import partial

from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import queries
from refloader.suite.sessions.answers import Answers

LIMIT = "VkPhysicalDeviceLimits.maxImageDimension2D"
FEATURE = "VkPhysicalDeviceVulkan12Features.timelineSemaphore"
UPKEEP = "VkPhysicalDeviceMaintenance3Properties"
FIRST = f"{UPKEEP}.maxPerSetDescriptors"


def told(step: str, **lists: list[str] | int) -> Answers:
    """What is found in one step on the first device."""
    return {f"queries.{step}.0": {"asked": 7, **lists}}


CASES: list[Row] = [
    (
        "a structure that is left alone",
        queries.structures_filled,
        told("alone", unwritten=[], members=[]),
        told("alone", unwritten=[UPKEEP]),
        f"physical device 0 leaves {UPKEEP} in pNext unwritten",
    ),
    (
        "an order that changes a structure",
        queries.same_in_each_order,
        told("orders", different=[]),
        told("orders", different=[f"{FIRST} directly behind VkPhysicalDeviceIDProperties"]),
        f"physical device 0 tells {FIRST} directly behind VkPhysicalDeviceIDProperties otherwise than alone",
    ),
    (
        "a name of an extension",
        partial(queries.same_by_extension, core=told("alone", unwritten=["VkOther"])),
        told("alone", unwritten=["VkOther"]),
        told("alone", unwritten=["VkOther", UPKEEP]),
        f"physical device 0 leaves unwritten or tells otherwise, and not by those of core, {UPKEEP}",
    ),
    (
        "a head in some order",
        queries.nothing_else_written,
        told("orders", heads=[]),
        told("orders", heads=[UPKEEP]),
        f"physical device 0 changes the head (sType, pNext) of {UPKEEP}",
    ),
    (
        "a feature that is left alone",
        queries.structures_filled,
        told("alone", members=[FIRST]),
        told("alone", members=[FEATURE]),
        f"physical device 0 leaves {FEATURE} unwritten",
    ),
    (
        "a property that is left alone",
        queries.members_filled,
        told("alone", members=[FEATURE]),
        told("alone", members=[FIRST]),
        f"physical device 0 leaves {FIRST} unwritten",
    ),
    (
        "a head that is changed",
        queries.nothing_else_written,
        told("together", heads=[], overrun=[]),
        told("together", heads=[UPKEEP]),
        f"physical device 0 changes the head (sType, pNext) of {UPKEEP}",
    ),
    (
        "a head of another command's structure",
        queries.nothing_else_written,
        told("heads", heads=[], unknown=[]),
        told("heads", heads=["VkQueueFamilyProperties2", "VkQueueFamilyProperties2"]),
        "physical device 0 changes the head (sType, pNext) of VkQueueFamilyProperties2",
    ),
    (
        "a structure that nobody knows",
        queries.nothing_else_written,
        told("heads", heads=[], unknown=[]),
        told("heads", unknown=["VkFormatProperties2"]),
        "physical device 0 writes to a structure of no known type in pNext of VkFormatProperties2",
    ),
    (
        "a structure that is not cleared",
        queries.unsupported_cleared,
        told("formats", different=[]),
        told("formats", kept=["vkGetPhysicalDeviceImageFormatProperties of format 1"]),
        "does not fill the structure with zero: vkGetPhysicalDeviceImageFormatProperties of format 1",
    ),
    (
        "more than the structure",
        queries.nothing_else_written,
        told("alone", heads=[], overrun=[]),
        told("alone", overrun=[UPKEEP]),
        f"physical device 0 writes behind the end of {UPKEEP}",
    ),
    (
        "others in a chain",
        queries.same_in_a_chain,
        told("together", different=[]),
        told("together", different=[FIRST]),
        f"physical device 0 tells {FIRST} otherwise in a chain of several structures, of which the first is of no",
    ),
    (
        "others the second time",
        queries.same_again,
        told("alone", again=[]),
        told("alone", again=[FIRST]),
        f"physical device 0 tells {FIRST} otherwise the second time",
    ),
    (
        "others for threads",
        queries.same_at_once,
        {"at-once.device.0": {"rounds": 9, "different": []}},
        {"at-once.device.1": {"rounds": 9, "different": ["vkGetPhysicalDeviceProperties (deviceName)"]}},
        "while two threads ask, vkGetPhysicalDeviceProperties (deviceName) tells otherwise than to one alone",
    ),
    (
        "others in a version's structure",
        queries.same_again,
        told("alone", repeated=[]),
        told("alone", repeated=[FIRST]),
        f"tells {FIRST} otherwise than the structure of the version that has the same member",
    ),
    (
        "an identity of the instance",
        queries.same_in_each_instance,
        {"queries.identities": {"asked": 2, "same": True}},
        {"queries.identities": {"asked": 2, "same": False}},
        "deviceUUID or driverUUID of a physical device is another one in the next instance",
    ),
    (
        "too few levels",
        queries.all_levels,
        told("levels", wrong=[]),
        told("levels", wrong=["3-dimensional images of format 37: 8 levels of 256 x 256 x 256"]),
        "maxMipLevels of physical device 0 is neither 1 nor that of all mipmaps for 3-dimensional images",
    ),
    (
        "fewer samples than the limits say",
        queries.samples_of_limits,
        told("samples_of_limits", fewer=[]),
        told("samples_of_limits", fewer=["framebufferColorSampleCounts (0xd, format 37: 0x5)"]),
        "sampleCounts of physical device 0 has fewer than framebufferColorSampleCounts (0xd, format 37: 0x5)",
    ),
    (
        "images of a megabyte",
        queries.large_resources,
        told("levels", light=[]),
        told("levels", light=["2-dimensional images of format 37: 1048576 bytes"]),
        "maxResourceSize of physical device 0 is less than 2147483648 bytes for 2-dimensional images of format",
    ),
    (
        "a budget beyond its heap",
        queries.budgets_within_heaps,
        told("budget", unwritten=0, none=0, over=0, beyond=0),
        told("budget", unwritten=0, none=0, over=2, beyond=0),
        "of physical device 0, heapBudget of 2 heaps is larger than the size of the heap",
    ),
    (
        "a budget of nothing",
        queries.budgets_within_heaps,
        told("budget", unwritten=0, none=0, over=0, beyond=0),
        told("budget", unwritten=0, none=1, over=0, beyond=0),
        "of physical device 0, heapBudget of 1 heaps is zero",
    ),
    (
        "a budget of no heap",
        queries.budgets_within_heaps,
        told("budget", unwritten=0, none=0, over=0, beyond=0),
        told("budget", unwritten=0, none=0, over=0, beyond=3),
        "of physical device 0, 3 elements of heapBudget and heapUsage behind memoryHeapCount are not zero",
    ),
    (
        "one level alone",
        queries.mipmaps_offered,
        told("levels", complete=1),
        told("levels", complete=0),
        "maxMipLevels of physical device 0 is 1 for images of every format and type",
    ),
    (
        "another limit by the newer form",
        queries.same_in_both_forms,
        told("forms", different=[]),
        told("forms", different=[LIMIT]),
        f"physical device 0 tells {LIMIT} otherwise than by the newer form of the command",
    ),
    (
        "another format by the newer form",
        queries.same_in_both_forms,
        told("formats", different=[]),
        told("formats", different=["vkGetPhysicalDeviceFormatProperties of format 37"]),
        "tells vkGetPhysicalDeviceFormatProperties of format 37 otherwise than by the newer form",
    ),
]


@each(CASES)
class TestJudges(Judged):
    """Each judge of this file."""
