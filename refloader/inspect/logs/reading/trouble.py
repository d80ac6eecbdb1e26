"""How far the programs of a text came: lines that show that a step succeeded, and lines that something failed.

They are in the words of any program. A program with Vulkan loads the loader, makes an instance, finds devices, makes
one, makes what it shows pictures with, and runs: a line for one of these proves that all before it went well. A line
that something failed and does not say why proves nothing but this: a text with it is not called a good one.
"""

import re
from enum import IntEnum
from functools import lru_cache

from refloader.inspect.logs.surroundings.sought import Sought

_CRASH = Sought(
    r"segmentation fault|\bSIG(?:SEGV|ABRT|BUS|ILL)\b|core dumped|EXCEPTION_ACCESS_VIOLATION|access violation|"
    r"\bsegfault at\b|unhandled exception|fatal error",
    re.IGNORECASE,
)
_FAILED = r"(?:fail(?:ed|ure|s)?|fatal|\berr(?:or)?\b|unable to|cannot|could not|can't|couldn't)"
_OF_VULKAN = r"(?:vulkan|\bvk[A-Z]\w+|VkInstance|VkDevice|DxvkInstance|\bVK_ERROR_\w+)"
_NOT_DONE = Sought(
    rf"{_FAILED}.{{0,80}}{_OF_VULKAN}|{_OF_VULKAN}.{{0,80}}(?:fail(?:ed|ure)?\b|not (?:found|available|supported))",
    re.IGNORECASE,
)

_WARNING = Sought(r"\W{0,8}warn|fixme|.{0,40}\bwarn(?:ing)?\b", re.IGNORECASE)


_ASKING = re.compile(r"VK_LOADER_DEBUG=\S+|\bgrep\b.{0,200}")
"""Parts of commands that name errors."""

_MODULE = re.compile(r"\b\w{1,60}(?:::\w{1,60}){1,8}\]?")
"""Where a message comes from, as programs in Rust say."""

_PROSE = Sought(r"\?|\b(?:I|i|my|why|how|is this|hi|hello|please|thanks|someone|somebody)\b")
"""What people write about a line, and programs do not."""


@lru_cache(maxsize=4096)
def is_trouble(line: str) -> bool:
    """Return whether a line says that a program crashed, or that something of Vulkan failed."""
    line = _ASKING.sub("", line)
    line = _MODULE.sub("", line) if "::" in line else line
    if _CRASH.search(line) is not None:
        return True
    return _NOT_DONE.search(line) is not None and _WARNING.match(line) is None and _PROSE.search(line) is None


class Step(IntEnum):
    """The steps of a program, in their order."""

    LOADER = 0
    INSTANCE = 1
    DEVICES = 2
    DEVICE = 3
    PICTURES = 4
    RUNS = 5
    DONE = 6


_OK = r"(?: ?\(.{0,80}\))? ?(?:=|->|:|returned|gives?|got)? ?(?:0\b(?!x)|VK_SUCCESS\b|ok\b|success)"
_STEPS = (
    (
        Step.DONE,
        r"\bexit(?:ed)?(?: with)?(?: return)? (?:code|status)[ =:]{1,3}0\b|^rc ?=? ?0$|^all tests passed",
    ),
    (Step.RUNS, r"\bframes? \d+ (?:presented|rendered|drawn)|\b\d+ frames (?:presented|rendered|drawn|in )"),
    (Step.RUNS, r"\b[1-9]\d{0,3}(?:\.\d+)? ?fps\b|\bfps[:=] ?[1-9]|emulation has been resumed"),
    (
        Step.PICTURES,
        r"\b(?:created?|creating|recreated?) (?:vulkan )?swap ?chain\b|^\S{0,40} ?swap ?chain:? \d+ ?x ?\d+"
        r"|actual swap ?chain properties",
    ),
    (
        Step.DEVICE,
        rf"\bvkCreateDevice\b{_OK}|\b(?:created|using) (?:logical |vulkan )?device\b|\bselected GPU\b",
    ),
    (Step.INSTANCE, rf"\bvkCreateInstance\b{_OK}|\bcreating (?:a )?vulkan device\b|\binstance created\b"),
)
_STEP_TABLE = tuple((step, Sought(pattern, re.IGNORECASE)) for step, pattern in _STEPS)
_STEP_WORDS = Sought(
    r"exit|rc|passed|frame|fps|resumed|swap ?chain|vkCreate|device|GPU|instance", re.IGNORECASE
)
_NOT_SO = Sought(
    r"\b(?:fail\w*|error|cannot|can't|could not|couldn't|unable|not|no|never|0 fps|without|if|when|before|after)\b"
    r"|\?|ERROR_",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def step_of(line: str) -> Step | None:
    """Return the step that a line shows to have succeeded; None if it shows none."""
    if not _STEP_WORDS.search(line) or _NOT_SO.search(line):
        return None
    return next((step for step, pattern in _STEP_TABLE if pattern.search(line)), None)
