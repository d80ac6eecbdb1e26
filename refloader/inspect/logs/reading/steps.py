"""How far the programs of a text came: the lines that show that a step succeeded, whatever program prints them.

A program with Vulkan loads the loader, makes an instance, finds devices, makes one, makes what it shows pictures
with, and runs. A line for one of these proves that all before it went well.
"""

import re
from enum import IntEnum


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
_TABLE = tuple((step, re.compile(pattern, re.IGNORECASE)) for step, pattern in _STEPS)
_WORDS = re.compile(
    r"exit|rc|passed|frame|fps|resumed|swap ?chain|vkCreate|device|GPU|instance", re.IGNORECASE
)
_NOT_SO = re.compile(
    r"\b(?:fail\w*|error|cannot|can't|could not|couldn't|unable|not|no|never|0 fps|without|if|when|before|after)\b"
    r"|\?|ERROR_",
    re.IGNORECASE,
)


def step_of(line: str) -> Step | None:
    """Return the step that a line shows to have succeeded; None if it shows none."""
    if not _WORDS.search(line) or _NOT_SO.search(line):
        return None
    return next((step for step, pattern in _TABLE if pattern.search(line)), None)
