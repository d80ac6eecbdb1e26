"""Checks on the whole stack with older loaders: the reference, limited to older versions of the driver interface.

Source: "Loader and Driver Interface Negotiation" and the requirements of each interface version in the driver
documents. A loader uses a driver at the version that both have, and leaves out one with which it shares none. New
features of an interface version are no reason for older commands to answer differently.

All runs are of programs of Vulkan 1.0, which loaders of every age can run.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from refloader.model.text import visible
from refloader.suite.drivers.checks.stack import application
from refloader.suite.sessions.answers import MEMORY, number, result
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

_INCOMPATIBLE = -9
_OFFER = "vkEnumerateInstanceExtensionProperties "
_INCOMPATIBLE_NAME = result(_INCOMPATIBLE)
NO_TO_LEGACY = "the driver negotiates, and says no to loaders from before the negotiation, as it may"


class Meeting(NamedTuple):
    """The outcome for a loader and a driver: the version of the interface, and the result of vkCreateInstance."""

    interface: int
    result: int


def meeting(session: Session) -> Meeting | None:
    """Return the outcome for the first instance requested from the driver; None if the loader does not use it."""
    for line in session.trace:
        event = _event(line)
        if event.get("event") == "vkCreateInstance":
            found = event.get("answers")
            answers = [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
            if answers:
                return Meeting(number(answers[0], "interface"), number(answers[0], "result"))
    return None


def was_asked(session: Session) -> bool:
    """Return whether a program came so far as to request an instance."""
    return any(_event(line).get("event") == "vkCreateInstance" for line in session.trace)


def is_left_out(session: Session) -> bool:
    """Return whether the loader does not use the driver; False if the program ended early."""
    return session.ended == "ok" and was_asked(session) and meeting(session) is None


def refuses_legacy(session: Session, today: Session) -> bool:
    """Return whether a driver that negotiates with a current loader cleanly refuses one that does not negotiate.

    ``today`` is the run on a current loader. The driver may recognise a legacy loader (NEGOTIATE-ICD-08), and may
    have dropped the versions of such loaders.
    """
    met, agreed = meeting(session), meeting(today)
    if met is None or agreed is None:
        return False
    return met.interface < 2 <= agreed.interface and met.result == _INCOMPATIBLE


def obeys_the_table(result: CheckResult, session: Session) -> bool:
    """Return whether all that a driver refuses are instances that one of interface version 4 or less has to refuse.

    The table of version 5 has such a driver return VK_ERROR_INCOMPATIBLE_DRIVER for every version above 1.0, and
    programs ask for one; that a driver of Vulkan 1.1 is of such a version is LDP_DRIVER_7's. To be asked only of one
    that loaders pass such versions on to (``versions.gets_later_versions``).
    """
    met = meeting(session)
    refused = f"gives {_INCOMPATIBLE_NAME}"
    is_old = met is not None and met.interface < 5
    return is_old and all(
        each.fact.endswith(refused) and not application.is_of_a_device(each.fact) for each in result.broken
    )


def works(session: Session, newest: Session, age: int, lacks: str = "") -> CheckResult:
    """Check that a driver that has agreed with a loader of this age gives instances and devices, and does a job.

    What fails on a current loader as well, in ``newest``, does not count; nor does a job of a driver that does none
    there to compare with, as it makes no instance for the version that programs ask for. ``lacks`` is a command that
    the driver does not give a loader of this age: then the result is the loader's.
    """
    met = meeting(session)
    look = CheckResult(
        missing=f"a loader of interface version {age} finds no way into this driver, and leaves it out"
    )
    if met is None or met.result in MEMORY:
        return look
    look.seen = 1
    which = f"to a loader of interface version {age}, at version {met.interface},"
    if met.result != 0 and lacks:
        look.fail(f"{which} the driver gives an instance no {lacks}, and is left out")
    elif met.result != 0:
        look.fail(f"{which} vkCreateInstance with apiVersion 1.0 gives {result(met.result)}")
    for judge in (application.made, application.computed):
        judged, today = judge(session), judge(newest)
        if judge is application.computed and not today.seen:
            continue
        known = {application.in_any_order(broken.fact) for broken in today.broken}
        look.seen += judged.seen
        for broken in judged.broken if met.result == 0 else ():
            if application.in_any_order(broken.fact) not in known:
                look.fail(f"{which} {broken.fact}")
    return look


def agrees(session: Session) -> CheckResult:
    """Check that a current loader can use the driver."""
    look = CheckResult(missing="no instance was asked for")
    reason = _reason(session)
    if reason.startswith(_OFFER):
        look.missing = f"the loader has no use for the driver for another reason: {reason}"
    elif was_asked(session):
        look.seen = 1
        if meeting(session) is None:
            told = f": {reason}" if reason else ""
            look.fail(f"a loader of today has no use for the driver{told}")
    return look


def offer_is_read(session: Session) -> CheckResult:
    """Check that a current loader can read which instance extensions the driver offers."""
    look = CheckResult(missing="no instance was asked for, or the loader and the driver agree on nothing")
    reason = _reason(session)
    if reason.startswith(_OFFER):
        look.fail(f"the reference leaves the driver out: {reason}")
    look.seen = 1 if reason.startswith(_OFFER) or meeting(session) else 0
    return look


def same_devices(session: Session, newest: Session, age: int) -> CheckResult:
    """Check that an old loader finds the devices that a current one finds, in any order, with the same answers."""
    look = CheckResult(missing=f"a loader of interface version {age} was to be given devices")
    if meeting(session) is None or session.ended != "ok" or newest.ended != "ok":
        return look
    own, others = (sorted(application.devices(each), key=_identity) for each in (session, newest))
    look.seen = len(others)
    if [name for name, _ in own] != [name for name, _ in others]:
        look.fail(f"a loader of interface version {age} finds {_listed(own)}, one of today {_listed(others)}")
        return look
    for (name, answers), (_, expected) in zip(own, others, strict=True):
        for label in expected:
            if not application.alike(answers.get(label), expected[label]):
                told = f"{answers.get(label)}, to one of today {expected[label]}"
                look.fail(f"{name}: to a loader of interface version {age}, {label} is {told}")
    return look


def _reason(session: Session) -> str:
    """Return why the driver was left out, as the reference's library reports it; "" if it does not."""
    for line in session.stderr.splitlines():
        told, found, _ = line.partition("; the driver is not used")
        if found:
            return visible(told.rpartition(".json: ")[2])
    return ""


def _identity(device: tuple[str, Mapping[str, Any]]) -> tuple[str, str]:
    name, answers = device
    return name, str(answers.get("limits"))


def _listed(devices: list[tuple[str, Mapping[str, Any]]]) -> str:
    return ", ".join(name for name, _ in devices) or "no device"


def _event(line: str) -> Mapping[str, Any]:
    """Return a decision of the loader; an empty object for the lines of mocks and for forged lines."""
    if not line.startswith("{"):
        return {}
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}
