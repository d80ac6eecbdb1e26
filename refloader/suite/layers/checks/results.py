"""Checks on what a layer returns: results that fit the command and the call below, and unchanged answers.

Source: "Layer Intercept Requirements" and "Layer Conventions and Rules" of all editions. A layer may change what it
exists to change. A result that no purpose can explain is a breach; everything else needs a comparison of two runs.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from refloader.model.parameters import signature
from refloader.model.registry import command, results
from refloader.model.text import visible
from refloader.model.version import unpacked
from refloader.scenario.call_sequence import broken, parsed_lines
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.moments import passed_on
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call, Link, Recording
from refloader.suite.sessions.session import ABOVE, BELOW, Session

_NAMES = {code: name for name, code in reversed(tuple(results().items()))}
_BEFORE = ("instance.version", "instance.listed.", "instance.short", "instance.lookups_before")
"""Prefixes of the application's answers before its first instance."""

_IN_VAIN = frozenset(results()[f"VK_{name}"] for name in ("NOT_READY", "TIMEOUT"))

ANYTIME = frozenset(
    results()[f"VK_ERROR_{name}"]
    for name in (
        "OUT_OF_HOST_MEMORY",
        "OUT_OF_DEVICE_MEMORY",
        "INITIALIZATION_FAILED",
        "DEVICE_LOST",
        "UNKNOWN",
        "VALIDATION_FAILED",
    )
)
"""Results that a layer may return from any call: it is out of memory, or refuses what it exists to refuse."""
_DEBUGGING = re.compile("vk.*Debug(Utils|Report|Marker)")
"""Commands that a layer may serve whether or not the entity below does."""
_MAKERS = ("vkCreate", "vkAllocate")
_ACQUIRES = "vkAcquireNextImage"
_SUCCESS = 0
_INCOMPLETE = results()["VK_INCOMPLETE"]
_NOT_PRESENT = results()["VK_ERROR_LAYER_NOT_PRESENT"]
_ASKED_FOR_NOTHING = {"vkCreateInstance": "instance.plain", "vkCreateDevice": "device.device"}
"""The application's answers to creations without extensions, features and chains."""
LayerCheck = Callable[[LayerCalls], CheckResult]

_MOST_OF_A_NAME = 256
"""VK_MAX_PHYSICAL_DEVICE_NAME_SIZE."""


def appropriate(view: LayerCalls) -> CheckResult:
    """Check that the layer returns only results of the command, and objects with VK_SUCCESS."""
    result = CheckResult(missing="the layer was to be called with commands that return something")
    for call, below in passed_on(view):
        row = signature(call.command)
        if row is None:
            continue
        result.seen += row.returns in ("VkResult", "VkBool32")
        same = any(each.left is not None and each.result == call.result for each in below)
        if row.returns == "VkResult" and not same and call.result not in row.codes | ANYTIME:
            result.fail_once(
                f"{call.command} returns {said(call.result)}, which is none of its results",
                call,
                *below,
            )
        if row.returns == "VkBool32" and not same and call.result not in (0, 1):
            result.fail_once(
                f"{call.command} returns {call.result}, which is neither true nor false", call, *below
            )
        for path in _missing_objects(call):
            result.fail_once(
                f"{call.command} returns VK_SUCCESS and leaves {path} VK_NULL_HANDLE", call, *below
            )
    return result


def _missing_objects(call: Call) -> Iterator[str]:
    row = signature(call.command)
    if row is None or row.returns != "VkResult" or call.left is None or call.result != _SUCCESS:
        return
    for fact in call.made if call.command.startswith(_MAKERS) else ():
        if fact.kind == "handle" and fact.value == 0:
            yield fact.path


def passed_up(view: LayerCalls) -> CheckResult:
    """Check that the layer returns the result from below if it passed a call on once.

    Results that depend on the layer's purpose are left out: the length of an enumeration, what a physical device can
    do, whether a swapchain suits, when a fence is signaled, and the layer's own failures. So are names, tags, markers
    and messengers, which layers serve themselves.
    """
    result = CheckResult(missing="the layer was to pass on commands that return something")
    for call, below in passed_on(view):
        row, known = signature(call.command), command(call.command)
        if row is None or row.returns not in _COMPARED or len(below) != 1 or below[0].left is None:
            continue
        if (known is not None and known.level == "physical device") or _DEBUGGING.match(call.command):
            continue
        result.seen += 1
        if not _COMPARED[row.returns](call, below[0]):
            one, other = (said(each.result) for each in (call, below[0]))
            result.fail_once(
                f"{call.command} returns {one}, the layer got {other} from below", call, below[0]
            )
    return result


def _same_result(call: Call, below: Call) -> bool:
    """Return whether two results agree: success codes must be equal, failures may differ from each other.

    Whether a swapchain suits may be the layer's business; that there is no image after the time given is not. What is
    signaled below may be so later above: a layer may have work of its own left, of which no command says how long it
    takes. An image that is acquired below is the application's.
    """
    if call.result == below.result or call.result in ANYTIME or _is_enumeration(call):
        return True
    if below.result == _SUCCESS and call.result in _IN_VAIN and not call.command.startswith(_ACQUIRES):
        return True
    waits_in_vain = {call.result, below.result} & _IN_VAIN
    if call.command.endswith("KHR") and min(call.result, below.result) >= 0 and not waits_in_vain:
        return True
    return below.result < 0 and call.result < 0


def _is_enumeration(call: Call) -> bool:
    """Return whether the command fills an array whose size the caller gives."""
    row = signature(call.command)
    return row is not None and results()["VK_INCOMPLETE"] in row.codes


def _same_low(call: Call, below: Call) -> bool:
    return call.result == below.result


def _same_word(call: Call, below: Call) -> bool:
    return call.returned == below.returned


_COMPARED: Mapping[str, Callable[[Call, Call], bool]] = {
    "VkResult": _same_result,
    "VkBool32": _same_low,
    "VkDeviceAddress": _same_word,
    "uint64_t": _same_word,
}


def said(code: int) -> str:
    """Return the name of a VkResult, or the number if the registry has no name for it."""
    return _NAMES.get(code, str(code))


# ---- two runs


def alike(plain: Session, again: Session, layered: Session) -> CheckResult:
    """Check that the application gets the same answers with the layer as without it.

    ``plain`` and ``again`` are two runs without the layer: answers that differ between them are not compared. Lists
    that a layer may extend have ``.listed.`` in their labels and may only grow.
    """
    result = CheckResult(
        missing="the application was to run without the layer, and with it until it has an instance"
    )
    for label, value in plain.answers.items() if has_begun(layered) else ():
        if again.answers.get(label) != value or (label not in layered.answers and layered.ended != "ok"):
            continue
        result.seen += 1
        if label not in layered.answers:
            result.fail(f"{label} is {_spelled(label, value)} without the layer and not answered with it")
            continue
        seen = layered.answers[label]
        lost = _lost(value, seen) if ".listed." in label else None
        if lost:
            result.fail(f"{label} lacks {', '.join(map(str, lost))} with the layer")
        elif lost is None and seen != value:
            without, with_it = _short(label, value, seen), _short(label, seen, value)
            result.fail(f"{label} is {without} without the layer and {with_it} with it")
    return result


def names_end(plain: Session, layered: Session) -> CheckResult:
    """Check that the names of physical devices have an end with the layer, as they have without it.

    VkPhysicalDeviceProperties: deviceName is "an array of VK_MAX_PHYSICAL_DEVICE_NAME_SIZE char containing a
    null-terminated UTF-8 string".
    """
    result = CheckResult(missing="the application was to ask for the names of physical devices")
    for label, name in layered.answers.items():
        if label.rpartition(".")[2] != "name" or not isinstance(name, str):
            continue
        result.seen += 1
        if _is_endless(name) and not _is_endless(plain.answers.get(label)):
            fact = f"deviceName is {_MOST_OF_A_NAME} characters with the layer, none of which is the null at its end"
            result.fail(f"{fact} ({label})")
    return result


def _is_endless(name: object) -> bool:
    """Return whether a text fills the array of a name; what is not ASCII may be written longer than it is."""
    return isinstance(name, str) and len(name) == _MOST_OF_A_NAME and name.isascii()


def devices_remain(plain: Session, layered: Session) -> CheckResult:
    """Check that the layer leaves the application a device, and that a list cut short is said to be.

    No layer that imitates another device leaves none where there are some, or says VK_SUCCESS for a part of a list:
    no Vulkan implementation, conformant or not, can be used so.
    """
    result = CheckResult(
        missing="the application was to find devices without the layer, and to ask for them with it"
    )
    for label, value in plain.answers.items():
        if label not in layered.answers:
            continue
        seen, is_short = layered.answers[label], label.endswith(_SHORT)
        result.seen += is_short or value == _SUCCESS or label.endswith(_COUNTED)
        if seen != value and seen == _NONE_LEFT:
            result.fail(f"{label} is {_spelled(label, value)} without the layer; no device is left with it")
        elif is_short and value == _INCOMPLETE and seen == _SUCCESS:
            result.fail(f"{label} is VK_SUCCESS with the layer, though the array has room for only a part")
        elif label.endswith(_FAMILIES) and value == _ROOM and isinstance(seen, int) and seen > _ROOM:
            result.fail(f"{label} counts {seen} with the layer, though the array has room for {_ROOM}")
    return result


def found_again(plain: Session, layered: Session) -> CheckResult:
    """Check that a layer that is found for one instance is found for others: libraries are asked for each.

    VK_ERROR_LAYER_NOT_PRESENT says that a loader could not use the layer any more.
    """
    result = CheckResult(missing="the application was to make an instance with the layer, and others")
    for label, value in plain.answers.items() if has_instance(layered) else ():
        if value != _SUCCESS or not isinstance(layered.answers.get(label), int):
            continue
        result.seen += 1
        if layered.answers[label] == _NOT_PRESENT:
            result.fail(
                f"{label} is VK_SUCCESS without the layer and VK_ERROR_LAYER_NOT_PRESENT with it,"
                " though there is an instance with the layer in the same run"
            )
    return result


def creates(command_name: str, plain: Session, layered: Session) -> CheckResult:
    """Check that a plain instance or device can be made with the layer if it can be made without."""
    label = _ASKED_FOR_NOTHING[command_name]
    result = CheckResult(missing=f"{command_name} was to succeed without the layer and to come back with it")
    code = layered.answers.get(label)
    if plain.answers.get(label) != _SUCCESS or not isinstance(code, int):
        return result
    result.seen += 1
    if code != _SUCCESS:
        first = _first_with(code, command_name, layered.recording)
        fact = f"{command_name} gives {said(code)} with the layer on, VK_SUCCESS without it"
        if first is None:
            result.fail(f"{fact}; no call in the chain gave it")
        else:
            result.fail(f"{fact}; {_who(first, layered.recording)} gave it first", first)
    return result


def has_instance(session: Session) -> bool:
    """Return whether the recording shows that the application got an instance."""
    above = {number for number, link in session.recording.links.items() if not link.above}
    made = (
        call
        for call in session.recording.calls.values()
        if call.command == "vkCreateInstance" and call.link in above and call.left is not None
    )
    return any(call.result == _SUCCESS for call in made)


def _first_with(code: int, command_name: str, recording: Recording) -> Call | None:
    """Return the call of the command that was the first to return this result."""
    ended = {
        call.left: call
        for call in recording.calls.values()
        if call.command == command_name and call.left is not None and call.result == code
    }
    return ended[min(ended)] if ended else None


def _who(call: Call, recording: Recording) -> str:
    """Return who answered a call, and who made it."""
    link = recording.links.get(call.link, Link("", ""))
    below = visible(link.below) or "what is below all layers"
    return f"{below}, called by {visible(link.above) or 'the application'},"


_FAMILIES, _ROOM = ".families_short", 1
"""The step that asks for queue families with an array that is too short, and the room that it has."""

_COUNTED, _SHORT = ".gpus", ".short"
"""The steps of the application that count the devices, and that ask for them with an array that is too short."""
_NONE_LEFT = "without physical devices"
"""The answer of the application to a step that needs a device, if it is given none."""


def _lost(plain: Any, layered: Any) -> list[Any]:
    """Return the elements of a list that are missing with the layer; a number stands for a length."""
    if isinstance(plain, list) and isinstance(layered, list):
        return [each for each in plain if each not in layered]
    if isinstance(plain, int) and isinstance(layered, int) and layered >= plain:
        return []
    return [] if plain == layered else [plain]


def _short(label: str, value: Any, other: Any) -> str:
    """Return a value as text; of two lists only the first difference."""
    if isinstance(value, list) and isinstance(other, list):
        pairs = enumerate(zip_longest(value, other))
        at = next((at for at, (one, two) in pairs if one != two), 0)
        return f"{value[at]!r} at {at}" if at < len(value) else f"over at {at}"
    return _spelled(label, value)


def _spelled(label: str, value: Any) -> str:
    """Return an answer in readable form: numbers below 0 are results, and ``api`` is a packed version."""
    if isinstance(value, int) and value < 0:
        return said(value)
    return str(unpacked(value)) if isinstance(value, int) and label.endswith(".api") else repr(value)


def has_begun(session: Session) -> bool:
    """Return whether the run reached its layers: all earlier answers are the loader's."""
    return session.ended == "ok" or any(not label.startswith(_BEFORE) for label in session.answers)


def undisturbed(plain: Session, layered: Session, about: str = "") -> CheckResult:
    """Check that the layer causes no complaints of the mock driver, and of mock layers beside it.

    ``about`` is the rule whose complaints count, empty for all.
    """
    result = CheckResult(missing="the application was to run on the mock driver with the layer and without")
    result.seen = int(bool(_entries(plain)) and bool(_entries(layered)) and has_begun(layered))
    before = set(_complaints(plain))
    for line in dict.fromkeys(_complaints(layered)):
        if line not in before and about in ("", broken(line)):
            who = "driver" if line.startswith("driver ") else "layer next to it"
            result.fail(f"the {who} complains: {line.partition(' VIOLATION ')[2]}")
    return result


def modest(plain: Session, layered: Session) -> CheckResult:
    """Check that the layer lets no device fail for a feature that it enables and the device does not have.

    A layer may try with more, and once more as the application asks: VK_ERROR_FEATURE_NOT_PRESENT is an answer.
    """
    result = CheckResult(
        missing="the application was to make a device on the mock driver with the layer and without"
    )
    result.seen = int(bool(_entries(plain)) and any(_CREATION in line for line in _entries(layered)))
    if _accepted(layered) >= _accepted(plain):
        return result
    lacks = Counter(_lacking(plain))
    for name in sorted(Counter(_lacking(layered)) - lacks):
        fact = f"it enables {name}, which the device does not have"
        result.fail(f"vkCreateDevice fails with the layer on: {fact}")
    return result


_WITNESSES = ("driver ", f"layer {ABOVE} ", f"layer {BELOW} ")
_CREATION, _LACKS = " vkCreateDevice ", "lacks"


def replaces_shaders(plain: Session, layered: Session) -> bool:
    """Return whether the layer gives the mock driver other shaders than the application's.

    That driver knows the application's shaders by their words, and runs no others: it does nothing for these.
    """
    traces = (parsed_lines(_entries(each), "vkCreateShaderModule", "driver") for each in (plain, layered))
    own, others = (sum("code" in pairs for _, pairs in lines) for lines in traces)
    return others > own


def _lacking(session: Session) -> Iterator[str]:
    lines = parsed_lines(_entries(session), _CREATION.strip(), "driver")
    return (pairs[_LACKS] for _, pairs in lines if _LACKS in pairs)


def _accepted(session: Session) -> int:
    """Return how often the driver did not refuse a device for a feature that it lacks."""
    calls = [pairs for _, pairs in parsed_lines(_entries(session), _CREATION.strip(), "driver")]
    return sum(-1 if _LACKS in pairs else 1 for pairs in calls)


def _entries(session: Session) -> tuple[str, ...]:
    return tuple(line for line in session.trace if line.startswith(_WITNESSES))


def _complaints(session: Session) -> Iterator[str]:
    return (line for line in _entries(session) if broken(line))
