"""Checks on the act "programs": valid programs that are generated, played without the layer and with it.

Both times they run over the prober's model of a driver, which does what it is told. A layer may add calls, keep or
split some and wrap handles: what it passes on is not compared. What a program finds is, as no sentence leaves that
open, and so is whether each call that reaches the driver is valid. Programs never look at what a layer may change:
times, sizes, features, which physical devices there are.

Source: "Requirements of Well-Behaved Layers", LLP_LAYER_1 and LLP_LAYER_2.
"""

import re
from collections.abc import Mapping
from typing import Any

from refloader.suite.sessions.answers import Answers, number, part
from refloader.suite.sessions.answers import result as result_name
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.generated_programs import (
    ACT,
    add_breach,
    ended,
    ends,
    named,
    programs_run,
    signal_name,
)

_NONE = "programs were to be run with the layer over the model of a driver"
_LOST_EXTENSION = re.compile(
    r" without the (?:Vk\w*[a-z](?:AMD|EXT|KHR|NV)|VkDeviceQueueGlobalPriorityCreateInfo) on its pNext$"
)
"""A layer that copies what it is given cannot copy structures that it does not know."""

_LAWFUL = (None, -1, -2, -3, -4, -5, -12, -1000069000, -1000161000, -1000257000, -1000011001)
"""Results that are not for the driver alone to give: there is no memory of whichever kind, initialization failed or
the device is lost "for implementation-specific reasons", and that of a tool that stops calls. None: none is known."""

_OF_INSTANCE_OR_DEVICE = re.compile("vkCreate(Instance|Device)|vkEnumerate")

_MANY = 20
"""So many commands do work in any run; a layer that passes on none of them imitates a device."""


def same_found(answers: Answers) -> CheckResult:
    """Check that a program finds the same with the layer: in memory, in states that it asks for, in results.

    A layer that passes no work on imitates a device, as the rule allows it: its programs find other contents.
    """
    look = _run(answers)
    if _imitates(answers):
        look.seen, look.missing = 0, "the layer passes no work on to the driver"
        return look
    for seed, answer in ended(answers, "found"):
        call, without, with_ = (named(str(answer.get(key, ""))) for key in ("call", "without", "with"))
        add_breach(
            look,
            answer,
            f"{call}: {with_ or 'nothing'} with the layer, {without or 'nothing'} without it",
            seed,
        )
    return look


def calls_not_refused(answers: Answers) -> CheckResult:
    """Check that no call fails with the layer that succeeds without it, but for reasons that a layer may have.

    A layer needs memory of its own, and may fail to set up what it needs. That there are too many objects, or that a
    feature is not there, is the driver's to say, and it does not. Instances and devices are left out: a layer that
    cannot do its work may refuse them.
    """
    look = _run(answers)
    for seed, answer in ended(answers, "refused"):
        call, result = str(answer.get("call", "")), _result_of(answer)
        if result not in _LAWFUL and not _OF_INSTANCE_OR_DEVICE.match(call):
            add_breach(look, answer, f"{call} gives {result_name(result)} with the layer", seed)
    return look


def calls_valid(answers: Answers) -> CheckResult:
    """Check that each call that reaches the driver is valid, as each is without the layer, and nothing is left."""
    look = _run(answers)
    for seed, answer in ended(answers, "invalid"):
        if not number(answer, "failing") and not _loses_extension(answer):
            add_breach(
                look, answer, f"{answer.get('broken', '')}; without the layer no call is invalid", seed
            )
    return look


def programs_ended(answers: Answers) -> CheckResult:
    """Check that a program which comes to its end without the layer does so with it."""
    look = _run(answers)
    for seed, answer, end in ends(answers):
        add_breach(look, answer, f"{end} with the layer", seed)
    return look


def failures_borne(answers: Answers) -> CheckResult:
    """Check that no call fails that succeeds without the layer, and what comes where the driver has no memory.

    No sentence asks for that: a layer may run out of memory, and need not look at each result, nor know the
    structures of extensions.
    """
    look = _run(answers)
    for seed, answer in ended(answers, "unmade"):
        fact = (
            f"{answer.get('call', '')} ends the program ({signal_name(answer.get('signal'))}) with the layer"
        )
        add_breach(look, answer, f"{fact}, after the driver had no memory for an object", seed)
    for seed, answer in ended(answers, "invalid"):
        if number(answer, "failing"):
            fact = f"{answer.get('broken', '')}, where the driver had no memory for one object"
            add_breach(look, answer, fact, seed)
        elif _loses_extension(answer):
            add_breach(look, answer, str(answer["broken"]), seed)
    for seed, answer in ended(answers, "refused"):
        call, result = str(answer.get("call", "")), _result_of(answer)
        if result in _LAWFUL or _OF_INSTANCE_OR_DEVICE.match(call):
            add_breach(look, answer, f"{call} gives {result_name(result)} with the layer", seed)
    return look


def _run(answers: Answers) -> CheckResult:
    return programs_run(answers, "without any layer", _NONE)


def _result_of(answer: Mapping[str, Any]) -> int | None:
    found = re.fullmatch(r"result (-?\d+)", str(answer.get("with", "")))
    return int(found[1]) if found else None


def _loses_extension(answer: Mapping[str, Any]) -> bool:
    return _LOST_EXTENSION.search(str(answer.get("broken", ""))) is not None


def _imitates(answers: Answers) -> bool:
    counts = part(answers, ACT)
    return number(counts, "submitted") >= _MANY and number(counts, "arrived") == 0
