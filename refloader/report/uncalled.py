"""The command that the application of a case did not call, and why: an answer that is missing does not say so.

It comes from the evidence of a result, which is untrusted. Gives no verdict.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.results.results_file import Result
from refloader.scenario.actions import command_of

_LOOKUPS = {
    "global": "vkGetInstanceProcAddr(NULL) does not find it",
    "instance": "vkGetInstanceProcAddr does not find it",
    "device": "vkGetDeviceProcAddr does not find it",
    "export": "the library does not export it",
    "pointer": "no pointer to it was found",
}
"""Why a call was not made whose objects there are, by the way in which the command is looked up."""

_MAKES_ONE = ("create", "device")
"""The steps that make one object, which has the label of the step, and whose answer is a VkResult."""

_CALL = "call"

_MOST = 64
"""More physical devices than any case asks for."""


def uncalled(result: Result) -> str:
    """Return a clause on the first command that was not called, and why; an empty string if there is none."""
    answers, missing = result.evidence.get("answers"), set[str]()
    if not isinstance(answers, Mapping):
        return ""
    for verb, label, options in _steps(result.evidence.get("actions")):
        if label not in answers:
            return ""
        answer, used = answers[label], [each for each in _used(verb, options) if each in missing]
        if answer is None and used:
            command = command_of(verb, options)
            return f"{command} was not called: there is no {used[0]}" if command else ""
        if answer is None and verb == _CALL:
            how = _LOOKUPS.get(next(iter(options.get("via", ())), ""), "")
            return f"{options.get('name')} was not called: {how}" if how else ""
        missing |= _lacked(verb, label, options, answer)
    return ""


def _steps(actions: object) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield verb, label and options of each step; what is none is left out."""
    for step in actions if isinstance(actions, list) else ():
        if isinstance(step, list) and len(step) == 3 and isinstance(step[2], Mapping):
            yield str(step[0]), str(step[1]), step[2]


def _used(verb: str, options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the objects that a step uses."""
    if verb != _CALL:
        yield from _names(options.get("of"))
        return
    yield from _names(options.get("via", ())[1:2])
    yield from _names(options.get("args"))


def _names(argument: object) -> Iterator[str]:
    if isinstance(argument, str):
        yield argument
    elif isinstance(argument, list):
        for each in argument:
            yield from _names(each)
    elif isinstance(argument, Mapping):
        for name in ("read", "next"):
            yield from _names(argument.get(name))


def _lacked(verb: str, label: str, options: Mapping[str, Any], answer: object) -> set[str]:
    """Return the names of the objects that a step did not make, of those that it was to make."""
    if verb in _MAKES_ONE:
        return set() if answer == 0 else {label}
    if verb == "devices":
        names = answer.get("names") if isinstance(answer, Mapping) else ()
        there = len(names) if isinstance(names, list) else 0
        return {f"{label}.{number}" for number in range(there, _MOST)}
    if verb != _CALL:
        return set()
    returned = answer.get("returned") if isinstance(answer, Mapping) else -1
    failed = isinstance(returned, int) and returned < 0
    return {*_made(options.get("args"))} if failed else set()


def _made(arguments: object) -> Iterator[str]:
    for each in arguments if isinstance(arguments, list) else ():
        if isinstance(each, Mapping) and isinstance(each.get("out"), str):
            yield each["out"]
        elif isinstance(each, Sequence) and not isinstance(each, str):
            yield from _made(list(each))
