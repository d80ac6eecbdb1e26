"""Finds the layers that were active when a recording ends, by the calls that never returned. Gives no verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from refloader.model import registry
from refloader.model.parameters import signature
from refloader.model.text import quote, visible
from refloader.suite.sessions.recording import Call, Link, Recording
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP


@dataclass(frozen=True, slots=True)
class AtWork:
    """The innermost call that never returned: ``layer`` was executing it for ``caller``.

    ``last`` is the last call that the layer made for it, ``refused`` the last lookup for it that returned NULL for a
    command of Vulkan 1.0. Both are empty if there is none. ``is_handed_up`` is whether the application made the call
    by the function from below that the caller, which has none of its own for the command, handed up.
    """

    command: str = ""
    layer: str = ""
    caller: str = ""
    last: str = ""
    refused: str = ""
    is_handed_up: bool = False

    def told(self) -> str:
        """Return a clause that describes the call, empty if every call returned."""
        if not self.command:
            return ""
        layer = visible(self.layer) or "what is below all layers"
        caller = visible(self.caller) or "the application"
        if self.is_handed_up:
            caller = f"the application through {caller}, which has no function of its own for it"
        command = visible(self.command)
        last = f", after {self.last}" if self.last else ""
        refused = f"; before, {self.refused}" if self.refused not in ("", self.last) else ""
        return f", in {command} of {layer}, called by {caller}{last}{refused}"


def last_activity(recording: Recording) -> AtWork:
    """Return the layer's activity in the innermost unfinished call that was entered last."""
    unfinished = [calls[-1] for calls in unfinished_calls(recording).values()]
    if not unfinished:
        return AtWork()
    [found] = activities(recording, [max(unfinished, key=lambda call: call.entered)])
    return found


def needs_what_is_null(recording: Recording) -> str:
    """Name the handle that the innermost unfinished call, of a layer's own accord, needs and has not; else return "".

    A call is of the layer's own accord if the one that it serves is of another command, and has all that it needs.
    """
    unfinished = [calls[-1] for calls in unfinished_calls(recording).values()]
    call = max(unfinished, key=lambda each: each.entered, default=None)
    served = recording.calls.get(call.caller) if call is not None else None
    if call is None or served is None or served.command == call.command or _lacking(served):
        return ""
    return _lacking(call) if recording.links.get(call.link, Link("", "")).above else ""


def _lacking(call: Call) -> str:
    """Return the first parameter that is VK_NULL_HANDLE and must not be, by the registry."""
    known = signature(call.command)
    facts = (call.fact(name) for name in known.parameters if name in known.required) if known else ()
    return next((each.path for each in facts if each and each.kind == "handle" and not each.value), "")


def unfinished_calls(recording: Recording) -> Mapping[int, Sequence[Call]]:
    """Return the calls that never returned, by thread, the innermost last."""
    found: dict[int, list[Call]] = {}
    for call in recording.calls.values():
        if call.left is None:
            found.setdefault(call.thread, []).append(call)
    return found


def activities(recording: Recording, unfinished: Sequence[Call]) -> Sequence[AtWork]:
    """Return the layers' activity in each of these calls."""
    numbers = {call.number for call in unfinished}
    within = [call for call in recording.calls.values() if call.caller in numbers]
    last = {call.caller: _told_call(recording, call) for call in within}
    refused = {call.caller: _told_call(recording, call) for call in within if _is_refusal(call)}
    by_application = _threads_of_the_application(recording)
    rows = []
    for call in unfinished:
        link = recording.links.get(call.link, Link("", ""))
        told = last.get(call.number, ""), refused.get(call.number, "")
        handed_up = bool(link.above) and not call.caller and call.thread in by_application
        rows.append(AtWork(call.command, link.below, link.above, *told, handed_up))
    return rows


def _threads_of_the_application(recording: Recording) -> set[int]:
    """Return the threads on which the application has called.

    A call that enters below a layer is its own if none to a layer is in progress on such a thread.
    """
    links, from_above = recording.links, Link("", "?")
    calls = (each for each in recording.calls.values() if not each.caller)
    return {each.thread for each in calls if not links.get(each.link, from_above).above}


def _is_refusal(call: Call) -> bool:
    """Return whether a call is a lookup that returned NULL for a command that always exists."""
    name, answer = call.fact("pName"), call.out("answer")
    known = registry.command(name.text) if name is not None else None
    if known is None or known.core != "1.0" or answer is None or answer.value:
        return False
    return call.command == INSTANCE_LOOKUP or (call.command == DEVICE_LOOKUP and known.level == "device")


def _told_call(recording: Recording, call: Call) -> str:
    """Describe a call that returned; of a lookup also its arguments and whether it found a function."""
    whom = visible(recording.links.get(call.link, Link("", "")).below) or "what is below all layers"
    name, answer = call.fact("pName"), call.out("answer")
    if name is None or answer is None:
        return f"{visible(call.command)} of {whom}"
    handle = next((fact.value for fact in call.given if fact.kind == "handle"), 0)
    given = f"{hex(handle) if handle else 'NULL'}, {quote(name.text)}"
    return f"{call.command}({given}) of {whom} gave {'a function' if answer.value else 'NULL'}"
