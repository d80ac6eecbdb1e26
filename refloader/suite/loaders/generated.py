"""Generated programs on a loader: runs them in the sandbox, and says by rule what was wrong. Holds no expectations.

A program is made from a seed and played by ``probes/loader_prober``, which is application, layers and drivers at
once: it compares what it sends with what arrives. Its first failure ends it, and belongs to one rule.
"""

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from math import ceil
from signal import Signals
from typing import Any

import pytest

from refloader.host.pace import allowed
from refloader.model.version import api_version, parse_loose
from refloader.native.agent_target import agent
from refloader.native.installed import folders
from refloader.native.mocks import NOT_BUILT
from refloader.native.root_target import chosen_root
from refloader.native.windows_target import chosen
from refloader.sandbox import programs
from refloader.sandbox.child import ForkServerError
from refloader.sandbox.layouts import NotCovered
from refloader.sandbox.programs import HOME, Program
from refloader.suite.loaders.subjects import Foreign
from refloader.suite.loaders.trial import Trial

DRIVERS, LAYERS, _MINORS = 4, 2, 5
_TIMEOUT, _ONE = 60.0, 15.0
"""Seconds of a run, and of one of its programs."""

_PLACE = "/world/generated"
_LAST_CALLS = 12
"""The number of calls before a failure that its sentence has."""

RULES: Mapping[str, str] = {
    "passed": "VULKAN-LOADER-05",
    "messages": "VULKAN-LOADER-05",
    "lists": "VULKAN-LOADER-05",
    "crash": "VULKAN-LOADER-05",
    "hang": "VULKAN-LOADER-05",
    "room": "VULKAN-LOADER-01",
    "memory": "VULKAN-LOADER-02",
    "groups": "VULKAN-LOADER-04",
    "threads": "VULKAN-LOADER-06",
    "data": "OBJECTS-LAYER-02",
}
"""The rule that a failure of each kind breaks."""

_NEEDED: Mapping[str, tuple[str, ...]] = {"OBJECTS-LAYER-02": ("explicit",)}
"""What a loader has to do, beside instances with devices, for programs to show something of a rule."""

_NOTHING, _NOTHING_RULE = "VK_NULL_HANDLE", "VULKAN-LOADER-03"
_THREADS = "threads make and end"


def failures(subject: Trial, first: int, count: int, rule: str) -> list[str]:
    """Return what programs found against a rule. Skips the test where they cannot be run."""
    loader = subject.loader
    if not isinstance(loader, Foreign):
        subject.needs_library = True
        pytest.skip("the core opens no library and calls nobody")
    if agent() or chosen() or chosen_root():
        pytest.skip("generated programs run with this machine's own libraries alone")
    version = parse_loose(loader.version)
    null_messengers = version is None or version >= api_version(1, 3, 239)
    found = answers_of(loader.path, loader.identity.sha256, first, count, null_messengers)
    if isinstance(found, str):
        pytest.skip(found)
    failed = [_sentence(label, answer) for label, answer in found if rule_of(answer) == rule]
    if not failed and (why := subject.never("instance", "device", *_NEEDED.get(rule, ()))):
        pytest.skip(why)
    return failed


@cache
def answers_of(
    path: str, _sha256: str, first: int, count: int, null_messengers: bool
) -> str | list[tuple[str, Any]]:
    """Return the answers about failed programs, or why there are none."""
    made = _program(path, first, count, null_messengers)
    if isinstance(made, str):
        return made
    try:
        ran = programs.run(made, allowed(_TIMEOUT))
    except ForkServerError as refusal:
        return str(refusal)
    if isinstance(ran, NotCovered):
        return ran.reason
    answers = {
        str(each.get("label")): each.get("answer") for each in ran.said.events if each["event"] == "answer"
    }
    end = answers.get("generated")
    if not isinstance(end, Mapping):
        return f"the programs could not be run: {ran.said.silence}"
    if "refused" in end:
        return str(end["refused"])
    failed = [
        (label, each) for label, each in answers.items() if label != "generated" and isinstance(each, Mapping)
    ]
    for _, each in failed:
        if each.get("kind") == "open":
            return f"the loader cannot be opened: {each.get('text')}"
    return failed


def _program(path: str, first: int, count: int, null_messengers: bool) -> Program | str:
    prober, relay = _built("refloader_loader_prober"), _built("librefloader_relay.so")
    if prober is None or relay is None:
        return f"the prober of loaders {NOT_BUILT}"
    files, copies, arguments = {}, {}, ["--seed", str(first), "--count", str(count)]
    for number in range(DRIVERS):
        library = f"{_PLACE}/driver{number}.so"
        copies[library] = relay
        for minor in range(_MINORS):
            manifest = f"{_PLACE}/driver{number}.{minor}.json"
            members = {"library_path": library, "api_version": f"1.{minor}.0"}
            files[manifest] = _json("ICD", members, "1.0.0")
            arguments += ["--driver", manifest]
    for number in range(LAYERS):
        library, name = f"{_PLACE}/layers/layer{number}.so", f"VK_LAYER_refloader_generated{number}"
        copies[library] = relay
        files[f"{_PLACE}/layers/{number}.json"] = _json("layer", _layer(name, library), "1.2.0")
        arguments += ["--layer", name]
    arguments += ["--null-messengers", str(int(null_messengers)), "--seconds", str(ceil(allowed(_ONE)))]
    opened = path
    if programs.is_hidden(path):
        opened = f"{_PLACE}/loader/libvulkan.so.1"
        copies[opened] = path
    variables = {
        "HOME": HOME,
        "XDG_CONFIG_HOME": HOME,
        "XDG_DATA_HOME": HOME,
        "VK_LAYER_PATH": f"{_PLACE}/layers",
        "VK_LOADER_LAYERS_DISABLE": "~implicit~",
    }
    libraries = (prober,) if opened != path else (prober, path)
    return Program(
        prober,
        (opened, "generated", *arguments),
        variables=variables,
        files=files,
        copies=copies,
        libraries=libraries,
        subjects=(path,),
    )


def _built(name: str) -> str | None:
    candidates = (os.path.join(folder, name) for folder in folders("loader_prober"))
    return next((path for path in candidates if os.path.isfile(path)), None)


def _json(kind: str, members: Mapping[str, str], form: str) -> bytes:
    return json.dumps({"file_format_version": form, kind: members}).encode()


def _layer(name: str, library: str) -> dict[str, str]:
    return {
        "name": name,
        "type": "GLOBAL",
        "library_path": library,
        "api_version": "1.4.0",
        "implementation_version": "1",
        "description": "hands every call on",
    }


def rule_of(answer: Mapping[str, Any]) -> str:
    """Return the rule that the failure of a program breaks."""
    text, kind = str(answer.get("text", "")), str(answer.get("kind", ""))
    if kind in ("crash", "hang") and _NOTHING in text:
        return _NOTHING_RULE
    if kind in ("crash", "hang") and _THREADS in text:
        return RULES["threads"]
    return RULES.get(kind, RULES["passed"])


def _sentence(label: str, answer: Mapping[str, Any]) -> str:
    text, kind = str(answer.get("text", "")), answer.get("kind")
    if kind == "crash":
        text = f"{text} ends the program ({_signal(answer.get('signal'))})"
    if kind == "hang":
        text = f"{text} does not come back"
    said = answer.get("calls")
    calls = [str(each) for each in said] if isinstance(said, list) else []  # a loader can forge other types
    return f"{text} (program {label.partition('.')[2]}: {'; '.join(_shown(calls))})"


def _shown(calls: list[str]) -> Iterator[str]:
    """Yield what the machine of a program is, and its last calls."""
    machine = [each for each in calls if each.startswith(("driver ", "layer "))]
    yield from machine
    made = calls[len(machine) :]
    if len(made) > _LAST_CALLS:
        yield f"{len(made) - _LAST_CALLS} calls"
    yield from made[-_LAST_CALLS:]


def _signal(value: object) -> str:
    return Signals(value).name if isinstance(value, int) and value in {*Signals} else "exit"
