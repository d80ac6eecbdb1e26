"""Checks on the act "apart": whether a layer mixes up what the next entity gives for several instances and devices.

Each has functions of its own below, as it may: other layers can be in each chain, and drivers may give each device
functions that are made for it. Source: "Distributed Dispatching Requirements" ("it must keep track of the entry-point
residing in the next entity in the chain it will call down into"), "Layer Dispatch Initialization", "Creating New
Dispatchable Objects".
"""

from collections.abc import Iterator

from refloader.suite.layers.alone.answers import left_out
from refloader.suite.sessions.answers import Answers, number, part
from refloader.suite.sessions.check_result import CheckResult

ACT = "apart"
_CREATIONS = {"vkCreateInstance": "instance", "vkCreateDevice": "device"}
_CALLBACK = "pfnSet"


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


def _look(answers: Answers) -> CheckResult:
    answer = part(answers, ACT)
    return CheckResult(
        seen=int(number(answer, "instances") > 1),
        missing="the layer makes no two instances that live at once",
        left_out=left_out(answers, ACT),
    )


def _crossed(answers: Answers) -> Iterator[tuple[str, str]]:
    for name, is_of_device in part(answers, ACT).get("crossed", ()):
        yield str(name), "device" if is_of_device else "instance"
