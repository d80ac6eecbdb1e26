"""The limits of devices that came with later versions of Vulkan, as rows that ``limits`` compares.

Source, in the Vulkan specification: "Required Limits", and the texts of VkPhysicalDeviceSubgroupProperties,
VkPhysicalDeviceSubgroupSizeControlProperties and VkPhysicalDeviceDepthStencilResolveProperties. Each row is required
of every device of its version that draws or computes. Devices of 1.1 have the limits of 1.1 in several structures,
newer ones in one. Not judged: what Vulkan 1.4 raised of the limits of 1.0, and limits of descriptors that change
after they were bound, which depend on features.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from refloader.suite.drivers.checks.devices.properties import COMPUTE, GRAPHICS
from refloader.suite.sessions.answers import Answers, part

_EITHER = GRAPHICS | COMPUTE
_OF_1_1, _OF_1_2, _OF_1_3, _OF_1_4 = (f"VkPhysicalDeviceVulkan1{minor}Properties" for minor in (1, 2, 3, 4))
_MULTIVIEW, _SETS, _SUBGROUPS = (
    f"VkPhysicalDevice{name}Properties" for name in ("Multiview", "Maintenance3", "Subgroup")
)
_COMPUTE_STAGE, _BASIC = 0x20, 0x1
_SAMPLE_ZERO, _AVERAGE = 0x1, 0x2
"""VK_RESOLVE_MODE_SAMPLE_ZERO_BIT and VK_RESOLVE_MODE_AVERAGE_BIT."""


@dataclass(frozen=True, slots=True)
class LaterLimit:
    """A limit that is at least so large on each device that does what ``of`` says: draw, compute, or either."""

    structure: str
    member: str
    least: int
    of: int = _EITHER


LATER_LIMITS = (
    LaterLimit(_OF_1_1, "subgroupSize", 1),
    LaterLimit(_OF_1_1, "maxMultiviewViewCount", 6, GRAPHICS),
    LaterLimit(_OF_1_1, "maxMultiviewInstanceIndex", (1 << 27) - 1, GRAPHICS),
    LaterLimit(_OF_1_1, "maxPerSetDescriptors", 1024),
    LaterLimit(_OF_1_1, "maxMemoryAllocationSize", 1 << 30),
    LaterLimit(_SUBGROUPS, "subgroupSize", 1),
    LaterLimit(_MULTIVIEW, "maxMultiviewViewCount", 6, GRAPHICS),
    LaterLimit(_MULTIVIEW, "maxMultiviewInstanceIndex", (1 << 27) - 1, GRAPHICS),
    LaterLimit(_SETS, "maxPerSetDescriptors", 1024),
    LaterLimit(_SETS, "maxMemoryAllocationSize", 1 << 30),
    LaterLimit(_OF_1_2, "maxTimelineSemaphoreValueDifference", (1 << 31) - 1),
    LaterLimit(_OF_1_3, "minSubgroupSize", 1),
    LaterLimit(_OF_1_3, "maxInlineUniformBlockSize", 256),
    LaterLimit(_OF_1_3, "maxPerStageDescriptorInlineUniformBlocks", 4),
    LaterLimit(_OF_1_3, "maxDescriptorSetInlineUniformBlocks", 4),
    LaterLimit(_OF_1_3, "maxInlineUniformTotalSize", 256),
    LaterLimit(_OF_1_3, "maxBufferSize", 1 << 30),
    LaterLimit(_OF_1_4, "maxPushDescriptors", 32),
)

LATER_BITS = (
    LaterLimit(_OF_1_1, "subgroupSupportedStages", _COMPUTE_STAGE, COMPUTE),
    LaterLimit(_OF_1_1, "subgroupSupportedOperations", _BASIC),
    LaterLimit(_SUBGROUPS, "supportedStages", _COMPUTE_STAGE, COMPUTE),
    LaterLimit(_SUBGROUPS, "supportedOperations", _BASIC),
    LaterLimit(_OF_1_2, "supportedDepthResolveModes", _SAMPLE_ZERO, GRAPHICS),
    LaterLimit(_OF_1_2, "supportedStencilResolveModes", _SAMPLE_ZERO, GRAPHICS),
)
"""What has at least these bits."""


def disagreements(limits: Answers) -> Iterator[tuple[bool, str]]:
    """Yield for each pair of limits that has to fit whether it does, and what is said if it does not."""
    modes = part(limits, _OF_1_2).get("supportedStencilResolveModes")
    if isinstance(modes, int):
        yield (
            not modes & _AVERAGE,
            f"supportedStencilResolveModes is {modes:#x}, and stencils have no average",
        )
    size = part(limits, _OF_1_1).get("subgroupSize")
    least, most = (part(limits, _OF_1_3).get(each) for each in ("minSubgroupSize", "maxSubgroupSize"))
    if isinstance(size, int) and isinstance(least, int) and isinstance(most, int):
        yield (
            least <= size <= most,
            f"subgroupSize is {size}, where subgroups have {least} to {most} invocations",
        )
