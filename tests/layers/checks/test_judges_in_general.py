"""What holds for every judge of a recording, whatever was recorded: layers and their processes may do anything."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from story import GDPA, GIPA, GPDPA, INTO, LAYER, OUT, THREAD

from refloader.suite.layers import checks
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import EMPTY, Call, Fact, Link, Note, Recording

COMMANDS = [
    "vkCreateInstance",
    "vkDestroyInstance",
    "vkCreateDevice",
    "vkDestroyDevice",
    "vkEnumeratePhysicalDevices",
    "vkEnumerateDeviceExtensionProperties",
    "vkGetDeviceQueue",
    "vkQueueSubmit",
    "vkCmdDraw",
    "vkNobodyKnowsTEST",
    GIPA,
    GDPA,
    GPDPA,
]
PATHS = [
    "instance",
    "device",
    "pName",
    "answer",
    "link",
    "link.next",
    "out",
    "node[0]",
    "extensions[0]",
    "layers[0]",
]
PATHS += [
    "pInstance",
    "pDevice",
    "pQueue",
    "pPhysicalDevices[0]",
    "physicalDevice",
    "pLayerName",
    "count",
    "names[0]",
]
HANDLES = st.integers(0, 3)
"""So few that what does not belong together looks as if it did."""


def every_judge() -> Iterator[Callable[[LayerCalls], CheckResult]]:
    """The functions of the package that take a recording from a layer's place, and nothing else."""
    for module in pkgutil.iter_modules(checks.__path__, f"{checks.__name__}."):
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            taken = inspect.signature(function)
            of_views = [each.annotation for each in taken.parameters.values()] == [LayerCalls]
            if of_views and taken.return_annotation is CheckResult and not name.startswith("_"):
                yield function


JUDGES = dict.fromkeys(every_judge())


@st.composite
def facts(draw: st.DrawFn) -> Fact:
    """Something at some path."""
    kind, path = draw(st.sampled_from(["word", "handle", "text"])), draw(st.sampled_from(PATHS))
    type_ = draw(st.sampled_from(["", "VkInstance", "VkDevice", "VkQueue", "VkPhysicalDevice"]))
    text = draw(st.sampled_from(["", LAYER, "VK_KHR_surface", "VK_TEST_invented", *COMMANDS]))
    return Fact(kind, path, draw(HANDLES | st.sampled_from([47, 48])), type_, draw(HANDLES), text)


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    """Calls that begin and end as they like."""
    calls = {}
    for number in range(1, draw(st.integers(0, 12)) + 1):
        left = draw(st.none() | st.integers(number * 10, number * 10 + 60))
        calls[number] = Call(
            number,
            draw(st.sampled_from([INTO, OUT, 3, 9])),
            draw(st.sampled_from([THREAD, 8])),
            draw(st.sampled_from(COMMANDS)),
            number * 10,
            tuple(draw(st.lists(HANDLES, max_size=3))),
            draw(st.integers(0, number - 1)),
            left,
            draw(HANDLES | st.just(0xFFFFFFF9)),
            draw(st.lists(facts(), max_size=5)),
            draw(st.lists(facts(), max_size=3)),
        )
    notes = [Note(15, THREAD, "negotiation", LAYER, 1, 0, 0)] * draw(st.integers(0, 2))
    return Recording({INTO: Link("", LAYER), OUT: Link(LAYER, ""), 3: Link("", "")}, calls, notes)


def test_there_are_judges() -> None:
    """The judges of creation, lookups and calling down are among those looked at here."""
    assert {judge.__module__.rpartition(".")[2] for judge in JUDGES} >= {
        "creation",
        "lookups",
        "calling_down",
    }


@pytest.mark.parametrize(
    "judge", JUDGES, ids=lambda judge: f"{judge.__module__.rpartition('.')[2]}.{judge.__name__}"
)
def test_nothing_was_recorded(judge: Callable[[LayerCalls], CheckResult]) -> None:
    """Then a judge has seen nothing, accuses nobody, and says what the run would have had to show."""
    result = judge(LayerCalls(EMPTY, LAYER))

    assert (result.seen, result.broken, bool(result.missing)) == (0, [], True)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(recording=recordings())
def test_anything_was_recorded(recording: Recording) -> None:
    """Whatever it was, no judge fails itself, each breach is a sentence, and its calls are of the recording."""
    looks = [judge(LayerCalls(recording, LAYER)) for judge in JUDGES]

    breaches = [breach for result in looks for breach in result.broken]
    assert all(breach.fact for breach in breaches)
    assert all(recording.calls[call.number] is call for breach in breaches for call in breach.calls)
