"""Turns the run of a program with third-party code into observations. Runs nothing; gives no verdict.

Third-party code shares the process and its descriptors with the program: nothing that the harness received need be
true, and none of it may harm the reader.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.model.text import brief, visible
from refloader.sandbox.loader import STARVED, cause
from refloader.sandbox.probe import LOST
from refloader.sandbox.said import WATCHER_ENDED, Said
from refloader.scenario.observation import Ended
from refloader.suite.sessions import recording
from refloader.suite.sessions.session import Session

EXIT = "exit"
"""The activity of a program after it has reported that it is done: destructors and atexit functions."""

STILL = "no answer, and nothing is done any more,"
"""The detail of a run in which hang detection found no activity."""

_START = "the start"
_REFUSALS = {2: "it was called in a wrong way", 3: "the loader cannot be used"}
"""Exit statuses that refloader's programs use only before any layer or driver is called."""

_BEFORE_OTHERS = "loader"
"""The only act that may have begun before that. Others' code can forge a beginning, but cannot take one back."""

_MOST_TEXT = 4096
"""The characters that are read of a text in an answer. All that refloader's programs write are shorter."""


def session(
    said: Said,
    isolation: Sequence[str],
    acts: Sequence[str],
    timeout: float,
    seconds: float,
    who: str = "layer",
) -> Session:
    """Return all observations; ``timeout`` is the time that the program had for its acts, ``seconds`` what it took.

    ``who`` is the kind of third-party code in it ("layer" or "driver").
    """
    during = _under_way(said.events)
    ended, detail = _ending(said, during, timeout, who)
    left_out = _left_out(said.events, acts) if ended == "ok" else ()
    if left_out:
        ended, detail = "fault", f"the process ended as if all was done, without {', '.join(left_out)}"
    return Session(
        ended,
        detail,
        "" if ended == "ok" else during,
        answers=dict(_answers(said.events)),
        recording=recording.read(said.recording),
        trace=tuple(said.trace.decode("utf-8", "surrogateescape").split("\n")[:-1]),
        stdout=said.stdout.decode("utf-8", "backslashreplace"),
        stderr=said.stderr.decode("utf-8", "backslashreplace"),
        isolation=tuple(isolation),
        left=tuple(map(str, said.left)),
        seconds=seconds,
        heard=said.heard,
    )


def _under_way(events: Sequence[Mapping[str, Any]]) -> str:
    """Return the act that began last."""
    for event in reversed(events):
        if event["event"] == "done":
            return EXIT
        if event["event"] == "begin":
            return brief(event.get("what"))
    return ""


def _left_out(events: Sequence[Mapping[str, Any]], acts: Sequence[str]) -> tuple[str, ...]:
    """Return the acts that never began. If there are any, third-party code has forged the report that all is done."""
    begun = {str(event.get("what")) for event in events if event["event"] == "begin"}
    return tuple(act for act in acts if act not in begun)


def _ending(said: Said, during: str, timeout: float, who: str) -> tuple[Ended, str]:
    """Return how the program ended, and one sentence about it."""
    if said.is_starved:
        return "error", STARVED
    if said.lost:
        return "fault", f"the {who} {WATCHER_ENDED}"
    if said.events and said.events[0]["event"] == "world":  # third-party code forged any later one
        return "error", brief(said.events[0].get("error"))
    where = f"during {doing(during) if during else _START}"
    if said.timed_out:
        return "timeout", f"{STILL if said.still else said.late(timeout)} {where}"
    if said.cut:
        return "fault", f"the {who} flooded the descriptor for the answers {where}"
    code = os.waitstatus_to_exitcode(said.status) if said.status is not None else 0
    if code in _REFUSALS and _is_before_others(said.events):
        return "error", f"{_REFUSALS[code]}: {_own_words(said)}"
    if code == LOST:
        return "fault", f"the {who} took the descriptor for the answers away {where}"
    if said.status == 0:
        return ("ok", "") if during == EXIT else ("crash", f"exit with status 0 {where}")
    return "crash", f"{cause(said.status or 0)} {where}"


def _is_before_others(events: Sequence[Mapping[str, Any]]) -> bool:
    """True if the program ended before it called any layer or driver."""
    return all(event.get("what") == _BEFORE_OTHERS for event in events if event["event"] == "begin")


def _own_words(said: Said) -> str:
    """Return why a program of refloader's could not begin, as it has answered or printed."""
    told = next((event.get("error") for event in said.events if event["event"] == "error"), None)
    return brief(told) if told else visible(said.stderr[-200:].decode("latin-1").strip())


def _answers(events: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    for event in events:
        label = event.get("label")
        if event["event"] == "answer" and isinstance(label, str):
            yield label[:_MOST_TEXT], _with_short_texts(event.get("answer"))


def _with_short_texts(answer: Any) -> Any:
    """Cut the texts in an answer: a pattern takes the square of a text's length, and nothing interrupts it."""
    top = [answer]
    pending: list[Any] = [top]
    while pending:
        inside = pending.pop()
        for key, value in list(inside.items() if isinstance(inside, dict) else enumerate(inside)):
            if isinstance(value, (dict, list)):
                pending.append(value)
            elif isinstance(value, str) and len(value) > _MOST_TEXT:
                inside[key] = value[:_MOST_TEXT]
    return top[0]


# ---- What each act of the scripted application does, in plain words: the names alone mean nothing to a reader.

_ACTS = {
    "instance": "making an instance and ending it",
    "devices": "asking for everything about the physical devices",
    "device": "making a device, its queues, pools, fences and memory",
    "commands": "recording and submitting work without pipelines: fills, copies, events, queries",
    "manners": "looking at what is different in the process once the instance is gone",
    "several": "using several instances and devices at the same time and ending them in different orders",
    "again": "making and ending instances and devices many times",
    "order": "ending a device's buffers, memory, fences and pools in every order",
    "threads": "calling from many threads at once",
    "reentrant": "calling from inside callbacks while another thread makes objects",
    "lists": "asking for lists of the layer's own",
    "lookups": "looking up every command of the registry",
    "unknown": "looking up and calling commands that no registry knows",
    "failing": "asking for instances and devices that have to be refused",
    "debug": "using VK_EXT_debug_utils: messengers, names, tags and labels",
    "descriptors": "allocating, writing, copying and freeing descriptors",
    "compute": "running a compute job",
    "compute-each": "running a compute job on each device and queue family",
    "graphics": "drawing a triangle into an image and reading it back",
    "present": "showing frames and making the swapchain anew",
    "present-x11": "showing frames in a window of an X server",
    "present-both": "showing images of two swapchains by one vkQueuePresentKHR",
    "frames": "showing frames of two swapchains, with submissions that wait for each other",
    "modern-older": "using the same by the names of the extensions: vkQueueSubmit2KHR, vkCmdCopyBuffer2KHR",
    "modern": "using Vulkan 1.2 and 1.3: timeline semaphores, vkQueueSubmit2, dynamic rendering",
    "alike": "doing one job in several forms of the same calls, on several instances and devices",
    "agreeing": "asking one question in several ways, and using objects after they were used before",
    "apart": "asking an older instance beside a newer one, and submitting on two threads to two devices",
    "states": "asking fences, events, queries, command buffers and memory for their states, and drawing",
    "featured": "drawing and computing with each optional feature of a device",
    "growth": "making and ending objects of each kind on one device, again and again",
    "programs": "playing generated programs: memory, synchronization, command buffers, compute (vkQueueSubmit)",
    "many": "doing one job after a thousand others and among hundreds of objects",
    "exit": "after all work: destructors and atexit functions",
}


_STEPS = {
    "ages": "being used as loaders of older interface versions use it",
    "allocators": "making and ending objects with the application's allocation callbacks",
    "allocators.failing": "making objects while an allocation by the application's callbacks gives NULL",
    "allocators.many": "allocating command buffers while an allocation by the application's callbacks gives NULL",
    "allocators.pipelines": "making pipelines while an allocation by the application's callbacks gives NULL",
    "apart": "asking about two physical devices",
    "at-once": "making instances and devices on several threads",
    "call-down": "negotiating beside a loader that watches",
    "carry": "calling the layer's functions above a made-up next entity",
    "claims": "asking for versions and conformance",
    "create": "making instances, devices and their objects",
    "create.null": "destroying VK_NULL_HANDLE",
    "effects": "making calls above a next entity that does what they are for",
    "effects.null": "destroying VK_NULL_HANDLE",
    "enabled": "making calls on a device with features of extensions",
    "enumerate": "asking for lists: extensions, physical devices, their groups, queue families",
    "exports": "looking at the library's exports",
    "external": "making objects of an extension that loaders do not know",
    "facts": "asking for all that physical devices report",
    "features": "making devices with features",
    "growth": "making and ending objects of each kind on one device, again and again",
    "introspect": "calling the exported introspection functions",
    "lists": "asking for lists of the layer's own",
    "lists.device": "asking a physical device for its properties, or making a device of it",
    "lists.device-extensions": "asking for the extensions of a device",
    "lists.end": "ending the instance",
    "lists.instance": "making an instance and asking for its physical devices",
    "lookups": "looking up every command of the registry",
    "manners": "opening and closing the library",
    "names": "looking at the library's exports",
    "negotiate": "negotiating the interface version",
    "no-device": "calling what can be called without a physical device",
    "objects": "making dispatchable objects",
    "once": "making an instance and ending it",
    "own-features": "asking for the features of the layer's extensions",
    "pre-instance": "calling a function that needs no instance",
    "presentations": "presenting above a next entity that is slow",
    "programs": "playing generated programs",
    "queries": "asking for properties, features, formats and limits",
    "reload": "closing the library and opening it again",
    "several": "using several instances and devices at the same time",
    "strangers": "making objects with structures of unknown types in pNext",
    "surfaces": "making surfaces and swapchains, and asking about them",
    "tools": "asking for tools",
    "versions": "making instances with several values of apiVersion",
}
"""By how the names of the probers' steps begin: what is done there."""

_MADE = {"instance": "Instance", "device": "Device"}


def doing(act: str) -> str:
    """Return the words for an act in parentheses after its name; the name alone for an act of another program."""
    words = _ACTS.get(act) or _creating(act) or _of_step(act)
    return f"{act} ({words})" if words else act


def _of_step(act: str) -> str:
    """Return the words for a step of a prober, those of the longest beginning that has some."""
    names = act.split(" ")[0].split(".")
    beginnings = (".".join(names[:length]) for length in range(len(names), 0, -1))
    return next((_STEPS[each] for each in beginnings if each in _STEPS), "")


def _creating(act: str) -> str:
    """Return the words for a step of the driver prober in which it makes something or destroys nothing."""
    what, _, kind = act.removeprefix("create.").rpartition(".")
    if not act.startswith("create.") or kind not in _MADE:
        return ""
    if what == "null":
        return f"vkDestroy{_MADE[kind]} is given VK_NULL_HANDLE"
    return f"vkCreate{_MADE[kind]} and vkDestroy{_MADE[kind]}, {what.replace('-', ' ')}"
