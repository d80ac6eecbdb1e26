"""Checks on the act "lookups": what a lookup has found, it finds again, whatever else is made in between.

Source: "Driver Vulkan Entry Point Discovery" and "Driver Unknown Physical Device Extensions": both lookups take an
instance, and return a function by its name. Neither names a moment, or other instances. Also what is never found.
"""

from collections.abc import Collection
from functools import cache

from refloader.core.chain.links import REQUIRED
from refloader.model import registry
from refloader.suite.drivers.checks.interface import GET_PROC_ADDR
from refloader.suite.drivers.checks.lookups import (
    INSTANCE_LEVELS,
    NO_PHYSICAL,
    asked_version,
    brought_by,
    core_commands,
    core_of_instances,
    passed,
    physical_answers,
)
from refloader.suite.sessions.answers import Answers, numbers, part, texts
from refloader.suite.sessions.check_result import CheckResult

_END = "vkDestroyDevice"
_NO_SECOND = "no second instance of the driver could be made"


def core_kept_beside_another(answers: Answers) -> CheckResult:
    """Check that an instance finds the functions of core that it has found, whichever instance is made later.

    It "returns valid function pointers for all the global-level and instance-level Vulkan functions"; by the
    semantics of vkGetInstanceProcAddr, which it has, the instance decides that is handed in, not one made later.
    """
    return _kept_beside_another(answers, core_of_instances(answers))


def extensions_kept_beside_another(answers: Answers) -> CheckResult:
    """Check the same of all others: functions of extensions "should be available", and need not be there at all."""
    return _kept_beside_another(answers, _of_instances() - core_of_instances(answers))


def _kept_beside_another(answers: Answers, names: frozenset[str]) -> CheckResult:
    row = part(answers, "lookups.lost")
    look = CheckResult(missing=_NO_SECOND)
    if row:
        look.seen = 1
    for key, when in (("beside", "was made"), ("after", "was destroyed")):
        if lost := names.intersection(texts(row, key)):
            look.fail(f"an instance finds {look.some(lost)} no more, once another without extensions {when}")
    return look


def global_kept_beside_another(answers: Answers) -> CheckResult:
    """Check that what the driver finds without an instance it finds while instances live, too (GPA-ICD-03)."""
    row = part(answers, "lookups.lost")
    look = CheckResult(1 if "global_beside" in row else 0, missing=_NO_SECOND)
    if lost := [name for name in texts(row, "global_beside") if registry.command(name)]:
        look.fail(f"while instances live the driver finds {look.some(lost)} without an instance no more")
    return look


def physical_kept_beside_another(
    answers: Answers, offered: Collection[str] | None = None, *, strictly: bool = False
) -> CheckResult:
    """Check that vk_icdGetPhysicalDeviceProcAddr gives for an instance what it has given, whichever is made later.

    What is lost is judged as if it had never been there (``physical_answers``): all of an extension that loaders have
    long known may be left out. ``strictly``, no function that was given may be lost.
    """
    row, given = part(answers, "lookups.lost"), part(answers, "lookups.physical")
    look = CheckResult(missing=NO_PHYSICAL if row else _NO_SECOND)
    if not row or not given:
        return look
    look.seen = 1
    at_first = physical_answers(answers, offered).said
    for key, when in (("physical_beside", "was made"), ("physical_after", "was destroyed")):
        lost = [name for name in texts(row, key) if name in _of_physical_devices()]
        own = [name for name in texts(given, "own") if name not in lost]
        left = {**answers, "lookups.physical": {**given, "own": own}}
        facts = physical_answers(left, offered).said - at_first
        if strictly and lost:
            facts = {f"it gives NULL for {look.some(lost)}, and gave functions before"}
        for fact in sorted(facts):
            look.fail(f"for an instance, once another without extensions {when}, {fact}")
    return look


def devices_keep_what_they_find(answers: Answers) -> CheckResult:
    """Check that a device finds the functions that it has found, whichever device is made later.

    vkGetDeviceProcAddr gives those of the device that is handed in: of core, and of the extensions it was made with.
    What else a driver gives is another check's, and may be gone.
    """
    row, enabled = part(answers, "lookups.device_lost"), texts(part(answers, "lookups.enabled"), "extensions")
    look = CheckResult(1 if row else 0, missing="no two devices of the driver could be made at once")
    versions = numbers(part(answers, "lookups.devices"), "devices")
    version = min(asked_version(answers), versions[0]) if versions else 0
    owed = brought_by(frozenset(enabled)).union(core_commands(version, {"device"}))
    for key, when in (("beside", "was made"), ("after", "was destroyed")):
        if lost := owed.intersection(texts(row, key)):
            look.fail(f"a device finds {look.some(lost)} no more, once another without extensions {when}")
    return look


def found_by_characters(answers: Answers) -> CheckResult:
    """Check that a name has the function that it had, where it is read from a buffer that held others before.

    The function is looked up by "pName", a string; a lookup that returns another one each time is left out.
    """
    row = part(answers, "lookups.buffer")
    look = CheckResult(1 if row else 0, missing="no instance of the driver could be made")
    if other := texts(row, "other"):
        look.fail(
            f"{GET_PROC_ADDR} gives another function for {look.some(other)} ({len(other)} in all) where the name"
            " lies in a buffer that held other names before"
        )
    return look


@cache
def _of_physical_devices() -> frozenset[str]:
    return frozenset(name for name, each in registry.commands().items() if each.level == "physical device")


@cache
def _of_instances() -> frozenset[str]:
    return frozenset(name for name, each in registry.commands().items() if each.level in INSTANCE_LEVELS)


# ---- what loaders cannot do without


def lacking(lookups: Answers) -> str:
    """Return a command without which loaders leave a driver out, and which it does not give an instance; "" if none.

    ``lookups`` are the answers of the act of that name. That it is lacking is a finding of its own (GPA-ICD-02).
    """
    instance = passed(lookups, "lookups.instance")
    asked = filter(instance.was_asked, REQUIRED) if instance.seen else ()
    return next((name for name in asked if name not in instance.found), "")


def without_an_end(lookups: Answers) -> str:
    """Return the command that ends a device if a driver gives a device none; "" if it does."""
    device = passed(lookups, "lookups.device")
    has_none = device.seen and device.was_asked(_END) and _END not in device.found
    return _END if has_none else ""
