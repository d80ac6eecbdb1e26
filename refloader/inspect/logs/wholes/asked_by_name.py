"""What a program asks for by a name or a number, and the text shows not to be there: layers in lists, devices.

Programs print what they ask for and what there is. Where both are in a text, the difference is the answer.
"""

import re
from collections.abc import Iterator

from refloader.core.ages import release_of
from refloader.inspect.layer_names import REPLACED
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.model.text import file_name, number_of, quote, some

_UNFOUND = (EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED)
_OF_LAYERS = (
    EventKind.LINKER,
    EventKind.FAILED,
    EventKind.BAD_FILE,
    EventKind.LEFT_OUT,
    EventKind.SETTINGS,
    EventKind.ELEVATED,
)
"""What may be why a chain lacks a layer, and does not name it."""

_SAYING = (1, 3, 248)
"""The first release that says so of a name in VK_INSTANCE_LAYERS that no manifest has."""

_ASKING = "VK_INSTANCE_LAYERS"
_LAYER_NAME = re.compile(r"\bVK_LAYER_\w{1,200}")
_MOST = 16
_GPU_OPTION = re.compile(
    r"(?<=\s)(?:-g|-gpu|--gpu(?:-?(?:id|index|device|number))?|--(?:vulkan-|vk-)?device(?:-?(?:id|index))?|--main-gpu|-mg)"
    r"[ =](?P<number>\d{1,2})(?=\s|$)"
)
_GPU_VARIABLES = ("GGML_VK_VISIBLE_DEVICES",)


def asked_by_name(log: Log) -> Iterator[Event]:
    """Yield the layers and the devices that programs ask for and that the lists of the text do not have."""
    yield from _unlisted_layers(log)
    yield from _absent_layers(log)
    yield from _unlisted_device(log)


def _unlisted_layers(log: Log) -> Iterator[Event]:
    """Yield the layers that a program asks for, if it says that one is missing and does not say which."""
    missing = next((each for each in log.events if each.kind in _UNFOUND), None)
    named = any(
        each.kind is EventKind.NOT_FOUND and each.subject.startswith("VK_LAYER_") for each in log.events
    )
    if missing is None or named:
        return
    asked, offered = log.particulars.asked_layers, {*log.particulars.offered_layers, *log.available}
    lost = [name for name in asked if name not in offered] if offered else []
    lost = lost or [name for name in log.mentioned if REPLACED.get(name) and name not in offered]
    for name in lost[:4]:
        yield Event(
            EventKind.NOT_FOUND, asked.get(name, log.mentioned.get(name, missing.line)), name, "the program"
        )


def _absent_layers(log: Log) -> Iterator[Event]:
    """Yield the layers that VK_INSTANCE_LAYERS names, that a printed chain lacks, and of which no line says why.

    Up to release 1.3.247, loaders pass over a name that no manifest has without a word. Of a meta-layer, a chain has
    only the components.
    """
    if (not log.chains and not log.inserted) or any(each.kind in _OF_LAYERS for each in log.events):
        return
    inside = {*log.inserted, *log.available, *(name for chain in log.chains for name in chain)}
    explained = {each.subject for each in log.events if each.kind is not EventKind.ASKED} | inside
    asked = _asked(log)
    wanted = {name: line for names, line in asked.items() for name in _LAYER_NAME.findall(names)[:_MOST]}
    chained = {*log.inserted, *(name for chain in log.chains for name in chain)}
    may_be_meta = any(name not in wanted and not _is_implicit(name, log) for name in chained)
    for name, line in wanted.items():
        if name in explained or REPLACED.get(name) in inside:
            continue
        if may_be_meta:
            why = f"{_ASKING} asks for {name}, and the chain is without it: it is a meta-layer, or not found"
        elif _is_silent(log) and not _may_be_read(name, log):
            yield Event(EventKind.NOT_FOUND, line, name, _ASKING)
            continue
        else:  # of one that is not found, newer releases say so: something else may be the cause
            why = f"{_ASKING} asks for {name}, and the chain is without it; why is not in the text"
        fix = f"see whether a loader finds it there, and why it is left out: refloader explain {name}"
        yield Event(EventKind.NOTED if may_be_meta else EventKind.CONCLUDED, line, name, why, fix=fix)


def _asked(log: Log) -> dict[str, int]:
    """Return what VK_INSTANCE_LAYERS names, with the line; of commands only where it holds for each of the text."""
    asked = {each.subject: each.line for each in log.events if each.kind is EventKind.ASKED}
    values = {run.variables.get(_ASKING, "") for run in log.runs}
    if len(values) == 1:
        asked |= {run.variables[_ASKING]: run.line for run in log.runs if _ASKING in run.variables}
    return asked


def _is_implicit(name: str, log: Log) -> bool:
    return name in log.inserted and "implicit_layer.d" in log.inserted[name].manifest


def _is_silent(log: Log) -> bool:
    """Return whether each loader of the text is of a release that says nothing of names that no manifest has."""
    releases = [release_of(version) for version in log.versions]
    return bool(releases) and all(each and each < _SAYING for each in releases)


def _may_be_read(name: str, log: Log) -> bool:
    """Return whether a manifest that the loader found is called like the layer."""
    files = (*log.manifests, *(path for search in log.searches for path in search.files))
    last = name.rpartition("_")[2].lower()
    return any(last in file_name(path).lower() for path in files)


def _unlisted_device(log: Log) -> Iterator[Event]:
    """Yield that a program is set to take a device by a number that is beyond those which the text lists."""
    deviceless = any(
        each.kind is EventKind.NO_DEVICE or (each.message is not None and each.message.message.deviceless)
        for each in log.events
    )
    devices = [each for each in log.events if each.kind is EventKind.DEVICE]
    if not deviceless or not devices:
        return
    for run in log.runs:
        found = _GPU_OPTION.search(run.command)
        if found is not None and int(found["number"]) >= len(devices):
            yield _beyond(found[0], run.line, devices)
            return
    for name in _GPU_VARIABLES:
        value = log.variables.get(name, "")
        if value.isdecimal() and int(value) >= len(devices):
            yield _beyond(f"{name}={value}", log.variable_lines.get(name, 0), devices)
            return


def _beyond(how: str, line: int, devices: list[Event]) -> Event:
    names = some([quote(each) for each in dict.fromkeys(each.subject for each in devices)], 3)
    why = (
        f"the program is set to take a device by {how}, and the text lists {number_of(len(devices), 'device')}, "
        f"counted from 0: {names}"
    )
    return Event(
        EventKind.CONCLUDED, line, how, why, fix=f"leave {how} out, or give the number of one that is listed"
    )
