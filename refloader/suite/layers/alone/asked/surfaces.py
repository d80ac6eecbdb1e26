"""Checks on the act "facts": what a surface is said to be capable of is possible.

Source: VkSurfaceCapabilitiesKHR of the Vulkan specification, and "Requirements of Well-Behaved Layers" (LLP_LAYER_1).
The entity below has three surfaces, each with capabilities that one can have.
"""

from collections.abc import Iterator
from typing import NamedTuple

from refloader.suite.sessions.answers import Answers, records, under
from refloader.suite.sessions.check_result import CheckResult

_SPECIAL = 0xFFFFFFFF
_COLOR_ATTACHMENT = 0x10


class _Capabilities(NamedTuple):
    """The members of VkSurfaceCapabilitiesKHR, extents as two numbers."""

    min_count: int
    max_count: int
    width: int
    height: int
    min_width: int
    min_height: int
    max_width: int
    max_height: int
    layers: int
    transforms: int
    transform: int
    alphas: int
    usages: int


def capabilities_possible(answers: Answers) -> CheckResult:
    """Check that the capabilities of a surface are as VkSurfaceCapabilitiesKHR says that they "will be"."""
    look = CheckResult(missing="the layer has no function of its own for the capabilities of surfaces")
    for command, answer in under(answers, "surfaces."):
        for capabilities in records(answer, "rows", _Capabilities):
            look.seen += 1
            for fact in _impossible(capabilities):
                if (sentence := f"{command} gives {fact}") not in look.said:
                    look.fail(sentence)
    return look


def _impossible(of: _Capabilities) -> Iterator[str]:
    """Yield what cannot be, each with the words of the specification."""
    if of.min_count < 1:
        yield f"{of.min_count} as minImageCount, which will be at least one"
    if 0 < of.max_count < of.min_count:
        fact = "which will be either 0, or greater than or equal to minImageCount"
        yield f"{of.max_count} as maxImageCount, {fact} ({of.min_count})"
    if of.layers < 1:
        yield f"{of.layers} as maxImageArrayLayers, which will be at least one"
    if of.transforms == 0:
        yield "no bit of supportedTransforms, of which at least one will be set"
    if of.alphas == 0:
        yield "no bit of supportedCompositeAlpha, of which at least one will be set"
    if not of.usages & _COLOR_ATTACHMENT:
        yield "supportedUsageFlags without VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, which must be included in the set"
    yield from _impossible_extents(of)


def _impossible_extents(of: _Capabilities) -> Iterator[str]:
    current, least, most = (of.width, of.height), (of.min_width, of.min_height), (of.max_width, of.max_height)
    if least[0] > most[0] or least[1] > most[1]:
        yield f"{most} as maxImageExtent, which will not be less than minImageExtent {least}"
    if current == (_SPECIAL, _SPECIAL):
        return
    if least[0] > current[0] or least[1] > current[1]:
        fact = "which will each be less than or equal to those of currentExtent"
        yield f"{least} as minImageExtent, {fact} {current}"
    if most[0] < current[0] or most[1] < current[1]:
        fact = "which will each be greater than or equal to those of currentExtent"
        yield f"{most} as maxImageExtent, {fact} {current}"
