"""Checks on a driver beside another one: a mock driver, which writes down all calls to it.

Source: LDP_DRIVER_1, by which a driver makes no other one fail, crash or misbehave. Each of the two is compared with
itself alone. Calls that a loader repeats if there are two drivers are left out.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.model.text import visible
from refloader.suite.drivers.checks.stack import application
from refloader.suite.sessions.answers import MEMORY
from refloader.suite.sessions.answers import result as name_of
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

NEIGHBOUR = "neighbour"
"""The mock driver's name in the trace."""

NEIGHBOURS_DEVICE = "refloader: a neighbour's device"
"""The name of its device, which no device of another driver has."""

_ASKING = (" vkGetPhysicalDevice", " vkEnumerate")
"""Commands by which a loader learns of devices; with more devices it makes more such calls."""

_INSTANCE = "compute-each.instance"
_MOST = 3
_Device = tuple[str, Mapping[str, Any]]


def neighbour(alone: Session, beside: Session) -> CheckResult:
    """Check that the neighbour is called, and answers, as if it were alone."""
    result = CheckResult(missing=_missing(beside, "the neighbour was to be run alone, and beside the driver"))
    expected = _neighbours(alone)
    if not expected or not _is_comparable(alone, beside):
        return result
    result.seen = 1
    _compare(result, "the other driver", expected, _neighbours(beside))
    before, after = list(_calls(alone)), list(_calls(beside))
    if before != after:
        result.fail(f"the other driver is called otherwise than alone: {_first(before, after)}")
    return result


def own(alone: Session, beside: Session) -> CheckResult:
    """Check that the driver answers as if it were alone."""
    result = CheckResult(missing=_missing(beside, "the driver was to give a device alone"))
    expected = application.devices(alone)
    if not expected or not _is_comparable(alone, beside):
        return result
    result.seen = len(expected)
    found = [device for device in application.devices(beside) if device[0] != NEIGHBOURS_DEVICE]
    _compare(result, "the driver", expected, found)
    return result


def _is_comparable(alone: Session, beside: Session) -> bool:
    """Return whether both runs came to their end with an instance, whose devices are all looked at."""
    is_whole = alone.ended == "ok" and beside.ended == "ok" and not application.has_more(beside)
    return is_whole and beside.answers.get(_INSTANCE) not in MEMORY


def _missing(beside: Session, otherwise: str) -> str:
    if (made := beside.answers.get(_INSTANCE)) in MEMORY:
        return (
            f"vkCreateInstance gives {name_of(made)}, as it may where memory is short: no driver is used then"
        )
    return application.MORE if application.has_more(beside) else otherwise


def _neighbours(session: Session) -> list[_Device]:
    return [device for device in application.devices(session) if device[0] == NEIGHBOURS_DEVICE]


def _compare(result: CheckResult, who: str, expected: list[_Device], found: list[_Device]) -> None:
    expected, found = sorted(expected, key=_name), sorted(found, key=_name)
    if [name for name, _ in expected] != [name for name, _ in found]:
        told = ", ".join(name for name, _ in found) or "no device"
        result.fail(f"{who} has {told} in company, alone {', '.join(name for name, _ in expected)}")
        return
    for (name, before), (_, after) in zip(expected, found, strict=True):
        changed = [label for label in before if not application.alike(after.get(label), before[label])]
        for label in changed[:_MOST]:
            result.fail(f"{name}: {label} is {after.get(label)} in company, alone {before[label]}")


def _name(device: _Device) -> str:
    return device[0]


def _calls(session: Session) -> Iterator[str]:
    """Yield the calls to the neighbour, in order."""
    head = f"driver {NEIGHBOUR} "
    for line in session.trace:
        if line.startswith(head) and not any(word in line for word in _ASKING):
            yield visible(line.removeprefix(head))


def _first(before: list[str], after: list[str]) -> str:
    """Return the first line in which they differ."""
    for one, other in zip([*before, "nothing"], [*after, "nothing"], strict=False):
        if one != other:
            return f"{other} in place of {one}"
    return "less than alone" if len(after) < len(before) else "more than alone"
