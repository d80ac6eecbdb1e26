"""A recording as the sequence of call entries and returns on both sides of a layer. Gives no verdict."""

from collections.abc import Iterator, Mapping
from operator import attrgetter, itemgetter
from typing import NamedTuple

from refloader.suite.layers.checks.layer_calls import LayerCalls, Step
from refloader.suite.layers.checks.lifetimes import Alive
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call

LOOKUPS = frozenset({"vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vk_layerGetPhysicalDeviceProcAddr"})
_CHANGES = frozenset({"vkCreateInstance", "vkCreateDevice", "vkDestroyInstance", "vkDestroyDevice"})


class Moment(NamedTuple):
    """The entry or the return of a call, with the objects alive just before it takes effect.

    ``inward`` calls go from above into the layer, the others from the layer down. ``during`` is the call into the
    layer for which the layer makes a call on the same thread; None for calls on a thread of the layer.
    """

    call: Call
    enters: bool
    inward: bool
    during: Call | None
    above: Alive
    below: Alive

    @property
    def down(self) -> bool:
        """True if this is the entry of a call down."""
        return self.enters and not self.inward


def moments(view: LayerCalls) -> Iterator[Moment]:
    """Yield all moments in the recording's order. A call that never returned has no end."""
    above, below = Alive(), Alive()
    if view.steps is None:
        view.steps = [*_steps(view)]
    for call, enters, is_inward, during in view.steps:
        yield Moment(call, enters, is_inward, during, above, below)
        side = above if is_inward else below
        if enters:
            side.enter(call)
        elif call.made:
            side.leave(call)


def _steps(view: LayerCalls) -> Iterator[Step]:
    inward = {call.number: call for call in view.into()}
    for _, call, enters in sorted(_ends(view), key=itemgetter(0)):
        is_inward = call.number in inward
        yield Step(
            call, enters, is_inward, None if is_inward else _directly_in(inward, call) or around(view, call)
        )


def _directly_in(inward: Mapping[int, Call], call: Call) -> Call | None:
    """Return the call into the layer in which another call was made directly, as most are."""
    caller = inward.get(call.caller)
    return caller if caller is not None and caller.entered < call.entered else None


def _ends(view: LayerCalls) -> Iterator[tuple[int, Call, bool]]:
    for call in _telling(view):
        yield call.entered, call, True
        if call.left is not None:
            yield call.left, call, False


def _telling(view: LayerCalls) -> Iterator[Call]:
    """Yield the calls; of lookups with one object only the first, until an instance or device comes or goes.

    Loaders and layers look up every function each time: nine of ten calls are lookups.
    """
    asked = set[tuple[int, str, int]]()
    for call in sorted((*view.into(), *view.out_of()), key=attrgetter("entered")):
        if call.command not in LOOKUPS:
            if call.command in _CHANGES:
                asked.clear()
            yield call
            continue
        key = (call.link, call.command, next((fact.value for fact in call.given if fact.kind == "handle"), 0))
        if key not in asked:
            asked.add(key)
            yield call


def around(view: LayerCalls, call: Call) -> Call | None:
    """Return the innermost call into the layer during which another call was made.

    The recording may be forged: a call may be its own caller, or a million calls may be in progress at once.
    """
    inner, at = call, view.recording.calls.get(call.caller)
    found: Call | None = None
    passed: list[int] = []
    while at is not None and at.entered < inner.entered:
        if at.number in view.surrounded:
            found = view.surrounded[at.number]
            break
        if _is_into(view, at):
            found = at
            break
        passed.append(at.number)
        inner, at = at, view.recording.calls.get(at.caller)
    view.surrounded.update(dict.fromkeys(passed, found))
    return found


def _is_into(view: LayerCalls, call: Call) -> bool:
    link = view.recording.links.get(call.link)
    return link is not None and link.below == view.layer


def passed_on(view: LayerCalls) -> Iterator[tuple[Call, tuple[Call, ...]]]:
    """Yield each call into the layer that returned, with the layer's calls of the same command for it."""
    for call in view.into():
        if call.left is not None:
            yield call, view.within(call, call.command)


class Side:
    """What a check follows on one side of a layer, and what is broken there; each check has its own.

    ``uses`` is how often the rule could have been broken. Where the side above ``is_judged`` no longer, neither is
    what comes after it below.
    """

    def __init__(self) -> None:
        self.broken: list[tuple[str, tuple[Call, ...]]] = []
        self.uses = 0
        self.is_judged = True

    def enter(self, call: Call, alive: Alive) -> None:
        """Take a call before it takes effect."""

    def leave(self, call: Call, alive: Alive) -> None:
        """Take a call after it took effect."""


def judge_below(view: LayerCalls, result: CheckResult, above: Side, below: Side) -> CheckResult:
    """Judge what goes down by a rule of applications; not where those above the layer break it themselves."""
    for moment in moments(view):
        side, alive = (above, moment.above) if moment.inward else (below, moment.below)
        (side.enter if moment.enters else side.leave)(moment.call, alive)
        if not above.is_judged:
            break
    if above.broken or view.recording.lost:
        return result
    result.seen = below.uses
    for sentence, calls in below.broken:
        result.fail_once(sentence, *calls)
    return result
