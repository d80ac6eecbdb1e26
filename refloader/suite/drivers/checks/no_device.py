"""Checks on the act "no-device": a driver that finds no physical device.

Source: LDP_DRIVER_2 (no crash) and LDP_DRIVER_1 (other drivers go on: a loader asks several drivers the same
questions). A call may return what the Vulkan specification lets it return, and a group is one of physical devices
(VULKAN-DRIVER-01).
"""

from collections.abc import Iterator

from refloader.model.parameters import signature
from refloader.suite.sessions.answers import Answers, number, part, result
from refloader.suite.sessions.check_result import CheckResult

DEVICES = "vkEnumeratePhysicalDevices"
_LIVES = ("no-device.plain", "no-device.all")
_BEFORE = {"no-device.extensions": "vkEnumerateInstanceExtensionProperties"}
"""What is asked before there is an instance. VULKAN-DRIVER-04 covers the result of vkEnumerateInstanceVersion."""

_NOT_YET_LOOKED = "an instance was to be asked for"


def devices(answers: Answers) -> int:
    """Return how many physical devices the driver has found."""
    return max((number(row, "count") for name, row in _calls(answers) if name.startswith(DEVICES)), default=0)


def comes_back(answers: Answers) -> CheckResult:
    """Check that every call that needs no device has returned, vkDestroyInstance included."""
    look = _look(answers)
    if not look.missing:
        look.seen = 1 + sum(1 for _ in _calls(answers))
    return look


def results_of_calls(answers: Answers) -> CheckResult:
    """Check that the calls return only results that they may return."""
    look = _look(answers)
    for name, row in () if look.missing else _returned(answers):
        look.seen += 1
        command = name.partition(" ")[0]
        found, known = row.get("result"), signature(command)
        if known is not None and found != 0 and found not in [*known.codes]:
            look.fail(f"without a device {command} gives {result(found)}, which it may never give")
    return look


def none_counted(answers: Answers) -> CheckResult:
    """Check that without a device none is enumerated, and none in a group."""
    look = _look(answers)
    for name, row in () if look.missing else _calls(answers):
        if row.get("result") == 0 and "EnumeratePhysicalDeviceGroups" in name:
            look.seen += 1
            if number(row, "count"):
                look.fail(
                    f"{DEVICES} finds none, {name.partition(' ')[0]} {number(row, 'count')} groups of them"
                )
    return look


def _look(answers: Answers) -> CheckResult:
    """Return an outcome that says why there is nothing to check, if that is so."""
    if not any(part(answers, life) for life in _LIVES):
        return CheckResult(missing=_NOT_YET_LOOKED)
    found = devices(answers)
    return CheckResult(
        missing=f"the driver has {found} physical devices here, hidden ones or not" if found else ""
    )


def _calls(answers: Answers) -> Iterator[tuple[str, Answers]]:
    for life in _LIVES:
        calls = part(part(answers, life), "calls")
        yield from ((name, part(calls, name)) for name in calls)


def _returned(answers: Answers) -> Iterator[tuple[str, Answers]]:
    yield from ((command, part(answers, label)) for label, command in _BEFORE.items() if part(answers, label))
    for life in _LIVES:
        row = part(answers, life)
        if row:
            yield "vkCreateInstance", {"result": row.get("instance")}
    yield from _calls(answers)
