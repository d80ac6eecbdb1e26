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

RESET_BUFFER = [
    "call",
    "reset buffer",
    {
        "name": "vkResetCommandBuffer",
        "args": ["b.1", 0],
        "via": ["instance", "instance"],
        "returns": "result",
    },
]
ALLOCATE = [
    "call",
    "allocated",
    {
        "name": "vkAllocateCommandBuffers",
        "args": ["device", [40, None, "pool", 2], {"outs": "b", "count": 2}],
        "via": ["instance", "instance"],
        "returns": "result",
    },
]


def said(result: Result, actions: list[Any], lacking: dict[str, Any]) -> str:
    """What is said of a result with these actions, of which these were not carried out."""
    return uncalled(replace(result, evidence={"actions": actions, "lacking": lacking}))


@pytest.mark.parametrize(
    ("last", "lacking", "words"),
    [
        ([TRIM], {"trim": ""}, "vkTrimCommandPool was not called: vkGetDeviceProcAddr does not find it"),
        ([POOL], {"made": ""}, "vkCreateCommandPool was not called: vkGetInstanceProcAddr does not find it"),
        (
            [POOL, RESET],
            {"reset": ""},
            "vkResetCommandPool was not called: the library does not export it",
        ),
        ([POOL, RESET], {"reset": "pool"}, "vkResetCommandPool was not called: there is no pool"),
        (
            [POOL, RESET],
            {"made": "", "reset": "pool"},
            "vkCreateCommandPool was not called: vkGetInstanceProcAddr does not find it",
        ),
        (
            [QUEUE, ["call", "idle", {"name": "vkQueueWaitIdle", "args": ["queue"], "via": ["export"]}]],
            {"idle": "queue"},
            "vkQueueWaitIdle was not called: there is no queue",
        ),
        (
            [POOL, ALLOCATE, RESET_BUFFER],
            {"reset buffer": "b.1"},
            "vkResetCommandBuffer was not called: there is no b.1",
        ),
        (
            [POOL, ALLOCATE, RESET_BUFFER],
            {"allocated": "pool", "reset buffer": "b.1"},
            "vkAllocateCommandBuffers was not called: there is no pool",
        ),
        ([TRIM, POOL, RESET], {"trim": "", "reset": "pool"}, ""),
        ([TRIM], {}, ""),
    ],
    ids=[
        *("no device's", "no instance's", "no export", "no object", "a chain", "no queue"),
        *("one of several", "a chain of several", "two causes", "called"),
    ],
)
def test_a_command(failure: Result, last: list[Any], lacking: dict[str, Any], words: str) -> None:
    """The command is named that was not found, or whose object there is not; with two causes nothing is said."""
    assert said(failure, [INSTANCE, DEVICES, DEVICE, *last], lacking) == words


@pytest.mark.parametrize(
    ("lacking", "words"),
    [
        (
            {"devices": "instance", "device": "devices.0", "trim": "device"},
            "vkEnumeratePhysicalDevices was not called: there is no instance",
        ),
        (
            {"device": "devices.0", "trim": "device"},
            "vkCreateDevice was not called: vkEnumeratePhysicalDevices gave no physical device",
        ),
        (
            {"device": "devices.1"},
            "vkCreateDevice was not called: vkEnumeratePhysicalDevices gave no physical device 2",
        ),
        (
            {"device": "devices.beta"},
            "vkCreateDevice was not called: vkEnumeratePhysicalDevices gave no physical device named beta",
        ),
    ],
    ids=["instance", "devices", "second", "by name"],
)
def test_what_objects_lack(failure: Result, lacking: dict[str, Any], words: str) -> None:
    """The first command that was not called is named, with the object that it lacks."""
    assert said(failure, [INSTANCE, DEVICES, DEVICE, TRIM], lacking) == words


def test_the_reason(failure: Result) -> None:
    """The clause stands behind the missing answer, and nowhere else."""
    evidence = {"actions": [INSTANCE, DEVICES, DEVICE, TRIM], "lacking": {"trim": ""}}
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
    assert said(failure, actions, {"trim": ""}) == ""


@pytest.mark.parametrize("wrong", [5, None, {}, [[]], ["device", []], "x"])
@pytest.mark.parametrize("key", ["via", "args", "name"])
def test_options_of_no_known_type(failure: Result, key: str, wrong: Any) -> None:
    """Evidence is untrusted: options of another type are passed over."""
    verb, label, options = TRIM
    trim = [verb, label, {**options, key: wrong}]

    assert said(failure, [trim], {"trim": ""}) in (
        "",
        f"{wrong} was not called: vkGetDeviceProcAddr does not find it",
        "vkTrimCommandPool was not called: vkGetDeviceProcAddr does not find it",
    )
    assert said(failure, [trim], {"trim": []}) == ""
    assert uncalled(replace(failure, evidence={"actions": [trim], "lacking": wrong})) == ""
