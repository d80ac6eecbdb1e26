"""Lines that show that something failed and do not say why: a text with such a line is not called a good one.

They are in the words of programs and no table has them, so that they prove nothing but this.
"""

import re

_CRASH = re.compile(
    r"segmentation fault|\bSIG(?:SEGV|ABRT|BUS|ILL)\b|core dumped|EXCEPTION_ACCESS_VIOLATION|access violation|"
    r"\bsegfault at\b|unhandled exception|fatal error",
    re.IGNORECASE,
)
_FAILED = r"(?:fail(?:ed|ure|s)?|fatal|\berr(?:or)?\b|unable to|cannot|could not|can't|couldn't)"
_OF_VULKAN = r"(?:vulkan|\bvk[A-Z]\w+|VkInstance|VkDevice|DxvkInstance|\bVK_ERROR_\w+)"
_NOT_DONE = re.compile(
    rf"{_FAILED}.{{0,80}}{_OF_VULKAN}|{_OF_VULKAN}.{{0,80}}(?:fail(?:ed|ure)?\b|not (?:found|available|supported))",
    re.IGNORECASE,
)

_WARNING = re.compile(r"\W{0,8}warn|fixme|.{0,40}\bwarn(?:ing)?\b", re.IGNORECASE)


_ASKING = re.compile(r"VK_LOADER_DEBUG=\S+|\bgrep\b.{0,200}")
"""Parts of commands that name errors."""

_PROSE = re.compile(r"\?|\b(?:I|i|my|why|how|is this|hi|hello|please|thanks|someone|somebody)\b")
"""What people write about a line, and programs do not."""


def is_trouble(line: str) -> bool:
    """Return whether a line says that a program crashed, or that something of Vulkan failed."""
    line = _ASKING.sub("", line)
    if _CRASH.search(line) is not None:
        return True
    return _NOT_DONE.search(line) is not None and _WARNING.match(line) is None and _PROSE.search(line) is None
