"""Checks on the act "carry": work of one list alone, and all levels and layers that remain of an image.

Source: "Requirements of Well-Behaved Layers", LLP_LAYER_1. Quoted are sentences of the Vulkan specification.
"""

import re
from collections.abc import Mapping
from typing import Any

from refloader.suite.layers.alone.answers import ALL_STRUCTURES, APART, left_out, spelled
from refloader.suite.layers.alone.carrying.formed import WORDS, formed_calls
from refloader.suite.layers.alone.rows import differences
from refloader.suite.sessions.answers import Answers, number, part
from refloader.suite.sessions.check_result import CheckResult

_OF_SEVERAL_LISTS = re.compile(
    r"vk(UpdateDescriptorSets|QueueSubmit2?|QueueBindSparse|Cmd(PipelineBarrier|WaitEvents)2?)(KHR)?$"
)
"""Commands of which each list is work by itself, whatever was done before.

They set no state that could be so already.
"""
_OF_NO_LIST = frozenset({"vkCmdPipelineBarrier", "vkCmdWaitEvents"})
"""Commands that wait for stages, or for events and stages, also where they have no barriers of memory.

vkCmdPipelineBarrier: its first synchronization scope "includes only the pipeline stages specified by srcStageMask".
vkCmdPipelineBarrier2 has its stages in its barriers.
"""
_BEGIN, _INHERITANCE = "vkBeginCommandBuffer", "pBeginInfo.pInheritanceInfo"
_REMAINING = (1 << 32) - 1
_COUNTS = {"levelCount": ("levels", "mipLevels"), "layerCount": ("layers", "arrayLayers")}
"""Counts that may be "remaining", the prober's answer on images, and what an image is made with."""


def work_kept(answers: Answers) -> CheckResult:
    """Check that a call goes down that has elements in one of its lists alone, or waits without any barrier.

    vkUpdateDescriptorSets, for example, may have copies and no writes. A layer may record a barrier with the next
    command, or at the end of the command buffer ("later"), and one that refuses a call says so.
    """
    look = CheckResult(
        missing="the layer has no function of its own for a command of several lists",
        left_out=left_out(answers),
    )
    for command, forms in formed_calls(answers):
        if number(forms.get("plain", {}), "times") < 1:
            continue
        for form in ("some", "none"):
            is_work = _OF_SEVERAL_LISTS.match(command) if form == "some" else command in _OF_NO_LIST
            if not is_work or form not in forms or _is_excused(forms[form]):
                continue
            look.seen += 1
            if forms[form].get("times") == 0:
                look.fail(f"{command} does not go down {WORDS[form]}; with elements in all of them it does")
    return look


def rest_kept(answers: Answers) -> CheckResult:
    """Check that all levels and layers that remain of an image are as many below.

    "VK_REMAINING_MIP_LEVELS [...] is a special constant value used for image views to indicate that all remaining mip
    levels in an image after the base level should be included in the view." A layer may count them. The part begins
    with the second level and layer. One of them, or as many as the image has from its first one on, are a breach: the
    image has more levels than any valid one, and a layer may know of fewer. Not judged where the layer makes images
    with another number of them, and where it has a part of its own for each level or layer: then arrays are longer.
    """
    look = CheckResult(
        missing="the layer has no function of its own that takes a part of an image",
        left_out=left_out(answers),
    )
    made_otherwise = {
        row[0].rpartition(".")[2] for row in differences(part(answers, "carry.vkCreateImage"), "changed")
    }
    for command, forms in formed_calls(answers):
        answer = forms.get("rest", {})
        if answer.get("times") != 1:
            continue
        changed = list(differences(answer, "changed"))
        if any(_counts_elements(path) for path, *_ in changed):
            continue
        look.seen += 1
        for path, given, received, _ in changed:
            name = path.rpartition(".")[2]
            if given != _REMAINING or name not in _COUNTS or _COUNTS[name][1] in made_otherwise:
                continue
            all_ = number(answer, _COUNTS[name][0])
            if received in (1, all_, all_ + APART):
                fact = f"it came with all that remain of {all_} from the second on"
                look.fail(f"{command} goes down with {received} as {spelled(path)}, {fact}")
    return look


def inheritance_kept(answers: Answers) -> CheckResult:
    """Check that secondary command buffers are begun with pInheritanceInfo below.

    VUID-vkBeginCommandBuffer-commandBuffer-00051: it "must be a valid VkCommandBufferInheritanceInfo structure". The
    prober has a secondary one in the form with all structures that there are; for others the pointer is ignored.
    """
    look = CheckResult(
        missing="the layer has no function of its own that begins command buffers", left_out=left_out(answers)
    )
    answer = part(part(answers, f"form.{_BEGIN}"), ALL_STRUCTURES)
    if answer.get("times") != 1:
        return look
    look.seen += 1
    if any(path == _INHERITANCE for path, *_ in differences(answer, "lost")):
        look.fail(f"{_BEGIN} of a secondary command buffer goes down without {_INHERITANCE}")
    return look


def _counts_elements(path: str) -> bool:
    """Return whether a member is the number of an array's elements."""
    name = path.rpartition(".")[2]
    return name.endswith("Count") and name not in _COUNTS


def _is_excused(answer: Mapping[str, Any]) -> bool:
    """Return whether a call that does not go down is refused, or is done later; a crash is judged elsewhere."""
    return bool(answer.get("refused") or answer.get("ended") or answer.get("late") or answer.get("later"))
