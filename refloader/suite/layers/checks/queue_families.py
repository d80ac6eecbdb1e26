"""Checks on families of queues: submitted command buffers are of that of their queue, and devices have those in use.

Source: "Layer Conventions and Rules" (no invalid calls to lower layers), and the Vulkan specification: each command
buffer of a submission "must have been allocated from a VkCommandPool that was created for the same queue family queue
belongs to" (VUID-vkQueueSubmit-pCommandBuffers-00074). A layer that records command buffers of its own needs a pool
for each family that a program submits to.
"""

from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import Alive, dispatched, handles
from refloader.suite.layers.checks.moments import moments
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call

_SUBMITS, _COMMAND_BUFFER = "vkQueueSubmit", "VkCommandBuffer"
_OF_POOL, _OF_QUEUE = "pCreateInfo.queueFamilyIndex", "pQueueInfo.queueFamilyIndex"
_OF_DEVICE = "pCreateInfo.pQueueCreateInfos[{}].queueFamilyIndex"
_OF_FAMILIES = ("vkGetDeviceQueue", "vkCreateCommandPool")
_MOST_RECORDED = 64
_FAMILY_AT = 1
"""The place of queueFamilyIndex among the parameters of vkGetDeviceQueue."""


def submitted_to_their_family(view: LayerCalls) -> CheckResult:
    """Check that no command buffer goes to a queue of another family.

    Not judged where the application itself, or a layer above, does so.
    """
    result = CheckResult(missing="the layer was to submit command buffers whose family is known")
    seen, broken = 0, dict[str, tuple[Call, ...]]()
    for moment in moments(view):
        if not moment.enters or not moment.call.command.startswith(_SUBMITS):
            continue
        alive = moment.above if moment.inward else moment.below
        of_queue, of_buffers = _family_of_queue(moment.call, alive), _families(moment.call, alive)
        if of_queue is None:
            continue
        for family, pool in of_buffers.items():
            seen += not moment.inward
            if family != of_queue and moment.inward:
                return result
            if family != of_queue:
                given = f"a command buffer of family {family} to a queue of family {of_queue}"
                broken.setdefault(f"{moment.call.command} gives {given}", (pool, moment.call))
    result.seen = seen
    for fact, calls in broken.items():
        result.fail_once(fact, *calls)
    return result


def families_of_their_device(view: LayerCalls) -> CheckResult:
    """Check that queues and command pools are of families that the device was made with.

    "queueFamilyIndex must be one of the queue family indices specified when device was created"
    (VUID-vkGetDeviceQueue-queueFamilyIndex-00384); "pCreateInfo->queueFamilyIndex must be the index of a queue family
    available in the logical device device" (VUID-vkCreateCommandPool-queueFamilyIndex-01937). Not judged where the
    application itself, or a layer above, asks for others.
    """
    result = CheckResult(missing="the layer was to get queues or make command pools of a device that it made")
    seen, broken = 0, dict[str, Call]()
    for moment in moments(view):
        call = moment.call
        if not moment.enters or not call.command.startswith(_OF_FAMILIES):
            continue
        device = (moment.above if moment.inward else moment.below).latest(dispatched(call))
        family, known = _family_of(call), _families_of_device(device.made) if device is not None else ()
        if family is None or not known:
            continue
        seen += not moment.inward
        if family not in known and moment.inward:
            return result
        if family not in known:
            broken.setdefault(
                f"{call.command} is for family {family}, of which the device has no queue", call
            )
    result.seen = seen
    for fact, call in broken.items():
        result.fail_once(fact, call)
    return result


def _family_of(call: Call) -> int | None:
    if call.command == "vkGetDeviceQueue":
        return call.words[_FAMILY_AT] & 0xFFFFFFFF if len(call.words) > _FAMILY_AT else None
    given = call.fact(_OF_POOL) or call.fact(_OF_QUEUE)
    return given.value if given is not None else None


def _families_of_device(made: Call) -> tuple[int, ...]:
    """Return the families that a device has queues of; none if that was not recorded, or not of all."""
    given = [made.fact(_OF_DEVICE.format(place)) for place in range(_MOST_RECORDED)]
    return () if given[-1] is not None else tuple(each.value for each in given if each is not None)


def _family_of_queue(call: Call, alive: Alive) -> int | None:
    queue = alive.latest(dispatched(call))
    if queue is None:
        return None
    return _family_of(queue.made)


def _families(call: Call, alive: Alive) -> dict[int, Call]:
    """Return the families of the command buffers that a call submits, each with what made a pool of it."""
    found: dict[int, Call] = {}
    for fact in handles(call):
        buffer = alive.latest(fact) if fact.type == _COMMAND_BUFFER else None
        family = (
            buffer.holder.made.fact(_OF_POOL) if buffer is not None and buffer.holder is not None else None
        )
        if family is not None and buffer is not None and buffer.holder is not None:
            found.setdefault(family.value, buffer.holder.made)
    return found
