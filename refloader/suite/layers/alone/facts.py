"""Checks on the act "facts": what a physical device has is the same in whichever way it is asked for.

Source: "Layer Conventions and Rules" (LLP_LAYER_1). A layer may hide a feature or imitate another device. No device
has a feature by one structure and lacks it by another. The prober's entity below gives one answer to each question.
"""

from refloader.model.text import number_of
from refloader.suite.layers.alone.rows import Counted, OtherForm, OtherMember
from refloader.suite.sessions.answers import Answers, number, numbers, part, records
from refloader.suite.sessions.check_result import CheckResult

ACT = "facts"
_STRUCTURES = "facts.structures"
_OF_SURFACES = "Surface"
_GROUPS = {"core": "vkEnumeratePhysicalDeviceGroups", "older": "vkEnumeratePhysicalDeviceGroupsKHR"}


def structures_agree(answers: Answers) -> CheckResult:
    """Check that a member that two structures have under one name comes back with one value in both."""
    result = CheckResult(missing="the layer has no function of its own for features or properties")
    answer = part(answers, _STRUCTURES)
    result.seen = number(answer, "compared")
    for whole, single, member in records(answer, "different", OtherMember):
        command = "vkGetPhysicalDevice" + ("Features2" if "Features" in whole else "Properties2")
        result.fail(
            f"{command} gives another {member} in {single} than in {whole}; below, both have the same"
        )
    return result


def commands_agree(answers: Answers, of_surfaces: bool = False, passed_on: bool = False) -> CheckResult:
    """Check that a command, its newer form, and both by their names in an extension give the same values.

    vkGetPhysicalDeviceFormatProperties2 "behaves similarly to vkGetPhysicalDeviceFormatProperties, with the ability
    to return extended information in a pNext chain", and so do the others. ``of_surfaces``: commands of surfaces, of
    which extensions have the newer forms, else the others. ``passed_on``: of those, the forms that the layer leaves
    to the entity below; a layer "can choose to intercept only a subset", and need not know these extensions.
    """
    result = CheckResult(missing="the layer has no function of its own for what two commands tell")
    for label in answers:
        command = label.removeprefix("facts.")
        if not command.startswith("vk") or (_OF_SURFACES in command) is not of_surfaces:
            continue
        answer = part(answers, label)
        result.seen += number(answer, "compared")
        for other, about, is_own in records(answer, "different", OtherForm):
            if not of_surfaces or passed_on is not bool(is_own):
                where = f" of format {about}" if "Format" in command and not of_surfaces else ""
                fact = f"{other} gives other values{where} than {command}"
                result.fail(f"{fact}; below, both give the same")
    return result


def groups_agree(answers: Answers, hidden: bool = False) -> CheckResult:
    """Check that each physical device that is listed is in one group, or that no ``hidden`` one is in any.

    vkEnumeratePhysicalDeviceGroups: "Every physical device must be in exactly one device group." That a device which
    the list lacks is in none is only a conclusion. The entity below has three physical devices, each in a group of
    its own; the first one does all by software.
    """
    result = CheckResult(missing="the layer has no function of its own for physical devices and groups")
    answer = part(answers, "facts.groups")
    for key, command in _GROUPS.items():
        if not (counts := numbers(answer, key)):
            continue
        *times, others = counts
        result.seen += 1
        if others and hidden:
            devices = number_of(others, "physical device")
            result.fail(f"a group of {command} has {devices} that vkEnumeratePhysicalDevices lacks")
        if not hidden and (wrong := [count for count in times if count != 1]):
            fact = f"is in {number_of(wrong[0], 'group')} of {command}"
            result.fail(f"a physical device of vkEnumeratePhysicalDevices {fact}")
    return result


def counts_agree(answers: Answers) -> CheckResult:
    """Check that as many physical devices and groups are listed as are counted.

    vkEnumeratePhysicalDevices: "If pPhysicalDevices is NULL, then the number of physical devices available is
    returned in pPhysicalDeviceCount"; with room for all, all are returned, or VK_INCOMPLETE says that some are not.
    """
    result = CheckResult(missing="the layer has no function of its own for physical devices and groups")
    for command, counted, listed in records(part(answers, "facts.groups"), "counts", Counted):
        result.seen += 1
        if counted != listed:
            result.fail(f"{command} counts {counted}, and lists {listed} with VK_SUCCESS")
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


def queues_apart(answers: Answers) -> CheckResult:
    """Check that another index gives another queue.

    "Each object of a dispatchable type must have a unique handle value during its lifetime." The entity below has
    another handle for each. Not judged of a layer that lets an application see one queue.
    """
    missing = (
        "the layer has no function of its own for a queue, asks for none below, or lets one queue be seen"
    )
    result = CheckResult(missing=missing)
    answer = part(answers, "facts.two_queues")
    result.seen = 1 if answer else 0
    if answer.get("is_one"):
        below = "has another one for it" if answer.get("is_asked") else "is not asked for it"
        result.fail(
            f"vkGetDeviceQueue gives the first queue of a family for the second, too; the entity below {below}"
        )
    return result


def _queue(asked: object) -> str:
    match asked:
        case [int(family), int(index)]:
            return f"queue {index} of family {family}"
    return "another queue"
