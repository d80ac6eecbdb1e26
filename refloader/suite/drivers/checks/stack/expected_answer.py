"""One answer of the act "states": the only right value, what was asked, and in which words a wrong one is written.

Source: the Vulkan specification, which leaves one answer to each question besides errors.
"""

from typing import NamedTuple

SUCCESS, NOT_READY, TIMEOUT = 0, 1, 2
"""Results of Vulkan."""

FIRST, SECOND, WIDE = 0xC0FFEE01, 0xC0FFEE02, 0x700000005
"""Numbers that the application writes; the last one is another one in 32 bits."""

YES = 1
IMAGE = 16 * 16
"""The texels of an image."""

BUFFER = 16 * 16
"""The words of a buffer."""


class Expected(NamedTuple):
    """The one right answer, what was asked, and in which words to write the value."""

    value: int
    asked: str
    words: str = "result"


def said(asked: str) -> Expected:
    """Return that a statement is true."""
    return Expected(YES, asked, "statement")


def word(number: int, asked: str) -> Expected:
    """Return that a word of memory has this number."""
    return Expected(number, asked, "word")


def count(number: int, asked: str) -> Expected:
    """Return that a semaphore has this value."""
    return Expected(number, asked, "value")


def texels(asked: str, number: int = IMAGE) -> Expected:
    """Return that so many texels of an image, or all of them, are as they have to be."""
    return Expected(number, asked, "texels")


def words(asked: str, number: int = BUFFER) -> Expected:
    """Return that every word of a buffer is as it has to be, those that nothing is written to as well."""
    return Expected(number, asked, "words")


def read(asked: str, number: int) -> Expected:
    """Return that a shader reads what it has to at each of so many places."""
    return Expected(number, asked, "read")
