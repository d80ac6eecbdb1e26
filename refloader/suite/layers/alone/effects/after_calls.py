"""Checks on what a call leaves behind: memory, handles, descriptors, devices, and the results of its parts.

The prober's acts "carry" and "create" have the answers. Source: "Requirements of Well-Behaved Layers", LLP_LAYER_1
and LLP_LAYER_2.
"""

import re
from collections.abc import Iterator

from refloader.model.text import number_of, some
from refloader.suite.layers.alone.answers import ON_HANDLES, left_out, unanswered
from refloader.suite.layers.alone.intended import is_intended_success
from refloader.suite.layers.alone.rows import (
    Difference,
    Failed,
    OwnFailure,
    Presented,
    PresentedApart,
    Refused,
    ResultOf,
)
from refloader.suite.sessions.answers import Answers, number, numbers, part, records, result, texts, under
from refloader.suite.sessions.check_result import CheckResult

_SUCCESS, _INCOMPLETE, _OUT_OF_DATE = 0, 5, -1000001004
_ENDS_ON_PURPOSE = frozenset({-4, -1000011001})
"""VK_ERROR_DEVICE_LOST and VK_ERROR_VALIDATION_FAILED: a layer may exist to end the process there."""
_NOT_HERE = re.compile(r"[Vv]ideo|vkQueuePresentKHR")
"""Commands that need structures on pNext, and presentations, as no image is acquired here: a layer may know more."""
_UNKNOWN_BEHIND = 0x7FFF0002
"""The type that the prober gives a structure on a pNext where the registry has none."""


def parts_told(answers: Answers) -> CheckResult:
    """Check that one part which is not ready, or has no device any more, is not forgotten for the ones behind it.

    vkGetQueryPoolResults returns VK_NOT_READY if any of the queries is unavailable, and has no results of a part that
    failed. Only layers are judged that ask for different queries in several calls: what is asked for again may have
    come meanwhile, and a layer may ask for queries of its own.
    """
    look = CheckResult(
        missing="the layer asks for no queries in several calls",
        left_out=unanswered(answers, "parts"),
    )
    for command, answer in under(answers, "parts."):
        for below, above, times in records(answer, "results", ResultOf):
            look.seen += 1
            if above == _SUCCESS and not is_intended_success(command, below):
                fact = f"the first of its {times} calls below returns {result(below)}, the others VK_SUCCESS"
                look.fail(f"{command} returns VK_SUCCESS where {fact}")
    return look


def presents_told(answers: Answers) -> CheckResult:
    """Check that pResults of vkQueuePresentKHR comes back written, also where a presentation fails.

    VkPresentInfoKHR: "If non-NULL, each entry in pResults will be set to the VkResult for presenting the swapchain
    corresponding to the same index in pSwapchains." Not judged where the layer presents in several calls, or in none.
    """
    look = CheckResult(
        missing="the layer has no function of its own that presents",
        left_out=unanswered(answers, "presents"),
    )
    for command, answer in under(answers, "presents."):
        for code, times, is_unwritten in records(answer, "results", Presented):
            look.seen += times == 1
            if times == 1 and is_unwritten:
                fact = f"comes back with pResults unwritten, the entity below has {result(code)} there"
                look.fail(f"{command} {fact}")
    return look


def failures_of_each_told(answers: Answers, outdated: bool = False) -> CheckResult:
    """Check that a presentation of two swapchains says that one of them has failed: in its result and in pResults.

    VkPresentInfoKHR: "each entry in pResults will be set to the VkResult for presenting the swapchain corresponding
    to the same index in pSwapchains". An application need not ask for those: it knows that a swapchain is out of date
    by the result of the call. Which of several results that is, is not judged, but for VK_SUCCESS. ``outdated``:
    those with VK_ERROR_OUT_OF_DATE_KHR, which a layer may mend below by another swapchain, else the others.
    """
    look = CheckResult(
        missing="the layer has no function of its own that presents two swapchains",
        left_out=unanswered(answers, "presents"),
    )
    for command, answer in under(answers, "presents."):
        for first, second, code, one, other in records(answer, "differing", PresentedApart):
            if (_OUT_OF_DATE in (first, second)) is not outdated:
                continue
            look.seen += 1
            below = f"{result(first)} and {result(second)} for two swapchains below"
            failed = sum(each < 0 for each in (first, second))
            if failed and code == _SUCCESS:
                look.fail(f"{command} returns {result(code)} with {below}")
            if sum(each < 0 for each in (one, other)) < failed:
                look.fail(f"{command} has {result(one)} and {result(other)} in pResults, with {below}")
    return look


def room_told(answers: Answers, by_vendors: bool = False) -> CheckResult:
    """Check that a count or size which comes back with an array is not greater than the room that was offered.

    vkGetPipelineCacheData: "on return the variable is overwritten with the amount of data actually written to pData";
    lists say so of their elements. How much there is in all is the answer where the pointer is NULL.
    ``by_vendors``: commands of extensions that are not KHR's, else the others.
    """
    look = CheckResult(
        missing="the layer has no function of its own for a list or data",
        left_out=unanswered(answers, "beyond"),
    )
    for command, answer in under(answers, "beyond."):
        room, count, code = (number(answer, key) for key in ("room", "count", "result"))
        is_of_vendor = command[-2:].isupper() and not command.endswith("KHR")
        if code not in (_SUCCESS, _INCOMPLETE) or is_of_vendor is not by_vendors:
            continue
        look.seen += 1
        if count > room:
            fact = f"says that it has written {count}, and there was room for {room}"
            look.fail(f"{command} returns {result(code)} and {fact}")
    return look


def incomplete_told(answers: Answers, by_vendors: bool = False) -> CheckResult:
    """Check that a list, or data, of which one element is missing comes back with VK_INCOMPLETE.

    vkEnumeratePhysicalDevices, and all others alike: "If pPhysicalDeviceCount is less than the number of physical
    devices available [...], at most pPhysicalDeviceCount structures will be written, and VK_INCOMPLETE will be
    returned instead of VK_SUCCESS". How many there are the layer says itself, and gives where there is room for them.
    """
    look = CheckResult(
        missing="the layer has no function of its own for a list or data",
        left_out=unanswered(answers, "beyond"),
    )
    for command, answer in under(answers, "short."):
        count, everything, code = (number(answer, key) for key in ("count", "all", "result"))
        is_of_vendor = command[-2:].isupper() and not command.endswith("KHR")
        if code not in (_SUCCESS, _INCOMPLETE) or is_of_vendor is not by_vendors:
            continue
        look.seen += 1
        if code == _SUCCESS and count < everything:
            look.fail(
                f"{command} returns VK_SUCCESS with {count} where it has {everything}: that is VK_INCOMPLETE"
            )
    return look


def heads_kept(answers: Answers, unknown: bool = False) -> CheckResult:
    """Check that sType and pNext of a structure that a command is to write come back as they were, in each element.

    Fundamentals of the specification: both are the application's, also where a structure returns data. A layer that
    assigns a whole structure cuts the chain behind it. ``unknown``: the chain has a structure of a type that
    nobody knows, as there is none yet that a program may put there; else one that the registry has there.
    """
    look = CheckResult(
        missing="the layer has no function of its own that writes structures with a pNext",
        left_out=left_out(answers),
    )
    for command, forms in under(answers, "form."):
        for form in forms:
            look.seen += 1
            for path, type_, _, _ in records(part(forms, form), "altered", Difference):
                if (type_ == _UNKNOWN_BEHIND) is unknown:
                    fact = f"{command} changes {path}, which is the application's"
                    if fact not in look.said:
                        look.fail(fact)
    return look


def states_left(answers: Answers) -> CheckResult:
    """Check that a command which sets no state of a command buffer leaves what the application has bound and set.

    A layer that draws for itself there binds and sets something, and puts back what it finds: the application's next
    draw is made with its own states. What it binds at other numbers, or for other faces, disturbs nothing.
    vkCmdBindPipeline: "Once bound, a pipeline binding affects subsequent commands that interact with the given
    pipeline type in the command buffer until a different pipeline of the same type is bound to the bind point [...]";
    so do descriptor sets, buffers and dynamic states.
    """
    look = CheckResult(
        missing="the layer has no function of its own that is recorded and sets no state",
        left_out=left_out(answers) or unanswered(answers, "left"),
    )
    for command, answer in under(answers, "left."):
        look.seen += 1
        if states := texts(answer, "states"):
            fact = f"leaves others than the application's of what {some(states, 3)} set"
            look.fail(f"{command} {fact}")
    return look


def freed_behind_none(answers: Answers) -> CheckResult:
    """Check that what is freed together with VK_NULL_HANDLE is freed.

    vkFreeCommandBuffers and vkFreeDescriptorSets: elements are valid handles or VK_NULL_HANDLE. Not judged where the
    object does not go down by itself either: a layer may free it later, or give it to the application again.
    """
    look = CheckResult(
        missing="the layer has no function of its own that frees several objects",
        left_out=unanswered(answers, "freed_alone"),
    )
    for command, answer in under(answers, "freed."):
        is_ended = answer.get("is_ended")
        if not is_ended and answer.get("is_kept_alone") is not False:
            continue
        look.seen += 1
        if is_ended:
            look.fail(f"{command} does not come back where one of the handles is VK_NULL_HANDLE")
        elif answer.get("is_freed") is False:
            look.fail(f"{command} does not go down with the handle that stands behind a VK_NULL_HANDLE")
    return look


def descriptors_new(answers: Answers) -> CheckResult:
    """Check that two equal calls give two descriptors: each is the application's, to be closed by it.

    "Each call to vkGetMemoryFdKHR must create a new file descriptor holding a reference to the memory object's
    payload and transfer ownership of the file descriptor to the application"; so it is with fences and semaphores.
    """
    look = CheckResult(
        missing="the layer has no function of its own that gives descriptors",
        left_out=unanswered(answers, "handed"),
    )
    for command, answer in under(answers, "handed."):
        look.seen += 1
        if answer.get("is_one"):
            look.fail(f"{command} gives one descriptor twice, which the application owns already")
    return look


def memory_released(answers: Answers) -> CheckResult:
    """Check that no later call reads what an earlier one came with.

    "Application Memory Lifetime" of the specification: "Ownership of such memory must be released back to the
    application at the end of the duration of the command, so that the application can alter or free this memory
    [...]".
    Memory that a device shares, the callbacks and their data, and what deferred operations come with stays.
    """
    look = CheckResult(
        missing="the layer has no function of its own for objects that it makes",
        left_out=left_out(answers, ON_HANDLES) or unanswered(answers, "again", "gone"),
    )
    for command, answer in (*under(answers, "clash."), *under(answers, "again.")):
        look.seen += 1
        if answer.get("gone"):
            fact = "crashes when the memory that earlier calls came with is unmapped"
            look.fail(f"{command} {fact}; it comes back while that is there")
    return look


def failures_survived(answers: Answers) -> CheckResult:
    """Check that a layer which comes back from a call comes back from it where the entity below returns an error.

    A program that hears of too little memory goes on with less. Not judged are VK_ERROR_DEVICE_LOST and
    VK_ERROR_VALIDATION_FAILED: a layer that collects what a device did last, or that stops at invalid usage, may end
    the process on purpose.
    """
    look = CheckResult(
        missing="the layer has no function of its own that can fail",
        left_out=left_out(answers) or unanswered(answers, "failing", "partly"),
    )
    for command, forms in under(answers, "form."):
        answer = part(forms, "failed")
        code = number(answer, "code")
        is_on_purpose = answer.get("ended") and code in _ENDS_ON_PURPOSE
        if answer and not is_on_purpose and not _NOT_HERE.search(command):
            look.seen += 1
            if answer.get("ended"):
                fact = f"ends the process where the entity below returns {result(code)}"
                look.fail(f"{command} {fact}; where that succeeds it comes back")
    for command, _ in under(answers, "partial."):
        look.seen += 1
        look.fail(f"{command} ends the process where one of several is not made below; else it comes back")
    return look


def lives_without_memory(answers: Answers, kind: str) -> CheckResult:
    """Check that a creation comes back in which one allocation by the application's callbacks fails.

    What it comes back with is not judged: a layer may have other memory. One that does not come back ends the act.
    """
    look = CheckResult(missing="the layer takes no memory from the application's callbacks in this call")
    look.seen = len(_refused(answers, kind))
    return look


def calls_live_without_memory(answers: Answers) -> CheckResult:
    """Check the same of all other commands that make something: as many calls as the layer takes memory in one."""
    look = CheckResult(missing="the layer takes no memory from the application's callbacks in other commands")
    for command, answer in under(answers, "starved."):
        look.seen += number(answer, "refused")
        for allocation in numbers(answer, "ended"):
            fact = f"does not come back if allocation {allocation} by the application's callbacks gives NULL"
            look.fail(f"{command} {fact}")
    return look


def nothing_left_of_failures(answers: Answers) -> CheckResult:
    """Check that a call that fails leaves no object below, and none of the application's memory with the layer.

    Nobody can destroy an object of which the application has no handle, and its device must not be destroyed before
    (VUID-vkDestroyDevice-device-05137). Memory for an object is asked back with the object; there is none. Not
    judged where the layer makes several things below.
    """
    look = CheckResult(
        missing="no command that makes something fails with the layer",
        left_out=unanswered(answers, "failed", "callbacks"),
    )
    for command, failing, code, made, ended, *blocks in _failed(answers):
        if code >= 0:
            continue
        look.seen += 1
        whose = f"allocation {failing} by the application's callbacks" if failing else "the call below"
        fact = f"{command} fails with {result(code)} when {whose} fails"
        if made == 1 and not ended:
            look.fail(f"{fact}, and leaves the object below that it has made")
        if (left := sum(blocks)) > 0:
            look.fail(f"{fact}, and keeps {number_of(left, 'block')} of the application's memory")
    return look


def memory_of_commands_given_back(answers: Answers) -> CheckResult:
    """Check that memory of the scope VK_SYSTEM_ALLOCATION_SCOPE_COMMAND is given back before the command is.

    "Host Memory": it is "scoped to the duration of the Vulkan command": an application may take it back then.
    """
    look = CheckResult(missing="the layer takes no memory from the application's callbacks in other commands")
    for command, failing, code, _, _, of_command, _ in _failed(answers):
        if failing >= 0 or code < 0:
            continue
        look.seen += 1
        if of_command > 0:
            fact = f"keeps {number_of(of_command, 'block')} of memory that it asks for"
            look.fail(f"{command} {fact} with the scope VK_SYSTEM_ALLOCATION_SCOPE_COMMAND")
    return look


def _failed(answers: Answers) -> Iterator[tuple[str, int, int, int, int, int, int]]:
    """Yield of each call the command, the allocation that fails (0: none, but the call below; -1: neither), the
    result, what was made and ended below, and the blocks that are left of the scopes of commands and objects.
    """
    for command, answer in under(answers, "failed."):
        for row in records(answer, "calls", Failed):
            yield command, *row


def nothing_left_without_memory(answers: Answers, kind: str) -> CheckResult:
    """Check that a creation that fails for want of memory leaves nothing below that nobody can destroy."""
    look = CheckResult(missing="no allocation fails after the layer has called the next entity")
    for allocation, code, is_made, ends in _refused(answers, kind):
        look.seen += is_made
        if is_made and code < 0 and not ends:
            fact = (
                f"fails with {result(code)} when allocation {allocation} by the application's callbacks fails"
            )
            look.fail(f"vkCreate{kind.title()} {fact}, and leaves the {kind} below that it has made")
    return look


def nothing_ended_in_vain(answers: Answers, kind: str) -> CheckResult:
    """Check that a creation that fails below is not followed by the destruction of what was not made.

    VUID-vkDestroyDevice-device-parameter: "If device is not NULL, device must be a valid VkDevice handle"; instances
    alike. A function that fails need not write its handle, so what stands there may be none.
    """
    look = CheckResult(missing="the layer never came to a creation below that fails")
    for label, answer in under(answers, "create.error"):
        made = part(answer, "made")
        if label.endswith(f".{kind}") and number(made, "times"):
            look.seen += 1
            if number(made, "ended_in_vain"):
                fact = f"calls vkDestroy{kind.title()} below where vkCreate{kind.title()} failed there"
                look.fail(f"the layer {fact}, with a handle that the entity below has never given")
    return look


def devices_undone(answers: Answers) -> CheckResult:
    """Check that a layer whose own calls fail in vkCreateDevice leaves no device below that nobody can destroy.

    An application that gets an error has no device, and VUID-vkDestroyInstance-instance-00629 asks for the end of all
    that were made of an instance. The layer may go on without what it could not make.
    """
    look = CheckResult(missing="the layer makes nothing of its own in vkCreateDevice")
    for command, code, is_made, ends in records(part(answers, "create.own-failures"), "calls", OwnFailure):
        look.seen += is_made
        if is_made and code < 0 and not ends:
            fact = f"fails with {result(code)} when {command} of the layer's own fails"
            look.fail(f"vkCreateDevice {fact}, and leaves the device below that it has made")
    return look


def _refused(answers: Answers, kind: str) -> list[Refused]:
    return records(part(answers, f"create.no-memory.{kind}"), "calls", Refused)
