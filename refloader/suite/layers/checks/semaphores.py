"""The check on the binary semaphores that a layer passes down, and those of its own: each wait has its signal.

Source: "Layer Conventions and Rules" (no invalid calls to lower layers), and the Vulkan specification: a semaphore
that is waited for is signaled by what was submitted before (VUID-vkQueueSubmit-pWaitSemaphores-03238,
VUID-vkQueuePresentKHR-pWaitSemaphores-03268), and one that is signaled is not signaled already
(VUID-vkQueueSubmit-pSignalSemaphores-00067). A wait that a layer leaves out shows where its semaphore is signaled
again.

Judged are semaphores that are made with nothing on pNext, and whose payload is never exchanged: all others may be
timelines, or belong to other programs as well.
"""

import re
from collections.abc import Iterator
from typing import Final

from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import Alive, Thing, handles
from refloader.suite.layers.checks.moments import Side, judge_below
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call, Fact

TYPE: Final = "VkSemaphore"
_WAITS = re.compile(r"\bpWaitSemaphore(Info)?s\[")
_SIGNALS = re.compile(r"\bpSignalSemaphore(Info)?s\[")
_ACQUIRED = re.compile(r"(pAcquireInfo\.)?semaphore")
_LAST_RECORDED = "[63]"
"""In the path of an element behind which an array may go on."""
_GIVES_WORK, _ACQUIRES = "vkQueue", "vkAcquireNextImage"
_EXCHANGES = re.compile(r"vk(Import|Get)Semaphore(?!CounterValue)")
_GIVES_IMAGE: Final = frozenset({0, 1000001003})
"""VK_SUCCESS and VK_SUBOPTIMAL_KHR."""
_WAITS_ANYWAY: Final = frozenset({-1000001004, -1000000000, -1000255000})
"""VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR, VK_ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT.

A presentation that ends with one of these waits for its semaphores all the same.
"""


def matched(view: LayerCalls) -> CheckResult:
    """Check that below the layer each binary semaphore is signaled and waited for by turns.

    Not judged where the application itself, or a layer above, does otherwise.
    """
    result = CheckResult(missing="the layer was to pass down submissions or presentations with semaphores")
    return judge_below(view, result, _Side(), _Side())


class _Side(Side):
    """The semaphores on one side of the layer: what has signaled each, until it is waited for, and the last wait."""

    def __init__(self) -> None:
        super().__init__()
        self._signaled: dict[Thing, Call] = {}
        self._waited: dict[Thing, Call] = {}
        self._unknown: set[Thing] = set()
        self._shared: set[Thing] = set()

    def enter(self, call: Call, alive: Alive) -> None:
        """Take what a call waits for and signals, in the order of its structures."""
        if _EXCHANGES.match(call.command):
            self._shared |= {thing for fact in handles(call) for thing in alive.find(TYPE, fact.value)}
        if not call.command.startswith((_GIVES_WORK, _ACQUIRES)) or call.left is None:
            return
        is_cut = any(_LAST_RECORDED in fact.path for fact in handles(call))
        for thing, fact in self._judged(call, alive):
            is_wait = _WAITS.search(fact.path) is not None
            if is_cut or (call.result < 0 and not (is_wait and call.result in _WAITS_ANYWAY)):
                self._unknown.add(thing)
            elif is_wait:
                self._wait(thing, fact, call)
            elif _SIGNALS.search(fact.path) or (
                _ACQUIRED.fullmatch(fact.path) and call.result in _GIVES_IMAGE
            ):
                self._signal(thing, fact, call)

    def _judged(self, call: Call, alive: Alive) -> Iterator[tuple[Thing, Fact]]:
        for fact in handles(call):
            things = alive.find(TYPE, fact.value) if fact.type == TYPE else []
            if len(things) == 1 and _is_plain(things[0]) and things[0] not in self._shared:
                yield things[0], fact

    def _wait(self, thing: Thing, fact: Fact, call: Call) -> None:
        self.uses += 1
        if thing not in self._signaled and thing not in self._unknown:
            before = self._waited.get(thing)
            since = f"since {before.command} has waited for it" if before is not None else "at any time"
            text = f"{call.command} waits for a semaphore ({fact.path}) that nothing has signaled {since}"
            self.broken.append((text, (before or thing.made, call)))
        self._waited[thing] = call
        self._unknown.discard(thing)
        self._signaled.pop(thing, None)

    def _signal(self, thing: Thing, fact: Fact, call: Call) -> None:
        before = self._signaled.get(thing)
        if before is not None and thing not in self._unknown:
            text = (
                f"{call.command} signals a semaphore ({fact.path}) that {before.command} has signaled before"
            )
            self.broken.append((f"{text}, and nothing has waited for since", (before, call)))
        self._unknown.discard(thing)
        self._signaled[thing] = call


def _is_plain(semaphore: Thing) -> bool:
    """Return whether a semaphore was made with nothing on pNext; recordings of older releases do not say."""
    chain = semaphore.made.fact("pCreateInfo.pNext")
    return semaphore.sure and chain is not None and chain.value == 0
