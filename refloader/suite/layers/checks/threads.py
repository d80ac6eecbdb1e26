"""Checks on a layer that works on several threads: no simultaneous use of objects that only one thread may use.

Source: "Layer Conventions and Rules" of all editions (no invalid calls to lower layers), and what the registry marks
as externally synchronised, with "Threading Behavior" of the Vulkan specification.
"""

from collections.abc import Iterator

from refloader.model.parameters import signature
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import Alive, Thing, handles
from refloader.suite.layers.checks.moments import Moment, moments
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call

_POOLS = {
    "vkAllocateCommandBuffers": "pAllocateInfo.commandPool",
    "vkAllocateDescriptorSets": "pAllocateInfo.descriptorPool",
}
_MOST_AT_ONCE = 256
"""The limit on calls in progress that are compared: real threads make fewer, and forged calls may never end."""

_TAKES_IT_ON_ITSELF = "VK_KHR_internally_synchronized_queues"


def synchronised(view: LayerCalls) -> CheckResult:
    """Check that no two threads use an object below the layer at once, unless the calls from above do so too."""
    result = CheckResult(missing="several threads were to be below the layer at once")
    under_way: dict[int, Moment] = {}
    used: dict[int, dict[Thing, None]] = {}
    relaxed = _has_relaxed_queues(view)
    for moment in moments(view):
        call = moment.call
        if not moment.enters:
            under_way.pop(call.number, None)
            continue
        side = moment.above if moment.inward else moment.below
        alone = _alone(call, side)
        used[call.number] = {thing: None for thing in alone if not (relaxed and thing.type == "VkQueue")}
        if moment.inward:
            continue
        others = [each for each in under_way.values() if each.call.thread != call.thread]
        result.seen += bool(others)
        for other in others:
            shared = _shared(used, other.call, call)
            if shared and not _asked_for(used, other, moment):
                result.fail_once(_told(shared[0], other.call, call), other.call, call)
        under_way[call.number] = moment
        if len(under_way) > _MOST_AT_ONCE:
            del under_way[next(iter(under_way))]
    return result


def _told(thing: Thing, one: Call, other: Call) -> str:
    where = f"thread {one.thread} is in {one.command}, thread {other.thread} in {other.command}"
    return f"two threads use {thing} below the layer at once: {where}"


def _shared(used: dict[int, dict[Thing, None]], one: Call, other: Call) -> list[Thing]:
    ours, theirs = used.get(one.number, {}), used.get(other.number, {})
    return [
        thing for thing in (ours if len(ours) <= len(theirs) else theirs) if thing in ours and thing in theirs
    ]


def _asked_for(used: dict[int, dict[Thing, None]], one: Moment, other: Moment) -> bool:
    """Return whether the two calls into the layer already came with the same object."""
    if one.during is None or other.during is None:
        return False
    return bool(_shared(used, one.during, other.during))


def _alone(call: Call, alive: Alive) -> Iterator[Thing]:
    """Yield the objects that no other thread may use during the call, except where a handle can mean two objects."""
    row = signature(call.command)
    names = row.synchronised if row else frozenset[str]()
    for fact in handles(call):
        things = alive.find(fact.type, fact.value)
        if len(things) != 1:
            continue
        if fact.path.partition("[")[0] in names or fact.path == _POOLS.get(call.command):
            yield things[0]
            # "the VkCommandPool that commandBuffer was allocated from must be externally synchronized"
            if fact.path == "commandBuffer" and things[0].holder is not None:
                yield things[0].holder


def _has_relaxed_queues(view: LayerCalls) -> bool:
    given = (fact for call in view.out_of("vkCreateDevice") for fact in call.given)
    return any(fact.text == _TAKES_IT_ON_ITSELF for fact in given)
