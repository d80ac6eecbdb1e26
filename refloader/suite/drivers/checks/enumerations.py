"""Checks on the act "enumerate": every enumeration of a driver follows the two-call protocol.

Source, in the Vulkan specification: each command's own section (without an array it returns the number of elements;
with one it writes at most as many as fit, returns VK_INCOMPLETE if there are more, and sets the count to the number
written), and "Lifetime of Retrieved Results" (calls with the same parameters have the same answer).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from refloader.model.parameters import signature
from refloader.model.text import quote, some
from refloader.suite.drivers.checks.devices.properties import is_utf8
from refloader.suite.sessions.answers import MEMORY, Answers, number, part, result, rows, texts
from refloader.suite.sessions.check_result import CheckResult

COMMANDS = {
    "instance-extensions": "vkEnumerateInstanceExtensionProperties",
    "devices": "vkEnumeratePhysicalDevices",
    "groups": "vkEnumeratePhysicalDeviceGroups",
    "device-extensions": "vkEnumerateDeviceExtensionProperties",
    "families": "vkGetPhysicalDeviceQueueFamilyProperties",
    "families2": "vkGetPhysicalDeviceQueueFamilyProperties2",
    "instance-layers": "vkEnumerateInstanceLayerProperties",
    "device-layers": "vkEnumerateDeviceLayerProperties",
}
"""The enumerations, and the command of each."""

OF_PROGRAMS = {
    "tools": "vkGetPhysicalDeviceToolProperties",
    "sparse": "vkGetPhysicalDeviceSparseImageFormatProperties",
    "sparse2": "vkGetPhysicalDeviceSparseImageFormatProperties2",
    "domains": "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT",
    "domains-khr": "vkGetPhysicalDeviceCalibrateableTimeDomainsKHR",
    "rates": "vkGetPhysicalDeviceFragmentShadingRatesKHR",
}
"""Enumerations of the act "lists", which only programs request."""

_CACHE = {"cache": "vkGetPipelineCacheData"}
ROOMS = (*OF_PROGRAMS, *_CACHE)
"""Those of the act "lists" that have to respect the room that is there."""

NEVER_ASKED = ("instance-layers", "device-layers")
"""Enumerations that no loader requests from a driver (EXT-FILTER-06), but that programs without a loader can."""

_AGAIN = "the second time"
_LATER = {"instance-extensions": "while an instance lives", "devices": "once a device was made"}
"""What is listed once more at a later moment, and when that is."""

EXTENSIONS = ("instance-extensions", "device-extensions")
_OF_DEVICES = ("device-extensions", "families", "families2", "device-layers", *ROOMS)
_COMMANDS = {**COMMANDS, **OF_PROGRAMS, **_CACHE}
_NEEDED = {
    "families2": " of Vulkan 1.1",
    "tools": " of Vulkan 1.3",
    "sparse2": " of Vulkan 1.1",
    "domains": " with VK_EXT_calibrated_timestamps",
    "domains-khr": " with VK_KHR_calibrated_timestamps",
    "rates": " with VK_KHR_fragment_shading_rate",
    "cache": ", or makes no device of it",
}
"""What a physical device has to have so that the prober asks it for a kind."""
_SUCCESS, _INCOMPLETE, _LAYER_NOT_PRESENT = 0, 5, -6

_FULL = ("filled", "roomy", "refilled")
_MOST = 4
Steps = Mapping[str, Mapping[str, Any]]
KindCheck = Callable[[Answers, str], CheckResult]


def counted_and_filled(answers: Answers, kind: str) -> CheckResult:
    """Check that the driver returns as many elements as it counts, for any initial count and with more room."""
    look = CheckResult(missing=_nothing(kind))
    for of, steps in _asked(answers, kind):
        counted = steps["counted"]
        code, count = number(counted, "result"), number(counted, "count")
        if code in _errors(kind):
            look.missing = f"{_COMMANDS[kind]} gives {result(code)}{of}"
            continue
        look.seen += 1
        if code != _SUCCESS:
            look.fail(f"{_COMMANDS[kind]} gives {result(code)} where it is asked for the number alone{of}")
            continue
        _check_count(look, kind, of, steps, count)
    return look


def _errors(kind: str) -> frozenset[int]:
    """Return the errors that the registry lists for counting. No layer is named, so that none can be missing."""
    known = signature(_COMMANDS[kind])
    listed = known.codes if known else MEMORY
    return frozenset(code for code in listed if code < _SUCCESS and code != _LAYER_NOT_PRESENT)


def _check_count(look: CheckResult, kind: str, of: str, steps: Steps, count: int) -> None:
    over = number(part(steps, "counted-over"), "count")
    if "counted-over" in steps and over != count:
        look.fail(f"{_COMMANDS[kind]} counts {count}, but {over} where the count comes in as 0xffffffff{of}")
    for name in ("filled", "roomy"):
        step = part(steps, name)
        if not step or number(step, "room") < count:
            continue
        code, written = number(step, "result"), number(step, "count")
        if (code, written) != (_SUCCESS, count) and code not in MEMORY:
            room = number(step, "room")
            look.fail(
                f"{_COMMANDS[kind]} counts {count} and then gives {result(code)} and {written} "
                f"where there is room for {room}{of}"
            )


def arrays_respected(answers: Answers, kind: str) -> CheckResult:
    """Check that the driver writes no more than fits, and returns VK_INCOMPLETE if there is more."""
    look = CheckResult(missing=_nothing(kind))
    for of, steps in _asked(answers, kind):
        count = number(steps["counted"], "count")
        for step in steps.values():
            if "room" not in step:
                continue
            if (code := number(step, "result")) < _SUCCESS:
                look.missing = f"{_COMMANDS[kind]} gives {result(code)} where there is an array{of}"
                continue
            look.seen += 1
            _check_room(look, _COMMANDS[kind], of, step, count)
    return look


def _check_room(look: CheckResult, command: str, of: str, step: Mapping[str, Any], count: int) -> None:
    room, written = number(step, "room"), number(step, "count")
    if step.get("overrun"):
        look.fail(f"{command} writes behind the end of an array with room for {room} of {count}{of}")
    elif written > room:
        look.fail(f"{command} says that it wrote {written} where there is room for {room}{of}")
    elif room < count and _tells_incomplete(command) and number(step, "result") != _INCOMPLETE:
        code = result(number(step, "result"))
        look.fail(f"{command} gives {code}, not VK_INCOMPLETE, where there is room for {room} of {count}{of}")


def _tells_incomplete(command: str) -> bool:
    """Return whether the command has a result that can be VK_INCOMPLETE."""
    known = signature(command)
    return known is not None and _INCOMPLETE in known.codes


def always_the_same(answers: Answers, kind: str) -> CheckResult:
    """Check that the driver returns the same elements in the same order again; how many is for another check."""
    look = CheckResult(missing=_nothing(kind))
    for of, steps in _asked(answers, kind):
        before, after = steps["counted"], part(steps, "recounted")
        if not after:
            continue
        look.seen += 1
        if (before.get("result"), before.get("count")) != (after.get("result"), after.get("count")):
            look.fail(f"{_COMMANDS[kind]} counts {_told(before)}, and {_told(after)} the second time{of}")
            continue
        first = part(steps, "filled")
        counted = number(before, "count")
        for name, when in (("roomy", _AGAIN), ("refilled", _AGAIN), ("filled-later", _LATER.get(kind, ""))):
            step = part(steps, name)
            if step and first and _rows(step)[:counted] != _rows(first)[:counted]:
                look.fail(f"{_COMMANDS[kind]} {_difference(_rows(first), _rows(step), when)}{of}")
                break
        for name in ("counted-later", "filled-later"):
            code = number(part(steps, name), "result")
            if code < _SUCCESS and code not in _errors(kind) and number(before, "result") == _SUCCESS:
                look.fail(f"{_COMMANDS[kind]} gives {result(code)} {_LATER.get(kind, '')}")
                break
        if (more := number(part(steps, "counted-later"), "count")) > counted:
            look.fail(f"{_COMMANDS[kind]} counts {counted}, and {more} {_LATER.get(kind, '')}")
    return look


def _told(step: Mapping[str, Any]) -> str:
    code = number(step, "result")
    return f"{number(step, 'count')}" if code == _SUCCESS else result(code)


def _difference(first: Sequence[object], second: Sequence[object], when: str) -> str:
    changed = ", ".join(sorted(set(_named(first)) ^ set(_named(second)))[:3])
    if changed:
        return f"gives others {when}: {changed}"
    before, after = (sorted(map(repr, each)) for each in (first, second))
    return f"gives {'the same in another order' if before == after else 'others'} {when}"


def _rows(step: Mapping[str, Any]) -> list[object]:
    found = step.get("rows")
    return found if isinstance(found, list) else []


def _names(step: Mapping[str, Any]) -> list[str]:
    return _named(rows(step, "rows"))


def _named(elements: Sequence[object]) -> list[str]:
    """Return the names of extensions; handles and numbers differ from run to run and are not reported."""
    return [str(row["name"]) for row in elements if isinstance(row, dict) and "name" in row]


# ---- the elements


def names_have_text(answers: Answers, kind: str) -> CheckResult:
    """Check that the name of each extension is not empty, and null-terminated UTF-8 (VkExtensionProperties)."""
    look = CheckResult(missing=_no_row(answers, kind))
    for of, steps in _asked(answers, kind):
        for place, row in enumerate(rows(part(steps, "filled"), "rows")):
            look.seen += 1
            if row.get("unended"):
                look.fail(f"{_COMMANDS[kind]} gives a name without a terminating NUL at place {place}{of}")
            elif not row.get("name"):
                look.fail(f"{_COMMANDS[kind]} gives an empty name at place {place}{of}")
            elif not is_utf8(str(row["name"])):
                look.fail(f"{_COMMANDS[kind]} gives a name that is not UTF-8: {quote(str(row['name']))}{of}")
    return look


def listed_once(answers: Answers, kind: str) -> CheckResult:
    """Check that no extension is listed twice."""
    look = CheckResult(missing=_no_row(answers, kind))
    for of, steps in _asked(answers, kind):
        names = Counter(_names(part(steps, "filled")))
        look.seen += len(names)
        for name in sorted(name for name, times in names.items() if times > 1 and name):
            look.fail(f"{_COMMANDS[kind]} lists {name} {names[name]} times{of}")
    return look


def devices_are_handles(answers: Answers) -> CheckResult:
    """Check that each physical device has a handle of its own, which is not VK_NULL_HANDLE."""
    look = CheckResult(missing=_nothing("devices"))
    handles = texts(part(answers, "enumerate.devices.filled"), "rows")
    look.seen = len(handles)
    if "0x0" in handles:
        look.fail(f"{COMMANDS['devices']} gives VK_NULL_HANDLE as one of {len(handles)} devices")
    again = len(handles) - len(set(handles))
    if again and "0x0" not in handles:
        look.fail(f"{COMMANDS['devices']} gives the same handle more than once among {len(handles)}")
    return look


def groups_hold_devices(answers: Answers) -> CheckResult:
    """Check that each physical device is in one group, and nothing else is ("Device Groups")."""
    look = CheckResult(missing=_nothing("groups"))
    for command, of in ((COMMANDS["groups"], ""), (f"{COMMANDS['groups']}KHR", ".khr")):
        devices = texts(part(answers, f"enumerate.devices{of}.filled"), "rows")
        groups = rows(part(answers, f"enumerate.groups{of}.filled"), "rows")
        counted = part(answers, f"enumerate.groups{of}.counted")
        if devices and counted.get("result") == _SUCCESS and counted.get("count") == 0:
            look.seen += len(devices)
            look.fail(f"{command} counts no group, and there are {len(devices)} physical devices")
        _check_groups(look, command, groups, devices)
    return look


def _check_groups(
    look: CheckResult, command: str, groups: Sequence[Mapping[str, Any]], devices: Sequence[str]
) -> None:
    look.seen += len(groups)
    for place, group in enumerate(groups):
        if not 1 <= number(group, "count") <= 32:
            look.fail(f"{command} gives a group of {number(group, 'count')} devices at place {place}")
        if number(group, "count") == 1 and group.get("subset") is True:
            look.fail(f"{command} says subsetAllocation of a group of one device at place {place}")
    held = Counter(each for group in groups for each in texts(group, "devices"))
    strange, missing = set(held) - set(devices), set(devices) - set(held)
    twice = [each for each, times in held.items() if times > 1]
    for number_of, what in (
        (len(strange), "that vkEnumeratePhysicalDevices does not give"),
        (len(twice), "more than once"),
    ):
        if groups and number_of:
            look.fail(f"{command} has {number_of} of its devices {what}")
    if groups and missing:
        look.fail(f"{command} leaves out {len(missing)} of {len(devices)} physical devices")


def families_have_queues(answers: Answers, kind: str) -> CheckResult:
    """Check that each queue family has at least one queue ("Queues")."""
    look = CheckResult(missing=_no_row(answers, kind))
    for of, steps in _asked(answers, kind):
        listed = rows(part(steps, "filled"), "rows")
        look.seen += len(listed)
        empty = [str(place) for place, row in enumerate(listed) if number(row, "queues") == 0]
        if empty:
            which = f"{'families' if empty[1:] else 'family'} {some(empty, _MOST)}"
            look.fail(
                f"{_COMMANDS[kind]} counts {number(steps['counted'], 'count')} and gives no queue in {which}{of}"
            )
    return look


def foreign_layers_unknown(answers: Answers) -> CheckResult:
    """Check that VK_ERROR_LAYER_NOT_PRESENT is returned for a foreign layer. Loaders never ask (EXT-FILTER-07)."""
    counted = part(answers, "enumerate.foreign-layer.counted")
    look = CheckResult(
        seen=1 if counted else 0, missing="the driver was not asked for the extensions of a layer"
    )
    code, count = number(counted, "result"), number(counted, "count")
    if counted and code != _LAYER_NOT_PRESENT:
        look.fail(
            f"{COMMANDS['instance-extensions']} gives {result(code)} and counts {count} for a layer "
            "that nobody has, not VK_ERROR_LAYER_NOT_PRESENT"
        )
    return look


# ---- reading


def _nothing(kind: str) -> str:
    if kind in ("instance-extensions", "instance-layers", "devices"):
        return f"{_COMMANDS[kind]} was to give something"
    if kind == "groups":
        return "the driver has no physical device here, or no vkEnumeratePhysicalDeviceGroups of Vulkan 1.1"
    return f"the driver has no physical device here{_NEEDED.get(kind, '')}"


def _no_row(answers: Answers, kind: str) -> str:
    return f"{_COMMANDS[kind]} gives no element" if any(_asked(answers, kind)) else _nothing(kind)


def _asked(answers: Answers, kind: str) -> Iterator[tuple[str, Steps]]:
    """Yield each enumeration: the device that it is of, as text ("" for none), and the answers by step."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for label in answers:
        words = label.split(".")
        if words[:2] == ["enumerate", kind] and len(words) == (4 if kind in _OF_DEVICES else 3):
            of = f" (physical device {words[2]})" if kind in _OF_DEVICES else ""
            found.setdefault(of, {})[words[-1]] = part(answers, label)
    yield from ((of, steps) for of, steps in found.items() if "counted" in steps)
