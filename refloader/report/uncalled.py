"""The command that the application of a case did not call, and why: an answer that is missing does not say so.

It comes from the evidence of a result, which is untrusted. Gives no verdict.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from refloader.results.results_file import Result
from refloader.scenario.actions import command_of

_LOOKUPS = {
    "global": "vkGetInstanceProcAddr(NULL) does not find it",
    "instance": "vkGetInstanceProcAddr does not find it",
    "device": "vkGetDeviceProcAddr does not find it",
    "export": "the library does not export it",
}
"""Why a call was not made whose objects there are, by the way in which the command is looked up."""

_PLACE = re.compile("[0-9]{1,4}")
"""The place of a physical device in a list, from 0 on."""

_CALL, _POINTER, _DEVICES = "call", "pointer", "devices"


def uncalled(result: Result) -> str:
    """Return a clause on the first command that was not called, and why; empty if there is none or several causes.

    With several causes nobody can tell here which of them an answer is missing by.
    """
    lacking = result.evidence.get("lacking")
    if not isinstance(lacking, Mapping):
        return ""
    clause, gone = "", set[str]()
    steps = [*_steps(result.evidence.get("actions"))]
    listings = {label for verb, label, _ in steps if verb == _DEVICES}
    for verb, label, options in steps:
        what = lacking.get(label)
        if not isinstance(what, str):
            continue
        if not gone:
            command, why = command_of(verb, options), _why(verb, options, what, listings)
            clause = f"{command} was not called: {why}" if command and why else ""
        elif what not in gone and what.rpartition(".")[0] not in gone:
            return ""
        gone |= {label, *([what] if what else ()), *_made(options.get("args"))}
    return clause


def _steps(actions: object) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield verb, label and options of each step; what is none is left out."""
    for step in actions if isinstance(actions, list) else ():
        if isinstance(step, list) and len(step) == 3 and isinstance(step[2], Mapping):
            yield str(step[0]), str(step[1]), step[2]


def _why(verb: str, options: Mapping[str, Any], what: str, listings: set[str]) -> str:
    """Return why a step was not carried out that lacks this object, or "" for its command."""
    way = options.get("via") if verb == _CALL else None
    words = [each for each in way if isinstance(each, str)] if isinstance(way, list) else []
    if not what:
        return _LOOKUPS.get(words[0], "") if words else ""
    if words == [_POINTER, what]:
        return "no pointer to it was found"
    listing, _, which = what.rpartition(".")
    if listing not in listings:
        return f"there is no {what}"
    return f"vkEnumeratePhysicalDevices gave no {_physical_device(which)}"


def _physical_device(which: str) -> str:
    """Return words for a physical device, of which a script says the place or the name."""
    if not _PLACE.fullmatch(which):
        return f"physical device named {which}"
    return "physical device" if int(which) == 0 else f"physical device {int(which) + 1}"


def _made(arguments: object) -> Iterator[str]:
    """Yield the names of the objects that a call was to make."""
    for each in arguments if isinstance(arguments, list) else ():
        if isinstance(each, Mapping):
            yield from (each[key] for key in ("out", "outs") if isinstance(each.get(key), str))
        else:
            yield from _made(each)
