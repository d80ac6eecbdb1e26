"""The part of the agent's scripts that is the same on every system (see ``refloader/probes/agent/agent.c``).

Says which actions the agent cannot carry out. Runs nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.model.parameters import signature
from refloader.model.text import quote
from refloader.scenario.actions import STEPS, Action

HEAD = "refloader-agent 1"
"""The first line of a script."""

_STEPS = frozenset(
    (
        "create",
        "destroy",
        "devices",
        "device",
        "destroy_device",
        "queue",
        "lookup",
        "device_lookup",
        "exports",
        "word",
        "device_extensions",
        "device_layers",
        "set",
    )
)
"""The steps that the agent carries out everywhere."""

CALLS = frozenset(("call", "groups", "pointer"))
"""Those that it carries out on Linux only: under Wine nobody has tried them."""

_OPTIONS = frozenset(
    {"of", "names", "layers", "extensions", "flags", "version", "index", "layer", "name", "value"}
)
_OF_CALLS = frozenset({"via", "args", "returns", "command"})
_WORD = 1 << 32
_LONGEST = (1 << 64) - 1
_LAYOUT = {
    32: "a structure, or room for several words, which the scenario lays out for 64 bits",
    64: "a structure, or room for several words, for which the agent's scripts have no line",
}


def refused(actions: Sequence[Action], more: frozenset[str] = frozenset(), bits: int = 32) -> str:
    """Return why the agent cannot carry out these actions, or an empty string.

    ``more`` are steps that it has besides, ``bits`` is its word size, which only calls depend on.
    """
    known = _OPTIONS | _OF_CALLS if more else _OPTIONS
    for verb, *rest in actions:
        if verb in STEPS and verb not in _STEPS | more:
            return f"the agent has no step {quote(verb)}"
        if verb in STEPS and (others := {*rest[1]} - known):
            return f"the agent knows no {quote(min(others))} of the step {quote(verb)}"
        if verb == "call" and (reason := _call_refused(rest[1], bits)):
            return f"{quote(rest[1]['name'])} is given {reason}"
    return ""


def _call_refused(options: Mapping[str, Any], bits: int) -> str:
    """Return what the agent cannot pass on to a command, or an empty string."""
    own = signature(options["name"])
    if own and own.floats:
        return "a number that is no integer"
    for (width, _, _), given in zip(_arguments(options), options["args"], strict=True):
        match given:
            case None | str() | {"text": _} | {"out": _} | {"read": [int()]}:
                continue
            case int():
                if bits == 32 and width == "word" and not -_WORD // 2 <= given < _WORD:
                    return "a number that needs 64 bits, in a place that has those of a pointer"
            case _:
                return _LAYOUT[bits]
    return ""


def _arguments(options: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield width, kind and value of each argument of a call; a command nobody knows takes words."""
    own = signature(options["name"])
    names = own.parameters if own else ()
    for place, given in enumerate(options["args"]):
        width = "wide" if own and place < len(names) and names[place] in own.wide else "word"
        match given:
            case str():
                yield width, "handle", given
            case {"text": words}:
                yield width, "text", words
            case {"out": name}:
                yield width, "out", name
            case {"read": [int(number), *_]}:
                yield width, "read", str(number)
            case _:
                yield width, "number", str((given if isinstance(given, int) else 0) & _LONGEST)


def text(lines: Iterator[tuple[str, ...]]) -> bytes:
    """Return the script with these lines, each a word and its arguments."""
    return "".join(f"{line}\n" for line in (HEAD, *(_line(*words) for words in lines))).encode("ascii")


def acting(
    loader: str, actions: Sequence[Action], application: Mapping[str, object]
) -> Iterator[tuple[str, ...]]:
    """Yield the lines that open a loader and carry out actions; ``application`` has the options of instances."""
    yield "announce", "dlopen"
    yield "open", loader
    for action in actions:
        yield "announce", " ".join(action[:2])
        yield from _action(action, application)


def _action(action: Action, defaults: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    match tuple(action):
        case ("extensions", "*"):
            yield ("extensions-of-layers",)
        case ("extensions", layer):
            yield "extensions", layer
        case ("instance",):
            yield from _application(defaults)
            yield ("instance",)
        case (query,):
            yield (query,)
        case ("set", _, options):
            yield (
                ("unset", options["name"])
                if options["value"] is None
                else ("set", options["name"], options["value"])
            )
        case ("call", label, options):
            for argument in _arguments(options):
                yield "argument", *argument
            kind, *of = options["via"]
            yield "call", label, options["name"], kind, of[0] if of else "", options["returns"]
        case ("pointer", label, options):
            kind, *of = options["via"]
            yield "pointer", label, options["name"], kind, of[0] if of else ""
        case ("groups", label, options):
            yield from _application({})
            yield "name", options["command"]
            yield "step", "groups", label, options["of"]
        case (verb, label, options):
            yield from _application({**defaults, **options} if verb == "create" else {"flags": 0, **options})
            for name in (*options.get("names", ()), *filter(None, [options.get("layer")])):
                yield "name", name
            yield "step", verb, label, options.get("of") or ""


def _application(given: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    """Yield the lines for what the next instance or device is made with; an index takes the place of the flags."""
    version = given.get("version")
    yield (
        "application",
        "-" if version is None else str(version),
        str(given.get("index", given.get("flags", 0))),
    )
    for kind in ("layer", "extension"):
        names = given.get(f"{kind}s", ())
        assert isinstance(names, list | tuple), "the actions were checked"
        for name in names:
            yield kind, name


def _line(word: str, *arguments: str) -> str:
    return " ".join((word, *map(encoded, arguments)))


def encoded(text: str) -> str:
    """Return a word of a script: every byte that is no printable ASCII character, the space and "%" are "%xx"."""
    data = text.encode("utf-8", "surrogateescape")
    return (
        "".join(chr(each) if 0x20 < each < 0x7F and each != 0x25 else f"%{each:02x}" for each in data) or "%"
    )
