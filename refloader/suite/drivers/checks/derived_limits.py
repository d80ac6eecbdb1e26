"""Checks on the act "facts": limits whose least value follows from other limits or from the stages of a device.

Source: "Required Limits" in the Vulkan specification. Of maxDescriptorSet* the least value "is n times the
corresponding specification minimum maxPerStageDescriptor* limit, where n is the number of shader stages supported";
counted are those of drawing and computing that features tell of. maxPerStageResources is at least "the smallest of"
128 and the sum of the limits that it is about. Sizes of points and widths of lines have 1 in their range. Devices
that draw are judged, those of VK_KHR_portability_subset left out.
"""

from collections.abc import Iterator, Mapping

from refloader.suite.drivers.checks.properties import COMPUTE, GRAPHICS, can, is_bound
from refloader.suite.sessions.answers import Answers, number, part
from refloader.suite.sessions.check_result import CheckResult

_HEAD = "facts.device."
_MISSING = "the driver has no physical device here that draws"

OF_STAGES: Mapping[str, int] = {
    "maxDescriptorSetSamplers": 16,
    "maxDescriptorSetUniformBuffers": 12,
    "maxDescriptorSetStorageBuffers": 4,
    "maxDescriptorSetSampledImages": 16,
    "maxDescriptorSetStorageImages": 4,
}
"""For each stage so many."""

OF_SETS: Mapping[str, int] = {
    "maxDescriptorSetUniformBuffersDynamic": 8,
    "maxDescriptorSetStorageBuffersDynamic": 4,
    "maxDescriptorSetInputAttachments": 4,
}
"""Whatever the number of stages is."""

RESOURCES = (
    "maxPerStageDescriptorUniformBuffers",
    "maxPerStageDescriptorStorageBuffers",
    "maxPerStageDescriptorSampledImages",
    "maxPerStageDescriptorStorageImages",
    "maxPerStageDescriptorInputAttachments",
    "maxColorAttachments",
)
_MOST_RESOURCES = 128
_RANGES = ("pointSizeRange", "lineWidthRange")
_STAGES_OF_FEATURES = {"tessellationShader": 2, "geometryShader": 1}


def derived_limits(answers: Answers) -> CheckResult:
    """Check the limits of descriptor sets, of the resources of a stage, and of points and lines."""
    look = CheckResult(missing=_MISSING)
    for label in answers:
        device = part(answers, label)
        limits = part(part(device, "limits"), "VkPhysicalDeviceLimits")
        if not label.startswith(_HEAD) or not limits or not can(device) & GRAPHICS or not is_bound(device):
            continue
        name = f"of physical device {label.removeprefix(_HEAD)}"
        for member, least, why in _least(device, limits):
            value = limits.get(member)
            if isinstance(value, int):
                look.seen += 1
                if value < least:
                    look.fail(f"{member} {name} is {value}, less than {least}, which {why}")
        for member in _RANGES:
            _check_range(look, name, member, limits.get(member))
    return look


def _least(device: Answers, limits: Answers) -> Iterator[tuple[str, int, str]]:
    """Yield member, the least value, and why it is that."""
    features = part(part(device, "features"), "VkPhysicalDeviceFeatures")
    stages = 2 + sum(more for name, more in _STAGES_OF_FEATURES.items() if features.get(name) is True)
    stages += 1 if can(device) & COMPUTE else 0
    for member, least in OF_STAGES.items():
        yield member, least * stages, f"a device with {stages} shader stages has to allow"
    for member, least in OF_SETS.items():
        yield member, least, "every device has to allow"
    total = sum(number(limits, member) for member in RESOURCES)
    yield "maxPerStageResources", min(total, _MOST_RESOURCES), "its other limits ask for"


def _check_range(look: CheckResult, name: str, member: str, value: object) -> None:
    if not isinstance(value, list) or len(value) != 2:
        return
    if all(isinstance(each, int | float) for each in value):
        look.seen += 1
        if not value[0] <= 1 <= value[1]:
            look.fail(f"{member} {name} is {value}, without 1, which every device has to allow")
