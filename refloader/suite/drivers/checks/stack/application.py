"""Checks on the whole stack: the scripted application on the reference's library, over the driver.

Source: the requirements of the driver documents "come on top of" those of the Vulkan specification, and the loader
passes calls through (VULKAN-DRIVER-05); vk_icdGetInstanceProcAddr gives pointers for all commands (GPA-ICD-02). A
result that the specification allows is never more than a warning here.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from refloader.model.registry import commands
from refloader.model.text import visible
from refloader.model.version import unpacked
from refloader.suite.sessions.answers import MEMORY, Answers, number, part, result
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

NO_DEVICES = "without physical devices"
"""The application's answer if an instance was made and has no physical devices."""

MORE = "there are more physical devices than the application looks at"

_EACH = "compute-each."
_REFUSED_ON_PURPOSE = "failing.instance", "failing.device"
_DEVICES = {"device", "device_", "plain_device", "extended_device", "next_device", "group", "device_featured"}
"""The steps in which a device is made."""

_CREATED = {"instance", "plain", "extended", "next_instance", "a", "b", "c", "d", "e", *_DEVICES}
"""The steps in which an instance or a device is made."""

_MEMORY_KEPT = {
    "device.memory_kept": "when it is mapped anew",
    "device.memory_placed": "when all of it is mapped, after a part of it was mapped to write",
}
_NUMBERS = ": the job's numbers are "
_NO_VARIANT = 0x1FFFFFFF
_RIGHT = "right"
_MOST = 4


def lacking(session: Session) -> CheckResult:
    """Check that each command of Vulkan 1.0 for instances and devices is found through the loader."""
    look = CheckResult(missing="no instance was made")
    for label, value in session.answers.items():
        step, _, last = label.rpartition(".")
        if last == "lacking":
            look.fail(f"{visible(str(value))} is not found through the loader ({step})")
        look.seen += _is_made(label, value)
    return look


def lookups(session: Session) -> CheckResult:
    """Check that programs find what vkGetDeviceProcAddr has to have: the core of the device's version, up to 1.3."""
    found, version = session.answers.get("lookups.device"), session.answers.get("devices.api")
    look = CheckResult(missing="the driver has no device to ask")
    names = sorted(commands())
    if not isinstance(found, str) or not isinstance(version, int) or len(found) != len(names):
        return look
    core = _core(min(unpacked(version & _NO_VARIANT).feature, (1, 3)))
    look.seen = len(core)
    missed = [name for name, mark in zip(names, found, strict=True) if mark == "0" and name in core]
    if missed:
        look.fail(f"vkGetDeviceProcAddr has no {look.some(missed, _MOST)}, though the device's version does")
    return look


@cache
def _core(newest: tuple[int, int]) -> frozenset[str]:
    """Return the device commands of core up to a version."""
    rows = (row for row in commands().values() if row.level == "device" and row.core)
    return frozenset(row.name for row in rows if tuple(map(int, str(row.core).split("."))) <= newest)


def made(session: Session) -> CheckResult:
    """Check that instances and devices that request nothing but what is offered are made."""
    look = CheckResult(missing="no instance was asked for")
    for label, value in session.answers.items():
        look.seen += _is_made(label, value)
        if _is_creation(label) and isinstance(value, int) and value < 0:
            command = "vkCreateDevice" if _is_of_device(label) else "vkCreateInstance"
            if value in MEMORY:
                look.missing = (
                    f"{command} gives {result(value)}, as it may where memory is short: nothing is made"
                )
                continue
            look.seen += 1
            if label not in _REFUSED_ON_PURPOSE:
                look.fail(f"{label}: {command} gives {result(value)}")
    return look


def made_nothing(session: Session) -> str:
    """Return why a run in which the driver never has memory shows nothing; "" if it shows something.

    The run shows something if it made a device, or an instance where the driver refuses no device for want of memory.
    """
    created = [(label, value) for label, value in session.answers.items() if _is_creation(label)]
    refused = [(_is_of_device(label), value) for label, value in created if value in MEMORY]
    is_of_device = any(of_device for of_device, _ in refused)
    if not refused or any(_is_made(*each) for each in created if _is_of_device(each[0]) or not is_of_device):
        return ""
    command = "vkCreateDevice" if is_of_device else "vkCreateInstance"
    return f"{command} gives {result(refused[-1][1])}, as it may where memory is short: nothing is made"


def succeeding(session: Session) -> CheckResult:
    """Check that valid commands with small amounts of everything succeed."""
    look = CheckResult(missing="the driver has no device to work with")
    for label, value in session.answers.items() if _has_some(session) else ():
        if isinstance(value, int) and not _is_creation(label):
            look.seen += 1
            if value < 0:
                look.fail(f"{label} gives {result(value)}")
    return look


def kept(session: Session) -> CheckResult:
    """Check that what is written to mapped memory is found where it was written."""
    look = CheckResult(missing="the driver has no device to work with")
    for label, how in _MEMORY_KEPT.items():
        told = session.answers.get(label)
        if isinstance(told, int):
            look.seen += 1
            if told != 1:
                look.fail(f"what was written is not found in the memory {how}")
    return look


def computed(session: Session) -> CheckResult:
    """Check that a job on each device, with the queues of each family, returns the right numbers.

    Queues that compute do it by a shader, others by a copy.
    """
    look = CheckResult(missing=_why_no_job(session))
    for name, answers in devices(session):
        for family in _numbers(answers, "families"):
            _check_job(look, f"{name}, queue family {family}", answers, f"family_{family}.")
            for queue in _numbers(answers, f"family_{family}.queues"):
                label = f"family_{family}.queue_{queue}."
                _check_job(look, f"{name}, queue {queue} of family {family}", answers, label)
    return look


def _check_job(look: CheckResult, name: str, answers: Mapping[str, Any], label: str) -> None:
    told = answers.get(f"{label}numbers")
    failed = _failed(answers, label)
    if told is None and failed and failed[1] in MEMORY:
        look.missing = f"there is no memory for the job: {failed[0]} gives {result(failed[1])}"
        return
    look.seen += 1
    if told is None:
        why = f"{failed[0]} gives {result(failed[1])}" if failed else "it does not come to its end"
        look.fail(f"{name}: the job cannot be done: {why}")
    elif told != _RIGHT:
        look.fail(f"{name}{_NUMBERS}{visible(str(told))}")


def in_any_order(fact: str) -> str:
    """Return a breach that ``computed`` has found without its numbers, which the place of the device decides.

    No sentence says that a driver enumerates its devices in one order in each process.
    """
    return fact.partition(_NUMBERS)[0] if _NUMBERS in fact else fact


def counted(session: Session, facts: Answers) -> CheckResult:
    """Check that programs find the physical devices that the driver gives a loader, and no others."""
    look = CheckResult(missing="the driver's own answer is not known, or no instance was made")
    own = part(facts, "facts.devices")
    through = devices(session)
    expected = sorted(_names(facts))
    if own.get("result") != 0 or len(expected) != number(own, "count") or not (through or _has_none(session)):
        return look
    if has_more(session):
        look.missing = MORE
        return look
    look.seen = 1
    names = sorted(name for name, _ in through)
    if names != expected:
        look.fail(f"the driver has the devices {_listed(expected)}, programs find {_listed(names)}")
    return look


def devices(session: Session) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the name and the other answers of each device in "compute-each", in the loader's order."""
    found: dict[str, dict[str, Any]] = {}
    for label, value in session.answers.items():
        head, _, rest = label.removeprefix(_EACH).partition(".")
        if label.startswith(f"{_EACH}gpu_") and rest:
            found.setdefault(head, {})[rest] = value
    return [(visible(str(answers.pop("name", ""))), answers) for answers in found.values()]


def has_more(session: Session) -> bool:
    """Return whether "compute-each" left out physical devices: it is not known which."""
    return f"{_EACH}more" in session.answers


def alike(told: object, expected: object) -> bool:
    """Return whether two answers of a device are the same; all wrong numbers count as the same."""
    return told == expected or (_is_wrong(told) and _is_wrong(expected))


def tell_the_same(one: Session, other: Session) -> bool:
    """Return whether both runs of "compute-each" have the same devices, whose answers are the same, in one order."""
    first, second = devices(one), devices(other)
    return [name for name, _ in first] == [name for name, _ in second] and all(
        alike(after.get(label), before[label])
        for (_, before), (_, after) in zip(first, second, strict=True)
        for label in before
    )


def _is_wrong(told: object) -> bool:
    return isinstance(told, str) and told.startswith("wrong: ")


def _names(facts: Answers) -> Iterator[str]:
    """Yield the names of the devices whose facts are complete."""
    for label in facts:
        if label.startswith("facts.device."):
            yield visible(str(part(part(facts, label), "properties").get("deviceName")))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def _why_no_job(session: Session) -> str:
    if _has_none(session):
        return "the driver has no physical device here"
    return "no device has a queue that computes or copies" if devices(session) else "no instance was made"


def _has_none(session: Session) -> bool:
    return session.answers.get(f"{_EACH}instance") == NO_DEVICES


def _has_some(session: Session) -> bool:
    """Return whether a device could be made."""
    return any(value == 0 and ".device" in label for label, value in session.answers.items())


def _numbers(answers: Mapping[str, Any], label: str) -> list[int]:
    numbers = answers.get(label)
    return [each for each in numbers if isinstance(each, int)] if isinstance(numbers, list) else []


def _failed(answers: Mapping[str, Any], label: str) -> tuple[str, int] | None:
    """Return the step of a job that failed, and its result."""
    for step, value in answers.items():
        if step.startswith(label) and isinstance(value, int) and value != 0:
            return step.removeprefix(label), value
    return None


def _is_creation(label: str) -> bool:
    """Return whether the answer is the result of vkCreateInstance or vkCreateDevice."""
    last = label.rpartition(".")[2]
    return last in _CREATED or (label.startswith("several.") and last.rstrip("12") in _CREATED)


def is_of_a_device(fact: str) -> bool:
    """Return whether a breach that ``made`` has found is of a vkCreateDevice."""
    return _is_of_device(fact.partition(":")[0])


def _is_of_device(label: str) -> bool:
    last = label.rpartition(".")[2]
    return last in _DEVICES or (label.startswith("several.") and last.rstrip("12") in _DEVICES)


def _is_made(label: str, value: object) -> bool:
    return _is_creation(label) and (value in (0, NO_DEVICES))
