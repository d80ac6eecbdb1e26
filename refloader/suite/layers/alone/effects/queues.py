"""Checks on the act "create": the queues that a device is made with.

Source: "Requirements of Well-Behaved Layers" (LLP_LAYER_1), and VkDeviceQueueCreateInfo of the Vulkan specification.
"""

from refloader.suite.sessions.answers import Answers, part
from refloader.suite.sessions.check_result import CheckResult

_TWO_QUEUES, _QUEUES, _FAMILIES = "two-queues", 2, 2
"""The case in which the application asks for several queues of one family, their number, and that of families."""
_PRIORITIES = (1000, 500)
"""Those of the two queues, in thousandths."""
_NEVER = "the layer never came to call the next vkCreateDevice"


def queues_kept(answers: Answers) -> CheckResult:
    """Check that the queues that the application asks for are asked for below. A layer may add queues of its own.

    A layer that shows fewer queues than there are below is not asked for more than it shows.
    """
    look = CheckResult(missing=_NEVER)
    answer = part(answers, f"create.{_TWO_QUEUES}.device")
    made = part(answer, "made")
    if made.get("times") and answer.get("families_offered") == _FAMILIES:
        look.seen = 1
        if not made["copy_queues"]:
            look.fail(
                "the application asks for queues of two families, and the next vkCreateDevice is asked for none of"
                " the second"
            )
    if made and answer.get("queues_offered", 0) < _QUEUES:
        look.missing = "the layer shows fewer queues than the entity below has"
    elif made.get("times"):
        look.seen += 1
        if made["queues"] < _QUEUES:
            look.fail(
                f"the application asks for {_QUEUES} queues of a family that has {answer['queues_offered']}, "
                f"and the next vkCreateDevice is asked for {made['queues']}"
            )
    return look


def priorities_kept(answers: Answers) -> CheckResult:
    """Check that the queues of the application have the priorities that it asks for.

    pQueuePriorities are "priorities of work that will be submitted to each created queue". A layer may be there to
    change them.
    """
    look = CheckResult(missing=_NEVER)
    made = part(part(answers, f"create.{_TWO_QUEUES}.device"), "made")
    if made.get("times") and made["queues"] >= _QUEUES:
        look.seen = 1
        if (received := made.get("priorities")) != list(_PRIORITIES):
            look.fail(
                f"the application asks for two queues with {_PRIORITIES[0]} and {_PRIORITIES[1]} thousandths of the"
                f" highest priority, and the next vkCreateDevice is asked for {received}"
            )
    return look
