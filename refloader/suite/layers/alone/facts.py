"""Checks on the act "facts": what a physical device has is the same in whichever way it is asked for.

Source: "Layer Conventions and Rules" (LLP_LAYER_1). A layer may hide a feature or imitate another device. No device
has a feature by one structure and lacks it by another. The prober's entity below gives one answer to each question.
"""

from refloader.suite.sessions.answers import Answers, number, part
from refloader.suite.sessions.check_result import CheckResult

ACT = "facts"
_STRUCTURES = "facts.structures"


def structures_agree(answers: Answers) -> CheckResult:
    """Check that a member that two structures have under one name comes back with one value in both."""
    result = CheckResult(missing="the layer has no function of its own for features or properties")
    answer = part(answers, _STRUCTURES)
    result.seen = number(answer, "compared")
    found = answer.get("different")
    for row in found if isinstance(found, list) else ():
        match row:
            case [str(whole), str(single), str(member)]:
                command = "vkGetPhysicalDevice" + ("Features2" if "Features" in whole else "Properties2")
                result.fail(
                    f"{command} gives another {member} in {single} than in {whole}; below, both have the same"
                )
    return result


def commands_agree(answers: Answers) -> CheckResult:
    """Check that a command and its newer form give the same values."""
    result = CheckResult(missing="the layer has no function of its own for what two commands tell")
    for label in answers:
        command = label.removeprefix("facts.vk")
        if command == label:
            continue
        result.seen += 1
        if part(answers, label).get("different"):
            result.fail(f"vk{command}2 gives other values than vk{command}; below, both give the same")
    return result


def queue_flags_kept(answers: Answers) -> CheckResult:
    """Check that a queue that was made with a flag is not asked for as one without.

    VUID-vkGetDeviceQueue-flags-01841: the flags in VkDeviceQueueCreateInfo "must have been set to zero when device
    was created". Here they were not, so that vkGetDeviceQueue is an invalid call (LLP_LAYER_2).
    """
    result = CheckResult(missing="the layer has no function of its own for vkGetDeviceQueue2")
    answer = part(answers, "facts.queue")
    result.seen = 1 if answer else 0
    if answer.get("older"):
        result.fail(
            "vkGetDeviceQueue2 calls vkGetDeviceQueue for a queue that the device was made with a flag for"
        )
    return result


def queues_agree(answers: Answers) -> CheckResult:
    """Check that a queue is the same one by either command.

    queueIndex is "the index within this queue family of the queue to retrieve" (vkGetDeviceQueue) and "the index of
    the queue to retrieve from within the set of queues that share both the queue family and flags specified"
    (VkDeviceQueueInfo2). A layer with a queue of its own before the application's has to say so by both.
    """
    result = CheckResult(missing="the layer has no function of its own for a queue, or asks for none below")
    answer = part(answers, "facts.queues")
    older, newer = answer.get("older"), answer.get("newer")
    result.seen = 1 if answer else 0
    if older != newer:
        result.fail(
            f"the first queue of the first family is {_queue(older)} below by vkGetDeviceQueue,"
            f" and {_queue(newer)} by vkGetDeviceQueue2"
        )
    return result


def _queue(asked: object) -> str:
    match asked:
        case [int(family), int(index)]:
            return f"queue {index} of family {family}"
    return "another queue"
