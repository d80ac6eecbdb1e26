"""Judges of the handles that a layer passes down: they are those that came up, of objects alive, each with its own.

Source: "Wrapping" and "Layer Conventions and Rules" of all editions. A layer answers only for what it does of
itself: what the application has already done wrong in a call is not looked at further down.
"""

from collections.abc import Callable, Iterator

from refloader.model.parameters import handle_type, signature
from refloader.suite.layers.judges.lifetimes import Alive, Thing, dispatched, handles, succeeded
from refloader.suite.layers.judges.moments import LOOKUPS, Moment, fail_once, moments
from refloader.suite.layers.judges.view import View
from refloader.suite.running.look import Look
from refloader.suite.running.recording import Call, Fact

_MAY_BE_NULL = LOOKUPS | {"vkEnumerateDeviceExtensionProperties", "vkEnumerateDeviceLayerProperties"}
_NOT_DESTROYED = frozenset({"VkQueue", "VkPhysicalDevice", "VkDisplayKHR", "VkDisplayModeKHR"})
_OFTEN_IGNORED = (".basePipelineHandle", ".dstSet")
_IGNORED = (*_OFTEN_IGNORED, ".sampler", ".imageView", ".resolveImageView")
"""Members that count only if another member says so: what they hold otherwise may be anything.

The programs of the suite put a living object into none but the first ones, unless it counts.
"""
_Wrong = Callable[[Call, Alive], bool]
Judge = Callable[[View], Look]


def unwrapped(view: View) -> Look:
    """No object of the layer's own goes down: where it hands up handles of its own, below are those from below."""
    look = Look(missing="the layer was to pass handles down")
    own: dict[tuple[str, int], Call] = {}
    for moment in moments(view):
        if moment.inward and not moment.enters:
            own |= dict.fromkeys(_handed_up(moment.call, moment.below), moment.call)
        if not moment.down:
            continue
        for fact in handles(moment.call):
            key = (handle_type(fact.type), fact.value)
            known = moment.below.known(*key)
            look.seen += known or key in own
            if not known and key in own and not fact.path.endswith(_OFTEN_IGNORED):
                sentence = f"the layer passes down its own {_of(fact)} as {_where(moment.call, fact)}"
                fail_once(
                    look, f"{sentence}, which it handed up from {own[key].command}", own[key], *_calls(moment)
                )
    return look


def wraps(view: View) -> bool:
    """Whether the layer hands up handles of its own, so that there is something to unwrap."""
    up = (moment for moment in moments(view) if moment.inward and not moment.enters)
    return any(True for moment in up for _ in _handed_up(moment.call, moment.below))


def _handed_up(call: Call, below: Alive) -> Iterator[tuple[str, int]]:
    """What a call gave to above that no call from below had given: objects of the layer's own."""
    for fact in call.made if succeeded(call) else ():
        key = (handle_type(fact.type), fact.value)
        if fact.kind == "handle" and fact.value and not below.known(*key):
            yield key


def alive(view: View) -> Look:
    """No object goes down after its end."""
    look = Look(missing="the layer was to pass handles down")
    for moment in _honest(view, _uses_ended):
        for fact in handles(moment.call):
            ender = moment.below.ender(fact.type, fact.value)
            look.seen += moment.below.known(fact.type, fact.value)
            if ender is not None and not fact.path.endswith(_IGNORED):
                sentence = f"the layer passes down {_of(fact)} as {_where(moment.call, fact)}"
                fail_once(look, f"{sentence} after {ender.command} has ended it", ender, *_calls(moment))
    return look


def _uses_ended(call: Call, alive: Alive) -> bool:
    return any(alive.ender(fact.type, fact.value) is not None for fact in handles(call))


def present(view: View) -> Look:
    """What may not be VK_NULL_HANDLE is not, and no handle is one that nobody has made."""
    look = Look(missing="the layer was to pass handles down")
    for moment in _honest(view, _lacks):
        for name, value in _required(moment.call):
            look.seen += 1
            if value == 0:
                sentence = f"the layer passes down VK_NULL_HANDLE as {moment.call.command}'s {name}"
                fail_once(look, sentence, *_calls(moment))
        for fact in handles(moment.call):
            if _is_stranger(moment, fact):
                sentence = f"the layer passes down {_of(fact)} as {_where(moment.call, fact)}"
                fail_once(look, f"{sentence}, which nobody has made", *_calls(moment))
    return look


def _required(call: Call) -> Iterator[tuple[str, int]]:
    """The parameters that must be objects, with the numbers they have."""
    row = signature(call.command)
    if row is None or call.command in _MAY_BE_NULL:
        return
    for name, value in zip(row.parameters, call.words, strict=False):
        if name in row.required:
            yield name, value


def _lacks(call: Call, alive: Alive) -> bool:
    return any(value == 0 for _, value in _required(call))


def _is_stranger(moment: Moment, fact: Fact) -> bool:
    """Whether a handle came neither up from below, nor down from above, in whatever place.

    Objects may come up by ways that no observer sees. So it must be what the call goes by, or stand in the place of
    one that the application got through this layer.
    """
    if moment.call.command in _MAY_BE_NULL or fact.path.endswith(_IGNORED):
        return False
    if moment.below.known(fact.type, fact.value) or moment.above.known(fact.type, fact.value):
        return False
    given = tuple(handles(moment.during)) if moment.during is not None else ()
    if any(each.value == fact.value for each in given):
        return False
    same = moment.during is not None and moment.during.command == moment.call.command
    return fact is dispatched(moment.call) or any(
        same and each.path == fact.path and moment.above.known(each.type, each.value) for each in given
    )


def apart(view: View) -> Look:
    """Objects of one instance or device never go down together with another's."""
    look = Look(missing="the layer was to pass handles down while there are several instances or devices")
    for moment in _honest(view, _mixes):
        rows = tuple(_company(moment.call, moment.below))
        look.seen += bool(rows) and _several(moment.below, rows[0][0])
        for of, fact, others in rows:
            if not any(_together(of, thing) for thing in others):
                sentence = f"the layer passes {_of(fact)} as {_where(moment.call, fact)} to {of}"
                fail_once(
                    look,
                    f"{sentence}, it belongs to {others[0].device or others[0].instance}",
                    *_calls(moment),
                )
    return look


def _mixes(call: Call, alive: Alive) -> bool:
    return any(not any(_together(of, thing) for thing in others) for of, _, others in _company(call, alive))


def _company(call: Call, alive: Alive) -> Iterator[tuple[Thing, Fact, list[Thing]]]:
    """The object that a call goes by, with each further handle and the objects it can mean."""
    first = dispatched(call)
    of = alive.latest(first)
    for fact in handles(call) if of is not None else ():
        others = alive.find(fact.type, fact.value)
        if of is not None and fact is not first and others and not fact.path.endswith(_IGNORED):
            yield of, fact, others


def _together(one: Thing, other: Thing) -> bool:
    """Whether two objects can belong to the same device, or instance where one of them has no device."""
    if one.device is not None and other.device is not None:
        return one.device is other.device
    return one.instance is None or other.instance is None or one.instance is other.instance


def _several(alive: Alive, of: Thing) -> bool:
    """Whether there is a second object of the kind that everything must keep to."""
    kind = "VkDevice" if of.device is not None else "VkInstance"
    return alive.count(kind) > 1 or alive.count("VkInstance") > 1


def emptied(view: View) -> Look:
    """When a device or an instance is destroyed below, nothing is left that the layer alone has made of it.

    Source: VUID-vkDestroyDevice-device-05137 and VUID-vkDestroyInstance-instance-00629 for LLP_LAYER_2.
    """
    look = Look(missing="the layer was to destroy a device or an instance")
    left_above: dict[int, bool] = {}
    for moment in moments(view):
        if not moment.enters or moment.call.command not in ("vkDestroyDevice", "vkDestroyInstance"):
            continue
        if moment.inward:
            left_above[moment.call.number] = bool(_left(moment.call, moment.above))
        elif not (moment.during is not None and left_above.get(moment.during.number)):
            left = _left(moment.call, moment.below)
            look.seen += 1
            if left:
                makers = list({thing.made.number: thing.made for thing in left}.values())[:4]
                some = ", ".join(f"{thing} of {thing.made.command}" for thing in left[:4])
                fail_once(
                    look, f"{moment.call.command} goes down with {some} not ended", *makers, *_calls(moment)
                )
    return look


def _left(call: Call, alive: Alive) -> list[Thing]:
    """What is still there of the object that a call destroys, but for what goes with it or has no end of its own."""
    of = alive.latest(dispatched(call))
    rest = of.remaining() if of is not None else ()
    return [
        thing for thing in rest if thing.sure and thing.holder is None and thing.type not in _NOT_DESTROYED
    ]


# ---- what all judges need


def _honest(view: View, wrong: _Wrong) -> Iterator[Moment]:
    """The calls down, but for those during calls that came with the same mistake."""
    spoilt = set[int]()
    for moment in moments(view):
        if moment.inward and moment.enters and wrong(moment.call, moment.above):
            spoilt.add(moment.call.number)
        if moment.down and not (moment.during is not None and moment.during.number in spoilt):
            yield moment


def _calls(moment: Moment) -> tuple[Call, ...]:
    return (moment.during, moment.call) if moment.during is not None else (moment.call,)


def _of(fact: Fact) -> str:
    return f"{fact.type} {fact.value:#x}"


def _where(call: Call, fact: Fact) -> str:
    return f"{call.command}'s {fact.path}"
