"""Checks on work that is done in one form of a call and not in another, and on structures that come back unwritten.

Source: "Layer Conventions and Rules" (LLP_LAYER_1). A layer may imitate another device, or one that does nothing. No
device does a job that is submitted alone and leaves it undone as the second of two, from another thread or beside
another device: where the job alone is right, so it has to be in every other form.
"""

from typing import Any

from refloader.suite.layers.checks.results import ANYTIME, said
from refloader.suite.sessions.answers import many_objects
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

_SUCCESS, _SUBOPTIMAL = 0, 1000001003
_SCREEN_IS_GONE = frozenset({-1000001004, -1000000000, -1000255000})
"""VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR and VK_ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT."""
_ALONE, _SAME, _FURTHER = "same.alone", "same.", "company.device_"
_OF_FURTHER = ("same.other_", "same.thread_")
"""The work that needs a device beside the first."""
_BY_OTHERS = "same.by_"
"""The work that needs a device after the first, which is answered as ``by_….device`` if it was asked for."""

_FORMS = {
    "thread": "on a thread that is older than the device",
    "thread_first": "while another thread submits to another device",
    "thread_second": "while another thread submits to another device",
    "submit_first": "as the first of two VkSubmitInfo in one vkQueueSubmit",
    "submit_second": "as the second of two VkSubmitInfo in one vkQueueSubmit",
    "submit_last": "as the last of 24 VkSubmitInfo in one vkQueueSubmit",
    "buffer_first": "in the first of two command buffers in one VkSubmitInfo",
    "buffer_second": "in the second of two command buffers in one VkSubmitInfo",
    "region": "as a vkCmdCopyBuffer of two regions",
    "beside_others": "while there are other devices",
    "others_gone": "after other devices have gone",
    "buffer_third": "in the third of three command buffers in one VkSubmitInfo",
    "buffer_last": "in the last of 24 command buffers in one VkSubmitInfo",
    "after_submits": "after a thousand calls of vkQueueSubmit",
    "among_buffers": "while there are 300 buffers with memory of their own",
    "after_buffers": "after 300 buffers with memory of their own have gone",
    "among_fences": "while there are 300 fences",
    "at_last": "at the end of much work",
    "by_newer_queue": "on a queue that comes from vkGetDeviceQueue2",
    "by_group": "on a physical device that comes from vkEnumeratePhysicalDeviceGroups",
}
_WRITTEN = {
    "alike.written.features": "VkPhysicalDeviceVulkan12Features behind VkPhysicalDeviceFeatures2",
    "alike.written.properties": "VkPhysicalDeviceMaintenance3Properties behind VkPhysicalDeviceProperties2",
    "alike.written.behind_another": "VkPhysicalDeviceMaintenance3Properties behind a structure of a rare extension",
}
"""The application's answers on structures that it asks for, and where they stand."""

_WRITTEN_OVER = "written_over"
"""The application's answer on which of its constant parameters were changed."""
_SCREENS = ("present.headless", "present-x11.xcb", "present-x11.xlib", "frames.two")
"""What the labels of answers about one kind of surface, or about two swapchains, begin with."""
_DIFFERENT = {
    "queues": "queues of a family",
    "command_buffers": "command buffers of one vkAllocateCommandBuffers",
}
"""Objects of which the application asks for several; its answer says how many, and how many different ones it got."""

_OLDER = {
    "apart.older.devices": ("vkEnumeratePhysicalDevices", "while a newer one lives"),
    "apart.older.groups": ("vkEnumeratePhysicalDeviceGroups", "while a newer one lives"),
    "apart.older.after_the_newer": ("vkEnumeratePhysicalDevices", "after a newer one was destroyed"),
}
"""The application's answers on questions to the older of two instances: the command, and when it was asked."""

_AGAIN = {
    "apart.again.buffer": ("vkGetBufferMemoryRequirements", "a buffer"),
    "apart.again.image": ("vkGetImageMemoryRequirements", "an image"),
    "apart.again.fence": ("vkGetFenceStatus", "a fence"),
    "frames.two.again": ("vkGetSwapchainImagesKHR", "a swapchain"),
}
"""The application's answers on objects that have the handles of others that are gone."""

_FENCES = {
    "all_first": "vkWaitForFences for all of two fences, of which the first is not signaled,",
    "all_second": "vkWaitForFences for all of two fences, of which the second is not signaled,",
    "all_both": "vkWaitForFences for all of two fences, which are signaled,",
    "any_first": "vkWaitForFences for any of two fences, of which the first is signaled,",
    "any_second": "vkWaitForFences for any of two fences, of which the second is signaled,",
    "left": "vkGetFenceStatus of a fence that is not signaled, after vkWaitForFences for any of it and one that is,",
    "all_last": "vkWaitForFences for all of 24 fences, of which the last is not signaled,",
    "reset": "vkResetFences of two fences",
}
"""The calls of the application with two fences, whose states it asks for alone before."""
_STATES, _RESET = "alike.fences.alone", "alike.fences.after_reset"

_NEWER_COUNT, _OLDER_COUNT, _AFTER = "modern.newer_count", "modern.older_count", 8
"""The application's answers on a semaphore that counts by vkQueueSubmit2 and then by vkQueueSubmit, to this value."""
_ALONE_COUNT, _IN_THE_END = "modern.alone_count", 9
"""Its answer after a vkQueueSubmit2 that does nothing but signal."""

_AFTER_REFUSALS = {
    "failing.next_instance": ("vkCreateInstance", "instance.plain"),
    "failing.next_device": ("vkCreateDevice", "device.device"),
}
"""The application's answers to creations after one that the driver refused, and to the same where it refuses none."""

_LISTS = {
    "alike.short.device_extensions": ("vkEnumerateDeviceExtensionProperties", "extensions"),
    "alike.short.tools": ("vkGetPhysicalDeviceToolProperties", "tools"),
}


def forms(plain: Session, layered: Session, act: str = "alike") -> CheckResult:
    """Check that the job is done in each form in which it is done without the layer, if the job alone is done.

    The job of a device that cannot be made with the layer is not one of them: vkCreateDevice may fail for a further
    device, and a layer may leave out physical devices. The check on the application's answers warns of that.
    """
    result = CheckResult(missing="the job alone was to be done, without the layer and with it")
    expected = plain.answers.get(f"{act}.{_ALONE}")
    if expected is None or layered.answers.get(f"{act}.{_ALONE}") != expected or layered.ended != "ok":
        return result
    for label, value in plain.answers.items():
        form = label.removeprefix(f"{act}.")
        if not form.startswith(_SAME) or value != expected or form == _ALONE:
            continue
        if (
            form.startswith(_OF_FURTHER)
            and label not in layered.answers
            and (_is_refused_a_device(layered, act) or _lacks_a_device(plain, layered, act))
        ):
            continue
        if form.startswith(_BY_OTHERS) and f"{act}.{form.removeprefix(_SAME)}.device" not in layered.answers:
            continue
        result.seen += 1
        if layered.answers.get(label) != expected:
            result.fail(
                f"the job alone is done with the layer; {_words(form)} it is not, without the layer it is"
            )
    return result


def made_after_refusals(simple: Session, plain: Session, layered: Session) -> CheckResult:
    """Check that what can be made can be made after another one was refused, too.

    ``simple`` is a run with the layer in which nothing is refused: what it cannot make there is not judged.
    """
    result = CheckResult(missing="an instance and a device were to be refused, and others to be made then")
    for label, (command, alone) in _AFTER_REFUSALS.items():
        code = layered.answers.get(label)
        if plain.answers.get(label) != _SUCCESS or simple.answers.get(alone) != _SUCCESS or code is None:
            continue
        result.seen += 1
        if code != _SUCCESS:
            fact = f"{command} gives {said(code)} after another one was refused by the driver"
            result.fail(f"{fact}; without the layer, and where nothing was refused, it succeeds")
    return result


def kept(plain: Session, layered: Session) -> CheckResult:
    """Check that each of many objects stays as it was left, if the job alone is done."""
    result = CheckResult(missing="many objects were to be made, without the layer and with it")
    alone = f"many.{_ALONE}"
    if plain.answers.get(alone) is None or layered.answers.get(alone) != plain.answers[alone]:
        return result
    unchanged = {label for label, made, good, _ in many_objects(plain.answers) if made == good}
    for label, made, good, words in many_objects(layered.answers):
        if label in unchanged:
            result.seen += made
            if good < made:
                result.fail(f"{made - good} of {made} {words}; without the layer all are")
    return result


def two_fences(plain: Session, layered: Session) -> CheckResult:
    """Check that a call with two fences comes to what the states of the two alone say.

    A layer may tell the state of a fence as it likes. If each alone is as without the layer, no device waits for one
    of two, or resets one of two: what the call comes to follows from the states.
    """
    result = CheckResult(missing="the application was to make three fences and to ask for their states")
    states = layered.answers.get(_STATES)
    if states is None or states != plain.answers.get(_STATES):
        return result
    for name, words in _FENCES.items():
        label = f"alike.fences.{name}"
        expected, code = plain.answers.get(label), layered.answers.get(label)
        if not isinstance(expected, int) or not isinstance(code, int):
            continue
        result.seen += 1
        if code != expected and code not in ANYTIME:
            result.fail(f"{words} gives {said(code)} with the layer, {said(expected)} without it")
    after = layered.answers.get(_RESET)
    if after is not None:
        result.seen += 1
        if after != plain.answers.get(_RESET):
            result.fail(f"after vkResetFences of two fences {_still_signaled(after)} with the layer")
    return result


def instances_apart(plain: Session, layered: Session) -> CheckResult:
    """Check that an instance tells of its own physical devices, whichever instance is the newest.

    A layer may leave out physical devices of the instance that is asked: those of another one are never its answer.
    """
    result = CheckResult(missing="the older of two instances was to be asked, without the layer and with it")
    for label, (command, when) in _OLDER.items():
        answer = layered.answers.get(label)
        if plain.answers.get(label) != "its own" or answer is None:
            continue
        result.seen += 1
        if answer == "the newer instance's":
            result.fail(f"{command} of an instance, {when}, gives physical devices of the newer instance")
        elif isinstance(answer, int):
            result.fail(
                f"{command} of an instance, {when}, gives {said(answer)}, VK_SUCCESS without the layer"
            )
    return result


def told_of_its_own(plain: Session, layered: Session) -> CheckResult:
    """Check that what is told of an object is not what was true of one that is gone and had the same handle.

    A driver may give a handle again once its object is destroyed; a layer that keeps facts by handle drops them then.
    """
    result = CheckResult(missing="a driver was to give a handle again, without the layer and with it")
    for label, (command, kind) in _AGAIN.items():
        if plain.answers.get(label) != "its own" or layered.answers.get(label) is None:
            continue
        result.seen += layered.answers[label] in ("its own", "the one before")
        if layered.answers[label] == "the one before":
            result.fail(
                f"{command} of {kind} gives what was true of one that is gone and had the same handle"
            )
    return result


def written(plain: Session, layered: Session) -> CheckResult:
    """Check that structures in pNext that are written without the layer are written with it."""
    result = CheckResult(
        missing="the driver was to write structures behind VkPhysicalDeviceFeatures2 and -Properties2"
    )
    for label, place in _WRITTEN.items():
        if plain.answers.get(label) != "yes" or layered.answers.get(label) not in ("yes", "no"):
            continue
        result.seen += 1
        if layered.answers[label] == "no":
            result.fail(f"{place} comes back unwritten with the layer, without it the driver writes it")
    return result


def only_read(plain: Session, layered: Session) -> CheckResult:
    """Check that what the application hands in as const is as it was when the call is back.

    A program may hand in constants, which no layer can write to, or use a structure again.
    """
    result = CheckResult(missing="the application was to compare its structures before a call and after it")
    for of in ("alike", *_SCREENS):
        label = f"{of}.{_WRITTEN_OVER}"
        after = layered.answers.get(label)
        if plain.answers.get(label) != [] or not isinstance(after, list):
            continue
        result.seen += 1
        for parameter in after:
            result.fail(f"{parameter} is changed when the call is back; a program may use it again")
    return result


def presented(plain: Session, layered: Session) -> CheckResult:
    """Check that vkQueuePresentKHR writes a result to pResults, and presents images of a swapchain that is retired.

    Where a swapchain is retired, an application can still present images that it had acquired from it before.
    """
    result = CheckResult(missing="the application was to present images, without the layer and with it")
    for of in _SCREENS:
        label = f"{of}.unanswered"
        unanswered = layered.answers.get(label)
        if plain.answers.get(label) != 0 or not isinstance(unanswered, int):
            continue
        result.seen += 1
        if unanswered:
            result.fail(
                f"{unanswered} times vkQueuePresentKHR succeeds with the layer and pResults is as it was before, "
                "without the layer the driver writes it"
            )
        retired = layered.answers.get(f"{of}.retired")
        if plain.answers.get(f"{of}.retired") in (_SUCCESS, _SUBOPTIMAL) and isinstance(retired, int):
            result.seen += 1
            if retired < 0 and retired not in ANYTIME | _SCREEN_IS_GONE:
                result.fail(
                    f"vkQueuePresentKHR of an image that was acquired before its swapchain was replaced gives"
                    f" {said(retired)} with the layer, {said(plain.answers[f'{of}.retired'])} without it"
                )
    return result


def different(plain: Session, layered: Session) -> CheckResult:
    """Check that objects of which a program asks for several are different ones, as they are without the layer.

    A program may use two queues from two threads at once, and records each command buffer for itself. If two are one,
    that is an invalid use of what is below.
    """
    result = CheckResult(missing="the application was to ask for several queues and command buffers")
    for name, words in _DIFFERENT.items():
        match plain.answers.get(f"alike.{name}"), layered.answers.get(f"alike.{name}"):
            case [int(most), int(each)], [int(asked), int(got)] if most == each:
                result.seen += asked
                if got < asked:
                    result.fail(
                        f"of {asked} {words}, {got} are different ones with the layer, without it all are"
                    )
    return result


def counted_on(plain: Session, layered: Session) -> CheckResult:
    """Check that a semaphore counts by vkQueueSubmit as by vkQueueSubmit2, and without command buffers too."""
    result = CheckResult(missing="a semaphore was to count by vkQueueSubmit2 and by vkQueueSubmit")
    counts = (
        plain.answers.get(_OLDER_COUNT),
        layered.answers.get(_NEWER_COUNT),
        layered.answers.get(_OLDER_COUNT),
    )
    if counts[:2] == (_AFTER, _AFTER - 1) and isinstance(counts[2], int):
        result.seen += 1
        if counts[2] != _AFTER:
            result.fail(
                f"vkQueueSubmit with VkTimelineSemaphoreSubmitInfo on pNext is to signal {_AFTER}, and the semaphore"
                f" is at {counts[2]} when the queue is idle; vkQueueSubmit2 did signal {_AFTER - 1}"
            )
    alone = layered.answers.get(_ALONE_COUNT)
    if plain.answers.get(_ALONE_COUNT) == _IN_THE_END and counts[1] == _AFTER - 1 and isinstance(alone, int):
        result.seen += 1
        if alone != _IN_THE_END:
            result.fail(
                f"vkQueueSubmit2 without command buffers is to signal {_IN_THE_END}, and the semaphore is at {alone}"
                f" when the queue is idle; with a command buffer it did signal {_AFTER - 1}"
            )
    return result


def cut_short(plain: Session, layered: Session) -> CheckResult:
    """Check that a list with more elements than there is room for ends with VK_INCOMPLETE."""
    result = CheckResult(missing="the application was to ask for lists with too little room")
    for label, (command, elements) in _LISTS.items():
        if layered.answers.get(label) not in ("yes", "no") or plain.answers.get(label) == "no":
            continue
        result.seen += 1
        if layered.answers[label] == "no":
            result.fail(f"{command} gives no VK_INCOMPLETE where there is room for all {elements} but one")
    return result


def newest_accepted(plain: Session, layered: Session) -> CheckResult:
    """Check that an instance for a version of Vulkan that is to come is made if it is made without the layer.

    An implementation of Vulkan 1.1 or newer returns VK_ERROR_INCOMPATIBLE_DRIVER for no apiVersion.
    """
    result = CheckResult(missing="an instance for Vulkan 1.99 was to be made without the layer")
    code = layered.answers.get("alike.newest_api")
    if plain.answers.get("alike.newest_api") == 0 and isinstance(code, int):
        result.seen = 1
        if code != 0:
            result.fail(
                f"vkCreateInstance gives {said(code)} for apiVersion 1.99.0, VK_SUCCESS without the layer"
            )
    return result


def _is_refused_a_device(session: Session, act: str) -> bool:
    """Return whether a device beside the first could not be made."""
    codes = (value for label, value in session.answers.items() if label.startswith(f"{act}.{_FURTHER}"))
    return any(isinstance(code, int) and code < 0 for code in codes)


def _lacks_a_device(plain: Session, layered: Session, act: str) -> bool:
    """Return whether there are fewer physical devices with the layer, so that fewer devices were asked for."""
    asked = (label for label in plain.answers if label.startswith(f"{act}.{_FURTHER}"))
    return any(label not in layered.answers for label in asked)


def _still_signaled(states: Any) -> str:
    """Return the words for the states of two fences after their reset."""
    found = zip(("first", "second"), states, strict=False)
    names = [name for name, code in found if code == _SUCCESS]
    return f"the {' and the '.join(names)} is still signaled" if names else f"their states are {states}"


def _words(form: str) -> str:
    name = form.removeprefix(_SAME)
    return _FORMS.get(name, f"on device {name.removeprefix('other_')} beside the first")
