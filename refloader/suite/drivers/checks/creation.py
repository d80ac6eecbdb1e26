"""Checks on the acts "create", "features" and "extensions-apart": what vkCreateInstance and vkCreateDevice accept.

Source, in the Vulkan specification: "Valid Usage for Structure Pointer Chains" (components must skip over structures
that they do not know), "Instances" and "Devices" (the creating command must return VK_ERROR_EXTENSION_NOT_PRESENT
for an extension that is not supported; "If any requested feature is not supported, vkCreateDevice must return
VK_ERROR_FEATURE_NOT_PRESENT"), "Host Memory" (what is allocated lives no longer than its scope says).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.model import registry
from refloader.suite.drivers.checks.lookups import passed
from refloader.suite.sessions.answers import MEMORY, Answers, number, numbers, part, result, texts, under
from refloader.suite.sessions.check_result import CheckResult

COMMANDS = {"instance": "vkCreateInstance", "device": "vkCreateDevice"}
_SUCCESS, _EXTENSION_NOT_PRESENT, _FEATURE_NOT_PRESENT = 0, -7, -8
_FORMS = {
    "plain": "in pEnabledFeatures",
    "chained": "in a VkPhysicalDeviceFeatures2 in pNext",
    "later": "in a structure alone in pNext",
    "behind": "in a structure behind a VkPhysicalDeviceFeatures2 in pNext",
}
_CASES = {
    "no-application": "without an application info",
    "bare-application": "with an application info that has no names and apiVersion 0",
    "unknown-structure": "with structures of unknown types in pNext",
    "loader-structures": "with the loader's own structures in pNext",
    "all-extensions": "with all extensions that the driver offers",
}
_UNKNOWN = {
    "unknown-extension": "VK_EXT_made_up_of_the_prober",
    "unknown-extension-khr": "VK_KHR_made_up_of_the_prober",
    "unknown-extension-other": "VK_PROBER_made_up",
    "unknown-extension-longer": "",
    "unknown-extension-shorter": "",
}
"""The cases with an extension that nobody has, and its name: drivers may go by what a name begins with.

Where there is none, the answer has it: it is one that the device lists, with a letter more or less.
"""

_SCOPES = ("command", "object", "cache", "device", "instance")
_NO_DEVICE = "the driver has no physical device here, or makes no device of it"
_NOTHING_MADE = {
    "instance": "the driver makes no instance",
    "of-instance": "the driver has no command that destroys surfaces or messengers, or makes no instance",
}
_SHORT = {"instance": frozenset(_SCOPES), "device": frozenset({"command", "object", "device"})}
"""The scopes that end if the object is not made; the instance of a failed device stays."""


def accepted(answers: Answers, case: str, kind: str) -> CheckResult:
    """Check that a creation that succeeds otherwise succeeds in this case, too; memory may be short at any time."""
    look = CheckResult(missing=_never(kind, "with and without what this is about"))
    usual, made = part(answers, f"create.usual.{kind}"), part(answers, f"create.{case}.{kind}")
    if made and number(made, "result") in MEMORY:
        look.missing = f"{COMMANDS[kind]} gives {result(number(made, 'result'))} {_CASES[case]}, as it may"
    elif made and usual and number(usual, "result") == _SUCCESS:
        look.seen = 1
        if number(made, "result") != _SUCCESS:
            look.fail(f"{COMMANDS[kind]} gives {result(number(made, 'result'))} {_CASES[case]}")
    return look


def offered_extensions_accepted(answers: Answers) -> CheckResult:
    """Check that an instance can have all offered extensions. Other errors than this one may have other reasons."""
    made = part(answers, "create.all-extensions.instance")
    code = number(made, "result")
    look = CheckResult(missing=f"vkCreateInstance gives {result(code)} {_CASES['all-extensions']}")
    if made and code in (_SUCCESS, _EXTENSION_NOT_PRESENT):
        look.seen = 1
        if code == _EXTENSION_NOT_PRESENT:
            look.fail(f"vkCreateInstance gives {result(code)} {_CASES['all-extensions']}")
    return look


def listed_extensions_accepted(answers: Answers) -> CheckResult:
    """Check that each physical device takes the extensions that it lists, of an instance with all of the driver's."""
    look = CheckResult(missing="no device is made, or none of an instance with all that the driver offers")
    for device, row in under(answers, "apart."):
        if row.get("usual") != _SUCCESS or row.get("all") not in (_SUCCESS, _EXTENSION_NOT_PRESENT):
            continue
        look.seen += 1
        if row.get("all") == _EXTENSION_NOT_PRESENT:
            look.fail(
                f"vkCreateDevice of physical device {device} gives {result(_EXTENSION_NOT_PRESENT)} with the"
                f" {number(row, 'listed')} extensions that the device lists"
            )
    return look


def foreign_extensions_refused(answers: Answers) -> CheckResult:
    """Check that no physical device takes an extension that it does not list, and another one does."""
    look = CheckResult(missing="no physical device lists an extension that another one does not list")
    for device, row in under(answers, "apart."):
        look.seen += number(row, "asked")
        if taken := _not_short(texts(row, "taken")):
            look.fail(
                "vkCreateDevice does not give VK_ERROR_EXTENSION_NOT_PRESENT for an extension that physical device"
                f" {device} does not list, and another one does: {look.some([_with_result(each) for each in taken])}"
            )
    return look


def enough_memory_for_all(answers: Answers) -> CheckResult:
    """Check that an instance with all offered extensions does not lack memory that one without any has."""
    usual, made = part(answers, "create.usual.instance"), part(answers, "create.all-extensions.instance")
    look = CheckResult(missing=_never("instance", "with and without all extensions"))
    if made and usual.get("result") == _SUCCESS:
        look.seen = 1
        if number(made, "result") in MEMORY:
            look.fail(
                f"vkCreateInstance gives {result(number(made, 'result'))} {_CASES['all-extensions']}, and not without"
            )
    return look


def extensions_of_their_own(answers: Answers) -> CheckResult:
    """Check that a device without extensions finds the same functions beside a device that has them all."""
    look = CheckResult(missing="the driver makes no device beside one with all its extensions")
    alone, beside = passed(answers, "lookups.device"), passed(answers, "lookups.beside")
    if not alone.seen or not beside.seen:
        return look
    look.seen = len(alone.found | beside.found)
    if more := sorted(name for name in beside.found - alone.found if alone.was_asked(name)):
        look.fail(
            f"vkGetDeviceProcAddr gives functions for {look.some(more)} ({len(more)} in all) of a device without"
            " extensions once another device was made with them, and NULL before"
        )
    return look


def device_extensions_accepted(answers: Answers) -> CheckResult:
    """Check that a device can have all listed extensions that may be enabled together (act "lookups", "extended")."""
    made = part(answers, "lookups.enabled")
    listed, code = texts(made, "extensions"), number(made, "result")
    look = CheckResult(missing=f"vkCreateDevice gives {result(code)} with all extensions of the device")
    if made and listed and code in (_SUCCESS, _EXTENSION_NOT_PRESENT):
        look.seen = len(listed)
        if code == _EXTENSION_NOT_PRESENT:
            look.fail(
                f"vkCreateDevice gives {result(code)} with the extensions that the device lists: "
                f"{look.some(listed)}"
            )
    return look


def unknown_extension_refused(answers: Answers, kind: str, usual: Answers | None = None) -> CheckResult:
    """Check that an unknown extension is refused by the error for that, if nothing else is refused.

    ``usual`` are the answers that contain the plainest creation, if it is not in these.
    """
    look = CheckResult(missing=_never(kind, "for an extension that nobody has"))
    plain = part(answers if usual is None else usual, f"create.usual.{kind}")
    if plain and number(plain, "result") != _SUCCESS:
        look.missing = f"{COMMANDS[kind]} gives {result(number(plain, 'result'))} without it, too"
        return look
    for case, name in _UNKNOWN.items():
        made = part(answers, f"create.{case}.{kind}")
        given = name or str(made.get("name"))
        if not made or given in registry.extensions() or number(made, "result") in MEMORY:
            continue
        look.seen += 1
        if number(made, "result") != _EXTENSION_NOT_PRESENT:
            code = result(number(made, "result"))
            look.fail(
                f"{COMMANDS[kind]} gives {code}, not VK_ERROR_EXTENSION_NOT_PRESENT, for {given}, "
                "an extension that nobody has"
            )
    return look


def unknown_features_refused(answers: Answers) -> CheckResult:
    """Check that each feature that a physical device does not have is refused by the error for that."""
    look = CheckResult(missing="the physical devices have every feature, or the driver makes no device")
    for device, row in under(answers, "features."):
        look.seen += number(row, "asked")
        for form, place in _FORMS.items():
            if taken := _not_short(texts(row, form)):
                look.fail(
                    "vkCreateDevice does not give VK_ERROR_FEATURE_NOT_PRESENT for a feature that physical device"
                    f" {device} does not have, {place}: {look.some([_with_result(each) for each in taken])}"
                )
    return look


def features_of_device_taken(answers: Answers) -> CheckResult:
    """Check that no device is refused for want of a feature if all that are enabled are the physical device's.

    "Features": a feature that is reported as supported may be enabled. Any other error may have another reason.
    """
    look = CheckResult(missing="the driver was to make a device")
    for device, row in under(answers, "features."):
        look.seen += "all" in row
        if number(row, "all") == _FEATURE_NOT_PRESENT:
            look.fail(
                "vkCreateDevice gives VK_ERROR_FEATURE_NOT_PRESENT for the features that vkGetPhysicalDeviceFeatures"
                f" lists of physical device {device}, in pEnabledFeatures"
            )
    return look


def _not_short(names: Sequence[str]) -> list[str]:
    """Return those of the names whose result is not that memory is short: it hides what the driver refuses."""
    return [each for each in names if each.rpartition(" ")[2] not in map(str, MEMORY)]


def _with_result(words: str) -> str:
    """Return a name and the result that the device was made with, or not made."""
    name, _, code = words.partition(" ")
    return f"{name} ({result(int(code)) if code.lstrip('-').isdigit() else code})"


def nothing_left_behind(answers: Answers, kind: str) -> CheckResult:
    """Check that a creation that fails frees all memory that it took."""
    look = CheckResult(missing=_never(kind, "and to fail"))
    made = part(answers, f"create.leftovers.{kind}")
    if made and number(made, "result") < _SUCCESS:
        look.seen = 1
        alive = zip(_SCOPES, numbers(made, "alive"), strict=False)
        left = [f"{count} of scope {scope}" for scope, count in alive if scope in _SHORT[kind] and count > 0]
        if left:
            code = result(number(made, "result"))
            look.fail(
                f"{COMMANDS[kind]} fails with {code} and does not give back what it took from the allocation "
                f"callbacks: {', '.join(left)}"
            )
    return look


def handles_given(answers: Answers, kind: str) -> CheckResult:
    """Check that VK_SUCCESS comes with a handle."""
    look = CheckResult(missing=_never(kind, "and to succeed"))
    for case, made in _made(answers, kind):
        if number(made, "result") == _SUCCESS:
            look.seen += 1
            if made.get("handle") == "null":
                look.fail(f"{COMMANDS[kind]} gives VK_SUCCESS and VK_NULL_HANDLE ({case})")
    return look


def objects_given(answers: Answers) -> CheckResult:
    """Check that a success of a creating command comes with an object (act "strangers").

    VK_NULL_HANDLE is "a reserved non-valid object handle": the first command that uses it may crash.
    """
    look = CheckResult(missing=_NO_DEVICE)
    for _, row in under(answers, "strangers."):
        if "hollow" in row:
            look.seen += 1
            if row["hollow"] is True:
                look.fail(f"{row.get('command')} gives VK_SUCCESS and VK_NULL_HANDLE")
    return look


def null_destroyed(answers: Answers, what: str) -> CheckResult:
    """Check that destroying VK_NULL_HANDLE does nothing: the driver returned."""
    return CheckResult(
        1 if f"create.null.{what}" in answers else 0, missing=_NOTHING_MADE.get(what, _NO_DEVICE)
    )


def _never(kind: str, how: str) -> str:
    return f"{COMMANDS[kind]} was to be called {how}" if kind == "instance" else _NO_DEVICE


def _made(answers: Answers, kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the cases of one kind with the outcome of their creation."""
    for label in answers:
        words = label.split(".")
        if len(words) == 3 and words[0] == "create" and words[2] == kind and words[1] != "null":
            yield words[1], part(answers, label)


def strangers_skipped(answers: Answers) -> CheckResult:
    """Check that objects of a device are made beside structures of no known type (act "strangers").

    Drivers, too, skip structures in pNext that no version or extension defines which they support ("Valid Usage for
    Structure Pointer Chains" of the Vulkan specification).
    """
    look = CheckResult(missing=_NO_DEVICE)
    for label in answers:
        row = part(answers, label)
        if not label.startswith("strangers.") or "beside" not in row:
            continue
        look.seen += 1
        if number(row, "beside") < 0:
            look.fail(
                "with a structure of no known type in pNext no "
                f"{label.removeprefix('strangers.').replace('_', ' ')} can be made: {result(number(row, 'beside'))}"
            )
    return look
