"""A recording moment by moment, as it happened on both sides of a layer. Never judges."""

from collections.abc import Iterator, Mapping
from operator import attrgetter, itemgetter
from typing import NamedTuple

from refloader.suite.layers.judges.lifetimes import Alive
from refloader.suite.layers.judges.view import View
from refloader.suite.running.look import Look
from refloader.suite.running.recording import Call

LOOKUPS = frozenset({"vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vk_layerGetPhysicalDeviceProcAddr"})
_CHANGES = frozenset({"vkCreateInstance", "vkCreateDevice", "vkDestroyInstance", "vkDestroyDevice"})


class Moment(NamedTuple):
    """The beginning or the end of a call, with what is alive just before it counts.

    ``inward`` calls go from above into the layer, the others from it down. ``during`` is the call into the layer on
    whose behalf, on the same thread, one from it is made; None for what the layer does on a thread of its own.
    """

    call: Call
    enters: bool
    inward: bool
    during: Call | None
    above: Alive
    below: Alive

    @property
    def down(self) -> bool:
        """Whether here the layer calls down."""
        return self.enters and not self.inward


def moments(view: View) -> Iterator[Moment]:
    """All moments in the recording's order. A call that never came back has no end."""
    above, below = Alive(), Alive()
    inward = {call.number: call for call in view.into()}
    for _, call, enters in sorted(_ends(view), key=itemgetter(0)):
        is_inward = call.number in inward
        during = None if is_inward else _directly_in(inward, call) or around(view, call)
        yield Moment(call, enters, is_inward, during, above, below)
        side = above if is_inward else below
        if enters:
            side.enter(call)
        elif call.made:
            side.leave(call)


def _directly_in(inward: Mapping[int, Call], call: Call) -> Call | None:
    """The call into the layer that another was made in with nothing between them, as most are."""
    caller = inward.get(call.caller)
    return caller if caller is not None and caller.entered < call.entered else None


def _ends(view: View) -> Iterator[tuple[int, Call, bool]]:
    for call in _telling(view):
        yield call.entered, call, True
        if call.left is not None:
            yield call.left, call, False


def _telling(view: View) -> Iterator[Call]:
    """The calls, but of lookups with one and the same object only the first as long as no object comes or goes.

    Loaders and layers ask for every function there is, each time: nine of ten calls are lookups.
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


def around(view: View, call: Call) -> Call | None:
    """The innermost call into the layer during which another call was made.

    Whoever wrote the recording may have been wrong: a call may be its own caller, or a million be under way at once.
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


def _is_into(view: View, call: Call) -> bool:
    link = view.recording.links.get(call.link)
    return link is not None and link.below == view.layer


def passed_on(view: View) -> Iterator[tuple[Call, tuple[Call, ...]]]:
    """Each call into the layer that came back, with the calls of the same command that it made down for it."""
    down: dict[int, list[Call]] = {}
    for call in view.out_of():
        down.setdefault(call.caller, []).append(call)
    for call in view.into():
        if call.left is not None:
            yield call, tuple(each for each in down.get(call.number, ()) if each.command == call.command)


def fail_once(look: Look, fact: str, *calls: Call) -> None:
    """Note a breach unless one that reads the same was noted before: once is enough of what a layer always does."""
    if fact not in look.said:
        look.fail(fact, *calls)
