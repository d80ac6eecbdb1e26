"""Checks on questions that are asked again, with another value or as they were, and on the list of tools.

The prober's act "carry" has the answers. The entity below has another answer each time: who gives an earlier one
without asking has taken one question for another. Source: "Requirements of Well-Behaved Layers" (LLP_LAYER_1), and
the commands of the Vulkan specification.
"""

from collections.abc import Iterator, Mapping

from refloader.model.text import number_of, some
from refloader.suite.layers.alone.answers import INCOMPLETE, SUCCESS, unanswered
from refloader.suite.sessions.answers import Answers, number, result, texts, under
from refloader.suite.sessions.check_result import CheckResult

CURRENT: Mapping[str, str] = {
    "vkGetPhysicalDeviceSurfaceCapabilitiesKHR": "currentExtent is the current width and height of the surface",
    "vkGetPhysicalDeviceSurfaceCapabilities2KHR": "currentExtent is the current width and height of the surface",
    "vkGetPhysicalDeviceSurfaceCapabilities2EXT": "currentExtent is the current width and height of the surface",
    "vkGetSemaphoreCounterValue": "it is the current counter value of the semaphore",
    "vkGetSemaphoreCounterValueKHR": "it is the current counter value of the semaphore",
}
"""Commands of which the answer is of now, and the words of the specification on that."""
_BUDGETS = ("vkGetPhysicalDeviceMemoryProperties2", "vkGetPhysicalDeviceMemoryProperties2KHR")
"""Commands with VkPhysicalDeviceMemoryBudgetPropertiesEXT on the pNext of their answer, and nothing else."""
_TOOLS_BELOW = 2
_IMAGES = "vkGetSwapchainImagesKHR"
"""A list that never becomes shorter: a swapchain has its images as long as it lives."""


def values_regarded(answers: Answers) -> CheckResult:
    """Check that an answer is about the values of its own call, each of them.

    A layer may answer a question by itself. This one gives what it got from below for another value, and has not
    asked below about this one. vkGetPhysicalDeviceImageFormatProperties is about "format", "type", "tiling", "usage"
    and "flags" of an image; so it is with the values of other commands.
    """
    look = CheckResult(
        missing="the layer passes down no question that has values",
        left_out=unanswered(answers, "asked"),
    )
    for command, answer in under(answers, "asked."):
        look.seen += number(answer, "values")
        if ignored := texts(answer, "ignored"):
            fact = f"{command} gives the answer that the layer got from below for another value of"
            look.fail(f"{fact} {some(ignored, 5)}, and does not ask below")
    return look


def named_alike(answers: Answers) -> CheckResult:
    """Check that a question by its name in an extension has the answer that it has by its name in core.

    "The original type, enum, and command names are still available as aliases of the core functionality." The
    registry says which they are. The layer has functions of its own for both; below, both have one answer.
    """
    look = CheckResult(
        missing="the layer has no functions of its own for both names of a question",
        left_out=unanswered(answers, "alias"),
    )
    for command, answer in under(answers, "alias."):
        look.seen += 1
        core = answer.get("core")
        if answer.get("is_other"):
            look.fail(
                f"{command} gives another answer than {core}, of which it is an alias; below, both have one"
            )
        elif answer.get("is_chain_other"):
            fact = f"{command} gives something else on pNext of its answer than {core}"
            look.fail(f"{fact}, of which it is an alias; below, both have one answer")
    return look


def current_answers(answers: Answers) -> CheckResult:
    """Check that what changes with time is asked for each time."""
    look = CheckResult(
        missing="the layer passes down no question about what changes with time",
        left_out=unanswered(answers, "asked", of=CURRENT),
    )
    for command, answer in under(answers, "asked."):
        if command not in CURRENT:
            continue
        look.seen += 1
        if answer.get("is_kept"):
            look.fail(
                f"{command} gives the answer of an earlier call without asking below; {CURRENT[command]}"
            )
    return look


def budgets_current(answers: Answers) -> CheckResult:
    """Check that budgets and usages of heaps are not those of an earlier call.

    VkPhysicalDeviceMemoryBudgetPropertiesEXT: "The values returned in this structure are not invariant."
    """
    look = CheckResult(
        missing="the layer has no function of its own for the budgets of heaps",
        left_out=unanswered(answers, "asked", of=_BUDGETS),
    )
    for command, answer in under(answers, "asked."):
        if command not in _BUDGETS:
            continue
        look.seen += 1
        if answer.get("is_chain_kept"):
            fact = "gives VkPhysicalDeviceMemoryBudgetPropertiesEXT of an earlier call"
            look.fail(f"{command} {fact}; the entity below has written other values since")
    return look


def lives_apart(answers: Answers) -> CheckResult:
    """Check that an answer for a physical device is not that for one whose instance is gone.

    Once an instance is destroyed, a driver may give the handles of its physical devices to others. A layer that keeps
    answers by handle drops them with the instance.
    """
    look = CheckResult(
        missing="the layer passes down no question about physical devices alone",
        left_out=unanswered(answers, "lives"),
    )
    for command, answer in under(answers, "lives."):
        look.seen += 1
        if answer.get("is_kept"):
            fact = "gives the answer for one that had the same handle, whose instance is gone"
            look.fail(f"{command} of a physical device {fact}, and does not ask below")
    return look


def counted_as_given(answers: Answers, by_vendors: bool = False) -> CheckResult:
    """Check that a list fits where there is room for as many elements as the command counted.

    All lists alike: where the array is NULL, the number of what is there is returned. The entity below has the same
    elements in both calls. ``by_vendors``: commands of extensions that are not KHR's, else the others. A swapchain
    has no fewer images than it counts: "the number of presentable images for swapchain is returned".
    """
    look = CheckResult(missing="the layer has no function of its own for a list or data")
    for command, answer in under(answers, "counted."):
        counted, count, code = (number(answer, key) for key in ("counted", "count", "result"))
        is_of_vendor = command[-2:].isupper() and not command.endswith("KHR")
        if code not in (SUCCESS, INCOMPLETE) or is_of_vendor is not by_vendors:
            continue
        look.seen += 1
        if code == INCOMPLETE or count > counted:
            fact = f"returns {result(code)} where there is room for the {counted} that it counted before"
            look.fail(f"{command} {fact}, and counts {count}")
        elif command == _IMAGES and count < counted:
            look.fail(
                f"{command} gives {count} images where there is room for the {counted} that it counted before"
            )
    return look


def counted_as_written(answers: Answers) -> CheckResult:
    """Check that a list comes back with the number of its elements where there is room for one more.

    All lists alike: the count is "overwritten with the number of structures actually written". The entity below has
    the same elements in both calls. Not of the commands of extensions that are not KHR's.
    """
    look = CheckResult(missing="the layer has no function of its own for a list")
    for command, answer in under(answers, "roomy."):
        counted, count = (number(answer, key) for key in ("counted", "count"))
        if command[-2:].isupper() and not command.endswith("KHR"):
            continue
        look.seen += 1
        if count > counted:
            fact = f"counts {count} where there is room for {counted + 1}"
            look.fail(f"{command} {fact}, though it said before that there are {counted}")
    return look


def tools_listed(answers: Answers) -> CheckResult:
    """Check that a list of tools has those of the entity below, as they are, and counts them.

    vkGetPhysicalDeviceToolProperties: "then the number of tools currently active on physicalDevice is returned in
    pToolCount". Each component that is a tool adds itself to what those below it list.
    """
    look = CheckResult(
        missing="the layer has no function of its own for the list of tools",
        left_out=unanswered(answers, "tools"),
    )
    for command, answer in _tools(answers):
        below, count, got = (number(answer, key) for key in ("below", "count", "got"))
        look.seen += 1
        if below < _TOOLS_BELOW:
            look.fail(f"{command} lists {below} of the {_TOOLS_BELOW} tools that are active below the layer")
        elif count < got:
            look.fail(f"{command} counts {count} tools and lists {got} where there is room for them")
        elif altered := number(answer, "altered"):
            look.fail(
                f"{command} changes the version, purposes, description or layer of {number_of(altered, 'tool')}"
                " that the entity below lists"
            )
    return look


def tools_by_both_names(answers: Answers) -> CheckResult:
    """Check that the list of tools is one, by the command's name in core as by its name in the extension."""
    look = CheckResult(
        missing="the layer has no functions of its own for the list of tools by both names",
        left_out=unanswered(answers, "tools"),
    )
    counts = {command: number(answer, "got") for command, answer in _tools(answers)}
    if len(counts) > 1:
        look.seen = 1
        if len(set(counts.values())) > 1:
            each = " and ".join(f"{command} {count}" for command, count in counts.items())
            look.fail(f"of one physical device, {each} tools are listed")
    return look


def tools_named(answers: Answers, name: str) -> CheckResult:
    """Check that a tool which the layer adds to the list bears the layer's name, if any.

    VkPhysicalDeviceToolProperties: layer contains "the name of the layer implementing the tool, if the tool is
    implemented in a layer - otherwise it may be an empty string".
    """
    look = CheckResult(
        missing="the layer adds no tool to the list",
        left_out=unanswered(answers, "tools"),
    )
    for command, answer in _tools(answers):
        for layer in texts(answer, "layers"):
            look.seen += 1
            if layer not in (name, ""):
                look.fail(f"{command} says of a tool that the layer adds that it is implemented in {layer}")
    return look


def _tools(answers: Answers) -> Iterator[tuple[str, Answers]]:
    """Yield the answers of commands that list tools, if they succeed."""
    return (
        (command, answer) for command, answer in under(answers, "tools.") if answer.get("result") == SUCCESS
    )
