"""Checks on calls of one command that differ in many values: a layer may change a value, but not take another one's.

The prober's act "carry" has the answers (varied.COMMAND): two dozen calls on end with other enumerations, other bits
alone and others left out, other numbers. What comes down otherwise in the plain call is judged by ``carried``.
Source: "Requirements of Well-Behaved Layers", LLP_LAYER_1.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from refloader.suite.layers.alone.answers import differences, left_out
from refloader.suite.layers.alone.carried import APART
from refloader.suite.layers.alone.intended import is_intended_source, is_intended_value, lost_bits
from refloader.suite.sessions.answers import Answers, number, part, under
from refloader.suite.sessions.check_result import CheckResult

_NONE = "the layer has no function of its own that could be called often"
_TIMES = 3
"""A layer that passes on fewer of the calls once each does something else with them."""


def values_kept(answers: Answers) -> CheckResult:
    """Check that a call goes down with its own values, not an earlier one's, with each flag, and with its arrays."""
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, answer in _often(answers):
        look.seen += 1
        for path, given, received, is_mask in differences(answer, "changed"):
            if is_mask and lost_bits(command, path, given, received):
                fact = f"{received:#x} as {path}, it came with {given:#x}"
                look.fail(f"{command} goes down with {fact}: a bit that the application sets is gone")
            elif not is_mask and _is_of_earlier_call(command, path, given, received):
                fact = f"{received} as {path}, which an earlier call came with"
                look.fail(f"{command} goes down with {fact}; this one came with {given}")
        for path, *_ in differences(answer, "lost"):
            look.fail(f"{command} goes down without {path}, which it came with, in some of several calls")
    return look


def no_value_copied(answers: Answers) -> CheckResult:
    """Check that nothing goes down as one value that the call came with as another one, whichever that was.

    No purpose of a layer makes one value of the application's out of another one, but for those of which
    ``intended`` knows.
    """
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, answer in _often(answers):
        look.seen += 1
        for path, source in _copied(answer):
            if not is_intended_source(command, path):
                look.fail(f"{command} goes down with {source} as {path}, whatever it comes with")
    return look


def others_kept(answers: Answers) -> CheckResult:
    """Check that other values go down in all calls if they do in the plain one: a layer may have reasons."""
    look = CheckResult(missing=_NONE, left_out=left_out(answers))
    for command, answer in _often(answers):
        look.seen += 1
        copied = [path for path, _ in _copied(answer)]
        for path, given, received, is_mask in differences(answer, "changed"):
            is_lost = is_mask and lost_bits(command, path, given, received)
            if (
                is_lost
                or _is_of_earlier_call(command, path, given, received)
                or re.search(r"Count$", path)
                or path in copied
            ):
                continue
            if is_mask and is_intended_value(command, path, given, received):
                continue
            what = f"{received} as {path}, it came with {given}"
            look.fail(f"{command} goes down with {what}, in some of several calls")
        for path, source in _copied(answer):
            if is_intended_source(command, path):
                look.fail(f"{command} goes down with {source} as {path}, whatever it comes with")
    return look


def order_kept(answers: Answers) -> CheckResult:
    """Check that command buffers are executed in the order in which they are given.

    vkCmdExecuteCommands: pCommandBuffers are "recorded to execute in the primary command buffer in the order they are
    listed in the array".
    """
    look = CheckResult(
        missing="the layer has no function of its own that executes command buffers",
        left_out=left_out(answers),
    )
    for command, forms in under(answers, "form."):
        for form in ("plain", "one", "many") if command == "vkCmdExecuteCommands" else ():
            for row in part(forms, form).get("totals", ()):
                look.seen += 1
                match row:
                    case [str(name), int(), int(), True]:
                        look.fail(f"{command} goes down with the elements of {name} in another order")
    return look


def _is_of_earlier_call(command: str, path: str, given: int, received: int) -> bool:
    return abs(given - received) == APART and not is_intended_value(command, path, given, received)


# ---- answers


def _often(answers: Answers) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((name, answer) for name, answer in under(answers, "varied.") if number(answer, "once") >= _TIMES)


def _copied(answer: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for row in answer.get("copied", ()):
        match row:
            case [str(path), str(source)]:
                yield path, source
