"""What a scenario says of its machine where that is no 64-bit Linux, in a few lines; where a scenario is written."""

import json
from collections.abc import Iterator

from refloader.model.platform import Device
from refloader.model.system import System
from refloader.scenario.corpus import Case
from refloader.scenario.platform import Entry, HostPlatform

_NAMES = {
    System.LINUX: "Linux",
    System.WINDOWS: "Windows",
    System.MACOS: "macOS",
    System.FUCHSIA: "Fuchsia",
    System.ANDROID: "Android",
}


def place_of(case: Case) -> str:
    """The file of the repository that a scenario of the corpus stands in."""
    topic, _, name = case.name.partition("/")
    return (
        f"fixtures/scenarios/{case.name}"
        if case.folder
        else f"policy_tests/loader/scenarios/{topic}.py, {name}"
    )


def described(machine: HostPlatform) -> Iterator[str]:
    """The system, what it has, and its registry; nothing of a 64-bit Linux."""
    if machine == HostPlatform():
        return
    size = "" if machine.bits == machine.word_size else f", a {machine.bits}-bit application"
    yield f"{_NAMES[machine.system]}{size}"
    if machine.bundle:
        yield f"bundle of the application: {machine.bundle}"
    if machine.system is System.ANDROID:
        yield f"the application may {'' if machine.debuggable else 'not '}be debugged"
    yield from (f"libraries of the application: {each}" for each in machine.native_libraries)
    yield from map(_device, machine.devices)
    if machine.adapters:
        yield f"adapters in the order that the system prefers: LUID {', '.join(map(str, machine.adapters))}"
    yield from (f"package: {each}" for each in machine.packages)
    yield from _registry(machine)


def _device(device: Device) -> str:
    kind = "software component" if device.component else "display adapter"
    return f"{kind}{f' with LUID {device.luid}' if device.luid is not None else ''}: {device.key}"


def _registry(machine: HostPlatform) -> Iterator[str]:
    """Each key with its values, as ``reg query`` writes them."""
    shown = ""
    for entry in machine.registry:
        if entry.key != shown:
            shown = entry.key
            yield shown
        yield f"    {entry.name}    {entry.type}    {_data(entry)}"


def _data(entry: Entry) -> str:
    if isinstance(entry.data, int):
        return hex(entry.data)
    if isinstance(entry.data, bytes):
        return entry.data.hex()
    return entry.data if isinstance(entry.data, str) else ", ".join(map(json.dumps, entry.data))
