"""Which subjects an expectation file is about: ranges of versions, and what a driver tells of itself. Reads no file.

What a driver tells is in ``Subject.facts``, which a first look has filled: a text of somebody else's, or nothing.
"""

import operator
import platform
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from refloader.model.version import ApiVersion, parse_loose, unpacked
from refloader.results.records import Subject

NO_DEVICE = "none"
"""What stands for the id of a device where a driver has none."""

_COMPARISON = re.compile(r"\s*(>=|<=|==|<|>)\s*([0-9][0-9.]*)\s*", re.ASCII)
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
}
_NUMBERS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})+", re.ASCII)
_HEX = "(?:0x)?[0-9a-f*?]+"
_DEVICE = re.compile(f"{_HEX}:{_HEX}|{NO_DEVICE}", re.ASCII | re.IGNORECASE)
_NVIDIA = 0x10DE
_PARTS = 4


@dataclass(frozen=True, slots=True)
class Told:
    """What a driver has to tell of itself: patterns for its name and its devices' ids, a range for its own version.

    Each may be empty; of several ``devices`` one has to be there.
    """

    name: str = ""
    version: str = ""
    devices: tuple[str, ...] = ()

    def fits(self, facts: Mapping[str, Any]) -> bool:
        """Whether a driver tells that. One that nobody could look at tells nothing."""
        if not (self.name or self.version or self.devices):
            return True
        if not _is_told(facts):
            return False
        found = _rows(facts)
        named = not self.name or any(fnmatchcase(_driver_name(each), self.name) for each in found)
        versioned = not self.version or any(_is_within(driver_version(each), self.version) for each in found)
        ids = [device_id(each) for each in found] or [NO_DEVICE]
        there = not self.devices or any(
            _is_device_of(each, wanted) for each in ids for wanted in self.devices
        )
        return named and versioned and there


ANY_DRIVER = Told()
"""No condition."""


def told_by(subject: Subject) -> Told:
    """What this driver tells now, without its version: expectations of one build are to be tried on the next."""
    if not _is_told(subject.facts):
        return ANY_DRIVER
    found = _rows(subject.facts)
    ids = dict.fromkeys(device_id(each) for each in found)
    name = next((_driver_name(each) for each in found if _driver_name(each)), "")
    return Told(re.sub(r"([*?[])", r"[\1]", name), "", tuple(ids) or (NO_DEVICE,))


def here() -> str:
    """The system of this machine and its release, as conditions know them: ``linux 6.1.0-13-amd64``."""
    return f"{platform.system()} {platform.release()}".lower()


def runs_on(system: str, wanted: str) -> bool:
    """Whether a system such as ``here`` gives is meant: by its name alone, or with its release."""
    names = (system.partition(" ")[0], system)
    return not wanted or any(fnmatchcase(each, wanted.lower()) for each in names)


def within(version: str, wanted: str) -> bool:
    """Whether a Vulkan version is in a range such as ``>=1.3.239,<1.3.240``; an empty range takes all."""
    if not wanted:
        return True
    number = parse_loose(version) if version else None
    return number is not None and all(_holds(number, each) for each in wanted.split(","))


def is_range(text: str) -> bool:
    """Whether each part of a range says something; none does of an empty text."""
    return all(_compared(each) is not None for each in text.split(","))


def is_device(text: str) -> bool:
    """Whether a text can be the pattern of a device's id: vendor and device in hexadecimal, or that there is none."""
    return _DEVICE.fullmatch(text) is not None


def device_id(device: Mapping[str, Any]) -> str:
    """Vendor and device of what the driver tells of a physical device, as ``10de:2335``."""
    return ":".join(f"{_number(device, key):04x}" for key in ("vendorID", "deviceID"))


def _is_device_of(device: str, wanted: str) -> bool:
    """Whether an id is of this pattern, which may be written as documents show ids: ``0x10de:0x2335``."""
    parts, patterns = device.split(":"), wanted.lower().split(":")
    return len(parts) == len(patterns) and all(map(_is_part_of, parts, patterns))


def _is_part_of(part: str, pattern: str) -> bool:
    digits = pattern.removeprefix("0x")
    return fnmatchcase(part, digits if set(digits) & {"*", "?"} else digits.zfill(len(part)))


def driver_version(device: Mapping[str, Any]) -> str:
    """The driver's own version in numbers and dots: from its text, else from its number as its vendor packs it."""
    match = _NUMBERS.search(_driver_text(device, "driverInfo"))
    if match:
        return match[0]
    number = _number(device, "driverVersion")
    if _number(device, "vendorID") == _NVIDIA:
        parts = (number >> 22, number >> 14 & 0xFF, number >> 6 & 0xFF, number & 0x3F)
        return ".".join(map(str, parts))
    return str(unpacked(number))


def _is_within(version: str, wanted: str) -> bool:
    """Whether a driver's version is in a range; it may have more numbers than a Vulkan version has."""
    return all(_compare_numbers(version, each) for each in wanted.split(","))


def _compare_numbers(version: str, comparison: str) -> bool:
    match = _COMPARISON.fullmatch(comparison)
    assert match is not None, "the file was checked"
    return _COMPARE[match[1]](_numbers(version), _numbers(match[2]))


def _numbers(text: str) -> tuple[int, ...]:
    numbers = [int(each) for each in text.split(".") if each]
    return (*numbers, *([0] * (_PARTS - len(numbers))))


def _holds(number: ApiVersion, comparison: str) -> bool:
    compared = _compared(comparison)
    assert compared is not None, "the file was checked"
    compare, bound = compared
    return compare(number, bound)


def _compared(text: str) -> tuple[Callable[[ApiVersion, ApiVersion], bool], ApiVersion] | None:
    """What one part of a range says, or None if it says nothing."""
    match = _COMPARISON.fullmatch(text)
    bound = parse_loose(match[2]) if match else None
    return (_COMPARE[match[1]], bound) if match and bound else None


def _is_told(facts: Mapping[str, Any]) -> bool:
    """Whether it is known which devices there are: who cannot list them, or make an instance, has none to offer."""
    return "devices" in facts or ("instance" in facts and "note" not in facts)


def _rows(facts: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    rows = facts.get("devices", ())
    return [each for each in rows if isinstance(each, Mapping)] if isinstance(rows, list | tuple) else []


def _driver_name(device: Mapping[str, Any]) -> str:
    return _driver_text(device, "driverName")


def _driver_text(device: Mapping[str, Any], key: str) -> str:
    return next((each for each in _members(device, "driver", key) if isinstance(each, str)), "")


def _number(device: Mapping[str, Any], key: str) -> int:
    return next((each for each in _members(device, "properties", key) if isinstance(each, int)), 0)


def _members(device: Mapping[str, Any], part: str, key: str) -> Iterator[object]:
    """The member of a part of what was told, where both are there."""
    body = device.get(part)
    if isinstance(body, Mapping) and key in body:
        yield body[key]
