"""What a message of one debug extension is in the other: its severity, its types and the kind of its object.

An application may have callbacks of both extensions. In the field, what it hands to vkSubmitDebugUtilsMessageEXT also
reaches debug report callbacks, and what it hands to vkDebugReportMessageEXT also reaches debug utils messengers; no
document says so. Calls nobody: the messengers of the drop-in library do.
"""

from refloader.core.chain.listening import REPORT_BITS, UTILS_BITS

_GENERAL = 0x1
_PERFORMANCE = 0x4
_REPORT_PERFORMANCE = 0x4
"""VK_DEBUG_REPORT_PERFORMANCE_WARNING_BIT_EXT."""
_LAST_OF_BOTH = 25
"""Up to the command pool, an object has the same number in both extensions."""
_REPORTED = {
    1000000000: 26,  # surface
    1000001000: 27,  # swapchain
    1000011000: 28,  # debug report callback
    1000002000: 29,  # display
    1000002001: 30,  # display mode
    1000160000: 33,  # validation cache
}
"""VkDebugReportObjectTypeEXT by VkObjectType, where the numbers differ."""
_UTILS = {report: utils for utils, report in _REPORTED.items()}
_ALIKE = frozenset(
    {
        1000029000,  # CU module
        1000029001,  # CU function
        1000085000,  # descriptor update template
        1000150000,  # acceleration structure of VK_KHR_acceleration_structure
        1000156000,  # sampler of YCbCr
        1000165000,  # acceleration structure of VK_NV_ray_tracing
        1000307000,  # CUDA module
        1000307001,  # CUDA function
        1000366000,  # buffer collection
    }
)


def as_report(severity: int, types: int) -> int:
    """Return the flag of a debug report for a message of VK_EXT_debug_utils, 0 if it has no severity."""
    for level in ("error", "warn", "info", "debug"):
        if severity & UTILS_BITS[level]:
            slow = level == "warn" and types & _PERFORMANCE
            return _REPORT_PERFORMANCE if slow else REPORT_BITS[level]
    return 0


def as_utils(flags: int) -> tuple[int, int]:
    """Return severity and types of VK_EXT_debug_utils for a debug report, a severity of 0 if it has no flag."""
    slow = flags & _REPORT_PERFORMANCE
    if flags & REPORT_BITS["info"]:
        return UTILS_BITS["info"], _GENERAL | _PERFORMANCE if slow else _GENERAL
    if slow:
        return UTILS_BITS["warn"], _PERFORMANCE
    for level in ("warn", "error", "debug"):
        if flags & REPORT_BITS[level]:
            return UTILS_BITS[level], _GENERAL
    return 0, _GENERAL


def reported_object(kind: int) -> int:
    """Return the VkDebugReportObjectTypeEXT of a VkObjectType, 0 if it has none."""
    return _translated(kind, _REPORTED)


def utils_object(kind: int) -> int:
    """Return the VkObjectType of a VkDebugReportObjectTypeEXT, 0 if it has none."""
    return _translated(kind, _UTILS)


def _translated(kind: int, others: dict[int, int]) -> int:
    return kind if kind <= _LAST_OF_BOTH or kind in _ALIKE else others.get(kind, 0)
