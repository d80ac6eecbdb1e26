"""Checks on the act "alike": the same work in several forms, structures behind others, instances in a row.

Source: the Vulkan specification, on which the documents' requirements come on top. A job that is submitted alone is
what the other forms are compared with.
"""

from refloader.suite.sessions.answers import many_objects, result
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

_SUCCESS, _NOT_READY, _TIMEOUT = 0, 1, 2
_MEMORY = (-1, -2, -5)
"""VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY and VK_ERROR_MEMORY_MAP_FAILED, which stand in the way
of a job at any time."""

_FENCES = "alike.fences."
_CALLS = {
    "all_first": _TIMEOUT,
    "all_second": _TIMEOUT,
    "all_both": _SUCCESS,
    "any_first": _SUCCESS,
    "any_second": _SUCCESS,
    "all_last": _TIMEOUT,
    "all_third": _TIMEOUT,
    "any_last": _SUCCESS,
    "any_third": _SUCCESS,
}
_WAITS = {
    "all_first": "for all of two fences, of which the second is signaled alone",
    "all_second": "for all of two fences, of which the first is signaled alone",
    "all_both": "for all of two fences, which are signaled",
    "any_first": "for any of two fences, of which the first is signaled",
    "any_second": "for any of two fences, of which the second is signaled",
    "all_last": "for all of 24 fences, of which the last is not signaled",
    "all_third": "for all of 24 fences, of which the third is not signaled",
    "any_last": "for any of 24 fences, of which the last is signaled alone",
    "any_third": "for any of 24 fences, of which the third is signaled alone",
}
_STATES = {
    "alone": ("of two that are made signaled and one that is not", (_SUCCESS, _SUCCESS, _NOT_READY)),
    "after_reset": ("of two that were reset in one call", (_NOT_READY, _NOT_READY)),
}
_SAME = "same."
_DIFFERENT = {
    "queues": "queues of a family",
    "command_buffers": "command buffers of one vkAllocateCommandBuffers",
}
"""Objects of which the application asks for several; its answer says how many, and how many different ones it got."""
_WRITTEN = "alike.written.properties"
_BEHIND = "alike.written.behind_another"


def same_work(session: Session, act: str = "alike") -> CheckResult:
    """Check that the job leaves in every form of the act what it leaves alone; a want of memory says nothing."""
    look = CheckResult(missing="the job alone was to be done")
    answers, forms = session.answers, f"{act}.{_SAME}"
    alone = answers.get(f"{forms}alone")
    if not isinstance(alone, str):
        return look
    for label, value in answers.items():
        if label.startswith(forms) and label != f"{forms}alone" and value not in _MEMORY:
            look.seen += 1
            if value != alone:
                form = label.removeprefix(forms).replace("_", " ")
                fact = f"leaves {value!r} there" if isinstance(value, str) else f"gives {result(value)}"
                look.fail(f"the job in the form {form!r} {fact}; alone it leaves {alone!r}")
    return look


def kept(session: Session) -> CheckResult:
    """Check that each of the many objects that could be made stays as it was left."""
    look = CheckResult(missing="many objects were to be made")
    for _, made, good, words in many_objects(session.answers):
        look.seen += made
        if good < made:
            look.fail(f"{made - good} of {made} {words}")
    return look


def fences(session: Session) -> CheckResult:
    """Check the states of two signaled fences and an unsignaled one, and what calls with two of them come to.

    Nothing signals a fence meanwhile, so the Vulkan specification leaves one result besides errors.
    """
    look = CheckResult(missing="the application was to make three fences")
    for label, expected in _CALLS.items():
        code = session.answers.get(f"{_FENCES}{label}")
        look.seen += isinstance(code, int)
        if isinstance(code, int) and code >= 0 and code != expected:
            look.fail(f"vkWaitForFences gives {result(code)}, not {result(expected)}, {_WAITS[label]}")
    for label, (when, states) in _STATES.items():
        codes = session.answers.get(f"{_FENCES}{label}")
        if not isinstance(codes, list):
            continue
        for number, (code, expected) in enumerate(zip(codes, states, strict=False), start=1):
            look.seen += 1
            if code >= 0 and code != expected:
                look.fail(
                    f"vkGetFenceStatus gives {result(code)}, not {result(expected)}, for fence {number} {when}"
                )
    return look


def different(session: Session) -> CheckResult:
    """Check that objects of which a program asks for several are different ones."""
    look = CheckResult(missing="the application was to ask for several queues and command buffers")
    for name, words in _DIFFERENT.items():
        match session.answers.get(f"alike.{name}"):
            case [int(asked), int(got)]:
                look.seen += asked
                if got < asked:
                    look.fail(f"of {asked} {words}, {got} are different ones")
    return look


def only_read(session: Session) -> CheckResult:
    """Check that what a program hands in to be read, and sType and pNext of what is written, stay as they are."""
    look = CheckResult(missing="the application was to compare its structures before a call and after it")
    changed = session.answers.get("alike.written_over")
    if isinstance(changed, list):
        look.seen = 1
        for what in changed:
            look.fail(f"{what} is changed when the call is back")
    return look


def structures_written(session: Session) -> CheckResult:
    """Check that a structure in pNext that is written alone is written behind one that the driver may not know."""
    look = CheckResult(missing="the driver was to write VkPhysicalDeviceMaintenance3Properties of Vulkan 1.1")
    if session.answers.get(_WRITTEN) == "yes" and session.answers.get(_BEHIND) in ("yes", "no"):
        look.seen = 1
        if session.answers[_BEHIND] == "no":
            look.fail(
                "VkPhysicalDeviceMaintenance3Properties comes back unwritten behind a structure of an extension "
                "that the driver may not have; alone it is written"
            )
    return look


def same_devices(session: Session) -> CheckResult:
    """Check that instances that are made one after the other have as many physical devices as the first."""
    look = CheckResult(missing="instances were to be made one after the other")
    counts = session.answers.get("alike.devices_of_each")
    if isinstance(counts, list) and len(counts) > 1:
        look.seen = len(counts) - 1
        if len(set(map(str, counts))) > 1:
            look.fail(f"instances one after the other have {', '.join(map(str, counts))} physical devices")
    return look
