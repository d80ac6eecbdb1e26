"""Checks on what there is more of than a layer may have thought of: instances and devices, and their extensions.

The act "many" makes the former, and "create" the latter.

Source: "Requirements of Well-Behaved Layers" (a compliant environment stays one), "Layer Intercept Requirements",
"Layer Conventions and Rules".
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.suite.layers.alone.answers import unanswered
from refloader.suite.sessions.answers import Answers, number, part, result, under
from refloader.suite.sessions.check_result import CheckResult

ACT = "many"
THREADS = 4
"""The number of threads on which the prober makes instances and devices at the same time."""

USES = 16
"""How often a thread uses each of its own, where one at a time makes and ends them."""

KINDS = ("instances", "devices")
_CREATES = {"instances": "vkCreateInstance", "devices": "vkCreateDevice"}
_ENDS = {"instances": "vkDestroyInstance", "devices": "vkDestroyDevice"}
_USED = {"instances": "vkGetPhysicalDeviceProperties", "devices": "vkDeviceWaitIdle"}
_ONE_CREATES = {"instance": "vkCreateInstance", "device": "vkCreateDevice"}
MANY_EXTENSIONS, NAMES_BEGIN, NUMBER_OF_NAMES = "many-extensions", "VK_PROBER_below_of_", 140
"""The case in which the application enables many extensions that only the entity below has, and their names."""
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def later_ones_made(answers: Answers) -> CheckResult:
    """Check that an instance or a device is made after others have ended, as the first was.

    What is refused while others live may be refused for their sake; here none lives.
    """
    look = CheckResult(missing="the layer makes no instance")
    for kind, answer in _kinds(answers, "after"):
        look.seen += 1
        if answer["result"]:
            look.fail(
                f"{_CREATES[kind]} gives {result(answer['result'])} for the {_ordinal(answer['made'] + 1)} of"
                f" {kind} that are made one after the other, and nothing below does"
            )
    return look


def made_beside_others(answers: Answers) -> CheckResult:
    """Check that an instance or a device is made beside others, as the entity below makes it."""
    look = CheckResult(missing="the layer makes no instance")
    for kind, answer in _kinds(answers, "beside"):
        look.seen += 1
        if answer["result"]:
            look.fail(
                f"{_CREATES[kind]} gives {result(answer['result'])} for the {_ordinal(answer['made'] + 1)} of"
                f" {kind} that live at the same time, and nothing below does"
            )
    return look


def each_served(answers: Answers) -> CheckResult:
    """Check that what reaches the next entity for the first of many instances or devices does so for each of them.

    A layer may keep a call to itself; then it keeps that of the first, too.
    """
    look = CheckResult(missing="the layer makes no two instances")
    for kind, answer in _kinds(answers, "beside"):
        for command, heard in answer.items():
            if not command.startswith("vk") or len(heard) < 2 or not heard[0]:
                continue
            look.seen += 1
            if not all(heard):
                at = _ordinal(heard.index(0) + 1)
                look.fail(
                    f"{command} reaches the next entity for the first of {len(heard)} {kind} that live at the same"
                    f" time, and not for the {at}"
                )
    return look


def threads_served(answers: Answers) -> CheckResult:
    """Check that threads can use their instances and devices while one of them makes, lists or ends its own.

    All loaders that were measured, of 16 releases, let in one thread at a time that makes, lists or ends something,
    and all others beside it. A layer may keep a call to itself; then it does so on one thread, too.
    """
    look = CheckResult(missing="the layer makes no instance on a thread of several")
    for kind, answer in _on_threads(answers, "threads"):
        look.seen += 1
        made, how = number(answer, "made"), "while one of them makes or ends another"
        if answer["result"]:
            look.fail(
                f"{_CREATES[kind]} gives {result(answer['result'])} where {THREADS} threads use {kind}"
                f" {how}, and nothing below does"
            )
        ends = part(answers, f"many.{kind}.beside").get(_ENDS[kind], (0,))
        for command, wanted, alone in (
            (_USED[kind], made * USES, number(answer, "alone") >= USES),
            (_ENDS[kind], made, all(ends)),
        ):
            if alone and number(answer, command) < wanted:
                look.fail(
                    f"{command} reaches the next entity {number(answer, command)} of {wanted} times where"
                    f" {THREADS} threads use {kind} {how}"
                )
    return look


def served_at_once(answers: Answers) -> CheckResult:
    """Check that several threads can make, list, use and end instances and devices at the same time.

    A layer may keep a call to itself, and may make no more than a few at a time; then it does so on one thread, too.
    """
    look = CheckResult(missing="the layer makes no instance on a thread of several")
    for kind, answer in _on_threads(answers, "at-once"):
        look.seen += 1
        alone = part(answers, f"many.{kind}.beside")
        if answer["result"]:
            look.fail(
                f"{_CREATES[kind]} gives {result(answer['result'])} where {THREADS} threads make {kind} at the same"
                " time, and nothing below does"
            )
        for command, heard in answer.items():
            made = number(answer, "made")
            if command.startswith("vk") and heard < made and all(alone.get(command, (0,))):
                look.fail(
                    f"{command} reaches the next entity for {heard} of {made} {kind} that {THREADS} threads make and"
                    " end at the same time"
                )
    return look


def objects_made(answers: Answers) -> CheckResult:
    """Check that many objects of a type can live at once: as many as the entity below makes."""
    look = CheckResult(
        missing="the layer makes no objects of types that Vulkan itself has",
        left_out=unanswered(answers, "crowd"),
    )
    for command, answer in under(answers, "crowd."):
        made, code = number(answer, "made"), number(answer, "result")
        look.seen += made > 1
        if made > 1 and code < 0:
            look.fail(f"{command} gives {result(code)} when {made} live already, and nothing below does")
    return look


def _on_threads(answers: Answers, how: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what came of each kind on several threads, if as many as there are threads live beside each other."""
    for kind in KINDS:
        answer = part(answers, f"many.{kind}.{how}")
        if answer and number(part(answers, f"many.{kind}.beside"), "made") >= THREADS:
            yield kind, answer


# ---- many extensions


def extensions_kept(answers: Answers, kind: str) -> CheckResult:
    """Check that of many extensions that the application enables, and that the entity below has, all reach it.

    One that a layer enables again, as it needs it itself, is there all the same: no sentence forbids that.
    """
    command = _ONE_CREATES[kind]
    look = CheckResult(missing=f"the layer did not reach the next {command}")
    answer = part(answers, f"create.{MANY_EXTENSIONS}.{kind}")
    made = part(answer, "made")
    if answer.get("listed") == 0:
        look.missing = "the layer does not list what the entity below has"
    elif made.get("times"):
        look.seen = 1
        went = len(
            {name for name in str(made.get("extensions", "")).split(",") if name.startswith(NAMES_BEGIN)}
        )
        if went != NUMBER_OF_NAMES:
            look.fail(
                f"the next {command} gets {went} of {NUMBER_OF_NAMES} extensions that the application enables"
            )
    return look


def extensions_accepted(answers: Answers) -> CheckResult:
    """Check that vkCreateInstance does not fail for many extensions that the layer does not know."""
    usual = part(part(answers, "create.usual.instance"), "made")
    made = part(part(answers, f"create.{MANY_EXTENSIONS}.instance"), "made")
    look = CheckResult(missing="the creation does not succeed without them either")
    if made and usual.get("result") == 0:
        look.seen = 1
        if made["result"]:
            look.fail(
                f"vkCreateInstance gives {result(made['result'])} for {NUMBER_OF_NAMES} extensions,"
                " which nothing below does"
            )
    return look


# ---- reading


def _kinds(answers: Answers, how: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what came of each kind of which there was one."""
    for kind in KINDS:
        answer = part(answers, f"many.{kind}.{how}")
        if answer.get("made"):
            yield kind, answer


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else _ORDINALS.get(number % 10, "th")
    return f"{number}{ending}"
