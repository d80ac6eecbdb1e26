"""Decides which of the loader's messages an application's callback receives. Does not call it."""

from refloader.rules import decides

UTILS_BITS = {"error": 0x1000, "warn": 0x100, "info": 0x10, "debug": 0x1}
"""VkDebugUtilsMessageSeverityFlagBitsEXT by level."""
REPORT_BITS = {"error": 0x8, "warn": 0x2, "info": 0x1, "debug": 0x10}
"""VkDebugReportFlagBitsEXT by level."""
_GENERAL = 0x1
"""VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT: the type of every loader message."""


@decides("DEBUG-LOG-03")
def hears(utils: bool, kinds: int, types: int, level: str) -> bool:
    """Return whether a messenger (``utils``) or a debug report callback receives messages of a level."""
    if not utils:
        return bool(kinds & REPORT_BITS[level])
    return bool(kinds & UTILS_BITS[level] and types & _GENERAL)
