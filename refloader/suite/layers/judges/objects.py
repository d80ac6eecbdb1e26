"""Judges of what dispatchable objects begin with when a layer makes them, or keeps the loader from seeing them.

Source: "Wrapping" and "Creating New Dispatchable Objects" of all editions. The loader's trampoline fills in what
passes through it; all else is the layer's to fill in, with what the object's parent begins with.
"""

from collections.abc import Callable

from refloader.suite.layers.judges.lifetimes import DISPATCHABLE, Thing, dispatched, succeeded
from refloader.suite.layers.judges.moments import LOOKUPS, Moment, around, fail_once, moments
from refloader.suite.layers.judges.view import View
from refloader.suite.running.look import Look
from refloader.suite.running.recording import Call, Fact

_MAGIC, _LOW = 0x01CDC0DE, 0xFFFFFFFF
"""ICD_LOADER_MAGIC: what a driver leaves in the first word, whose upper half may be anything."""
_OF_DEVICES = ("VkQueue", "VkCommandBuffer")
_FILLED_BY_TRAMPOLINES = ("VkDevice", *_OF_DEVICES)
"""What a trampoline fills in after the layer has handed it up, whatever the layer left there."""
Judge = Callable[[View], Look]


def filled_below(view: View) -> Look:
    """Queues and command buffers that the loader has not seen go down with their device's dispatch pointer."""
    look = Look(
        missing="the layer was to call down with a queue or command buffer that the loader has not seen"
    )
    handed_up = set[tuple[str, int]]()
    told = set[int]()
    for moment in moments(view):
        if moment.inward and not moment.enters:
            handed_up |= {(fact.type, fact.value) for fact in _dispatchable(moment.call)}
        first = dispatched(moment.call) if moment.down and moment.call.command not in LOOKUPS else None
        thing = moment.below.latest(first)
        if first is None or thing is None or (thing.type, thing.value) in handed_up:
            continue
        if thing.type not in _OF_DEVICES or _on_its_way(view, moment, thing):
            continue
        look.seen += 1
        word = thing.device.word if thing.device is not None else 0
        if word and first.other != word and id(thing) not in told:
            told.add(id(thing))
            fact = f"{moment.call.command} goes down with {thing}, which begins with {first.other:#x}"
            sentence = f"{fact}{_meaning(first.other)}; its device begins with {word:#x}"
            fail_once(look, sentence, thing.made, moment.call)
    return look


def _on_its_way(view: View, moment: Moment, thing: Thing) -> bool:
    """Whether the object is still being made for the application: the trampoline will yet fill it in."""
    during = moment.during
    return during is not None and around(view, thing.made) is during and during.command == thing.made.command


def filled_above(view: View) -> Look:
    """Objects that the layer puts in the place of those from below begin with a dispatch pointer."""
    look = Look(missing="the layer was to hand up dispatchable objects of its own")
    for moment in moments(view):
        if not moment.inward or moment.enters:
            continue
        for fact in _dispatchable(moment.call):
            if not moment.below.known(fact.type, fact.value) and fact.type not in _FILLED_BY_TRAMPOLINES:
                look.seen += 1
                if not _is_pointer(fact.other):
                    said = (
                        f"the layer hands up its own {fact.type} {fact.value:#x} from {moment.call.command}"
                    )
                    fail_once(
                        look, f"{said}, which begins with {fact.other:#x}{_meaning(fact.other)}", moment.call
                    )
    return look


def shared_above(view: View) -> Look:
    """The layer's own objects begin with what their instance or device begins with, the key of all that is its."""
    look = Look(missing="the layer was to be called with dispatchable objects of its own")
    told = set[int]()
    for moment in moments(view):
        first = dispatched(moment.call) if moment.inward and moment.enters else None
        thing = moment.above.latest(first)
        if first is None or thing is None or moment.below.known(first.type, first.value):
            continue
        root = _root(thing)
        if root is None or not root.word:
            continue
        look.seen += 1
        if first.other != root.word and id(thing) not in told:
            told.add(id(thing))
            fact = f"the layer's own {thing} begins with {first.other:#x}{_meaning(first.other)}"
            fail_once(look, f"{fact}, {root} with {root.word:#x}", thing.made, moment.call)
    return look


def _root(thing: Thing) -> Thing | None:
    """Whose dispatch pointer an object shares; None for those that others share theirs with."""
    if thing.type in _OF_DEVICES:
        return thing.device
    return thing.instance if thing.type == "VkPhysicalDevice" else None


def _dispatchable(call: Call) -> list[Fact]:
    """The dispatchable objects that a call has made."""
    made = call.made if succeeded(call) else ()
    return [fact for fact in made if fact.kind == "handle" and fact.value and fact.type in DISPATCHABLE]


def _is_pointer(word: int) -> bool:
    return word != 0 and word & _LOW != _MAGIC


def _meaning(word: int) -> str:
    if word & _LOW == _MAGIC:
        return " (the value that drivers leave for the loader)"
    return "" if word else " (nothing)"
