"""The conditions that select the subjects of an expectation file: version ranges, and reported data of drivers.

A driver's reported data are in ``Subject.facts``, which its inspection filled. They come from the driver and can be
of any form, or absent. Reads no file.
"""

import operator
import platform
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refloader.host.globs import fits_glob
from refloader.model.version import ApiVersion, parse_loose, unpacked
from refloader.results.records import Subject

NO_DEVICE = "none"
"""The device id of a driver that has no devices."""

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
class DriverConditions:
    """Conditions on a driver's reported data: patterns for its name and its devices' ids, a range for its version.

    Each may be empty; one of several ``devices`` has to match.
    """

    name: str = ""
    version: str = ""
    devices: tuple[str, ...] = ()

    def fits(self, facts: Mapping[str, Any]) -> bool:
        """True if the driver meets the conditions. A driver without reported data meets only empty conditions."""
        if not (self.name or self.version or self.devices):
            return True
        if not _is_told(facts):
            return False
        found = _rows(facts)
        named = not self.name or any(fits_glob(_driver_name(each), self.name) for each in found)
        versioned = not self.version or any(_is_within(driver_version(each), self.version) for each in found)
        ids = [device_id(each) for each in found] or [NO_DEVICE]
        there = not self.devices or any(
            _is_device_of(each, wanted) for each in ids for wanted in self.devices
        )
        return named and versioned and there


ANY_DRIVER = DriverConditions()
"""The empty conditions, which every driver meets."""


def conditions_met_by(subject: Subject) -> DriverConditions:
    """Return conditions that this driver meets, without its version, so that they apply to its next build as well."""
    if not _is_told(subject.facts):
        return ANY_DRIVER
    found = _rows(subject.facts)
    ids = dict.fromkeys(device_id(each) for each in found)
    name = next((_driver_name(each) for each in found if _driver_name(each)), "")
    return DriverConditions(re.sub(r"([*?[])", r"[\1]", name), "", tuple(ids) or (NO_DEVICE,))


def here() -> str:
    """Return the system and release of this machine in the form of conditions: ``linux 6.1.0-13-amd64``."""
    return f"{platform.system()} {platform.release()}".lower()


def runs_on(system: str, wanted: str) -> bool:
    """True if a system, in the form of ``here``, matches the pattern by its name alone or with its release.

    An empty pattern matches every system.
    """
    names = (system.partition(" ")[0], system)
    return not wanted or any(fits_glob(each, wanted.lower()) for each in names)


def within(version: str, wanted: str) -> bool:
    """True if a Vulkan version is in a range like ``>=1.3.239,<1.3.240``; an empty range contains all versions."""
    if not wanted:
        return True
    number = parse_loose(version) if version else None
    return number is not None and all(_holds(number, each) for each in wanted.split(","))


def is_range(text: str) -> bool:
    """True if each part of the text is a valid comparison; an empty text is not."""
    return all(_compared(each) is not None for each in text.split(","))


def is_device(text: str) -> bool:
    """True if the text is a valid pattern for a device id: vendor and device in hexadecimal, or ``none``."""
    return _DEVICE.fullmatch(text) is not None


def device_id(device: Mapping[str, Any]) -> str:
    """Return the vendor and device ids that the driver reports for a physical device, as ``10de:2335``."""
    return ":".join(f"{_number(device, key):04x}" for key in ("vendorID", "deviceID"))


def _is_device_of(device: str, wanted: str) -> bool:
    """True if an id matches the pattern, which may have prefixes: ``0x10de:0x2335``."""
    parts, patterns = device.split(":"), wanted.lower().split(":")
    return len(parts) == len(patterns) and all(map(_is_part_of, parts, patterns))


def _is_part_of(part: str, pattern: str) -> bool:
    digits = pattern.removeprefix("0x")
    return fits_glob(part, digits if set(digits) & {"*", "?"} else digits.zfill(len(part)))


def driver_version(device: Mapping[str, Any]) -> str:
    """Return the driver's own version as numbers and dots: from ``driverInfo``, else from ``driverVersion``.

    ``driverVersion`` is unpacked in the vendor's format.
    """
    match = _NUMBERS.search(_driver_text(device, "driverInfo"))
    if match:
        return match[0]
    number = _number(device, "driverVersion")
    if _number(device, "vendorID") == _NVIDIA:
        parts = (number >> 22, number >> 14 & 0xFF, number >> 6 & 0xFF, number & 0x3F)
        return ".".join(map(str, parts))
    return str(unpacked(number))


def _is_within(version: str, wanted: str) -> bool:
    """True if a driver's version is in a range. It may have more components than a Vulkan version."""
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
    """Return the operator and the bound of one part of a range, or None if the part is invalid."""
    match = _COMPARISON.fullmatch(text)
    bound = parse_loose(match[2]) if match else None
    return (_COMPARE[match[1]], bound) if match and bound else None


def _is_told(facts: Mapping[str, Any]) -> bool:
    """True if the driver's devices are known: it listed them, or its inspection succeeded without any."""
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
    """Yield the member ``key`` of the object ``part`` in a device's data, if both exist."""
    body = device.get(part)
    if isinstance(body, Mapping) and key in body:
        yield body[key]
