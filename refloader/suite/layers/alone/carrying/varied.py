"""Checks on calls of one command that differ in many values: a layer may change a value, but not take another one's.

The prober's act "carry" has the answers (varied.COMMAND): two dozen calls on end with other enumerations, other bits
alone and others left out, other numbers. What comes down otherwise in the plain call is judged by ``carried``.
Source: "Requirements of Well-Behaved Layers", LLP_LAYER_1.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from refloader.suite.layers.alone.answers import left_out, unanswered
from refloader.suite.layers.alone.intended import is_intended_value, is_needed_alone, lost_bits
from refloader.suite.layers.alone.rows import Copied, differences, totals
from refloader.suite.layers.alone.supported import knows_structure
from refloader.suite.sessions.answers import Answers, number, part, records, texts, under
from refloader.suite.sessions.check_result import CheckResult

_NONE = "the layer has no function of its own that could be called often"
_TIMES = 3
"""A layer that passes on fewer of the calls once each does something else with them."""


_FLAGS_OF_RESULTS, _MORE_IN_EACH = ("vkGetQueryPoolResults", "flags"), 0x15
"""VK_QUERY_RESULT_64_BIT, VK_QUERY_RESULT_WITH_AVAILABILITY_BIT and VK_QUERY_RESULT_WITH_STATUS_BIT_KHR."""
_WAITING = 0x2
"""VK_QUERY_RESULT_WAIT_BIT."""
_BLOCK = "VkWriteDescriptorSetInlineUniformBlock"
_OF_BLOCKS = re.compile(r"descriptor(Write)?Count$|dst(Binding|ArrayElement)$|pNext \*$")


def blocks_kept(answers: Answers, version: str) -> CheckResult:
    """Check that writes of inline uniform blocks go down: they are on pNext, and counted in bytes.

    Of layers whose version has them alone. VkWriteDescriptorSet: with VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK
    descriptorCount is the number of bytes, and pImageInfo, pBufferInfo and pTexelBufferView are ignored.
    """
    look = CheckResult(
        missing="the layer has no function that writes descriptors, or is older than inline uniform blocks",
        left_out=left_out(answers),
    )
    for command, forms in under(answers, "form."):
        plain, answer = part(forms, "plain"), part(forms, "blocks")
        if not answer or not knows_structure(version, command, _BLOCK):
            continue
        look.seen += 1
        if answer.get("ended"):
            look.fail(f"{command} crashes with inline uniform blocks; with other descriptors it comes back")
            continue
        if plain.get("times") != 1:
            continue
        if answer.get("times") == 0:
            look.fail(
                f"{command} does not go down with inline uniform blocks; with other descriptors it does"
            )
            continue
        if any(path.endswith("descriptorType") for path, *_ in differences(answer, "changed")):
            continue  # a layer that does with uniform buffers what a device cannot do
        known = {path for key in ("changed", "lost") for path, *_ in differences(plain, key)}
        for path, given, received, _ in differences(answer, "changed"):
            if path not in known and _OF_BLOCKS.search(path):
                fact = f"{received} as {path}, it came with {given}"
                look.fail(f"{command} of inline uniform blocks goes down with {fact}")
        for path, *_ in differences(answer, "lost"):
            if path not in known and _OF_BLOCKS.search(path):
                place = path.removesuffix(" *")
                look.fail(
                    f"{command} of inline uniform blocks goes down without {place}, where their bytes are"
                )
    return look


def values_kept(answers: Answers) -> CheckResult:
    """Check that a call goes down with its own values, not an earlier one's, with each flag, and with its arrays.

    Flags are judged that are valid by themselves, whatever else a call comes with: a layer may take away one that is
    not valid without another one, so that no invalid call goes down (LLP_LAYER_2). Where results of queries are asked
    for with more in each than the application has room for, what comes up is not what it reads: a layer that wants
    more has memory of its own for that, and another dataSize or stride (VUID-vkGetQueryPoolResults-dataSize-00817).
    Where they are asked for without waiting, VK_NOT_READY is an answer: what makes them available may come later.
    """
    look = CheckResult(missing=_NONE, left_out=left_out(answers) or unanswered(answers, "varied"))
    for command, answer in _often(answers):
        look.seen += 1
        for path, given, received, is_mask in differences(answer, "changed"):
            if _is_larger(command, answer, path, received & ~given):
                fact = f"{received:#x} as {path}, it came with {given:#x}"
                look.fail(
                    f"{command} goes down with {fact}: each result is larger, and dataSize and stride are not"
                )
            elif _waits(command, path, received & ~given):
                fact = f"{received:#x} as {path}, it came with {given:#x}"
                look.fail(f"{command} goes down with {fact}: it waits for results that may not be there yet")
            elif is_mask and is_needed_alone(command, path, lost_bits(command, path, given, received)):
                fact = f"{received:#x} as {path}, it came with {given:#x}"
                look.fail(f"{command} goes down with {fact}: a bit that the application sets is gone")
            elif _is_earlier(command, answer, path, given, received):
                fact = f"{received} as {path}, which an earlier call came with"
                look.fail(f"{command} goes down with {fact}; this one came with {given}")
        for path, *_ in differences(answer, "lost"):
            look.fail(f"{command} goes down without {path}, which it came with, in some of several calls")
    return look


def others_kept(answers: Answers) -> CheckResult:
    """Check that other values go down in all calls if they do in the plain one: a layer may have reasons.

    So it may for making one value of the application's out of another one, which is told of once.
    """
    look = CheckResult(missing=_NONE, left_out=left_out(answers) or unanswered(answers, "varied"))
    for command, answer in _often(answers):
        look.seen += 1
        copied = dict(_copied(answer))
        for path, source in copied.items():
            look.fail(f"{command} goes down with {source} as {path}, whatever it comes with")
        for path, given, received, is_mask in differences(answer, "changed"):
            lost = lost_bits(command, path, given, received) if is_mask else 0
            is_judged = is_needed_alone(command, path, lost) or _is_earlier(
                command, answer, path, given, received
            )
            added = received & ~given
            is_judged |= _is_larger(command, answer, path, added) or _waits(command, path, added)
            if is_judged or path in copied or re.search(r"Count$", path):
                continue
            if is_mask and not lost and is_intended_value(command, path, given, received):
                continue
            what = f"{received} as {path}, it came with {given}"
            look.fail(f"{command} goes down with {what}, in some of several calls")
    return look


def order_kept(answers: Answers) -> CheckResult:
    """Check that command buffers are executed in the order in which they are given.

    vkCmdExecuteCommands: pCommandBuffers are "recorded to execute in the primary command buffer in the order they are
    listed in the array". A layer may leave some out, and have command buffers of its own between them.
    """
    look = CheckResult(
        missing="the layer has no function of its own that executes command buffers",
        left_out=left_out(answers),
    )
    for command, forms in under(answers, "form."):
        for form in ("plain", "one", "many") if command == "vkCmdExecuteCommands" else ():
            for array in totals(part(forms, form)):
                look.seen += 1
                if array.is_disordered:
                    look.fail(f"{command} goes down with the elements of {array.name} in another order")
    return look


def fence_last(answers: Answers) -> CheckResult:
    """Check that of the calls that one submission comes down as, none before the last has the fence.

    vkQueueSubmit: the fence is "to be signaled once all submitted command buffers have completed execution".
    """
    look = CheckResult(
        missing="the layer has no function of its own that submits in several calls",
        left_out=left_out(answers),
    )
    for command, forms in under(answers, "form."):
        answer = part(forms, "plain")
        if not command.startswith("vkQueueSubmit") or number(answer, "times") < 2:
            continue
        look.seen += 1
        if any(array.is_disordered for array in totals(answer)):
            look.fail(
                f"{command} with two batches goes down in several calls, and the first of them has the fence: it says"
                " that all is done"
            )
    return look


def fenced_once(answers: Answers) -> CheckResult:
    """Check that no fence goes down twice in the calls that one submission comes down as, unless it is reset.

    VUID-vkQueueSubmit-fence-00063, -00064, and those of vkQueueSubmit2: a fence "must be unsignaled" and "must not be
    associated with any other queue command that has not yet completed".
    """
    look = CheckResult(
        missing="the layer has no function of its own that submits in several calls",
        left_out=left_out(answers),
    )
    for command, forms in under(answers, "form."):
        answer = part(forms, "plain")
        if not command.startswith("vkQueueSubmit") or number(answer, "times") < 2:
            continue
        look.seen += 1
        if answer.get("fenced_twice"):
            look.fail(
                f"{command} with two batches goes down in several calls, two of which have the same fence"
            )
    return look


def _is_earlier(command: str, answer: Mapping[str, Any], path: str, given: int, received: int) -> bool:
    """Return whether the prober found the number of the call before in this place."""
    return path in texts(answer, "earlier") and not is_intended_value(command, path, given, received)


def _waits(command: str, path: str, added: int) -> bool:
    """Return whether results are waited for that the application only asks for."""
    return (command, path) == _FLAGS_OF_RESULTS and bool(added & _WAITING)


def _is_larger(command: str, answer: Mapping[str, Any], path: str, added: int) -> bool:
    """Return whether results of queries are asked for with more in each than in the application's call."""
    sizes = {path for path, *_ in differences(answer, "changed")} & {"dataSize", "stride"}
    return (command, path) == _FLAGS_OF_RESULTS and bool(added & _MORE_IN_EACH) and not sizes


# ---- answers


def _often(answers: Answers) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((name, answer) for name, answer in under(answers, "varied.") if number(answer, "once") >= _TIMES)


def _copied(answer: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from records(answer, "copied", Copied)
