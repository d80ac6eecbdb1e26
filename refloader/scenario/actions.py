"""The actions that an application in a scenario can perform: their verbs, the options of each, and validation."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from refloader.model.text import quote

Action: TypeAlias = tuple[Any, ...]
"""One action: a query or a step.

A query is ``("version",)``, ``("layers",)``, ``("extensions", layer)`` ("" for the instance's own extensions, "*" for
those of each layer that "layers" returned before) or ``("instance",)``, which creates an instance, enumerates its
devices and destroys it. A step is ``(verb, label, options)``, see ``script``.
"""

EVERYTHING: tuple[Action, ...] = (
    ("version",),
    ("layers",),
    ("extensions", ""),
    ("extensions", "*"),
    ("instance",),
)
"""The default actions of an application, in this order."""

QUERIES = ("version", "layers", "extensions", "instance")
"""The verbs of the queries. ``refloader.predict`` answers them as a loader would."""

MOST = 10_000
"""The maximum number of actions of one application."""

MOST_THREADS, MOST_ROUNDS = 16, 1000
"""The maximum number of scripts that run at once, and of the rounds in which each is run again."""


class Options(NamedTuple):
    """The options that a step requires (``needed``) and permits (``others``), each with its types."""

    needed: Mapping[str, tuple[type, ...]] = {}
    others: Mapping[str, tuple[type, ...]] = {}


_OBJECT = {"of": (str,)}
_NAMES = {"names": (list, tuple)}
_CREATION = {"allocator": (dict,), "extensions": (list, tuple), "layers": (list, tuple)}
_NEXT = {"next": (dict, list, tuple, str, int, type(None))}
_ALLOCATOR = {"allocator": (dict,)}

STEPS: Mapping[str, Options] = {
    "create": Options({}, {**_CREATION, **_NEXT, "flags": (int,), "version": (int, type(None))}),
    "destroy": Options(_OBJECT, _ALLOCATOR),
    "devices": Options(_OBJECT),
    "groups": Options({**_OBJECT, "command": (str,)}),
    "device": Options(_OBJECT, {**_CREATION, **_NEXT}),
    "destroy_device": Options(_OBJECT, _ALLOCATOR),
    "queue": Options(_OBJECT, {"index": (int,)}),
    "lookup": Options(_NAMES, {"of": (str, type(None))}),
    "device_lookup": Options({**_OBJECT, **_NAMES}, {"followed": (str,)}),
    "exports": Options(_NAMES),
    "pointer": Options({"name": (str,), "via": (list, tuple)}),
    "word": Options(_OBJECT),
    "device_extensions": Options(_OBJECT, {"layer": (str, type(None))}),
    "device_layers": Options(_OBJECT),
    "heard": Options(),
    "allocations": Options({"name": (str,)}),
    "set": Options({"name": (str,), "value": (str, type(None))}),
    "libraries": Options(),
    "call": Options({"name": (str,), "args": (list, tuple), "via": (list, tuple), "returns": (str,)}),
    "threads": Options({"scripts": (list, tuple)}, {"rounds": (int,)}),
}
"""The verbs of the steps, each with its options."""


OF_THE_PROCESS = frozenset(("threads", "set", "instance"))
"""The actions that only the first thread does."""

_COMMANDS: Mapping[str, str] = {
    "version": "vkEnumerateInstanceVersion",
    "layers": "vkEnumerateInstanceLayerProperties",
    "extensions": "vkEnumerateInstanceExtensionProperties",
    "instance": "vkCreateInstance",
    "create": "vkCreateInstance",
    "destroy": "vkDestroyInstance",
    "devices": "vkEnumeratePhysicalDevices",
    "device": "vkCreateDevice",
    "destroy_device": "vkDestroyDevice",
    "queue": "vkGetDeviceQueue",
    "lookup": "vkGetInstanceProcAddr",
    "device_lookup": "vkGetDeviceProcAddr",
    "device_extensions": "vkEnumerateDeviceExtensionProperties",
    "device_layers": "vkEnumerateDeviceLayerProperties",
}
"""The command that an action calls, by the verb of the action."""

_NAMED: Mapping[str, str] = {"call": "name", "groups": "command"}
"""The option that names the command, by the verb of the step."""


def command_of(verb: str, options: Mapping[str, Any]) -> str:
    """Return the command that an action calls; empty if it calls none or says none."""
    command = options.get(_NAMED[verb]) if verb in _NAMED else _COMMANDS.get(verb)
    return command if isinstance(command, str) else ""


def problems(actions: Sequence[Action]) -> Iterator[str]:
    """Yield the reasons why an application cannot perform these actions; none if they are valid."""
    if len(actions) > MOST:
        yield f"{len(actions)} actions are more than the {MOST} that an application may do"
        return
    for action in actions:
        match action:
            case ("version" | "layers" | "instance",) | ("extensions", str()):
                continue
            case (str(verb), str(), Mapping() as options) if verb in STEPS:
                yield from (f"the step {quote(verb)} {wrong}" for wrong in _wrong(STEPS[verb], options))
                if verb == "threads":
                    yield from _wrong_in_threads(options)
            case _:
                yield f"{quote(json.dumps(action, default=str))} is no action of an application"


def _wrong_in_threads(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the scripts of a step "threads": they are of steps, and of no further threads."""
    scripts, rounds = options.get("scripts", ()), options.get("rounds", 1)
    if isinstance(rounds, int) and not 1 <= rounds <= MOST_ROUNDS:
        yield f'the step "threads" cannot have {rounds} rounds'
    if not isinstance(scripts, list | tuple) or not 1 <= len(scripts) <= MOST_THREADS:
        yield f'the step "threads" needs from 1 to {MOST_THREADS} scripts'
        return
    for steps in scripts:
        if not isinstance(steps, list | tuple):
            yield f"{quote(json.dumps(steps, default=str))} is no script of a thread"
            continue
        yield from problems([tuple(step) if isinstance(step, list) else step for step in steps])
        for step in steps:
            verb = step[0] if isinstance(step, list | tuple) and step else ""
            if verb in OF_THE_PROCESS or list(step) == ["extensions", "*"]:
                yield f"{quote(json.dumps(step, default=str))} cannot be done on a thread"


def _wrong(known: Options, options: Mapping[str, Any]) -> Iterator[str]:
    types = {**known.needed, **known.others}
    for name in (each for each in known.needed if each not in options):
        yield f"lacks {quote(name)}"
    for name, value in options.items():
        texts = value if name in ("names", "layers", "extensions") and isinstance(value, list | tuple) else ()
        if name not in types:
            yield f"has no {quote(str(name))}"
        elif not isinstance(value, types[name]) or isinstance(value, bool):
            yield f"cannot have {quote(json.dumps(value, default=str))} for {quote(name)}"
        elif not all(isinstance(each, str) for each in texts):
            yield f"has something in {quote(name)} that is no text"
