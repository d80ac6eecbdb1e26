"""Checks on a driver's manifest by the properties of its physical devices: the act "enumerate". Reads no file.

A manifest is about all devices that the driver can have, and a machine has some of them: only what these disprove is
a breach.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.model.text import quote
from refloader.model.version import parse_loose, unpacked
from refloader.suite.drivers.checks.devices.properties import PORTABILITY
from refloader.suite.sessions.answers import Answers, number, part, rows
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.driver import DriverSubject

_VERSION = "enumerate.version"
_NO_DEVICE = "the driver was to have a physical device here"


def highest_version(answers: Answers, driver: DriverSubject) -> CheckResult:
    """Check that the manifest's version is the newest of the devices and the driver; patch numbers do not count."""
    result = CheckResult(missing=_missing(driver) or _NO_DEVICE)
    written = parse_loose(driver.api_version) if driver.api_version else None
    own = unpacked(number(part(answers, _VERSION), "version"))
    newest = max([own.feature, *(unpacked(number(device, "api")).feature for _, device in _devices(answers))])
    if written and own.feature > (0, 0) and written.feature > newest:
        result.seen += 1
        version = ".".join(map(str, newest))
        result.fail(
            f'"api_version" is {driver.api_version}, and driver and devices are of Vulkan {version} at most'
        )
    for _, device in _devices(answers) if written else ():
        told = unpacked(number(device, "api"))
        result.seen += 1
        if written and told.feature > written.feature:
            result.fail(f'"api_version" is {driver.api_version}, and {_name(device)} supports Vulkan {told}')
    return result


def portability(answers: Answers, driver: DriverSubject) -> CheckResult:
    """Check that a driver declares devices of VK_KHR_portability_subset: applications have to request it."""
    result = CheckResult(missing=_missing(driver) or _NO_DEVICE)
    for name, device in _devices(answers) if driver.manifest else ():
        result.seen += 1
        if PORTABILITY in _extensions(answers, name) and not driver.portability:
            result.fail(f'{_name(device)} has {PORTABILITY}, and "is_portability_driver" is not true')
    return result


def marked_for_nothing(answers: Answers, driver: DriverSubject) -> CheckResult:
    """Check that a driver that is marked as one for portability has such a device: programs do not get it unasked.

    It may have one on another machine.
    """
    result = CheckResult(missing=_missing(driver) or "the manifest does not say is_portability_driver")
    if not driver.manifest or not driver.portability:
        return result
    devices = [name for name, _ in _devices(answers)]
    result.seen = len(devices)
    result.missing = _NO_DEVICE
    if devices and not any(PORTABILITY in _extensions(answers, name) for name in devices):
        result.fail(f'"is_portability_driver" is true, and none of {len(devices)} devices has {PORTABILITY}')
    return result


def _missing(driver: DriverSubject) -> str:
    return "" if driver.manifest else "the library came without a manifest"


def _devices(answers: Answers) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the number of each physical device, as in the labels, and its properties."""
    for label in answers:
        if label.startswith("enumerate.device."):
            yield label.rpartition(".")[2], part(answers, label)


def _extensions(answers: Answers, device: str) -> set[str]:
    found = rows(part(answers, f"enumerate.device-extensions.{device}.filled"), "rows")
    return {str(each.get("name")) for each in found}


def _name(device: Mapping[str, Any]) -> str:
    return quote(str(device.get("name")))
