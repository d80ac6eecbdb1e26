"""Checks on the act "enabled": calls on a device with features for which a layer may make more of them.

The device has synchronization2, timelineSemaphore and presentId, and VK_EXT_memory_priority. Source: "Requirements of
Well-Behaved Layers" (LLP_LAYER_2), and the Vulkan specification.
"""

from refloader.suite.sessions.answers import Answers, number, part, texts
from refloader.suite.sessions.check_result import CheckResult

ACT = "enabled"


def allocations_valid(answers: Answers) -> CheckResult:
    """Check that memory is allocated below with a priority that there can be.

    "priority must be between 0 and 1, inclusive" (VUID-VkMemoryPriorityAllocateInfoEXT-priority-02602), and "The
    sType value of each structure in the pNext chain must be unique" (VUID-VkMemoryAllocateInfo-sType-unique).
    """
    look = CheckResult(missing="the layer has no function of its own for vkAllocateMemory that succeeds")
    answer = part(answers, "allocations")
    look.seen = number(answer, "made")
    for fact in texts(answer, "invalid"):
        look.fail(f"on a device with VK_EXT_memory_priority, {fact}")
    return look
