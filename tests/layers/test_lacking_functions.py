"""The prober's act "carry", on layers that lack a next function: where that breaks a rule (DISPATCH-LAYER-01)."""

from collections.abc import Callable

import pytest

from refloader.suite.layers.alone import facts
from refloader.suite.layers.alone.carrying import carried
from refloader.suite.sessions.bench import probed
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Probe
from refloader.suite.subjects.layer import LayerSubject

pytestmark = pytest.mark.slow

Hostile = Callable[..., LayerSubject]


def look_at(layer: LayerSubject) -> CheckResult:
    """What is said of the next functions. Skips where the machine cannot run the act."""
    session = probed(Probe(layer.library, carried.ACT, ("--layer", layer.name)))
    if session.ended == "not covered":
        pytest.skip(session.detail)
    assert session.ended == "ok", session.detail
    return carried.next_functions_kept(session.answers)


def test_one_of_a_feature_that_no_device_has(hostile: Hostile) -> None:
    """No program may ask for addresses where bufferDeviceAddress cannot be enabled (VkMemoryAllocateFlagsInfo)."""
    layer = hostile(allocate="if (asks_for_addresses) lacking()")

    assert look_at(layer).broken == []


def test_one_of_each_call(hostile: Hostile) -> None:
    """A call without any structure on its pNext is valid on each device."""
    assert [each.fact for each in look_at(hostile(allocate="lacking()")).broken] == [
        "vkAllocateMemory calls the function at address 0: the layer keeps no next function for it"
    ]


def test_more_devices_than_there_is_room_for(hostile: Hostile) -> None:
    """A layer that writes all devices where there is room for one is judged on its queues nevertheless."""
    layer = hostile(devices="if (found != NULL) *count = 3")

    session = probed(Probe(layer.library, facts.ACT, ("--layer", layer.name)))
    if session.ended == "not covered":
        pytest.skip(session.detail)

    assert session.ended == "ok", session.detail
