"""The check on objects that end while work needs them: below a layer, what was submitted has completed before.

Source: "Layer Conventions and Rules" (no invalid calls to lower layers), and the Vulkan specification: "All submitted
commands that refer to" an object "must have completed execution" before it is destroyed (for example
VUID-vkDestroyFramebuffer-framebuffer-00892 and VUID-vkFreeMemory-memory-00677), and a command buffer that is freed,
reset or begun "must not be in the pending state" (VUID-vkBeginCommandBuffer-commandBuffer-00049).

Work counts as pending until something shows that it may have completed: a fence of this or of later work, an idle
queue or device, a semaphore's value, a query's result, an event, a presentation that is over. Whatever shows it for
some work does for all before, on each queue: semaphores may connect them. With a semaphore that may be a timeline, a
fence shows it for later work, too: a submission may wait for one behind it. Nothing is judged behind a device that is
lost on either side of the layer, or behind a payload or memory that is exported: others may tell of the work.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from refloader.model.parameters import handle_type
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import Alive, Thing, ending, handles, succeeded
from refloader.suite.layers.checks.moments import Side, judge_below
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call

_EXECUTES, _BUFFER, _POOL, _FENCE = "vkCmdExecuteCommands", "VkCommandBuffer", "VkCommandPool", "VkFence"
_MEMORY: Final = "VkDeviceMemory"
_TAKES_FENCE = ("vkQueue", "vkAcquireNextImage")
_BEGINS: Final = frozenset({"vkBeginCommandBuffer", "vkResetCommandBuffer", "vkResetCommandPool"})
_SHOWS_FENCES: Final = frozenset({"vkWaitForFences", "vkGetFenceStatus"})
_SHOWS_ALL = re.compile(
    r"vk(QueueWaitIdle|DeviceWaitIdle|WaitSemaphores|GetSemaphoreCounterValue|GetEventStatus|WaitForPresent)"
)
_SHOWS_SOME = re.compile(r"vkGet(QueryPoolResults|PastPresentationTiming|LatencyTimings)")
_EXPORTS = re.compile(
    r"vk(Get|Import)(Semaphore|Fence|Memory)(Fd|Win32Handle|Zircon\w+|SciSync\w+|SciBuf\w+)"
)
_COMPLETED: Final = frozenset({0, 3, 4})
"""VK_SUCCESS, and VK_EVENT_SET and VK_EVENT_RESET: commands may do either."""
_COMPLETED_IN_PART: Final = frozenset({0, 1, 5})
"""VK_SUCCESS, and VK_NOT_READY and VK_INCOMPLETE where some of the answers are there, and others are not yet."""
_LAST_RECORDED: Final = "[63]"
"""The end of the path of an element behind which an array may go on."""
_IGNORED = re.compile(r"pDescriptorWrites\[\d+\]\.dstSet|\.resolveImageView\Z")
"""Paths of handles that may be ignored: of descriptors that are pushed, and where nothing is resolved."""
_LOST_DEVICE: Final = -4
_MEANS: Final = frozenset({"vkCreateImageView", "vkCreateBufferView", "vkCreateFramebuffer"})
"""What makes objects that stand for others."""
_STOOD_FOR: Final = frozenset({"VkBuffer", "VkImage", "VkImageView"})
_BINDS = re.compile(r"vkBind(Buffer|Image)Memory")
_NEEDED: Final = frozenset(
    {
        "VkBuffer",
        "VkBufferView",
        "VkCommandBuffer",
        "VkDescriptorSet",
        _MEMORY,
        "VkEvent",
        "VkFence",
        "VkFramebuffer",
        "VkImage",
        "VkImageView",
        "VkPipeline",
        "VkQueryPool",
        "VkRenderPass",
    }
)
"""Objects that submitted commands need to their end. Layouts and shader modules may end before."""
_NOT_SHOWN: Final = "nothing has waited for it, and nothing else has shown that it has completed"
_OWNERS: Final = frozenset({"VkInstance", "VkDevice"})
"""Objects that end with all that they own: what a layer leaves behind there is another check's."""


class _Work(NamedTuple):
    """A submission, and each object that it needs with the command that uses it."""

    place: int
    submitted: Call
    needs: dict[Thing, Call]


def completed(view: LayerCalls) -> CheckResult:
    """Check that below the layer no object ends, and no command buffer begins anew, while pending work needs it.

    Not judged where the application itself, or a layer above, does otherwise.
    """
    result = CheckResult(
        missing="the layer was to end objects, or to begin command buffers, that were submitted"
    )
    return judge_below(view, result, _Side(), _Side())


class _Side(Side):
    """The work on one side of the layer that may be pending."""

    def __init__(self) -> None:
        super().__init__()
        self._recorded: dict[Thing, dict[Thing, Call]] = {}
        self._stands_for: dict[tuple[str, int], tuple[Thing, ...]] = {}
        self._pending: list[_Work] = []
        self._fences: dict[Thing, int] = {}
        self._submitted: set[Thing] = set()
        self._has_timelines = False

    def enter(self, call: Call, alive: Alive) -> None:
        """Take what a call records, submits or ends."""
        command = call.command
        self.is_judged &= not (_EXPORTS.match(command) or _has_lost_device(call))
        if not self.is_judged:
            return
        if command.startswith("vkCmd"):
            self._record(call, alive)
        elif command in _BEGINS:
            self._begin(call, alive)
        elif command.startswith(_TAKES_FENCE):
            self._take(call, alive)
        elif _BINDS.match(command):
            self._bind(call, alive)
        else:
            self._end(call, alive)

    def leave(self, call: Call, alive: Alive) -> None:
        """Take what a call has shown or made."""
        if call.command in _SHOWS_FENCES and call.result in _COMPLETED:
            self._complete(self._place_of_fences(call, alive))
        elif (_SHOWS_ALL.match(call.command) and call.result in _COMPLETED) or (
            _SHOWS_SOME.match(call.command) and call.result in _COMPLETED_IN_PART
        ):
            self._complete(call.left or 0)
        elif call.command == "vkCreateSemaphore":
            chain = call.fact("pCreateInfo.pNext")
            self._has_timelines |= chain is None or chain.value != 0
        for fact in call.made if succeeded(call) else ():
            self._stands_for[handle_type(fact.type), fact.value] = tuple(
                thing for thing in _things(call, alive) if call.command in _MEANS and thing.type in _STOOD_FOR
            )

    def _place_of_fences(self, call: Call, alive: Alive) -> int:
        """Return up to where fences show work: for sure where each is known, and else up to their answer."""
        facts = [fact for fact in handles(call) if fact.type == _FENCE]
        found = [alive.find(fact.type, fact.value) for fact in facts]
        is_cut = any(fact.path.endswith(_LAST_RECORDED) for fact in facts)
        if self._has_timelines or is_cut or any(len(things) != 1 for things in found):
            return call.left or 0
        return max((self._fences.get(thing, 0) for [thing] in found), default=0)

    def _complete(self, place: int) -> None:
        self._pending = [work for work in self._pending if work.place > place]

    def _record(self, call: Call, alive: Alive) -> None:
        things = _things(call, alive)
        if not things or things[0].type != _BUFFER:
            return
        buffer, *used = things
        needs = self._recorded.setdefault(buffer, {})
        for thing in used:
            for other in self._with_others(thing):
                needs.setdefault(other, call)
            if call.command == _EXECUTES:
                for inner, use in self._recorded.get(thing, {}).items():
                    needs.setdefault(inner, use)

    def _with_others(self, thing: Thing) -> Iterator[Thing]:
        """Yield an object and those that it stands for: a framebuffer, its views, their images and the memory."""
        waiting, seen = [thing], set[Thing]()
        while waiting:
            at = waiting.pop()
            if at not in seen and at.type in _NEEDED:
                seen.add(at)
                yield at
                waiting += self._stands_for.get((at.type, at.value), ())

    def _bind(self, call: Call, alive: Alive) -> None:
        match [thing for thing in _things(call, alive) if thing.type in _NEEDED]:
            case [bound, memory] if memory.type == _MEMORY:  # several in one call are left out
                self._stands_for[bound.type, bound.value] = (memory,)

    def _take(self, call: Call, alive: Alive) -> None:
        things = _things(call, alive)
        for fact in handles(call):
            if fact.type == _FENCE:
                self._fences.update(dict.fromkeys(alive.find(fact.type, fact.value), call.entered))
        if not call.command.startswith("vkQueue") or call.left is None or not succeeded(call):
            return
        needs = {thing: call for thing in things if thing.type in (_FENCE, _BUFFER)}
        for buffer in [*needs]:
            for thing, use in self._recorded.get(buffer, {}).items():
                needs.setdefault(thing, use)
        if needs:
            self._submitted.update(needs)
            self._pending.append(_Work(call.entered, call, needs))

    def _begin(self, call: Call, alive: Alive) -> None:
        things = _things(call, alive)
        pools = [
            child for thing in things if thing.type == _POOL for child in thing.children if not child.ended
        ]
        for buffer in (*(thing for thing in things if thing.type == _BUFFER), *pools):
            self.uses += buffer in self._submitted
            for work in self._pending:
                if buffer in work.needs:
                    what = "the command buffers of a pool" if pools else "a command buffer"
                    text = f"{call.command} is called for {what} while {work.submitted.command} may still be pending"
                    self.broken.append((f"{text}: {_NOT_SHOWN}", (work.submitted, call)))
                    break
            self._recorded.pop(buffer, None)

    def _end(self, call: Call, alive: Alive) -> None:
        for fact in ending(call):
            found = alive.find(fact.type, fact.value)
            if len(found) != 1 or found[0].type in _OWNERS:
                continue
            for thing in (found[0], *found[0].remaining()):
                self.uses += thing in self._submitted
                self._end_one(found[0], thing, call)

    def _end_one(self, ended: Thing, thing: Thing, call: Call) -> None:
        for work in self._pending:
            use = work.needs.get(thing)
            if use is not None:
                with_it = "" if thing is ended else f" with {thing.type}"
                using = "" if use is work.submitted else f" {use.command}, which uses it, in"
                text = f"{call.command} ends {ended.type}{with_it} while{using} {work.submitted.command}"
                self.broken.append(
                    (f"{text} may still be pending: {_NOT_SHOWN}", (use, work.submitted, call))
                )
                return


def _things(call: Call, alive: Alive) -> list[Thing]:
    """Return the objects that a call received, without those that are not known for sure."""
    found = (alive.find(fact.type, fact.value) for fact in handles(call) if not _IGNORED.search(fact.path))
    return [rows[0] for rows in found if len(rows) == 1]


def _has_lost_device(call: Call) -> bool:
    return call.left is not None and call.result == _LOST_DEVICE and not succeeded(call)
