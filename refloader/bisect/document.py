"""Builds the JSON document of a bisection, and the command that keeps a cause off for good."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refloader.bisect.bisecting import Bisected, Tried
from refloader.bisect.search import Cause
from refloader.bisect.starting import Start
from refloader.bisect.suspects import Suspect, Suspects
from refloader.host import shell
from refloader.inspect.whatif.wording import command_of, set_aside
from refloader.model.system import System

SCHEMA = "refloader.bisect/1"
_PROFILE = "~/.profile"


@dataclass(frozen=True, slots=True)
class Remedy:
    """What keeps a layer or driver off: for good, and for one start of the command; empty if there is no such way.

    ``besides`` is what to do besides ``for_good``, a sentence; empty if nothing.
    """

    name: str
    for_good: str
    once: str
    besides: str = ""


def remedy(suspect: Suspect, own: Suspects, command: Sequence[str]) -> Remedy:
    """Return what keeps a suspect off with the machine's own loader: the smallest change that does.

    That is to no longer ask for it, where one variable does, else other variables, else to set its manifest aside.
    """
    found, asking = _switched_off(suspect, own, command), own.asked_by(suspect.name)
    line = command_of(asking, System.LINUX) if asking is not None else ""
    if asking is None or not line or not asking.what or line == found.for_good:
        return found
    besides = f"{asking.what} asks for it: change it where it is set, too. If the program asks for it as well"
    once = shell.line([*_env(dict(asking.variables)), *command])
    return Remedy(suspect.name, line, once, f"{besides}: {found.for_good}")


def _switched_off(suspect: Suspect, own: Suspects, command: Sequence[str]) -> Remedy:
    """Return what keeps a suspect off whoever asks for it."""
    variables = own.without(suspect.name)
    if not variables:
        return Remedy(suspect.name, set_aside(suspect.manifest), "")
    once = shell.line([*_env(variables), *command])
    if not all(shell.is_name(name) and (value or "").isprintable() for name, value in variables.items()):
        return Remedy(suspect.name, set_aside(suspect.manifest), once)  # not every shell has $'...'
    lines = [_exported(name, value) for name, value in variables.items()]
    plain = len(lines) == 1 and "\\" not in lines[0]  # some shells have an echo that replaces \0047
    printing = ["echo", *lines] if plain else ["printf", r"%s\n", *lines]
    return Remedy(suspect.name, f"{shell.line(printing)} >> {_PROFILE}", once)


def _exported(name: str, value: str | None) -> str:
    return f"unset {name}" if value is None else f"export {name}={shell.line([value])}"


def _env(variables: Mapping[str, str | None]) -> list[str]:
    unset = [word for name, value in variables.items() if value is None for word in ("-u", name)]
    return ["env", *unset, *(f"{name}={value}" for name, value in variables.items() if value is not None)]


def as_json(
    result: Bisected, suggestions: Sequence[Remedy], command: Sequence[str], loader: Mapping[str, str]
) -> dict[str, Any]:
    """Return the JSON document of a bisection."""
    kinds = {each.name: each for each in result.suspects}
    return {
        "schema": SCHEMA,
        "command": [os.fsdecode(word) for word in command],
        "loader": dict(loader),
        "verdict": result.found.verdict.value if result.found is not None else "stopped",
        "causes": [_cause(each, kinds) for each in result.causes],
        "keep_off": [
            {"name": each.name, "for_good": each.for_good, "once": each.once, "besides": each.besides}
            for each in suggestions
        ],
        "suspects": [_suspect(each) for each in result.suspects],
        "always_on": [_suspect(each) for each in result.fixed],
        "starts": result.starts,
        "bound": result.bound,
        "tried": [_tried(each) for each in result.tried],
        "again": [_start(each) for each in result.again],
    }


def _cause(cause: Cause, suspects: Mapping[str, Suspect]) -> dict[str, Any]:
    members = [_suspect(suspects[name]) for name in cause.members]
    return {"members": members, "works_without": cause.helps}


def _suspect(each: Suspect) -> dict[str, str]:
    return {"kind": each.kind.value, "name": each.name, "manifest": each.manifest}


def _tried(each: Tried) -> dict[str, Any]:
    return {
        "off": list(each.off),
        "variables": each.variables,
        "failed": each.failed,
        "starts": [_start(one) for one in each.starts],
    }


def _start(each: Start) -> dict[str, Any]:
    return {
        "failed": each.failed,
        "failed_otherwise": each.otherwise,
        "how": each.how,
        "seconds": round(each.seconds, 3),
    }
