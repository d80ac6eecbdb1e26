"""Who was at work when a recording ends: the calls that never came back. Never judges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from refloader.model import registry
from refloader.model.text import quote, visible
from refloader.suite.running.recording import Call, Link, Recording
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP


@dataclass(frozen=True, slots=True)
class AtWork:
    """The innermost call that never came back: ``layer`` was doing it, which ``caller`` had called.

    ``last`` is what the layer had called down for it last, which had come back; ``refused`` the last lookup of a
    command of Vulkan 1.0 that gave it none. Both are empty where there was nothing.
    """

    command: str = ""
    layer: str = ""
    caller: str = ""
    last: str = ""
    refused: str = ""

    def told(self) -> str:
        """The clause for it, empty where every call came back."""
        if not self.command:
            return ""
        layer = visible(self.layer) or "what is below all layers"
        caller = visible(self.caller) or "the application"
        command = visible(self.command)
        last = f", after {self.last}" if self.last else ""
        refused = f"; before, {self.refused}" if self.refused not in ("", self.last) else ""
        return f", in {command} of {layer}, called by {caller}{last}{refused}"


def last_at_work(recording: Recording) -> AtWork:
    """Who was at work on the thread that was heard of last."""
    unfinished = [calls[-1] for calls in unfinished_calls(recording).values()]
    if not unfinished:
        return AtWork()
    [found] = at_work(recording, [max(unfinished, key=lambda call: call.entered)])
    return found


def unfinished_calls(recording: Recording) -> Mapping[int, Sequence[Call]]:
    """The calls that never came back, innermost last, by thread."""
    found: dict[int, list[Call]] = {}
    for call in recording.calls.values():
        if call.left is None:
            found.setdefault(call.thread, []).append(call)
    return found


def at_work(recording: Recording, unfinished: Sequence[Call]) -> Sequence[AtWork]:
    """Who was doing each of these calls."""
    numbers = {call.number for call in unfinished}
    within = [call for call in recording.calls.values() if call.caller in numbers]
    last = {call.caller: _told_call(recording, call) for call in within}
    refused = {call.caller: _told_call(recording, call) for call in within if _is_refusal(call)}
    rows = []
    for call in unfinished:
        link = recording.links.get(call.link, Link("", ""))
        told = last.get(call.number, ""), refused.get(call.number, "")
        rows.append(AtWork(call.command, link.below, link.above, *told))
    return rows


def _is_refusal(call: Call) -> bool:
    """Whether it is a lookup that did not give a command which everybody has."""
    name, answer = call.fact("pName"), call.out("answer")
    known = registry.command(name.text) if name is not None else None
    if known is None or known.core != "1.0" or answer is None or answer.value:
        return False
    return call.command == INSTANCE_LOOKUP or (call.command == DEVICE_LOOKUP and known.level == "device")


def _told_call(recording: Recording, call: Call) -> str:
    """A call that came back; of a lookup also what was asked and whether there was an answer."""
    whom = visible(recording.links.get(call.link, Link("", "")).below) or "what is below all layers"
    name, answer = call.fact("pName"), call.out("answer")
    if name is None or answer is None:
        return f"{visible(call.command)} of {whom}"
    handle = next((fact.value for fact in call.given if fact.kind == "handle"), 0)
    given = f"{hex(handle) if handle else 'NULL'}, {quote(name.text)}"
    return f"{call.command}({given}) of {whom} gave {'a function' if answer.value else 'NULL'}"
