"""Translates a scenario on Windows into the script of ``agent.exe`` (see ``refloader/native/windows/machine.c``).

Says what cannot be shown under Wine. Runs nothing and does not touch the disk.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from refloader.core.search.windows.devices import known_devices
from refloader.inspect.registry.data import TYPES
from refloader.model.system import System
from refloader.model.text import quote
from refloader.model.windows_registry import ValueType, stored
from refloader.sandbox.agent.script import acting, refused, text
from refloader.scenario.actions import Action
from refloader.scenario.platform import Entry
from refloader.scenario.scenario import Scenario

LOADER = "{loader}"
"""What stands in a script for the loader's path, which the server knows."""

OWN = r"C:\.refloader"
"""The folder in which the agent has its script, and writes events and trace."""

EVENTS, TRACE, SCRIPT, AGENT = (rf"{OWN}\{name}" for name in ("events", "trace", "script", "agent.exe"))

_CLASS, _OWN_CLASS = (
    r"hkey_local_machine\system\currentcontrolset\control\class",
    r"HKEY_LOCAL_MACHINE\SOFTWARE\Refloader",
)
"""Where the keys of devices are, and where the hook that opens them has them: Wine makes those of its own devices
anew at any time."""

_OTHER_CODE = 99


def refusal(scenario: Scenario, actions: Sequence[Action]) -> str:
    """Return why this scenario cannot be shown to a loader under Wine, or an empty string."""
    situation = scenario.situation
    if situation.system is not System.WINDOWS:
        return (
            f"the loader runs on 64-bit Windows, the scenario is on {situation.bits}-bit {situation.system}"
        )
    if situation.bits != 64 or situation.word_size != 64:
        return "the loader is a 64-bit one, the scenario has a 32-bit application"
    for path in scenario.paths:
        if path.startswith("\\\\"):
            return f"{quote(path)} is on another machine: Wine has none here"
    if scenario.links:
        return "the scenario has links, which Wine does not make"
    if situation.adapters and any(device.luid is not None for device in situation.devices):
        return "the scenario has devices with adapters of the kernel, which neither Wine nor a hook shows"
    return _order(situation.registry) or refused(actions)


def _order(entries: Sequence[Entry]) -> str:
    """Return why the order of values in a key cannot be shown: Wine enumerates them by name, whatever came first."""
    for key, rows in groupby(sorted(entries, key=_key), key=_key):
        names = list(dict.fromkeys(each.name.upper() for each in rows))
        if names != sorted(names) and "\\class\\" not in key:
            return "Wine enumerates the values of a key by their names, and this scenario has them in another order"
    return ""


def _key(entry: Entry) -> str:
    return entry.key.casefold()


def script(scenario: Scenario, actions: Sequence[Action]) -> bytes:
    """Return the script for a scenario that is not refused; the server puts in the loader's path."""
    return text(_lines(scenario, actions))


def _lines(scenario: Scenario, actions: Sequence[Action]) -> Iterator[tuple[str, ...]]:
    situation, application = scenario.situation, scenario.application
    yield "events", EVENTS
    yield "trace", TRACE
    for device in known_devices(situation.platform()):
        yield "key", _place(device.key)
    for entry in situation.registry:
        yield (
            "value",
            _place(entry.key),
            entry.name,
            str(_code(entry.type)),
            stored(entry.type, entry.data).hex(),
        )
    for name, value in scenario.variables.items():
        yield "set", name, value
    yield "elevated", str(int(scenario.elevated))
    for device in known_devices(situation.platform()):
        yield "device", _place(device.key), str(int(device.component))
    for luid in situation.adapters:
        yield "adapter", str(luid)
    for folder in situation.packages:
        yield "package", folder
    yield "folder", situation.working_folder
    defaults = {
        "version": application.packed_version,
        "flags": application.flags,
        "layers": application.layers,
        "extensions": application.extensions,
    }
    yield from acting(LOADER, actions, defaults)


def _place(key: str) -> str:
    """Return the path at which a key of the scenario is."""
    return _OWN_CLASS + key[len(_CLASS) :] if key.casefold().startswith(_CLASS) else key


def _code(type: str) -> int:
    return TYPES.index(ValueType(type)) if type in TYPES else _OTHER_CODE
