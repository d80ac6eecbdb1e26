"""Checks on the first word of dispatchable objects that a layer makes, or hides from the loader.

Source: "Wrapping" and "Creating New Dispatchable Objects" of all editions. The loader's trampoline fills in objects
that pass through it; the layer has to fill in all others, with the first word of the object's parent.
"""

from collections.abc import Callable

from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import DISPATCHABLE, Thing, dispatched, succeeded
from refloader.suite.layers.checks.moments import LOOKUPS, Moment, around, moments
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call, Fact

_MAGIC, _LOW = 0x01CDC0DE, 0xFFFFFFFF
"""ICD_LOADER_MAGIC: the value that drivers leave in the first word, whose upper half may be anything."""
_OF_DEVICES = ("VkQueue", "VkCommandBuffer")
_FILLED_BY_TRAMPOLINES = ("VkDevice", *_OF_DEVICES)
"""Objects that a trampoline fills in after the layer has returned them, whatever the layer left there."""
LayerCheck = Callable[[LayerCalls], CheckResult]


def filled_below(view: LayerCalls) -> CheckResult:
    """Check that queues and command buffers unknown to the loader go down with their device's dispatch pointer."""
    result = CheckResult(
        missing="the layer was to call down with a queue or command buffer that the loader has not seen"
    )
    handed_up = set[Thing]()  # drivers use the number of one that is gone for another one
    told = set[int]()
    for moment in moments(view):
        if moment.inward and not moment.enters:
            made = _dispatchable(moment.call)
            handed_up |= {thing for fact in made for thing in moment.below.find(fact.type, fact.value)}
        first = dispatched(moment.call) if moment.down and moment.call.command not in LOOKUPS else None
        thing = moment.below.latest(first)
        if first is None or thing is None or thing in handed_up:
            continue
        if thing.type not in _OF_DEVICES or _on_its_way(view, moment, thing):
            continue
        result.seen += 1
        word = thing.device.word if thing.device is not None else 0
        if word and first.other != word and id(thing) not in told:
            told.add(id(thing))
            fact = f"{moment.call.command} goes down with {thing}, which begins with {first.other:#x}"
            sentence = f"{fact}{_meaning(first.other)}; its device begins with {word:#x}"
            result.fail_once(sentence, thing.made, moment.call)
    return result


def _on_its_way(view: LayerCalls, moment: Moment, thing: Thing) -> bool:
    """Return whether the object is still being made for the application: the trampoline will fill it in later."""
    during = moment.during
    return during is not None and around(view, thing.made) is during and during.command == thing.made.command


def filled_above(view: LayerCalls) -> CheckResult:
    """Check that the layer's own objects, which replace those from below, begin with a dispatch pointer."""
    result = CheckResult(missing="the layer was to hand up dispatchable objects of its own")
    for moment in moments(view):
        if not moment.inward or moment.enters:
            continue
        for fact in _dispatchable(moment.call):
            if not moment.below.known(fact.type, fact.value) and fact.type not in _FILLED_BY_TRAMPOLINES:
                result.seen += 1
                if not _is_pointer(fact.other):
                    said = (
                        f"the layer hands up its own {fact.type} {fact.value:#x} from {moment.call.command}"
                    )
                    result.fail_once(
                        f"{said}, which begins with {fact.other:#x}{_meaning(fact.other)}",
                        moment.call,
                    )
    return result


def shared_above(view: LayerCalls) -> CheckResult:
    """Check that the layer's own objects begin with the same dispatch pointer as their instance or device."""
    result = CheckResult(missing="the layer was to be called with dispatchable objects of its own")
    told = set[int]()
    for moment in moments(view):
        first = dispatched(moment.call) if moment.inward and moment.enters else None
        thing = moment.above.latest(first)
        if first is None or thing is None or moment.below.known(first.type, first.value):
            continue
        root = _root(thing)
        if root is None or not root.word:
            continue
        result.seen += 1
        if first.other != root.word and id(thing) not in told:
            told.add(id(thing))
            fact = f"the layer's own {thing} begins with {first.other:#x}{_meaning(first.other)}"
            result.fail_once(f"{fact}, {root} with {root.word:#x}", thing.made, moment.call)
    return result


def _root(thing: Thing) -> Thing | None:
    """Return the object whose dispatch pointer an object shares; None for instances and devices."""
    if thing.type in _OF_DEVICES:
        return thing.device
    return thing.instance if thing.type == "VkPhysicalDevice" else None


def _dispatchable(call: Call) -> list[Fact]:
    """Return the dispatchable objects that a call has made."""
    made = call.made if succeeded(call) else ()
    return [fact for fact in made if fact.kind == "handle" and fact.value and fact.type in DISPATCHABLE]


def _is_pointer(word: int) -> bool:
    return word != 0 and word & _LOW != _MAGIC


def _meaning(word: int) -> str:
    if word & _LOW == _MAGIC:
        return " (the value that drivers leave for the loader)"
    return "" if word else " (nothing)"
