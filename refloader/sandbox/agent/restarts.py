"""What a worker executes before it opens a loader: the interpreter anew, or the agent for another machine.

The agent (``refloader/probes/agent``) takes the place of the worker; namespaces, user, limits and filter stay.
Never starts anything.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import refloader
from refloader.model.system import System
from refloader.native.agent_target import Agent
from refloader.native.machine_target import NAMES
from refloader.native.root_target import chosen_root
from refloader.native.target import LENT, MACHINE, inside, library_path
from refloader.sandbox.agent import script
from refloader.scenario.actions import Action
from refloader.scenario.scenario import Scenario

CHANNEL = 3
"""The descriptor on which a worker answers."""

_MODULES = os.path.dirname(os.path.dirname(os.path.abspath(refloader.__file__)))
_ARCH = re.compile(rb'("library_arch"\s*:\s*")(32|64)(")')
_TRIPLES = {name: re.compile(rb"\b(?:x86_64|%s)(?=-linux-gnu\b)" % name.encode()) for name in NAMES}
"""The start of the names of folders in which Debian has the libraries of one machine; "$LIB" stands for them."""

_OWN, _OWN_BITS = b"x86_64", 64
"""The machine that the scenarios of the suite are written for."""


def for_interpreter(
    privilege: str, program: str, own: str, needed: Mapping[str, str]
) -> dict[str, object] | None:
    """Return how the worker starts its interpreter anew; None if the scenario needs nothing that only a start sets.

    In a root, it always starts anew: only so it runs on the C library of the root, and not before the box is closed.

    ``program`` is the path that the scenario gives the application, ``own`` its LD_LIBRARY_PATH; both may be empty.
    ``needed`` are the variables that the interpreter needs.
    """
    root = chosen_root()
    if root:
        needed = library_path(tuple(name for name, _ in root.lent))
    elif privilege == "none" and not program and not own:
        return None
    path = ":".join(part for part in (own, needed.get("LD_LIBRARY_PATH", "")) if part)
    return {
        "privilege": privilege,
        "path": program,
        "program": "",
        "interpreter": (MACHINE if root else "") + os.path.realpath(sys.executable),
        "modules": MACHINE + _MODULES if root else "",
        "variables": {"LD_LIBRARY_PATH": path} if path else {},
        "lent": [f"{LENT}/{name}" for name in _lent()],
    }


def _lent() -> tuple[str, ...]:
    """Return the names of the libraries that the machine lends to the target, if there is one."""
    if root := chosen_root():
        return tuple(name for name, _ in root.lent)
    target = inside()
    return target.lent if target else ()


def on_machine(scenario: Scenario, machine: Agent) -> Scenario:
    """Return the scenario with an application for this machine: what it says of both machines is exchanged.

    No rule treats one word size or processor differently from another, so a loader has to do the same on each.
    """
    situation = scenario.situation
    if situation.bits != _OWN_BITS or situation.system is not System.LINUX:
        return scenario
    application = scenario.application

    def moved(text: str) -> str:
        data = text.encode("utf-8", "surrogateescape")
        return _in_other_folder(data, machine).decode("utf-8", "surrogateescape")

    return replace(
        scenario,
        files={moved(path): _exchanged(data, machine) for path, data in scenario.files.items()},
        libraries={moved(path): library for path, library in scenario.libraries.items()},
        links={moved(path): moved(target) for path, target in scenario.links.items()},
        variables={name: moved(value) for name, value in scenario.variables.items()},
        application=replace(application, executable=moved(application.executable)),
        situation=replace(situation, bits=machine.bits),
    )


def _exchanged(data: bytes, machine: Agent) -> bytes:
    return _in_other_folder(_ARCH.sub(_other_arch, data) if machine.bits != _OWN_BITS else data, machine)


def _in_other_folder(data: bytes, machine: Agent) -> bytes:
    other = machine.name.encode()
    if machine.name not in _TRIPLES:  # a device: Android has no folders of this kind
        return data
    return _TRIPLES[machine.name].sub(lambda found: other if found[0] == _OWN else _OWN, data)


def _other_arch(found: "re.Match[bytes]") -> bytes:
    return found[1] + (b"64" if found[2] == b"32" else b"32") + found[3]


def refusal(scenario: Scenario, actions: Sequence[Action], bits: int = 32) -> str:
    """Return why the agent for this word size cannot carry out the scenario, or an empty string."""
    if bits != _OWN_BITS and any(each.flags.get("whole") == "1" for each in scenario.libraries.values()):
        return 'a mock driver with the flag "whole" is built for 64 bits only'
    return script.refused(actions, script.CALLS, bits)


def for_agent(
    job: Mapping[str, Any], agent: Agent, privilege: str, program: str, own: str
) -> Mapping[str, Any]:
    """Return the job with the agent in the place of the worker; the others are as in ``for_interpreter``."""
    restart = {
        "privilege": privilege,
        "path": program,
        "program": "",
        "interpreter": agent.program,
        "emulator": agent.emulator,
        "modules": "",
        "variables": {"LD_LIBRARY_PATH": own} if own else {},
        "script": script.text(_lines(job, privilege)),
    }
    return {**job, "restart": restart, "actions": "[]"}


def _lines(job: Mapping[str, Any], privilege: str) -> Iterator[tuple[str, ...]]:
    yield "channel", str(CHANNEL)
    yield "trace", job["trace"]
    yield ("clear",)
    for name, value in job["variables"].items():
        yield "set", name, value
    if privilege != "none":
        yield ("privileged",)
    yield "folder", job["working_folder"]
    if job["loader"] is not None:
        yield from script.acting(job["loader"], json.loads(job["actions"]), job["application"])
