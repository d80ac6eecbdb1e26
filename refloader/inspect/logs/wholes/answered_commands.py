"""Causes that the first line of a command's output shows: a switch for two cards, a file that is asked for."""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.runs import Run
from refloader.inspect.logs.wholes.registered import unregistering
from refloader.model.text import quote

_ON = {
    "prime-select": "sudo prime-select on-demand, and restart",
    "envycontrol": "sudo envycontrol -s hybrid, and restart",
    "supergfxctl": "supergfxctl -m Hybrid, and log in again",
    "optimus-manager": "optimus-manager --switch hybrid, and log in again",
    "system76-power": "sudo system76-power graphics hybrid, and restart",
}
"""What switches both cards on, by the tool."""

_SWITCH = re.compile(
    rf"^(?:sudo )?(?P<tool>{'|'.join(_ON)})(?: (?:query|graphics|-q|--query|-g|--get|--status|--print-mode))+$"
)
_ONE_CARD = re.compile(r"(?:current .{0,20}: ?)?(?P<mode>intel|integrated)", re.IGNORECASE)
_OFFLOAD = ("__NV_PRIME_RENDER_OFFLOAD", "__VK_LAYER_NV_optimus")
_WITHOUT = (EventKind.NO_DEVICE, EventKind.NO_DRIVER, EventKind.NO_MODULE, EventKind.HIDDEN_CARD)

_ASKS_FOR = re.compile(
    r"^(?:dir|ls|Get-Item|Get-ChildItem|gci|Test-Path|type)(?: -\w+)* \"?(?P<path>[A-Za-z]:\\[^\"<>|]{1,400})\"?$",
    re.IGNORECASE,
)
_NOT_THERE = re.compile(
    r"File Not Found|The system cannot find the \w+ specified\.?|False"
    r"|(?:\S+ ?: )?Cannot find path .{1,420} because it does not exist\.?",
    re.IGNORECASE,
)


def answered(log: Log) -> Iterator[Event]:
    """Yield the causes that commands and what they print first show."""
    yield from _switched_off(log)
    yield from _registered_and_gone(log)


def _switched_off(log: Log) -> Iterator[Event]:
    """Yield that a tool has switched the card of NVIDIA off, if a program asks for it or finds no device."""
    asks = any(name in log.variables for name in _OFFLOAD)
    lacks = any(event.kind in _WITHOUT for event in log.events)
    if not (asks or lacks) or any("NVIDIA" in name for name in log.devices):
        return
    for run in log.runs:
        switch, mode = _SWITCH.match(run.command), _ONE_CARD.fullmatch(run.output)
        if switch is not None and mode is not None:
            tool = switch["tool"]
            why = f"{tool} is at {mode['mode']}: NVIDIA's card is switched off, and its driver has no device"
            yield Event(EventKind.CONCLUDED, run.line, tool, why, fix=_ON[tool])
            return


def _registered_and_gone(log: Log) -> Iterator[Event]:
    """Yield the values of Windows' registry that name a file of which a command says that it is not there."""
    gone = {path.lower() for run in log.runs if (path := _missing(run))}
    for value in log.registry.values:
        if value.path.lower() not in gone or not value.is_on:
            continue
        of_driver = value.key.lower().endswith("drivers")
        why = f"the registry names {quote(value.path)}, and there is no such file"
        delete = unregistering(value.key, value.path)
        fix = f"if its program was removed: {delete}; else install that again"
        if of_driver:
            fix = f"install the driver of the graphics card again, which registers its file; then: {delete}"
        yield Event(EventKind.CONCLUDED, value.line, value.path, why, fix=fix)


def _missing(run: Run) -> str:
    """Return the path that a command asks for and that is not there; empty if it asks for none, or it is there."""
    asks = _ASKS_FOR.match(run.command)
    return asks["path"] if asks is not None and _NOT_THERE.fullmatch(run.output) else ""
