"""Checks on the handles that a layer passes down: unwrapped, alive, not NULL, of one device, destroyed in the end.

Source: "Wrapping" and "Layer Conventions and Rules" of all editions. A layer is responsible only for its own
mistakes: if the call from above has the same mistake, the calls down are not checked.
"""

from collections.abc import Callable, Iterable, Iterator

from refloader.model.parameters import handle_type, signature
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import Alive, Thing, dispatched, handles, succeeded
from refloader.suite.layers.checks.moments import LOOKUPS, Moment, moments
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call, Fact

_MAY_BE_NULL = LOOKUPS | {"vkEnumerateDeviceExtensionProperties", "vkEnumerateDeviceLayerProperties"}
_NOT_DESTROYED = frozenset({"VkQueue", "VkPhysicalDevice", "VkDisplayKHR", "VkDisplayModeKHR"})
_OFTEN_IGNORED = (".basePipelineHandle", ".dstSet")
_IGNORED = (*_OFTEN_IGNORED, ".sampler", ".imageView", ".resolveImageView")
"""Members that count only if another member says so, and may hold anything otherwise.

The programs of the suite put living objects into ignored members only if these are in ``_OFTEN_IGNORED``.
"""
_Wrong = Callable[[Call, Alive], bool]
LayerCheck = Callable[[LayerCalls], CheckResult]


def unwrapped(view: LayerCalls) -> CheckResult:
    """Check that the layer unwraps handles: it passes down the one from below, not its own."""
    result = CheckResult(missing="the layer was to pass handles down")
    own: dict[tuple[str, int], Call] = {}
    for moment in moments(view):
        if moment.inward and not moment.enters:
            own |= dict.fromkeys(_handed_up(moment.call, moment.below), moment.call)
        if not moment.down:
            continue
        for fact in handles(moment.call):
            key = (handle_type(fact.type), fact.value)
            known = moment.below.known(*key)
            result.seen += known or key in own
            if not known and key in own and not fact.path.endswith(_OFTEN_IGNORED):
                sentence = f"the layer passes down its own {_of(fact)} as {_where(moment.call, fact)}"
                result.fail_once(
                    f"{sentence}, which it handed up from {own[key].command}",
                    own[key],
                    *_calls(moment),
                )
    return result


def wraps(view: LayerCalls) -> bool:
    """Return whether the layer returns handles of its own, so that there is something to unwrap."""
    up = (moment for moment in moments(view) if moment.inward and not moment.enters)
    return any(True for moment in up for _ in _handed_up(moment.call, moment.below))


def _handed_up(call: Call, below: Alive) -> Iterator[tuple[str, int]]:
    """Yield the handles that a call returned and that no call from below had returned: the layer's own objects."""
    for fact in call.made if succeeded(call) else ():
        key = (handle_type(fact.type), fact.value)
        if fact.kind == "handle" and fact.value and not below.known(*key):
            yield key


def alive(view: LayerCalls) -> CheckResult:
    """Check that the layer passes down no object that has been destroyed."""
    result = CheckResult(missing="the layer was to pass handles down")
    for moment in _honest(view, _uses_ended):
        for fact in handles(moment.call):
            ender = moment.below.ender(fact.type, fact.value)
            result.seen += moment.below.known(fact.type, fact.value)
            if ender is not None and not fact.path.endswith(_IGNORED):
                sentence = f"the layer passes down {_of(fact)} as {_where(moment.call, fact)}"
                result.fail_once(f"{sentence} after {ender.command} has ended it", ender, *_calls(moment))
    return result


def _uses_ended(call: Call, alive: Alive) -> bool:
    return any(alive.ender(fact.type, fact.value) is not None for fact in handles(call))


def present(view: LayerCalls) -> CheckResult:
    """Check that the layer passes down no VK_NULL_HANDLE where none may be, and no handle that no call has made."""
    result = CheckResult(missing="the layer was to pass handles down")
    for moment in _honest(view, _lacks):
        for name, value in _required(moment.call):
            result.seen += 1
            if value == 0:
                sentence = f"the layer passes down VK_NULL_HANDLE as {moment.call.command}'s {name}"
                result.fail_once(sentence, *_calls(moment))
        for fact in handles(moment.call):
            if _is_stranger(moment, fact):
                sentence = f"the layer passes down {_of(fact)} as {_where(moment.call, fact)}"
                result.fail_once(f"{sentence}, which nobody has made", *_calls(moment))
    return result


def _required(call: Call) -> Iterator[tuple[str, int]]:
    """Yield the parameters that must be objects, with their values."""
    row = signature(call.command)
    if row is None or call.command in _MAY_BE_NULL:
        return
    for name, value in zip(row.parameters, call.words, strict=False):
        if name in row.required:
            yield name, value


def _lacks(call: Call, alive: Alive) -> bool:
    return any(value == 0 for _, value in _required(call))


def _is_stranger(moment: Moment, fact: Fact) -> bool:
    """Return whether a handle came neither up from below nor down from above, at any place.

    Objects may come up in ways that no observer records. So the handle must be the one that the call dispatches on,
    or replace one that the application got through this layer.
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


def apart(view: LayerCalls) -> CheckResult:
    """Check that the layer never passes down objects of one instance or device together with another's."""
    result = CheckResult(
        missing="the layer was to pass handles down while there are several instances or devices"
    )
    for moment in _honest(view, _mixes):
        rows = tuple(_company(moment.call, moment.below))
        result.seen += bool(rows) and _several(moment.below, rows[0][0])
        for of, fact, others in rows:
            if not any(_together(of, thing) for thing in others):
                sentence = f"the layer passes {_of(fact)} as {_where(moment.call, fact)} to {of}"
                result.fail_once(
                    f"{sentence}, it belongs to {others[0].device or others[0].instance}",
                    *_calls(moment),
                )
    return result


def _mixes(call: Call, alive: Alive) -> bool:
    return any(not any(_together(of, thing) for thing in others) for of, _, others in _company(call, alive))


def _company(call: Call, alive: Alive) -> Iterator[tuple[Thing, Fact, list[Thing]]]:
    """Yield the object that a call dispatches on, with each further handle and the objects it can mean."""
    first = dispatched(call)
    of = alive.latest(first)
    for fact in handles(call) if of is not None else ():
        others = alive.find(fact.type, fact.value)
        if of is not None and fact is not first and others and not fact.path.endswith(_IGNORED):
            yield of, fact, others


def _together(one: Thing, other: Thing) -> bool:
    """Return whether two objects can belong to one device, or to one instance if one of them has no device."""
    if one.device is not None and other.device is not None:
        return one.device is other.device
    return one.instance is None or other.instance is None or one.instance is other.instance


def _several(alive: Alive, of: Thing) -> bool:
    """Return whether there is a second instance or device with which objects could be confused."""
    kind = "VkDevice" if of.device is not None else "VkInstance"
    return alive.count(kind) > 1 or alive.count("VkInstance") > 1


def emptied(view: LayerCalls) -> CheckResult:
    """Check that the layer has destroyed all objects of its own before it destroys their device or instance below.

    Source: VUID-vkDestroyDevice-device-05137 and VUID-vkDestroyInstance-instance-00629 for LLP_LAYER_2.
    """
    result = CheckResult(missing="the layer was to destroy a device or an instance")
    left_above: dict[int, bool] = {}
    for moment in moments(view):
        if not moment.enters or moment.call.command not in ("vkDestroyDevice", "vkDestroyInstance"):
            continue
        if moment.inward:
            left_above[moment.call.number] = moment.above.loses_sight or bool(
                _left(moment.call, moment.above)
            )
        elif not (moment.during is not None and left_above.get(moment.during.number)):
            left = _left(moment.call, moment.below)
            result.seen += 1
            if left:
                makers = list({thing.made.number: thing.made for thing in left}.values())[:4]
                some = ", ".join(f"{thing} of {thing.made.command}" for thing in left[:4])
                result.fail_once(
                    f"{moment.call.command} goes down with {some} not ended", *makers, *_calls(moment)
                )
    return result


def ended(view: LayerCalls) -> CheckResult:
    """Check that no instance or device lives on below when the application has destroyed all of its own.

    Nobody else can destroy it: what drivers and layers below took for it, also from the application's callbacks, is
    never given back. A layer may destroy it later, as long as it does.
    """
    result = CheckResult(missing="the application was to destroy an instance or a device")
    if view.recording.lost or any(call.left is None for call in view.into()):
        return result
    for kind in ("Instance", "Device"):
        above = _lasting(view.into(f"vkCreate{kind}"), view.into(f"vkDestroy{kind}"))
        made = _lasting(view.out_of(f"vkCreate{kind}"), view.out_of(f"vkDestroy{kind}"))
        ends = list(view.into(f"vkDestroy{kind}"))
        result.seen += bool(ends) and not above
        if made and not above:
            said = f"vkDestroy{kind} is not called below for {len(made)} that vkCreate{kind} made there"
            result.fail(f"{said}, and all above are destroyed", *made[:1], *ends[-1:])
    return result


def _lasting(makers: Iterable[Call], enders: Iterable[Call]) -> list[Call]:
    """Return the last calls that made something, as many as are not destroyed."""
    destroyed = sum(bool(call.words and call.words[0]) for call in enders)
    return [call for call in makers if call.result == 0][destroyed:]


def _left(call: Call, alive: Alive) -> list[Thing]:
    """Return the living objects of the one that a call destroys, except those that have no destroying command."""
    of = alive.latest(dispatched(call))
    rest = of.remaining() if of is not None else ()
    return [
        thing for thing in rest if thing.sure and thing.holder is None and thing.type not in _NOT_DESTROYED
    ]


# ---- shared by all checks


def _honest(view: LayerCalls, wrong: _Wrong) -> Iterator[Moment]:
    """Yield the calls down, except during calls that came with the same mistake, or may have come with it."""
    spoilt = set[int]()
    for moment in moments(view):
        call, above = moment.call, moment.above
        if moment.inward and moment.enters and (not above.follows(call) or wrong(call, above)):
            spoilt.add(call.number)
        if moment.down and not (moment.during is not None and moment.during.number in spoilt):
            yield moment


def _calls(moment: Moment) -> tuple[Call, ...]:
    return (moment.during, moment.call) if moment.during is not None else (moment.call,)


def _of(fact: Fact) -> str:
    return f"{fact.type} {fact.value:#x}"


def _where(call: Call, fact: Fact) -> str:
    return f"{call.command}'s {fact.path}"
