"""The check on the command buffers that a layer submits: they are of the family of the queue that executes them.

Source: "Layer Conventions and Rules" (no invalid calls to lower layers), and the Vulkan specification: each command
buffer of a submission "must have been allocated from a VkCommandPool that was created for the same queue family queue
belongs to" (VUID-vkQueueSubmit-pCommandBuffers-00074). A layer that records command buffers of its own needs a pool
for each family that a program submits to.
"""

from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import Alive, dispatched, handles
from refloader.suite.layers.checks.moments import fail_once, moments
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call

_SUBMITS, _COMMAND_BUFFER = "vkQueueSubmit", "VkCommandBuffer"
_OF_POOL, _OF_QUEUE = "pCreateInfo.queueFamilyIndex", "pQueueInfo.queueFamilyIndex"
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
        fail_once(result, fact, *calls)
    return result


def _family_of_queue(call: Call, alive: Alive) -> int | None:
    queue = alive.latest(dispatched(call))
    if queue is None:
        return None
    if queue.made.command == "vkGetDeviceQueue" and len(queue.made.words) > _FAMILY_AT:
        return queue.made.words[_FAMILY_AT] & 0xFFFFFFFF
    family = queue.made.fact(_OF_QUEUE)
    return family.value if family is not None else None


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
