"""A missing answer says which command was not called, and why."""

from typing import Any

import pytest
from replaced import replace

from refloader.report.asked import reasoned
from refloader.report.uncalled import uncalled
from refloader.results.results_file import Result

INSTANCE = ["create", "instance", {}]
DEVICES = ["devices", "devices", {"of": "instance"}]
DEVICE = ["device", "device", {"of": "devices.0"}]
QUEUE = ["queue", "queue", {"of": "device", "index": 0}]
TRIM = [
    "call",
    "trim",
    {
        "name": "vkTrimCommandPool",
        "args": ["device", 0, 0],
        "via": ["device", "device"],
        "returns": "nothing",
    },
]
POOL = [
    "call",
    "made",
    {
        "name": "vkCreateCommandPool",
        "args": ["device", [39, None, 0], None, {"out": "pool"}],
        "via": ["instance", "instance"],
        "returns": "result",
    },
]
RESET = [
    "call",
    "reset",
    {"name": "vkResetCommandPool", "args": ["device", "pool", 0], "via": ["export"], "returns": "result"},
]

FOUND = {"result": 0, "names": ["a"]}
FINE = {"instance": 0, "devices": FOUND, "device": 0}
CALLED = {"returned": 0, "read": []}


def said(result: Result, actions: list[Any], answers: dict[str, Any]) -> str:
    """What is said of a result with these actions and answers."""
    return uncalled(replace(result, evidence={"actions": actions, "answers": answers}))


@pytest.mark.parametrize(
    ("last", "answers", "words"),
    [
        ([TRIM], {"trim": None}, "vkTrimCommandPool was not called: vkGetDeviceProcAddr does not find it"),
        (
            [POOL],
            {"made": None},
            "vkCreateCommandPool was not called: vkGetInstanceProcAddr does not find it",
        ),
        (
            [POOL, RESET],
            {"made": CALLED, "reset": None},
            "vkResetCommandPool was not called: the library does not export it",
        ),
        (
            [POOL, RESET],
            {"made": {"returned": -3, "read": []}, "reset": None},
            "vkResetCommandPool was not called: there is no pool",
        ),
        ([QUEUE, POOL], {"queue": None, "made": CALLED}, ""),
        ([TRIM], {"trim": CALLED}, ""),
    ],
    ids=["no device's", "no instance's", "no export", "no object", "called without an answer", "called"],
)
def test_a_command(failure: Result, last: list[Any], answers: dict[str, Any], words: str) -> None:
    """A command that is not found is not called, nor one of an object that an earlier call did not make."""
    assert said(failure, [INSTANCE, DEVICES, DEVICE, *last], {**FINE, **answers}) == words


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (
            {"instance": -9, "devices": None, "device": None},
            "vkEnumeratePhysicalDevices was not called: there is no instance",
        ),
        (
            {"instance": 0, "devices": {"result": 0, "names": []}, "device": None},
            "vkCreateDevice was not called: there is no devices.0",
        ),
    ],
    ids=["instance", "devices"],
)
def test_what_objects_lack(failure: Result, answers: dict[str, Any], words: str) -> None:
    """The first command without an answer is named, with the object that it lacks."""
    assert said(failure, [INSTANCE, DEVICES, DEVICE, TRIM], {**answers, "trim": None}) == words


def test_the_reason(failure: Result) -> None:
    """The clause stands behind the missing answer, and nowhere else."""
    evidence = {"actions": [INSTANCE, DEVICES, DEVICE, TRIM], "answers": {**FINE, "trim": None}}
    missing = replace(failure, reason="It is trimmed. Not so: actual: None; expected: 0", evidence=evidence)

    assert reasoned(missing) == (
        "It is trimmed. Not so: actual: no answer (vkTrimCommandPool was not called: vkGetDeviceProcAddr does not"
        " find it); expected: 0"
    )
    other = replace(missing, reason="It is trimmed. Not so: actual: 1; expected: None")
    assert reasoned(other) == "It is trimmed. Not so: actual: 1; expected: no answer"


@pytest.mark.parametrize("actions", [None, "x", [["call", "trim"]], [["call", "trim", []]], [[1, 2, {}]]])
def test_what_is_no_evidence(failure: Result, actions: Any) -> None:
    """Evidence is untrusted: nothing is said of steps that are none."""
    assert uncalled(replace(failure, evidence={"actions": actions, "answers": {"trim": None}})) == ""
