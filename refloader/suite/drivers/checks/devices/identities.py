"""Checks on two runs of the act "facts": a driver says in another process what it said in the first.

In the second run another instance with a device is there all the time.

Source: VkPhysicalDeviceIDProperties in the Vulkan specification. deviceUUID "must be immutable for a given device
across instances, processes, driver APIs, driver versions, and system reboots", and driverUUID is compared "across
instance and process boundaries". No sentence says as much of other facts.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.suite.sessions.answers import Answers, number, part
from refloader.suite.sessions.check_result import CheckResult

_IDS = ("deviceUUID", "driverUUID")
_TOPICS = (
    "properties",
    "driver",
    "pci",
    "extensions",
    "limits",
    "features",
    "queue_families",
    "memory_types",
)
_NONE = (
    "the driver has no physical device here, or its devices have other names or numbers in the second process"
)
_MOST = 3


def same_ids(first: Answers, second: Answers) -> CheckResult:
    """Check that a device has its deviceUUID and driverUUID in each process."""
    look = CheckResult(missing=f"{_NONE}, or they are of Vulkan 1.0")
    for device, one, other in _devices(first, second):
        for key in _IDS:
            here, there = part(one, "id").get(key), part(other, "id").get(key)
            if not here or not there:
                continue
            look.seen += 1
            if here != there and here not in _of_its_kind(second, one, key):
                look.fail(
                    f"{key} of physical device {device} is {here} in one process and {there} in the next"
                )
    return look


def own_ids(first: Answers) -> CheckResult:
    """Check that each physical device has a deviceUUID of its own: it is "a universally unique identifier"."""
    look = CheckResult(missing="the driver has no two physical devices here of Vulkan 1.1 or newer")
    seen: dict[str, int] = {}
    for at in range(_count(first)):
        uuid = str(part(part(first, f"facts.device.{at}"), "id").get("deviceUUID") or "")
        if not uuid:
            continue
        look.seen += bool(seen)
        if uuid in seen:
            look.fail(f"physical devices {seen[uuid]} and {at} have one deviceUUID: {uuid}")
        seen.setdefault(uuid, at)
    return look


def one_node(first: Answers) -> CheckResult:
    """Check deviceNodeMask: where deviceLUIDValid is VK_TRUE, it "must contain exactly one bit"."""
    look = CheckResult(missing="the driver has no physical device here whose deviceLUIDValid is VK_TRUE")
    for at in range(_count(first)):
        identity = part(part(first, f"facts.device.{at}"), "id")
        if "deviceNodeMask" not in identity:
            continue
        look.seen += 1
        if (mask := number(identity, "deviceNodeMask")).bit_count() != 1:
            look.fail(f"deviceNodeMask of physical device {at} is {mask:#x}, and deviceLUIDValid is VK_TRUE")
    return look


def same_facts(first: Answers, second: Answers) -> CheckResult:
    """Check that a device has the same properties, limits, features and extensions in each process."""
    look = CheckResult(missing=_NONE)
    for device, one, other in _devices(first, second):
        look.seen += 1
        if changed := [
            name for topic in _TOPICS for name in _different(topic, one.get(topic), other.get(topic))
        ]:
            look.fail(
                f"physical device {device} differs in {look.some(changed, _MOST)} in the next process,"
                " beside another instance"
            )
    return look


def _devices(first: Answers, second: Answers) -> Iterator[tuple[int, Mapping[str, Any], Mapping[str, Any]]]:
    """Yield each device of both runs, if both have the same names in the same order."""
    runs = [[part(run, f"facts.device.{at}") for at in range(_count(run))] for run in (first, second)]
    names = [[part(device, "properties").get("deviceName") for device in devices] for devices in runs]
    if names[0] == names[1]:
        for at, (one, other) in enumerate(zip(*runs, strict=True)):
            if one and other:
                yield at, one, other


def _of_its_kind(answers: Answers, device: Mapping[str, Any], key: str) -> list[str]:
    """Return what all devices of a device's name have: two of a kind may change places."""
    name = part(device, "properties").get("deviceName")
    rows = [part(answers, f"facts.device.{at}") for at in range(_count(answers))]
    return [
        str(part(row, "id").get(key)) for row in rows if part(row, "properties").get("deviceName") == name
    ]


def _count(answers: Answers) -> int:
    return min(number(part(answers, "facts.devices"), "count"), 64)


def _different(name: str, one: object, other: object) -> Iterator[str]:
    """Yield the members, down to their names, of which the two have not the same."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted({*one, *other}):
            yield from _different(str(key), one.get(key), other.get(key))
    elif one != other:
        yield name
