"""Leaves out what a text says to be over: variables and layers that were removed, lines that are of others."""

import re
from dataclasses import replace

from refloader.host import shell
from refloader.inspect.logs.reading.crashes import owner_of
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import BAD, Event, EventKind
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.inspect.logs.wholes.outcomes import OF_LIBRARY
from refloader.model.system import System
from refloader.model.text import quote

_FOR_WANT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE)
_STEERING = (
    "VK_ICD_FILENAMES",
    "VK_DRIVER_FILES",
    "VK_LOADER_DRIVERS_SELECT",
    "VK_LOADER_DRIVERS_DISABLE",
    "VK_LAYER_PATH",
    "MESA_VK_DEVICE_SELECT",
)


def without_past(log: Log) -> None:
    """Take out of a log what its text says to be over."""
    past = log.past
    last = max((event.line for event in log.events if event.kind in _FOR_WANT), default=0)
    for name in _STEERING:
        at = log.variable_lines.get(name, 0)
        by_command = 0 < at < past.commanded.get(name, 0) < last
        if name in log.variables and (by_command or past.is_unset(name, at)):
            del log.variables[name]
    log.events[:] = [event for event in log.events if event.line not in past.of_others]
    if past.not_mine:
        log.events[:] = [event for event in log.events if event.line not in past.quotes]
    _without_removed(log)
    _left_manifests(log)
    _given_away(log)
    _wanted(log)


def _without_removed(log: Log) -> None:
    """Leave out crashes in the library of a program that was removed after them, where it crashes all the same."""

    def is_over(event: Event) -> bool:
        if event.kind is not EventKind.CRASHED:
            return False
        owner = owner_of(event.subject)
        name = owner.name.lower() if owner is not None and not owner.driver else event.subject.lower()
        at = max((line for word, line in log.past.removed.items() if word in name or name in word), default=0)
        return at >= event.line > 0 and log.past.still >= event.line

    log.events[:] = [event for event in log.events if not is_over(event)]


_OF_NVIDIA = re.compile(r"NVIDIA|GeForce|RTX|GTX|Quadro")
_LETTERS = re.compile(r"[\W\d_]")
_OF_LAYERS = re.compile(r"^lib(?:vklayer_?)?|\.(?:so|dll).*$")


def _left_manifests(log: Log) -> None:
    """Say of the library of a layer whose program was removed, by the text, that its manifest was left behind."""
    if not {"VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"}.isdisjoint(log.variables):
        return  # which ask for a layer

    def repaired(event: Event) -> Event:
        owner = owner_of(event.subject.replace("\\", "/").rpartition("/")[2])
        stem = _LETTERS.sub(
            "", _OF_LAYERS.sub("", event.subject.replace("\\", "/").rpartition("/")[2].lower())
        )
        name = stem if owner is not None and not owner.driver and len(stem) > 3 else ""
        words = [_LETTERS.sub("", word) for word in log.past.removed] if name else []
        gone = next((word for word in words if name in word or (len(word) > 3 and word in name)), "")
        if event.kind is not EventKind.LINKER or not gone or system_of(log) is not System.LINUX:
            return event
        word = shell.operand(event.subject.rpartition("/")[2])
        fix = (
            "the program that this library belongs to was removed, by the text, and its manifest is left: remove "
            f"that (grep -rl {word} ~/.local/share/vulkan /usr/local/share/vulkan /usr/share/vulkan /etc/vulkan "
            "lists it)"
        )
        return replace(event, fix=fix)

    log.events[:] = [repaired(event) for event in log.events]


def _given_away(log: Log) -> None:
    """Take it for no problem that NVIDIA's library is missing where that card is a guest's and another one works."""
    mine = [e for e in log.events if e.kind in OF_LIBRARY and "nvidia" in e.subject.lower()]
    cards = [e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    others = [e for e in log.events if e.kind in BAD and e not in mine]
    named = {each for each in log.named_cards if _OF_NVIDIA.search(each)}
    if len(named) > 1:
        return  # of which one may be wanted here
    if not (log.past.given and mine and cards) or others or any("nvidia" in each.lower() for each in cards):
        return
    why = (
        "NVIDIA's library is not here, and by the text its card was taken out or is given to a virtual machine: the "
        f"loader passes over the manifest, and programs of this machine use {quote(cards[0])}: harmless"
    )
    noted = Event(EventKind.NOTED, mine[0].line, mine[0].subject, why)
    log.events[:] = [e for e in log.events if e not in mine] + [noted]


def _wanted(log: Log) -> None:
    """Take a failure that somebody wants to bring about, where all works, for none of this machine."""
    bad = [event for event in log.events if event.kind in BAD]
    if not log.past.wanted or not log.past.well or any(event.kind not in _FOR_WANT for event in bad):
        return
    lines = {event.line for event in bad}
    if not lines:
        return
    why = "the text wants a failure for want of drivers to be tried, and all works on its machine"
    how = (
        "set VK_DRIVER_FILES=C:\\nowhere.json"
        if system_of(log) is System.WINDOWS
        else "VK_DRIVER_FILES=/nowhere.json"
    )
    fix = f"have the loader find no driver: {how} for the program (VK_ICD_FILENAMES before release 1.3.207)"
    log.events[:] = [event for event in log.events if event not in bad]
    log.events.append(Event(EventKind.NOTED, min(lines), "wanted", why, fix=fix))
