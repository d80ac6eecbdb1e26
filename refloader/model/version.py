"""Vulkan versions: variant, major, minor, patch, and their packed 32-bit form."""

import re
from functools import lru_cache
from typing import NamedTuple

_FULL = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})", re.ASCII)
_LOOSE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,3}", re.ASCII)


class ApiVersion(NamedTuple):
    """A Vulkan API version. Compares in the order of its fields."""

    variant: int
    major: int
    minor: int
    patch: int

    @property
    def packed(self) -> int:
        """The 32-bit number as in VK_MAKE_API_VERSION; fields too large for their bits overflow into others."""
        return (self.variant << 29 | self.major << 22 | self.minor << 12 | self.patch) & 0xFFFFFFFF

    @property
    def fits(self) -> bool:
        """True if each field fits its bits: 3, 7, 10 and 12."""
        return self.variant < 8 and self.major < 128 and self.minor < 1024 and self.patch < 4096

    @property
    def feature(self) -> tuple[int, int]:
        """The major and minor number, which decide compatibility; the patch number does not."""
        return self.major, self.minor

    def __str__(self) -> str:
        tail = f"{self.major}.{self.minor}.{self.patch}"
        return f"{self.variant}.{tail}" if self.variant else tail


def api_version(major: int, minor: int, patch: int = 0) -> ApiVersion:
    """Return a version of the Vulkan API (variant 0)."""
    return ApiVersion(0, major, minor, patch)


def unpacked(number: int) -> ApiVersion:
    """Return the version in a packed 32-bit number."""
    return ApiVersion(number >> 29 & 0x7, number >> 22 & 0x7F, number >> 12 & 0x3FF, number & 0xFFF)


@lru_cache(maxsize=4096)
def parse_strict(text: str) -> ApiVersion | None:
    """Return the version written as major.minor.patch, or None if the text has another form."""
    match = _FULL.fullmatch(text)
    return ApiVersion(0, int(match[1]), int(match[2]), int(match[3])) if match else None


def parse_loose(text: str) -> ApiVersion | None:
    """Parse a version leniently: missing minor and patch are 0; the first of four numbers is the variant.

    Return None if the text is not one to four numbers.
    """
    if not _LOOSE.fullmatch(text.strip()):
        return None
    numbers = [int(part) for part in text.strip().split(".")]
    if len(numbers) == 4:
        return ApiVersion(*numbers)
    return ApiVersion(0, *numbers, *([0] * (3 - len(numbers))))
