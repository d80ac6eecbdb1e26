"""Checks on the acts "effects" and "carry": answers with values that no device has.

Source: the Vulkan specification, and "Requirements of Well-Behaved Layers" (LLP_LAYER_1).
"""

from refloader.suite.layers.alone.answers import SUCCESS
from refloader.suite.layers.alone.rows import HeapBudget, NoTruth
from refloader.suite.sessions.answers import Answers, number, part, records, under
from refloader.suite.sessions.check_result import CheckResult

_LEAST_RESOURCE = 1 << 31
_ONE_SAMPLE = 1


def truths_right(answers: Answers) -> CheckResult:
    """Check that a VkBool32 is VK_TRUE or VK_FALSE.

    "All values returned from a Vulkan implementation in a VkBool32 will be either VK_TRUE or VK_FALSE."
    """
    look = CheckResult(missing="the layer has no function of its own for features or groups of devices")
    answer = part(answers, "truths")
    look.seen = number(answer, "compared")
    for command, member, value in records(answer, "others", NoTruth):
        look.fail(f"{command} gives {value} as {member}, which is neither VK_TRUE nor VK_FALSE")
    return look


def mapped_where_asked(answers: Answers) -> CheckResult:
    """Check that a pointer to mapped memory leads to the part that was asked for.

    "ppData is a pointer to a void * variable in which a host-accessible pointer to the beginning of the mapped range
    is returned." A layer may give memory of its own. This one gives the memory below, at another place.
    """
    look = CheckResult(missing="the layer has no function of its own that maps memory")
    for command, answer in under(answers, "carry."):
        look.seen += "in_place" in answer
        if answer.get("at_beginning") is True:
            look.fail(f"{command} gives the pointer to the beginning of the memory, whatever the offset is")
        if answer.get("twice_behind") is True:
            look.fail(f"{command} gives a pointer that is behind the mapped part by the offset once more")
    return look


def formats_possible(answers: Answers) -> CheckResult:
    """Check that a format which the layer supports by itself has the limits of one that is supported.

    The entity below returns VK_ERROR_FORMAT_NOT_SUPPORTED, which a layer that emulates formats may replace.
    VkImageFormatProperties: "maxResourceSize must be at least 2^31".
    """
    look = CheckResult(missing="the layer has no function of its own for the properties of image formats")
    for command, answer in under(answers, "formats."):
        look.seen += 1
        if answer.get("result") != SUCCESS:
            continue
        size, mips, layers = (number(answer, key) for key in ("size", "mips", "layers"))
        where = f"{command} returns VK_SUCCESS where the layer got VK_ERROR_FORMAT_NOT_SUPPORTED, with"
        if size < _LEAST_RESOURCE:
            look.fail(f"{where} {size} as maxResourceSize, which must be at least 2^31")
        elif mips < 1 or layers < 1 or not number(answer, "samples") & _ONE_SAMPLE:
            look.fail(f"{where} no mip level, no array layer or no sample count of 1")
    return look


def budgets_possible(answers: Answers) -> CheckResult:
    """Check that the budget of a heap is neither zero nor more than the heap has.

    VkPhysicalDeviceMemoryBudgetPropertiesEXT: "The heapBudget value must be non-zero for array elements less than
    VkPhysicalDeviceMemoryProperties::memoryHeapCount. The heapBudget value must be less than or equal to
    VkMemoryHeap::size for each heap." The entity below gives half of each heap.
    """
    look = CheckResult(missing="the layer has no function of its own for the properties of memory")
    answer = part(answers, "budgets")
    heaps = number(answer, "heaps")
    for place, (size, budget) in enumerate(records(answer, "rows", HeapBudget)[:heaps]):
        look.seen += 1
        if not 0 < budget <= size:
            look.fail(f"heap {place} has {size} bytes, and {budget} as its heapBudget")
    return look
