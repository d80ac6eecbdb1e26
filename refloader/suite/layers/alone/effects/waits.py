"""Checks on the act "carry": how long a layer waits, and what a wait says.

Source: "Requirements of Well-Behaved Layers" (LLP_LAYER_1), and the commands of the Vulkan specification.
"""

from refloader.suite.layers.alone.answers import SUCCESS, unanswered
from refloader.suite.sessions.answers import Answers, number, under
from refloader.suite.sessions.check_result import CheckResult

_TIMEOUT = 2
_WAITS = frozenset(
    f"vkWait{name}"
    for name in ("ForFences", "Semaphores", "SemaphoresKHR", "ForPresentKHR", "ForPresent2KHR")
)


def waited(answers: Answers) -> CheckResult:
    """Check that a layer which waits in parts waits for as long as it is asked to, be it for centuries."""
    look = CheckResult(
        missing="the layer has no function of its own that waits", left_out=unanswered(answers, "waits")
    )
    for act, time in (("waits.", "UINT64_MAX - 1"), ("endless.", "UINT64_MAX")):
        for command, answer in under(answers, act):
            look.seen += 1
            if answer.get("result") == _TIMEOUT and answer.get("is_forever") is False:
                look.fail(f"{command} returns VK_TIMEOUT at once for a timeout of {time}")
    return look


def waits_asked(answers: Answers) -> CheckResult:
    """Check that a wait which is never over does not succeed without a question to the entity below.

    Fences, semaphores and presentations are waited for until they have come to their end. The entity below returns
    VK_TIMEOUT, and nothing has been submitted or presented that would end the wait.
    """
    look = CheckResult(
        missing="the layer has no function of its own that waits", left_out=unanswered(answers, "waits")
    )
    for command, answer in under(answers, "waits."):
        if command not in _WAITS:
            continue
        look.seen += 1
        if answer.get("result") == SUCCESS and number(answer, "times") == 0:
            look.fail(f"{command} returns VK_SUCCESS and does not ask below, for what is not over")
    return look


def polls_answered(answers: Answers) -> CheckResult:
    """Check that a wait of no time succeeds for what has been waited for: it says what there is.

    Not judged where the layer asks below by another command, for example vkGetSemaphoreCounterValue.
    """
    look = CheckResult(
        missing="the layer has no function of its own that waits", left_out=unanswered(answers, "polls")
    )
    for command, answer in under(answers, "polls."):
        look.seen += 1
        if answer.get("result") == _TIMEOUT and answer.get("times") == 0:
            look.fail(
                f"{command} with a timeout of 0 returns VK_TIMEOUT and asks nobody, for what is over already"
            )
    return look
