"""A Windows loader under test: runs it under Wine and reads its answers. Never decides whether one is right."""

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from refloader.core.search.windows.devices import known_devices
from refloader.host.machines.real import RealHost
from refloader.host.opening import of_regular
from refloader.host.pace import allowed
from refloader.host.port import Content
from refloader.model.magic import Magic, magic_of
from refloader.model.system import System
from refloader.native.windows_target import chosen
from refloader.sandbox.layouts import MOCKS
from refloader.sandbox.loader import FIRST_WAIT, ForeignLoader, observed
from refloader.sandbox.said import Said, events_of
from refloader.sandbox.wine import script
from refloader.sandbox.wine.faults import PrefixError, WineError
from refloader.sandbox.wine.session import session
from refloader.scenario.actions import Action
from refloader.scenario.observation import Observation
from refloader.scenario.platform import HostPlatform, in_tree
from refloader.scenario.scenario import Scenario

_HEAD, _PE_AT, _PE_SIZE, _AMD64, _IS_DLL = 4096, 0x3C, 24, 0x8664, 0x2000
"""Where the header of a Windows library is, and what it has to say."""

_SIGNALS = {0xC0000005: 11, 0xC000001D: 4, 0xC0000094: 8, 0xC0000095: 8, 0xC00000FD: 11, 0x80000003: 5}
"""The signals of Linux for the exceptions of Windows: how a crash is named in results."""

_CODE = re.compile(r"(?:0x)?([0-9A-Fa-f]{1,8})", re.ASCII)

_HOOKS = {
    "elevation": "the integrity level of the process",
    "devices": "the PnP manager",
    "adapters": "DXGI",
    "packages": "the installed packages",
}


class WineLoader:
    """Any 64-bit ``vulkan-1.dll``."""

    def __init__(self, path: str) -> None:
        self.path = path

    def observe(
        self, scenario: Scenario, *, timeout: float = FIRST_WAIT, actions: Sequence[Action] | None = None
    ) -> Observation:
        """Run the scenario in a process of its own and return what the loader did.

        A scenario with nothing in it is taken as one on Windows. ``timeout`` is in seconds; ``actions`` replace those
        of the scenario.

        Raises:
            OSError: the machine has no room for a temporary folder or a process.
        """
        if scenario == Scenario():
            scenario = Scenario(situation=HostPlatform(System.WINDOWS))
        asked = scenario.actions if actions is None else actions
        if reason := script.refusal(scenario, asked):
            return Observation("not covered", reason)
        timeout = allowed(timeout)
        real = RealHost().real_path(self.path)
        try:
            with session(real) as server:
                answer = server.run(_job(scenario, asked), timeout)
        except (WineError, PrefixError) as refusal:
            return Observation("error", str(refusal))
        if answer is not None and answer["problem"]:
            return Observation("not covered", f"the scenario cannot be written: {answer['problem']}")
        return _answered(scenario, observed(_said(answer), timeout))


def _answered(scenario: Scenario, seen: Observation) -> Observation:
    """Return the observation, unless the loader did not ask for something that the scenario has only by a hook."""
    situation = scenario.situation
    needed = {
        "elevation": scenario.elevated,
        "devices": bool(known_devices(situation.platform())),
        "adapters": bool(situation.adapters),
        "packages": bool(situation.packages),
    }
    lacking = [_HOOKS[name] for name, is_needed in needed.items() if is_needed and name not in seen.hooks]
    if seen.ended == "ok" and lacking:
        return Observation("not covered", f"the loader did not ask refloader's hook for {lacking[0]}")
    return seen


def _job(scenario: Scenario, actions: Sequence[Action]) -> Mapping[str, Any]:
    situation = scenario.situation
    program = scenario.application.executable or script.AGENT
    libraries = []
    for path, library in scenario.libraries.items():
        lines = [f"{name}={value}\n" for name, value in {**library.flags, "trace": script.TRACE}.items()]
        data = "".join(lines).encode("utf-8", "surrogateescape")
        libraries.append((_tree(path), MOCKS[library.mock], data))
    files = {_tree(path): content for path, content in scenario.files.items() if path != program}
    files[_tree(script.SCRIPT)] = script.script(scenario, actions)
    return {
        "files": files,
        "script": _tree(script.SCRIPT),
        "libraries": libraries,
        "folders": (_tree(script.OWN), _tree(situation.working_folder), *map(_tree, situation.packages)),
        "program": _tree(program),
        "words": (program, script.SCRIPT),
    }


def _tree(path: str) -> str:
    return in_tree(path, System.WINDOWS)[1:]


def _said(answer: Mapping[str, Any] | None) -> Said:
    if answer is None:
        return Said(lost=True)
    events, cut = events_of(answer["events"])
    status = answer["status"]
    for event in events:
        if event["event"] == "crashed":
            told = _CODE.fullmatch(str(event.get("code")))  # the loader can write events, too
            code = int(told[1], 16) if told else 0
            status = _SIGNALS.get(code, (code & 0xFF) << 8)
    if status is not None and not any(event["event"] == "crashed" for event in events):
        status = (status & 0xFF) << 8
    return Said(
        events=events,
        timed_out=answer["timed_out"],
        stdout=answer["stdout"],
        stderr=answer["stderr"],
        status=status,
        trace=answer["trace"].replace(b"\r\n", b"\n"),
        cut=cut,
        left=tuple(answer["left"]),
        heard=len(answer["events"]) + len(answer["trace"]),
    )


def hooked(observation: Observation) -> tuple[str, ...]:
    """Return what refloader answered in the place of Wine, in words; the level of a usual process is not told."""
    return tuple(_HOOKS[name] for name in observation.hooks if name in _HOOKS)


def why_no_windows_loader(path: str) -> str:
    """Return why the file is no library that this machine can run under Wine, or an empty string."""
    answer = of_regular(path, lambda descriptor: Content(os.pread(descriptor, _HEAD, 0)))
    if not isinstance(answer, Content):
        return answer.detail or str(answer.trouble)
    data = answer.data
    if magic_of(data) is not Magic.PE:
        return f"it is {magic_of(data)}, and {chosen()} runs libraries of Windows"
    start = int.from_bytes(data[_PE_AT : _PE_AT + 4], "little")
    head = data[start : start + _PE_SIZE]
    if head[:4] != b"PE\0\0" or len(head) < _PE_SIZE:
        return "its header is damaged"
    if int.from_bytes(head[4:6], "little") != _AMD64:
        return "it is for another processor or word size: Wine runs 64-bit ones of x86 here"
    return "" if int.from_bytes(head[22:24], "little") & _IS_DLL else "it is a program, and no library"


def loader_at(path: str) -> "ForeignLoader | WineLoader":
    """Return the loader at a path: one for Windows runs under Wine if the user chose that target."""
    return WineLoader(path) if chosen() and not why_no_windows_loader(path) else ForeignLoader(path)
