"""Checks on what a layer passes down for the calls into it, and on the calls that it makes in addition.

Source: "Layer Intercept Requirements", "Layer Conventions and Rules", "Layer Version Negotiation".
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from refloader.model import registry
from refloader.model.parameters import signature
from refloader.model.text import number_of, some
from refloader.suite.layers.checks.below import (
    CREATE_DEVICE,
    CREATE_INSTANCE,
    LOOKUPS,
    answer,
    asked_name,
    level,
)
from refloader.suite.layers.checks.layer_calls import LayerCalls, inside
from refloader.suite.layers.checks.moments import passed_on
from refloader.suite.sessions.answers import result as name_of_result
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call, Note

NEGOTIATION = "negotiation"
"""The topic of the loader's notes at the begin (value 1) and the end (value 0) of a layer's negotiation."""

_COUNT = re.compile("p[A-Za-z]*Count")
_ARRAY = re.compile(r"(?:.*[.\]])?(?P<name>p[A-Z]\w*)\[\d+\](?:\.\w+)?")
"""The path of a handle in an array, or in a member of its elements; the name is that of the innermost array."""
_SINGLE = re.compile(r"(?:p[A-Z]\w*\.)?(?P<name>(?!pipelineCache)[a-z]\w*)\Z")
"""The path of a handle that is a parameter, or a member of the structure of one. A cache only makes things faster."""
_POINTER = re.compile("p+(?:fn)?[A-Z]")
_OBJECTS = frozenset({"object", "objectHandle"})
"""Handles without a type of their own, which layers exchange as they do others."""
_RECORDED = 64
"""The number of elements that are recorded of an array; the array may be longer."""
_DEVICE_EXTENSIONS = "vkEnumerateDeviceExtensionProperties"
_NO_OTHER_NAME = f"{_DEVICE_EXTENSIONS} was to come with NULL or another layer's name"
_ANSWERED_BY_LAYERS = (*LOOKUPS, _DEVICE_EXTENSIONS, "vkEnumerateDeviceLayerProperties")
"""Commands for which other rules say when a layer passes them down."""

_GIVES_WORK = re.compile("vkQueue(Submit|PresentKHR)")
_IS_WORK = re.compile(
    "vkCmd(Draw|Dispatch|TraceRays|Copy|Blit|Resolve|FillBuffer|UpdateBuffer|WriteTimestamp)"
)
"""Commands each of which does something that no other makes up for."""
_WAITED_FOR = ("pWaitSemaphores", "pWaitSemaphoreInfos")
_EACH = frozenset({"pSwapchains", "pCommandBuffers", "pCommandBufferInfos"})
_WHAT = {"vkQueuePresent": "images", "vkQueueSubmit": "command buffers"}

# ---- calls that are passed down


def commands_passed_down(view: LayerCalls) -> CheckResult:
    """Check that the layer passes down each command that comes to it and that the next entity has.

    Each command is checked over the whole run, since a layer may delay a call, answer it from a cache, or refuse it.
    A newer or older form of the command counts as well.
    """
    result = CheckResult(missing="the layer was to be called with commands that what is below it has")
    went = {_family(call.command) for call in view.out_of()}
    there = {asked_name(call) for call in view.out_of(*LOOKUPS) if answer(call)}
    came: dict[str, list[Call]] = {}
    for call in view.into():
        if _goes_down(call, there):
            came.setdefault(call.command, []).append(call)
    result.seen = len(came)
    for name, calls in came.items():
        if _family(name) not in went:
            result.fail(f"{name} comes to the layer {_times(len(calls))} and never goes down", calls[0])
    return result


def passed_down_from_every_thread(view: LayerCalls) -> CheckResult:
    """Check that a queue's command that goes down for each call of one thread goes down for the others' too.

    A layer may hand all calls to a thread of its own; then none goes down from within the application's.
    """
    result = CheckResult(missing="queues were to be used by several threads")
    below = view.inside
    threads: dict[str, dict[int, list[tuple[Call, bool]]]] = {}
    for call in view.into():
        if call.left is not None and not _refused(call) and _is_of_queue(call.command):
            down = any(_family(each.command) == _family(call.command) for each in below.get(call.number, ()))
            threads.setdefault(call.command, {}).setdefault(call.thread, []).append((call, down))
    for name, each in threads.items():
        result.seen += len(each) > 1
        always = any(all(down for _, down in calls) for calls in each.values())
        for calls in each.values():
            if always and not any(down for _, down in calls):
                fact = f"{name} goes down for one thread, and not for another that calls it"
                result.fail_once(f"{fact} {_times(len(calls))}", calls[0][0])
    return result


def _is_of_queue(name: str) -> bool:
    known = signature(name)
    return known is not None and name.startswith("vkQueue") and not known.returns.startswith("void")


def none_lost(view: LayerCalls) -> CheckResult:
    """Check that of what is presented and submitted nothing is lost if some of it goes down.

    A layer may pass on in other calls, later, on a thread of its own, or all in one call, of which a recording has a
    part; one that imitates a device may do nothing. What comes is counted against what goes down in the whole run.
    """
    return _all_of(view, _GIVES_WORK, "the application was to present or submit several times")


def no_commands_lost(view: LayerCalls) -> CheckResult:
    """Check that of the work that is recorded nothing is lost if some of it goes down.

    A layer may record the same work otherwise, as one draw instead of two. State that is set twice may be set once.
    """
    return _all_of(view, _IS_WORK, "the application was to record several draws, dispatches or copies")


def _all_of(view: LayerCalls, which: re.Pattern[str], missing: str) -> CheckResult:
    result = CheckResult(missing=missing)
    came, went, calls = Counter[str](), Counter[str](), dict[str, list[Call]]()
    for call in view.into():
        if which.match(call.command) and call.left is not None and not _refused(call):
            came[_family(call.command)] += _amount(call)
            calls.setdefault(_family(call.command), []).append(call)
    for call in view.out_of():
        if which.match(call.command):
            is_cut = (amount := _amount(call)) >= _RECORDED
            went[_family(call.command)] += sys.maxsize if is_cut else amount
    below = view.inside
    for name, number in came.items():
        result.seen += number > 1
        if 0 < went[name] < number:
            lost = (call for call in calls[name] if not below.get(call.number))
            fact = f"of {number} {_WHAT.get(name, 'calls')} of {calls[name][0].command}, {went[name]} go down"
            result.fail(fact, *islice(lost, 4))
    return result


def _amount(call: Call) -> int:
    """Return how much a call asks for: images, command buffers, or the one command that it is."""
    if not call.command.startswith("vkQueue"):
        return 1
    listed = _listed(call)
    return sum(number for array, number in listed.items() if array in _EACH)


def counts_given(view: LayerCalls) -> CheckResult:
    """Check that the layer passes a place for the count wherever a command gives a list.

    The specification has it a valid pointer in each: without one the call below is invalid. What an application gave
    none for is not the layer's.
    """
    result = CheckResult(missing="the layer was to call down for a list")
    came = {call.command for call in view.into() if _lacks_count(call)}
    for call in view.out_of():
        result.seen += _count_of(call.command) is not None
        if _lacks_count(call) and call.command not in came:
            result.fail_once(f"{call.command} goes down with NULL for its count", call)
    return result


def handles_passed_down(view: LayerCalls) -> CheckResult:
    """Check that a call that the layer passes on names as many objects below as it did above, in an array or alone.

    What the layer passes on in several calls, or with objects of its own added, names at least as many together; a
    submission of its own may wait for a semaphore. Refused calls are left out, and arrays longer than a recording's.
    """
    result = CheckResult(missing="the layer was to pass on calls with arrays of handles")
    for call, below in passed_on(view):
        if not below or _refused(call) or call.command in _ANSWERED_BY_LAYERS:
            continue
        came, went = _listed(call), Counter[str]()
        for each in view.within(call):
            if each.command == call.command:
                went += _listed(each)
            elif _GIVES_WORK.match(each.command):
                went["pWaitSemaphores"] += sum(_listed(each)[name] for name in _WAITED_FOR)
        result.seen += bool(came)
        for array, number in came.items():
            if 0 < number < _RECORDED and went[array] < number:
                fact = f"{call.command} comes with {number} in {array} and goes down with {went[array] or 'none'}"
                result.fail_once(fact, call, *below)
    return result


def numbers_passed_down(view: LayerCalls) -> CheckResult:
    """Check that a call that the layer passes on in one call has the same numbers below as above.

    Numbers are neither handles nor pointers. A layer whose purpose it is may change them, and one that passes a call
    on in several splits them. A wait that was over within the first part of its time needed no other parts.
    """
    result = CheckResult(missing="the layer was to pass on calls with numbers")
    for call, below in passed_on(view):
        if len(below) != 1 or _refused(call) or call.command in _ANSWERED_BY_LAYERS:
            continue
        came, went = _numbers(call), _numbers(below[0])
        result.seen += bool(came)
        for name, number in came.items():
            is_part = name == "timeout" and went.get(name, 0) < number and below[0].result == 0
            if name in went and went[name] != number and not is_part:
                fact = f"{call.command} comes with {number} as {name} and goes down with {went[name]}"
                result.fail_once(fact, call, below[0])
    return result


def _numbers(call: Call) -> dict[str, int]:
    """Return the parameters of a call that are numbers. Floating-point ones are not recorded."""
    known = signature(call.command)
    if known is None or known.floats:
        return {}
    objects = {fact.path for fact in call.given if fact.kind == "handle"}
    return {
        name: word if name in known.wide else word & 0xFFFFFFFF
        for name, word in zip(known.parameters, call.words, strict=False)
        if not (name in objects or name in known.required or name in _OBJECTS or _POINTER.match(name))
    }


def _listed(call: Call) -> Counter[str]:
    """Return how many handles a call received, by the name of their array, parameter or member."""
    paths = (fact.path for fact in call.given if fact.kind == "handle" and fact.value)
    return Counter(found["name"] for path in paths if (found := _ARRAY.match(path) or _SINGLE.match(path)))


def _lacks_count(call: Call) -> bool:
    at = _count_of(call.command)
    return at is not None and at < len(call.words) and call.words[at] == 0


@cache
def _count_of(command: str) -> int | None:
    """Return the place of the parameter that is the pointer to a count, None if the command has none."""
    names = row.parameters if (row := signature(command)) else ()
    return next((at for at, name in enumerate(names) if _COUNT.fullmatch(name)), None)


def _goes_down(call: Call, there: set[str]) -> bool:
    """Return whether the call should go down: it succeeded, does not destroy NULL, and the next entity has it."""
    known = registry.command(call.command)
    if known is None or (known.level == "global" and call.command != CREATE_INSTANCE):
        return False
    if call.left is None or call.command in _ANSWERED_BY_LAYERS or _refused(call):
        return False
    return (known.core == "1.0" or call.command in there) and not _ends_nothing(call)


def _refused(call: Call) -> bool:
    known = signature(call.command)
    return known is not None and known.returns == "VkResult" and call.result < 0


def _ends_nothing(call: Call) -> bool:
    """Return whether a call destroys VK_NULL_HANDLE."""
    if not call.command.startswith(("vkDestroy", "vkFree")):
        return False
    return not any([fact.value for fact in call.given if fact.kind == "handle"][-1:])


def _family(name: str) -> str:
    """Return the common name of all forms of a command: vkQueueSubmit for vkQueueSubmit2KHR."""
    known = registry.command(name)
    core = known.alias if known and known.alias else name
    for extension in known.extensions if known else ():
        core = core.removesuffix(extension.split("_")[1])
    return core.rstrip("0123456789")


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


# ---- additional calls


def extra_calls_on_the_same_chain(view: LayerCalls) -> CheckResult:
    """Check that the layer calls only device functions within device functions, and instance functions within others.

    vkCreateDevice takes a physical device and makes a device: it belongs to both. Lookups belong to none.
    """
    result = CheckResult(missing="the layer was to make a call that is not the one that came to it")
    below = view.inside
    for call in view.into():
        for extra in below.get(call.number, ()):
            chain, other = _chain(call), _chain(extra)
            if not chain or not other or _family(extra.command) == _family(call.command):
                continue
            result.seen += 1
            if chain != other:
                fact = f"{call.command} is a function of the {chain} chain, {extra.command} within it is not"
                result.fail_once(fact, call, extra)
    return result


def _chain(call: Call) -> str:
    """Return the chain of a command: instance or device; empty if it belongs to neither or both."""
    if call.command in (*LOOKUPS, CREATE_DEVICE):
        return ""
    kinds = {"instance": "instance", "physical device": "instance", "device": "device"}
    return "instance" if call.command == CREATE_INSTANCE else kinds.get(level(call.command), "")


# ---- negotiation


def negotiation_calls_nobody(view: LayerCalls) -> CheckResult:
    """Check that during the layer's negotiation its thread makes no call through any link."""
    result = CheckResult(missing="the loader was to negotiate with the layer")
    for thread, begin, end in _negotiations(view):
        result.seen += 1
        if meanwhile := view.meanwhile(thread, begin, end):
            result.fail(f"the negotiation calls {meanwhile[0].command}", *meanwhile)
    return result


def _negotiations(view: LayerCalls) -> Iterator[tuple[int, int, int | None]]:
    """Yield thread, begin and end of each; without an end note it ends at the thread's next negotiation note."""
    open_: dict[int, Note] = {}
    for note in view.recording.notes:
        begun = open_.pop(note.thread, None) if note.about == NEGOTIATION else None
        if begun:
            yield note.thread, begun.place, note.place
        if note.about == NEGOTIATION and note.value and note.text == view.layer:
            open_[note.thread] = note
    for note in open_.values():
        yield note.thread, note.place, None


# ---- enumerations of device extensions


def device_extensions_passed_down(view: LayerCalls) -> CheckResult:
    """Check that vkEnumerateDeviceExtensionProperties goes down with the same name if that is not the layer's."""
    result = CheckResult(missing=_NO_OTHER_NAME)
    for call, downs in _foreign_enumerations(view):
        result.seen += 1
        asked = f"{_DEVICE_EXTENSIONS} for {_said_layer(call)}"
        if not downs:
            result.fail_once(f"{asked} does not go down", call)
        elif all(_layer_name(each) != _layer_name(call) for each in downs):
            result.fail_once(f"{asked} goes down for {_said_layer(downs[0])}", call, *downs)
    return result


def device_extensions_unchanged(view: LayerCalls) -> CheckResult:
    """Check that the layer returns the answer from below to such a call unchanged."""
    result = CheckResult(missing=_NO_OTHER_NAME)
    for call, downs in _foreign_enumerations(view):
        if not downs or downs[-1].left is None:
            continue
        result.seen += 1
        if not _alike(call, downs[-1]):
            fact = f"gives {_say(call, downs[-1])}, below the layer {_say(downs[-1], call)}"
            result.fail_once(f"{_DEVICE_EXTENSIONS} for {_said_layer(call)} {fact}", call, downs[-1])
    return result


def _foreign_enumerations(view: LayerCalls) -> Iterator[tuple[Call, Sequence[Call]]]:
    """Yield the enumerations that do not name the layer itself, with the layer's calls down for them."""
    below = inside(view.out_of(_DEVICE_EXTENSIONS))
    for call in view.into(_DEVICE_EXTENSIONS):
        if call.left is not None and _layer_name(call) != view.layer:
            yield call, below.get(call.number, ())


def _layer_name(call: Call) -> str:
    fact = call.fact("pLayerName")
    return fact.text if fact else ""


def _said_layer(call: Call) -> str:
    return _layer_name(call) or "NULL as pLayerName"


def _alike(above: Call, below: Call) -> bool:
    """Return whether both calls returned the same; names are compared if the caller asked for them."""
    (*ours, names), (*theirs, names_below) = _told(above), _told(below)
    return ours == theirs and (not names or names == names_below)


def _told(call: Call) -> tuple[int, int, tuple[str, ...]]:
    """Return the result, the number and the names that an enumeration returned."""
    count = call.out("count")
    names = tuple(fact.text for fact in call.made if fact.path.startswith("names["))
    return call.result, count.value if count else 0, names


def _say(call: Call, other: Call) -> str:
    (code, count, names), (code_of_other, count_of_other, known) = _told(call), _told(other)
    if len(known) < count_of_other:  # cut off: what stands behind the last common name may be in the rest
        names = names[: max((at for at, name in enumerate(names) if name in known), default=0)]
    only = some(sorted(set(names) - set(known))) if known and code == code_of_other == 0 else ""
    here = f" (only here: {only})" if only else ""
    return f"{name_of_result(code)} and {number_of(count, 'extension')}{here}"
