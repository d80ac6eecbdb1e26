"""Leaves out what a text says to be over: variables and layers that were removed, lines that are of others."""

import re
from dataclasses import replace

from refloader.host import shell
from refloader.inspect.logs.reading.crashes import owner_of
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.model.system import System
from refloader.model.text import file_name

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
        if name in log.variables and (past.is_out(name, last) or past.is_unset(name, at)):
            del log.variables[name]
    log.events[:] = [event for event in log.events if event.line not in past.of_others]
    answered = past.attributed and any(
        event.kind is EventKind.DEVICE
        and event.line > past.attributed
        and event.line not in past.quotes
        and (past.still in past.quotes or not past.attributed < past.still < event.line)  # "still the same"
        for event in log.events
    )
    if past.not_mine or answered:
        log.events[:] = [event for event in log.events if event.line not in past.quotes]
    _without_removed(log)
    _left_manifests(log)


def _without_removed(log: Log) -> None:
    """Leave out crashes in the library of a program that was removed after them, where it crashes all the same."""

    def is_over(library: str, crashed: int) -> bool:
        owner = owner_of(library)
        name = owner.name.lower() if owner is not None and not owner.driver else library.lower()
        at = max((line for word, line in log.past.removed.items() if word in name or name in word), default=0)
        return at >= crashed > 0 and log.past.still >= crashed

    if log.past.removed:
        crashes = [each for each in log.events if each.kind is EventKind.CRASHED]
        over = {each for each in crashes if is_over(each.subject, each.line)}
        log.events[:] = [event for event in log.events if event not in over]
        for library in [name for name, line in log.told.hangs.items() if is_over(name, line)]:
            del log.told.hangs[library]


_LETTERS = re.compile(r"[\W\d_]")
_OF_LAYERS = re.compile(r"^lib(?:vklayer_?)?|\.(?:so|dll).*$")


def _left_manifests(log: Log) -> None:
    """Say of the library of a layer whose program was removed, by the text, that its manifest was left behind."""
    if not {"VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"}.isdisjoint(log.variables):
        return  # which ask for a layer
    words = [word for word in (_LETTERS.sub("", each) for each in log.past.removed) if word]
    if not words or system_of(log) is not System.LINUX:
        return

    def repaired(event: Event) -> Event:
        if event.kind is not EventKind.LINKER:
            return event
        owner = owner_of(file_name(event.subject))
        stem = _LETTERS.sub("", _OF_LAYERS.sub("", file_name(event.subject).lower()))
        name = stem if owner is not None and not owner.driver and len(stem) > 3 else ""
        gone = name and any(name in word or (len(word) > 3 and word in name) for word in words)
        if not gone:
            return event
        word = shell.operand(event.subject.rpartition("/")[2])
        fix = (
            "the program that this library belongs to was removed, by the text, and its manifest is left: remove "
            f"that (grep -rl {word} ~/.local/share/vulkan /usr/local/share/vulkan /usr/share/vulkan /etc/vulkan "
            "lists it)"
        )
        return replace(event, fix=fix)

    log.events[:] = [repaired(event) for event in log.events]
