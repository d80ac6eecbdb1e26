"""Checks on the act "apart": whether a layer mixes up what the next entity gives for several instances and devices.

Each has functions of its own below, as it may: other layers can be in each chain, and drivers may give each device
functions that are made for it. Source: "Distributed Dispatching Requirements" ("it must keep track of the entry-point
residing in the next entity in the chain it will call down into"), "Layer Dispatch Initialization", "Creating New
Dispatchable Objects".
"""

from collections.abc import Iterator

from refloader.suite.layers.alone.answers import left_out
from refloader.suite.layers.alone.rows import Crossed, OtherTable
from refloader.suite.sessions.answers import Answers, number, part, records, texts
from refloader.suite.sessions.check_result import CheckResult

ACT = "apart"
_CREATIONS = {"vkCreateInstance": "instance", "vkCreateDevice": "device"}
_CALLBACK = "pfnSet"
_OF_OBJECTS = frozenset(
    f"vk{name}"
    for name in (
        "SetEvent",
        "ResetEvent",
        "GetEventStatus",
        "GetFenceStatus",
        "DeviceWaitIdle",
        "QueueWaitIdle",
    )
)

_ENDS = "does not come back with several devices in turn; with each alone it does"


def next_functions_of_each(answers: Answers) -> CheckResult:
    """Check that a command goes down by the function that was given for the instance or the device it is about."""
    look = _look(answers)
    for name, kind in _crossed(answers):
        if name not in _CREATIONS and not name.startswith(_CALLBACK):
            look.fail(f"for one {kind} the layer calls the next {name} that another {kind} gave it")
    return look


def creation_of_each(answers: Answers, command: str) -> CheckResult:
    """Check that what makes an instance or a device goes down by the function of the chain it came with."""
    look = _look(answers)
    for name, _ in _crossed(answers):
        if name == command:
            look.fail(f"{command} calls the next {command} that the chain of another instance gave the layer")
    return look


def callbacks_of_each(answers: Answers) -> CheckResult:
    """Check that the callback for dispatch pointers is that of the instance or the device it is called for."""
    look = _look(answers)
    for name, kind in _crossed(answers):
        if name.startswith(_CALLBACK):
            look.fail(f"for one {kind} the layer calls the {name} that it got with another {kind}")
    return look


def answers_of_each(answers: Answers) -> CheckResult:
    """Check that nothing is said of one physical device that was only asked about another one.

    Below, each has another answer. A layer may give answers of its own; this one gives what it got from below for one
    of them, and asks nothing about the other.
    """
    look = _look(answers)
    for name in texts(part(answers, ACT), "taken"):
        look.fail(f"{name} gives for one physical device what the layer has asked about another one")
    return look


def calls_of_each_come_back(answers: Answers) -> CheckResult:
    """Check that a command which comes back with each of several devices comes back with all of them in turn.

    Not judged where it does not come back with one of them alone: objects that it takes need not exist. Only commands
    are judged that take objects and nothing else: other values need not be valid for each device.
    """
    look = _look(answers)
    for name in texts(part(answers, ACT), "ended"):
        if name in _OF_OBJECTS:
            look.fail(f"{name} {_ENDS}")
    return look


def other_calls_of_each_come_back(answers: Answers) -> CheckResult:
    """Check the same of commands that take other values as well, which need not be valid for each device."""
    look = _look(answers)
    for name in texts(part(answers, ACT), "ended"):
        if name not in _OF_OBJECTS:
            look.fail(f"{name} {_ENDS}")
    return look


def objects_filled(answers: Answers) -> CheckResult:
    """Check that no queue or command buffer goes down whose dispatch pointer nobody has set.

    Those that come up to the application the loader fills in, the others are for the layer to fill in: for each
    device ("Creating New Dispatchable Objects").
    """
    look = _look(answers)
    for name in texts(part(answers, ACT), "unfilled"):
        fact = "goes down with a queue or command buffer of the layer's that begins with no dispatch pointer"
        look.fail(f"{name} {fact}")
    return look


def first_words_of_each(answers: Answers) -> CheckResult:
    """Check that an object of the layer's in the place of another one begins as its own instance below does.

    "Wrapping": "the first field in the structure must be a pointer to a Vulkan dispatch table". Where each of two
    instances has one, it is the one of the object's own instance.
    """
    look = _look(answers)
    for kind, which in records(part(answers, ACT), "words", OtherTable):
        fact = "that the layer hands up begins with another dispatch pointer than its instance below"
        look.fail(f"{kind} number {which + 1} {fact}")
    return look


def _look(answers: Answers) -> CheckResult:
    answer = part(answers, ACT)
    return CheckResult(
        seen=int(number(answer, "instances") > 1),
        missing="the layer makes no two instances that live at once",
        left_out=left_out(answers, ACT),
    )


def _crossed(answers: Answers) -> Iterator[tuple[str, str]]:
    for name, is_of_device in records(part(answers, ACT), "crossed", Crossed):
        yield name, "device" if is_of_device else "instance"
