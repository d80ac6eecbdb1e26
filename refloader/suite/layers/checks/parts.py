"""The check on barriers that go down in parts: each should wait for all stages, and all stages for it.

Source: "Requirements of Well-Behaved Layers" (LLP_LAYER_1), and the Vulkan specification: the stages of
vkCmdPipelineBarrier are those of each of its barriers.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import handles
from refloader.suite.layers.checks.moments import passed_on
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call

_BARRIER: Final = "vkCmdPipelineBarrier"
_RESOURCES: Final = frozenset({"VkBuffer", "VkImage"})
_FROM, _TO = 1, 2
"""The places of srcStageMask and dstStageMask among the parameters."""
_TOP, _BOTTOM, _HOST, _ALL_GRAPHICS, _ALL_COMMANDS = 0x1, 0x2000, 0x4000, 0x8000, 0x10000
_OF_GRAPHICS: Final = 0x7FE
"""The stages from VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT to VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT."""


def stages_in_each_part(view: LayerCalls) -> CheckResult:
    """Check that a barrier that goes down in several calls has its stages in each of them.

    Checked are buffers and images that are in one of the calls: what is in two may go through other stages between.
    A call may have the stages of the calls before or behind it, too, where these share a stage with it. A layer that
    knows what a resource is used for may do with fewer stages.
    """
    result = CheckResult(missing="the layer was to pass on vkCmdPipelineBarrier in several calls")
    for call, below in passed_on(view):
        if call.command != _BARRIER or len(below) < 2 or len(call.words) <= _TO:
            continue
        came = _resources(call)
        went = Counter(resource for part in below for resource in _resources(part))
        for at, part in enumerate(below):
            named = [resource for resource in _resources(part) & came if went[resource] == 1]
            result.seen += bool(named)
            if named and all(len(each.words) > _TO for each in below):
                _judge(result, call, below, at, sorted(named)[0][0])
    return result


def _judge(result: CheckResult, call: Call, below: Sequence[Call], at: int, what: str) -> None:
    part, before, behind = below[at], below[:at], below[at + 1 :]
    for place, name, others in ((_FROM, "srcStageMask", before[::-1]), (_TO, "dstStageMask", behind)):
        came, went = _mask(call, place), _mask(part, place)
        if _needed(came, place) & ~_reached(part, place, others):
            fact = f"{_BARRIER} comes with {came:#x} as {name} and goes down in several calls"
            result.fail_once(f"{fact}, that with its {what} with {went:#x}", call, part)


def _reached(part: Call, place: int, others: Iterable[Call]) -> int:
    """Return the stages of a part, with those of others that form an execution dependency chain with it."""
    reached, opposite = _scope(part, place), _TO if place == _FROM else _FROM
    for other in others:
        if reached & _scope(other, opposite):
            reached |= _scope(other, place)
    return reached


def _scope(call: Call, place: int) -> int:
    """Return the stages in a synchronization scope, without the one that stands for none there."""
    return _covered(_mask(call, place), place) & ~(_TOP if place == _FROM else _BOTTOM)


def _mask(call: Call, place: int) -> int:
    return call.words[place] & 0xFFFFFFFF


def _resources(call: Call) -> set[tuple[str, int]]:
    return {(fact.type, fact.value) for fact in handles(call) if fact.type in _RESOURCES}


def _needed(mask: int, place: int) -> int:
    """Return the stages that are waited for, or that wait, without those that stand for none.

    What the host has done before a submission is waited for anyhow.
    """
    return mask & ~(_TOP | _HOST) if place == _FROM else mask & ~_BOTTOM


def _covered(mask: int, place: int) -> int:
    """Return the stages that a mask has, with those that it stands for. None stands for the host's.

    A stage of graphics is taken for all of them: it includes those that are logically earlier, or later.
    """
    if mask & (_ALL_COMMANDS | (_BOTTOM if place == _FROM else _TOP)):
        return mask | ~_HOST
    return mask | _OF_GRAPHICS if mask & (_ALL_GRAPHICS | _OF_GRAPHICS) else mask
